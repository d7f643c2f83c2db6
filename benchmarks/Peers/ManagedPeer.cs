using System;
using System.IO;
using System.Reflection;
using System.Security.Cryptography;
using System.Text.RegularExpressions;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>
/// ManagedCrypto on given kernels, through the internal constructors and one-shots that the public ones call with the best
/// kernel.
/// </summary>
internal sealed partial class ManagedPeer(string id, string name, KernelSet kernels) : IPeer
{
    private const int TagBytes = 16;

    // Not whole blocks, so that the transforms must keep what is left of one.
    private const int PushedAtOnce = 20_011;

    public string Id => id;

    public string Name => name;

    // With ten digits of the commit behind a plus sign.
    public string Version { get; } = CommitEnd().Replace(
        typeof(AesGcm).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion, "");

    public KernelSet Kernels => kernels;

    public Transform? Hash(Digest digest) => digest switch
    {
        Digest.Sha1 when kernels.Sha1 is { } kernel =>
            (in source, in destination) => SHA1.HashData(kernel, source, destination),
        Digest.Sha256 when kernels.Sha256 is { } kernel =>
            (in source, in destination) => SHA256.HashData(kernel, source, destination),
        Digest.Sha384 when kernels.Sha512 is { } kernel =>
            (in source, in destination) => SHA384.HashData(kernel, source, destination),
        Digest.Sha512 when kernels.Sha512 is { } kernel =>
            (in source, in destination) => SHA512.HashData(kernel, source, destination),
        _ => null,
    };

    public Transform? Hmac(Digest digest, byte[] key) => digest switch
    {
        Digest.Sha256 when kernels.Sha256 is { } kernel =>
            (in source, in destination) => HMACSHA256.HashData(kernel, key, source, destination),
        _ => null,
    };

    public Transform? Cipher(CipherMode mode, bool encrypt, byte[] key, byte[] iv)
    {
        if (kernels.Aes is null)
            return null;
        if (mode != CipherMode.Ctr)
            return SymmetricCipher.Of(new Aes(kernels.Aes), mode, encrypt, key, iv);

        var ctr = new AesCtr(kernels.Aes, key);
        return (in source, in destination) => ctr.Transform(iv, source, destination);
    }

    public Transform? Seal(byte[] key, byte[] nonce, bool freshKey)
    {
        if (kernels.Gcm is not { } kernel)
            return null;
        if (freshKey)
            return (in source, in destination) => AesGcm.Seal(kernel, key, nonce, source, destination, default);

        var gcm = new AesGcm(kernel, key, TagBytes);
        return (in source, in destination) => gcm.Seal(nonce, source, destination);
    }

    public Transform? Open(byte[] key, byte[] nonce)
    {
        if (kernels.Gcm is null)
            return null;

        var gcm = new AesGcm(kernels.Gcm, key, TagBytes);
        return (in source, in destination) => gcm.Open(nonce, source, destination);
    }

    /// <summary>
    /// CBC through <see cref="CryptoStream"/>, which pads and removes the padding by itself: the plaintext given or left here is
    /// padded all the same (PKCS #7), so that it compares with peers that know nothing of padding.
    /// </summary>
    public Transform? CbcStream(bool encrypt, byte[] key, byte[] iv)
    {
        if (kernels.Aes is null)
            return null;

        var aes = new Aes(kernels.Aes);
        if (encrypt)
        {
            return (in source, in destination) =>
            {
                using var encryptor = aes.CreateEncryptor(key, iv);
                Push(encryptor, source[..^source[^1]], StreamOver(destination));
            };
        }

        return (in source, in destination) =>
        {
            using var decryptor = aes.CreateDecryptor(key, iv);
            var text = StreamOver(destination);
            Push(decryptor, source, text);
            var padding = destination[(int)text.Position..];
            padding.AsSpan().Fill((byte)padding.Count);
        };
    }

    public Transform? CtrStream(byte[] key, byte[] iv)
    {
        if (kernels.Aes is null)
            return null;

        var ctr = new AesCtr(kernels.Aes, key);
        return (in source, in destination) =>
        {
            using var transform = ctr.CreateTransform(iv);
            Push(transform, source, StreamOver(destination));
        };
    }

    public Transform? Sha256Stream() => kernels.Sha256 is not { } kernel ? null : (in source, in destination) =>
    {
        using var sha256 = new SHA256(kernel);
        Push(sha256, source, Stream.Null);
        sha256.Hash.CopyTo(destination.AsSpan());
    };

    [GeneratedRegex(@"(?<=\+[0-9a-f]{10})[0-9a-f]+$")]
    private static partial Regex CommitEnd();

    private static MemoryStream StreamOver(ArraySegment<byte> buffer) => new(buffer.Array!, buffer.Offset, buffer.Count);

    private static void Push(ICryptoTransform transform, ArraySegment<byte> source, Stream destination)
    {
        using var stream = new CryptoStream(destination, transform, CryptoStreamMode.Write, leaveOpen: true);
        for (var left = source; left.Count > 0; left = left[Math.Min(left.Count, PushedAtOnce)..])
            stream.Write(left[..Math.Min(left.Count, PushedAtOnce)]);
    }
}
