using System;
using System.Reflection;
using System.Text.RegularExpressions;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>
/// ManagedCrypto on given kernels, through the internal constructors and one-shots that the public ones call with the best
/// kernel.
/// </summary>
internal sealed partial class ManagedPeer(string id, string name, KernelSet kernels) : IPeer
{
    private const int TagBytes = 16;

    public string Id => id;

    public string Name => name;

    // Followed by a plus sign and ten digits of the commit.
    public string Version { get; } = CommitEnd().Replace(
        typeof(AesGcm).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion, "");

    public KernelSet Kernels => kernels;

    public Transform? Hash(HashFunction function)
    {
        if (kernels.Of(function) is not { } kernel)
            return null;

        var hash = function.With(kernel);
        return (in source, in destination) => hash.Hash(source, destination);
    }

    public Transform? Shake(XofFunction function)
    {
        if (kernels.Of(function) is not { } kernel)
            return null;

        var hash = function.With(kernel);
        return (in source, in destination) => XofOutput.Hash(hash, source, destination);
    }

    public Transform? HashMany(LanesFunction lanes, int messageBytes)
    {
        if (kernels.Of(lanes) is not { } kernel)
            return null;

        var many = lanes.With(kernel);
        return (in source, in destination) => many.Hash(source, messageBytes, destination);
    }

    public Transform? HashInPieces(HashFunction function, int pieceBytes)
    {
        if (kernels.Of(function) is not { } kernel)
            return null;

        var running = new IncrementalHash(function.With(kernel));
        return (in source, in destination) =>
        {
            foreach (var piece in new Pieces(source, pieceBytes))
                running.AppendData(piece);
            running.GetHashAndReset(destination);
        };
    }

    public Transform? Checksum(ChecksumAlgorithm checksum)
    {
        if (kernels.Of(checksum) is not { } kernel)
            return null;

        var sum = checksum.With(kernel);
        return (in source, in destination) => sum.Hash(source, destination);
    }

    public Transform? Mac(Mac mac, byte[] key)
    {
        if (mac.Managed(kernels) is not { } oneShot)
            return null;
        return (in source, in destination) => oneShot(key, source, destination);
    }

    public Transform? Cipher(CipherMode mode, bool encrypt, byte[] key, byte[] iv)
    {
        if (kernels.Of(Algorithms.Aes) is not { } kernel)
            return null;
        switch (mode)
        {
            case CipherMode.Ctr:
                var ctr = new AesCtr(kernel, key);
                return (in source, in destination) => ctr.Transform(iv, source, destination);
            case CipherMode.Xts:
                var xts = new AesXts(kernel, key);
                return encrypt
                    ? (in source, in destination) => xts.Encrypt(iv, source, destination)
                    : (in source, in destination) => xts.Decrypt(iv, source, destination);
            default:
                return SymmetricCipher.Of(new Aes(kernel), mode, encrypt, key, iv);
        }
    }

    public Transform? Seal(byte[] key, byte[] nonce, bool freshKey)
    {
        if (kernels.Of(Algorithms.AesGcm) is not { } kernel)
            return null;
        if (freshKey)
            return (in source, in destination) => AesGcm.Seal(kernel, key, nonce, source, destination, default);

        var gcm = new AesGcm(kernel, key, TagBytes);
        return (in source, in destination) => gcm.Seal(nonce, source, destination);
    }

    public Transform? Open(byte[] key, byte[] nonce)
    {
        if (kernels.Of(Algorithms.AesGcm) is not { } kernel)
            return null;

        var gcm = new AesGcm(kernel, key, TagBytes);
        return (in source, in destination) => gcm.Open(nonce, source, destination);
    }

    public Transform? SealXAes(byte[] key, byte[] nonce)
    {
        if (kernels.Of(Algorithms.Aes) is not { } aes || kernels.Of(Algorithms.AesGcm) is not { } gcm)
            return null;

        var xaes = new XAes256Gcm(new XAesGcm(aes, gcm), key);
        return (in source, in destination) =>
        {
            Span<byte> text = source, result = destination;
            xaes.Encrypt(nonce.AsSpan(), text, result[..text.Length], result[text.Length..]);
        };
    }

