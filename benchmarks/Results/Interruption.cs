using System;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Benchmarks.Results;

/// <summary>
/// Ctrl-C, or SIGTERM, while something is measured that is to be saved: the round in hand ends first. The second one ends the
/// program at once.
/// </summary>
internal sealed class Interruption : IDisposable
{
    private static volatile bool s_isRequested;

    private readonly PosixSignalRegistration[] _registrations =
    [
        PosixSignalRegistration.Create(PosixSignal.SIGINT, Request),
        PosixSignalRegistration.Create(PosixSignal.SIGTERM, Request),
    ];

    /// <summary>To be called between rounds.</summary>
    /// <exception cref="OperationCanceledException">The user has had enough.</exception>
    public static void ThrowIfRequested()
    {
        if (s_isRequested)
            throw new OperationCanceledException();
    }

    public void Dispose()
    {
        foreach (var registration in _registrations)
            registration.Dispose();
    }

    private static void Request(PosixSignalContext context)
    {
        context.Cancel = !s_isRequested;
        s_isRequested = true;
    }
}
