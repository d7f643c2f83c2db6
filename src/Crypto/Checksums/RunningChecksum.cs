using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The checksum of a message that comes in parts, for one caller at a time. Every member throws
/// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, in the name of the public type. The value is no secret:
/// there is nothing to wipe.
/// </summary>
internal sealed class RunningChecksum(ChecksumAlgorithm algorithm, ChecksumKernel kernel) : IMessageHash
{
    private uint _value = algorithm.Initial;
    private bool _isDisposed;

    public int DigestBytes => ChecksumAlgorithm.DigestBytes;

    public void Append(ReadOnlySpan<byte> source)
    {
        RequireAlive();
        _value = ChecksumAlgorithm.Append(kernel, _value, source);
    }

    public void FinishAndReset(Span<byte> destination)
    {
        RequireAlive();
        algorithm.Write(algorithm.Finish(_value), destination);
        _value = algorithm.Initial;
    }

    /// <inheritdoc cref="RunningHash.Reset"/>
    public void Reset()
    {
        RequireAlive();
        _value = algorithm.Initial;
    }

    public void Dispose() => _isDisposed = true;

    private void RequireAlive()
    {
        if (_isDisposed)
            Throw();

        void Throw() => throw new ObjectDisposedException(algorithm.Type.Type.FullName);
    }
}
