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

    public Transform? Seal(Aead aead, byte[] key, byte[] nonce, bool freshKey)
    {
        if (KernelOf(aead) is not { } kernel)
            return null;
        if (freshKey)
            return (in source, in destination) => AesGcm.Seal((GcmKernel)kernel, key, nonce, source, destination, default);
        return aead.Create(kernel, key, TagBytes) switch
        {
            AesGcm gcm => (in source, in destination) => gcm.Seal(nonce, source, destination),
            AesCcm ccm => (in source, in destination) => ccm.Seal(nonce, source, destination),
            AesGcmSiv siv => (in source, in destination) => siv.Seal(nonce, source, destination),
            ChaCha20Poly1305 chaCha => (in source, in destination) => chaCha.Seal(nonce, source, destination),
            XAes256Gcm xaes => Sealing(xaes, nonce),
            XChaCha20Poly1305 xchaCha => Sealing(xchaCha, nonce),
            _ => throw new NotSupportedException(aead.Name),
        };
    }

    public Transform? Open(Aead aead, byte[] key, byte[] nonce)
    {
        if (KernelOf(aead) is not { } kernel)
            return null;
        return aead.Create(kernel, key, TagBytes) switch
        {
            AesGcm gcm => (in source, in destination) => gcm.Open(nonce, source, destination),
            AesCcm ccm => (in source, in destination) => ccm.Open(nonce, source, destination),
            AesGcmSiv siv => (in source, in destination) => siv.Open(nonce, source, destination),
            ChaCha20Poly1305 chaCha => (in source, in destination) => chaCha.Open(nonce, source, destination),
            XAes256Gcm xaes => Opening(xaes, nonce),
            XChaCha20Poly1305 xchaCha => Opening(xchaCha, nonce),
            _ => throw new NotSupportedException(aead.Name),
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

    private static Transform Sealing(XAes256Gcm aead, byte[] nonce) => (in source, in destination) =>
    {
        Span<byte> text = source, result = destination;
        aead.Encrypt(nonce.AsSpan(), text, result[..text.Length], result[text.Length..]);
    };

    private static Transform Opening(XAes256Gcm aead, byte[] nonce) => (in source, in destination) =>
    {
        Span<byte> sealedText = source;
        aead.Decrypt(nonce.AsSpan(), sealedText[..^TagBytes], sealedText[^TagBytes..], destination);
    };

    private static Transform Sealing(XChaCha20Poly1305 aead, byte[] nonce) => (in source, in destination) =>
    {
        Span<byte> text = source, result = destination;
        aead.Encrypt(nonce.AsSpan(), text, result[..text.Length], result[text.Length..]);
    };

    private static Transform Opening(XChaCha20Poly1305 aead, byte[] nonce) => (in source, in destination) =>
    {
        Span<byte> sealedText = source;
        aead.Decrypt(nonce.AsSpan(), sealedText[..^TagBytes], sealedText[^TagBytes..], destination);
    };

    /// <summary>Of the set, or composed of kernels of the set.</summary>
    private AeadKernel? KernelOf(Aead aead)
    {
        if (aead.Type == typeof(AesCcm))
            return kernels.Of(Algorithms.Aes) is { } aes ? new CcmComposed(aes) : null;
        if (aead.Type == typeof(XAes256Gcm))
            return kernels.Of(Algorithms.Aes) is { } aes && kernels.Of(Algorithms.AesGcm) is { } gcm ? new XAesGcm(aes, gcm) : null;
        if (aead.Type == typeof(XChaCha20Poly1305))
            return kernels.Of(Algorithms.ChaCha20Poly1305) is { } chaCha ? new XChaChaPoly(chaCha) : null;
        return (AeadKernel?)kernels.Of(Operations.AlgorithmOf(aead));
    }

    [GeneratedRegex(@"(?<=\+[0-9a-f]{10})[0-9a-f]+$")]
    private static partial Regex CommitEnd();
}
