using System;
using System.Linq;
using System.Runtime.InteropServices;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>.NET's own classes.</summary>
internal sealed class BclPeer : IPeer
{
    private const int TagBytes = 16;

    public const string WhyNotHere = "no libssl, which .NET's own classes need";

    private BclPeer()
    {
    }

    public string Id => "bcl";

    public string Name => "BCL";

    public string Version => RuntimeInformation.FrameworkDescription;

    /// <summary>The peer, or null on Linux without libssl, where first use of these classes would abort the process.</summary>
    public static BclPeer? TryCreate()
    {
        string?[] versions = [Environment.GetEnvironmentVariable("CLR_OPENSSL_VERSION_OVERRIDE"), "3", "1.1"];
        var isThere = versions.Any(version => NativeLibrary.TryLoad("libssl.so." + version, out _));
        return isThere || !OperatingSystem.IsLinux() ? new BclPeer() : null;
    }

    public Transform? Hash(Digest digest) => digest switch
    {
        Digest.Sha1 => (in source, in destination) => Bcl.SHA1.HashData(source, destination),
        Digest.Sha256 => (in source, in destination) => Bcl.SHA256.HashData(source, destination),
        Digest.Sha384 => (in source, in destination) => Bcl.SHA384.HashData(source, destination),
        Digest.Sha512 => (in source, in destination) => Bcl.SHA512.HashData(source, destination),
        _ => null,
    };

    public Transform? HashInPieces(Digest digest, int pieceBytes)
    {
        var hash = Bcl.IncrementalHash.CreateHash(new Bcl.HashAlgorithmName(digest.ToString().ToUpperInvariant()));
        return (in source, in destination) =>
        {
            foreach (var piece in new Pieces(source, pieceBytes))
                hash.AppendData(piece);
            hash.GetHashAndReset(destination);
        };
    }

    public Transform? Hmac(Digest digest, byte[] key) => digest switch
    {
        Digest.Sha256 => (in source, in destination) => Bcl.HMACSHA256.HashData(key, source, destination),
        _ => null,
    };

    public Transform? Cipher(CipherMode mode, bool encrypt, byte[] key, byte[] iv) =>
        SymmetricCipher.Of(Bcl.Aes.Create(), mode, encrypt, key, iv);

    public Transform? Seal(byte[] key, byte[] nonce, bool freshKey)
    {
        if (freshKey)
        {
            return (in source, in destination) =>
            {
                using var gcm = new Bcl.AesGcm(key, TagBytes);
                gcm.Encrypt(nonce, source, destination[..source.Count], destination[source.Count..]);
            };
        }

        var reused = new Bcl.AesGcm(key, TagBytes);
        return (in source, in destination) =>
            reused.Encrypt(nonce, source, destination[..source.Count], destination[source.Count..]);
    }

    public Transform? Open(byte[] key, byte[] nonce)
    {
        var gcm = new Bcl.AesGcm(key, TagBytes);
        return (in source, in destination) => gcm.Decrypt(nonce, source[..^TagBytes], source[^TagBytes..], destination);
    }
}