    public Transform? OpenXAes(byte[] key, byte[] nonce)
    {
        if (kernels.Of(Algorithms.Aes) is not { } aes || kernels.Of(Algorithms.AesGcm) is not { } gcm)
            return null;

        var xaes = new XAes256Gcm(new XAesGcm(aes, gcm), key);
        return (in source, in destination) =>
        {
            Span<byte> sealedText = source;
            xaes.Decrypt(nonce.AsSpan(), sealedText[..^TagBytes], sealedText[^TagBytes..], destination);
        };
    }

    public Transform? SealChaCha(byte[] key, byte[] nonce)
    {
        if (kernels.Of(Algorithms.ChaCha20Poly1305) is not { } kernel)
            return null;

        var aead = new ChaCha20Poly1305(kernel, key);
        return (in source, in destination) => aead.Seal(nonce, source, destination);
    }

    public Transform? OpenChaCha(byte[] key, byte[] nonce)
    {
        if (kernels.Of(Algorithms.ChaCha20Poly1305) is not { } kernel)
            return null;

        var aead = new ChaCha20Poly1305(kernel, key);
        return (in source, in destination) => aead.Open(nonce, source, destination);
    }

    public Transform? SealXChaCha(byte[] key, byte[] nonce)
    {
        if (kernels.Of(Algorithms.ChaCha20Poly1305) is not { } kernel)
            return null;

        var aead = new XChaCha20Poly1305(new XChaChaPoly(kernel), key);
        return (in source, in destination) =>
        {
            Span<byte> text = source, result = destination;
            aead.Encrypt(nonce.AsSpan(), text, result[..text.Length], result[text.Length..]);
        };
    }

    public Transform? OpenXChaCha(byte[] key, byte[] nonce)
    {
        if (kernels.Of(Algorithms.ChaCha20Poly1305) is not { } kernel)
            return null;

        var aead = new XChaCha20Poly1305(new XChaChaPoly(kernel), key);
        return (in source, in destination) =>
        {
            Span<byte> sealedText = source;
            aead.Decrypt(nonce.AsSpan(), sealedText[..^TagBytes], sealedText[^TagBytes..], destination);
        };
    }

    public Transform? Gmac(byte[] key, byte[] nonce)
    {
        if (kernels.Of(Algorithms.AesGcm) is not { } kernel)
            return null;

        var gmac = new AesGmac(kernel, key);
        return (in source, in destination) => gmac.ComputeHash(nonce, source, destination);
    }

    public Transform? WrapKey(byte[] key)
    {
        if (kernels.Of(Algorithms.Aes) is not { } kernel)
            return null;

        var aes = new Aes(kernel);
        aes.SetKey(key);
        return (in source, in destination) => aes.EncryptKeyWrapPadded(source, destination);
    }

    public Transform? SealCcm(byte[] key, byte[] nonce)
    {
        if (kernels.Of(Algorithms.Aes) is not { } kernel)
            return null;

        var ccm = new AesCcm(new CcmComposed(kernel), key);
        return (in source, in destination) => ccm.Seal(nonce, source, destination);
    }

    public Transform? OpenCcm(byte[] key, byte[] nonce)
    {
        if (kernels.Of(Algorithms.Aes) is not { } kernel)
            return null;

        var ccm = new AesCcm(new CcmComposed(kernel), key);
        return (in source, in destination) => ccm.Open(nonce, source, destination);
    }

    public Transform? SealGcmSiv(byte[] key, byte[] nonce)
    {
        if (kernels.Of(Algorithms.AesGcmSiv) is not { } kernel)
            return null;

        var siv = new AesGcmSiv(kernel, key);
        return (in source, in destination) => siv.Seal(nonce, source, destination);
    }

    public Transform? OpenGcmSiv(byte[] key, byte[] nonce)
    {
        if (kernels.Of(Algorithms.AesGcmSiv) is not { } kernel)
            return null;

        var siv = new AesGcmSiv(kernel, key);
        return (in source, in destination) => siv.Open(nonce, source, destination);
    }

    [GeneratedRegex(@"(?<=\+[0-9a-f]{10})[0-9a-f]+$")]
    private static partial Regex CommitEnd();
}
