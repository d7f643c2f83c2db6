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

    private delegate int HashOneShot(ReadOnlySpan<byte> source, Span<byte> destination);

    private delegate void XofOneShot(ReadOnlySpan<byte> source, Span<byte> destination);

    private delegate void KmacOneShot(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, ReadOnlySpan<byte> customization = default);

    private BclPeer()
    {
    }

    public string Id => "bcl";

    public string Name => ".NET";

    public string Version => RuntimeInformation.FrameworkDescription;

    /// <summary>The peer, or null on Linux without libssl, where first use of these classes would abort the process.</summary>
    public static BclPeer? TryCreate()
    {
        string?[] versions = [Environment.GetEnvironmentVariable("CLR_OPENSSL_VERSION_OVERRIDE"), "3", "1.1"];
        var isThere = versions.Any(version => NativeLibrary.TryLoad("libssl.so." + version, out _));
        return isThere || !OperatingSystem.IsLinux() ? new BclPeer() : null;
    }

    public static MacOneShot Hmac(HashFunction hash) => OneShot<MacOneShot>(hash.HmacType);

    public static MacOneShot Kmac(XofFunction function)
    {
        var hashData = OneShot<KmacOneShot>(function.KmacType);
        return (key, source, destination) =>
        {
            hashData(key, source, destination);
            return destination.Length;
        };
    }

    public Transform? Hash(HashFunction hash)
    {
        if (hash.HashType.DropInNames.Length == 0)
            return null; // .NET has no such hash.
        var hashData = OneShot<HashOneShot>(hash.HashType);
        return (in source, in destination) => hashData(source, destination);
    }

    public Transform? Shake(XofFunction function)
    {
        var hashData = OneShot<XofOneShot>(function.ShakeType);
        return (in source, in destination) => hashData(source, destination);
    }

    public Transform? HashInPieces(HashFunction hash, int pieceBytes)
    {
        var running = Bcl.IncrementalHash.CreateHash(new Bcl.HashAlgorithmName(hash.HashName));
        return (in source, in destination) =>
        {
            foreach (var piece in new Pieces(source, pieceBytes))
                running.AppendData(piece);
            running.GetHashAndReset(destination);
        };
    }

    public Transform? Mac(Mac mac, byte[] key)
    {
        if (mac.Bcl is not { } hashData)
            return null;
        return (in source, in destination) => hashData(key, source, destination);
    }

    public Transform? Cipher(CipherMode mode, bool encrypt, byte[] key, byte[] iv) =>
        SymmetricCipher.Of(Bcl.Aes.Create(), mode, encrypt, key, iv);

    public Transform? Seal(Aead aead, byte[] key, byte[] nonce, bool freshKey)
    {
        if (freshKey)
        {
            return (in source, in destination) =>
            {
                using var gcm = new Bcl.AesGcm(key, TagBytes);
                gcm.Encrypt(nonce, source, destination[..source.Count], destination[source.Count..]);
            };
        }

        switch (aead.Name)
        {
            case "AES-GCM":
                var gcm = new Bcl.AesGcm(key, TagBytes);
                return (in source, in destination) => gcm.Encrypt(nonce, source, destination[..source.Count], destination[source.Count..]);
            case "AES-CCM":
                var ccm = new Bcl.AesCcm(key);
                return (in source, in destination) => ccm.Encrypt(nonce, source, destination[..source.Count], destination[source.Count..]);
            case "ChaCha20-Poly1305":
                var chaCha = new Bcl.ChaCha20Poly1305(key);
                return (in source, in destination) => chaCha.Encrypt(nonce, source, destination[..source.Count], destination[source.Count..]);
            default:
                return null;
        }
    }

    public Transform? Open(Aead aead, byte[] key, byte[] nonce)
    {
        switch (aead.Name)
        {
            case "AES-GCM":
                var gcm = new Bcl.AesGcm(key, TagBytes);
                return (in source, in destination) => gcm.Decrypt(nonce, source[..^TagBytes], source[^TagBytes..], destination);
            case "AES-CCM":
                var ccm = new Bcl.AesCcm(key);
                return (in source, in destination) => ccm.Decrypt(nonce, source[..^TagBytes], source[^TagBytes..], destination);
            case "ChaCha20-Poly1305":
                var chaCha = new Bcl.ChaCha20Poly1305(key);
                return (in source, in destination) => chaCha.Decrypt(nonce, source[..^TagBytes], source[^TagBytes..], destination);
            default:
                return null;
        }
    }

    public Transform? Gmac(byte[] key, byte[] nonce)
    {
        var gcm = new Bcl.AesGcm(key, TagBytes);
        return (in source, in destination) => gcm.Encrypt(nonce, default, default, destination, source);
    }

    public Transform? WrapKey(byte[] key)
    {
        var aes = Bcl.Aes.Create();
        aes.SetKey(key);
        return (in source, in destination) => aes.EncryptKeyWrapPadded(source, destination);
    }

    /// <summary>The static <c>HashData</c> of the namesake of a type that takes what the delegate does.</summary>
    private static T OneShot<T>(PublicType type)
        where T : Delegate =>
        typeof(Bcl.SHA256).Assembly.GetType("System.Security.Cryptography." + type.Type.Name, throwOnError: true)!
            .GetMethod("HashData", [.. typeof(T).GetMethod("Invoke")!.GetParameters().Select(parameter => parameter.ParameterType)])!
            .CreateDelegate<T>();
}
