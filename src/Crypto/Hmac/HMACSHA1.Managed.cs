using System;

namespace ManagedCrypto;

public sealed partial class HMACSHA1
{
    /// <summary>Begins a message.</summary>
    /// <param name="key">The key, of any length. It is copied.</param>
    /// <param name="useManagedSha1">Has no effect, as in the BCL.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public HMACSHA1(byte[] key, bool useManagedSha1)
        : this(key)
    {
    }
}
