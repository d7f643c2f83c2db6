using System;

namespace ManagedCrypto;

/// <summary>
/// One call's claim of a <see cref="StreamClaim"/>, which is given back when the call ends, however it ends: for <c>using</c> alone. The
/// default is for a part of a call that has claimed the stream already.
/// </summary>
internal readonly struct StreamScope : IDisposable
{
    private readonly StreamClaim? _claim;

    public StreamScope(StreamClaim claim) => _claim = claim;

    public void Dispose() => _claim?.Exit();
}
