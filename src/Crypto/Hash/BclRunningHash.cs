#if NET
using System;
using System.Security.Cryptography;

namespace ManagedCrypto;

/// <summary>A hash or HMAC over a hash function that this library lacks and the BCL has.</summary>
internal sealed class BclRunningHash : IRunningHash
{
    private readonly System.Security.Cryptography.IncrementalHash _hash;

    private BclRunningHash(System.Security.Cryptography.IncrementalHash hash) => _hash = hash;

    public HashAlgorithmName AlgorithmName => _hash.AlgorithmName;

    public int DigestBytes => _hash.HashLengthInBytes;

    /// <summary>Whether it is a hash function of the BCL: of an unknown name, the BCL would first load OpenSSL.</summary>
    public static bool Knows(HashAlgorithmName name) => name.Name is "SHA3-256" or "SHA3-384" or "SHA3-512";

    public static BclRunningHash CreateHash(HashAlgorithmName name) =>
        new(System.Security.Cryptography.IncrementalHash.CreateHash(name));

    public static BclRunningHash CreateHmac(HashAlgorithmName name, ReadOnlySpan<byte> key) =>
        new(System.Security.Cryptography.IncrementalHash.CreateHMAC(name, key));

    public void Append(ReadOnlySpan<byte> source) => _hash.AppendData(source);

    public void FinishAndReset(Span<byte> destination) => _hash.GetHashAndReset(destination);

    public void Current(Span<byte> destination) => _hash.GetCurrentHash(destination);

#if NET10_0_OR_GREATER
    public IRunningHash Clone(object owner) => new BclRunningHash(_hash.Clone());
#else
    public IRunningHash Clone(object owner) =>
        throw new PlatformNotSupportedException($"{AlgorithmName} is .NET's own, which copies it since .NET 10.");
#endif

    public void Dispose() => _hash.Dispose();
}
#endif
