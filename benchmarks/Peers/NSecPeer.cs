using System;
using System.Collections.Generic;
using System.Reflection;
using Sodium = NSec.Cryptography;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>libsodium by NSec, which has the native library in its package. It does what libsodium does well, and no more.</summary>
internal sealed class NSecPeer : IPeer
{
    public const string TheId = "nsec";

    public const string WhyNotHere = "no libsodium for this system";

    private static readonly Dictionary<string, Func<Sodium.HashAlgorithm>> s_hashes = new()
    {
        ["SHA256"] = () => Sodium.HashAlgorithm.Sha256,
        ["SHA512"] = () => Sodium.HashAlgorithm.Sha512,
        ["SHA3-256"] = () => Sodium.HashAlgorithm.Sha3_256,
        ["SHA3-512"] = () => Sodium.HashAlgorithm.Sha3_512,
    };

    private NSecPeer()
    {
    }

    public string Id => TheId;

    public string Name => "NSec";

    public string Version => typeof(Sodium.Algorithm).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!
        .InformationalVersion.Split('+')[0];

    /// <summary>The peer, or null where libsodium does not load.</summary>
    public static NSecPeer? TryCreate()
    {
        try
        {
            Sodium.HashAlgorithm.Sha256.Hash(default(ReadOnlySpan<byte>));
            return new NSecPeer();
        }
        catch (Exception exception)
            when (exception is DllNotFoundException or PlatformNotSupportedException or TypeInitializationException)
        {
            return null;
        }
    }

    public Transform? Hash(HashFunction hash)
    {
        if (HashOf(hash) is not { } algorithm)
            return null;
        return (in source, in destination) => algorithm.Hash(source, destination);
    }

    public Transform? HashInPieces(HashFunction hash, int pieceBytes)
    {
        if (HashOf(hash) is not { } algorithm)
            return null;
        return (in source, in destination) =>
        {
            Sodium.IncrementalHash.Initialize(algorithm, out var state);
            foreach (var piece in new Pieces(source, pieceBytes))
                Sodium.IncrementalHash.Update(ref state, piece);
            Sodium.IncrementalHash.Finalize(ref state, destination);
        };
    }

    /// <summary>The key is imported once, and set up by libsodium in every call.</summary>
    public Transform? Mac(Mac mac, byte[] key)
    {
        if (mac is not { OpenSsl: "HMAC", OpenSslParameter: ("digest", "SHA256") })
            return null;
        var algorithm = Sodium.MacAlgorithm.HmacSha256;
        var imported = Import(algorithm, key);
        return (in source, in destination) => algorithm.Mac(imported, source, destination);
    }

    public Transform? Cipher(CipherMode mode, bool encrypt, byte[] key, byte[] iv) => null;

    public Transform? Seal(Aead aead, byte[] key, byte[] nonce, bool freshKey)
    {
        if (Of(aead, key) is not { } theirs)
            return null;
        if (!freshKey)
            return Seal(theirs, key, nonce);
        return (in source, in destination) =>
        {
            using var imported = Import(theirs, key);
            theirs.Encrypt(imported, nonce, default, source, destination);
        };
    }

    public Transform? Open(Aead aead, byte[] key, byte[] nonce) => Of(aead, key) is { } theirs ? Open(theirs, key, nonce) : null;

    private static Sodium.AeadAlgorithm? Of(Aead aead, byte[] key) => aead.Name switch
    {
        "AES-GCM" => Gcm(key),
        "ChaCha20-Poly1305" => Sodium.AeadAlgorithm.ChaCha20Poly1305,
        "XChaCha20-Poly1305" => Sodium.AeadAlgorithm.XChaCha20Poly1305,
        "AEGIS-128L" => Sodium.AeadAlgorithm.Aegis128L,
        "AEGIS-256" => Sodium.AeadAlgorithm.Aegis256,
        _ => null,
    };

    /// <summary>With keys of 256 bits alone, on CPUs with instructions for it.</summary>
    private static Sodium.Aes256Gcm? Gcm(byte[] key) =>
        key.Length == 32 && Sodium.Aes256Gcm.IsSupported ? Sodium.AeadAlgorithm.Aes256Gcm : null;

    private static Sodium.HashAlgorithm? HashOf(HashFunction hash) => s_hashes.GetValueOrDefault(hash.HashName)?.Invoke();

    private static Sodium.Key Import(Sodium.Algorithm algorithm, byte[] key) =>
        Sodium.Key.Import(algorithm, key, Sodium.KeyBlobFormat.RawSymmetricKey);

    private static Transform Seal(Sodium.AeadAlgorithm aead, byte[] key, byte[] nonce)
    {
        var imported = Import(aead, key);
        return (in source, in destination) => aead.Encrypt(imported, nonce, default, source, destination);
    }

    private static Transform Open(Sodium.AeadAlgorithm aead, byte[] key, byte[] nonce)
    {
        var imported = Import(aead, key);
        return (in source, in destination) =>
        {
            if (!aead.Decrypt(imported, nonce, default, source, destination))
                throw new InvalidOperationException("The tag does not match.");
        };
    }
}
