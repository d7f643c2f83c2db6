using System;
using System.Security.Cryptography;

namespace ManagedCrypto;

/// <summary>A hash or HMAC over a hash function that this library lacks and the BCL has.</summary>
internal sealed class BclRunningHash : IRunningHash
{
    private readonly System.Security.Cryptography.IncrementalHash _hash;

    private BclRunningHash(System.Security.Cryptography.IncrementalHash hash) => _hash = hash;

    public HashAlgorithmName AlgorithmName => _hash.AlgorithmName;

#if NET
    public int DigestBytes => _hash.HashLengthInBytes;
#else
    public int DigestBytes => 16;
#endif

    public static BclRunningHash CreateHash(HashAlgorithmName name)
    {
        RequireKnown(name);
        return new(System.Security.Cryptography.IncrementalHash.CreateHash(name));
    }

#if NET
    public static BclRunningHash CreateHmac(HashAlgorithmName name, ReadOnlySpan<byte> key)
    {
        RequireKnown(name);
        return new(System.Security.Cryptography.IncrementalHash.CreateHMAC(name, key));
    }

    public void Append(ReadOnlySpan<byte> source) => _hash.AppendData(source);

    public void FinishAndReset(Span<byte> destination) => _hash.GetHashAndReset(destination);

    public void Current(Span<byte> destination) => _hash.GetCurrentHash(destination);

    public IRunningHash Clone(object owner) => new BclRunningHash(_hash.Clone());
#else
    public static BclRunningHash CreateHmac(HashAlgorithmName name, ReadOnlySpan<byte> key)
    {
        RequireKnown(name);
        return new(System.Security.Cryptography.IncrementalHash.CreateHMAC(name, key.ToArray()));
    }

    public void Append(ReadOnlySpan<byte> source) => _hash.AppendData(source.ToArray());

    public void FinishAndReset(Span<byte> destination) => _hash.GetHashAndReset().CopyTo(destination);

    public void Current(Span<byte> destination) => throw CannotCopy();

    public IRunningHash Clone(object owner) => throw CannotCopy();

    private PlatformNotSupportedException CannotCopy() =>
        new($"This framework's {AlgorithmName} gives the hash of a whole message only.");
#endif

    public void Dispose() => _hash.Dispose();

    /// <summary>An unknown name is refused here: the BCL would load OpenSSL before it does.</summary>
    private static void RequireKnown(HashAlgorithmName name)
    {
#if NET
        var isKnown = name.Name is "MD5" or "SHA3-256" or "SHA3-384" or "SHA3-512";
#else
        var isKnown = name.Name == "MD5";
#endif
        if (!isKnown)
            throw new CryptographicException($"'{name.Name}' is not a known hash algorithm.");
    }
}
