using System;
using System.Linq;
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
    private const int AppendedTagBytes = 16;

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
        var tagBytes = Operations.TagBytesOf(aead);
        var ours = aead.Create(kernel, key, tagBytes);
        if (aead.DrawsNonce || tagBytes > AppendedTagBytes)
            return Sealing(Member<EncryptCall>(ours, "Encrypt"), nonce);
        var seal = Member<SealCall>(ours, "Seal");
        return (in source, in destination) => seal(nonce, source, destination, default);
    }

    public Transform? Open(Aead aead, byte[] key, byte[] nonce)
    {
        if (KernelOf(aead) is not { } kernel)
            return null;
        var tagBytes = Operations.TagBytesOf(aead);
        var ours = aead.Create(kernel, key, tagBytes);
        if (aead.DrawsNonce || tagBytes > AppendedTagBytes)
            return Opening(Member<DecryptCall>(ours, "Decrypt"), nonce, tagBytes);
        var open = Member<SealCall>(ours, "Open");
        return (in source, in destination) => open(nonce, source, destination, default);
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

    /// <summary>Under a nonce that is given, where sealing would draw one, and with a tag that is longer than one that sealing appends.</summary>
    private static Transform Sealing(EncryptCall encrypt, byte[] nonce) => (in source, in destination) =>
    {
        Span<byte> text = source, result = destination;
        encrypt(nonce, text, result[..text.Length], result[text.Length..], default);
    };

    private static Transform Opening(DecryptCall decrypt, byte[] nonce, int tagBytes) => (in source, in destination) =>
    {
        Span<byte> sealedText = source;
        decrypt(nonce, sealedText[..^tagBytes], sealedText[^tagBytes..], destination, default);
    };

    /// <summary>A member of an AEAD, all of which have these.</summary>
    private static T Member<T>(IDisposable aead, string name)
        where T : Delegate =>
        (T)Delegate.CreateDelegate(typeof(T), aead, aead.GetType().GetMethod(
            name, [.. typeof(T).GetMethod("Invoke")!.GetParameters().Select(parameter => parameter.ParameterType)])!);

    /// <summary>Of the set, or composed of the set's; the key of a message of XAES is made by whichever AES is the set's.</summary>
    private AeadKernel? KernelOf(Aead aead)
    {
        var algorithm = Operations.AlgorithmOf(aead);
        if (kernels.Of(algorithm) is not { } part)
            return null;
        if (aead.Type == typeof(XAes256Gcm))
            return kernels.Of(Algorithms.Aes) is { } aes ? new XAesGcm(aes, (GcmKernel)part) : null;

        // Those that are composed stand in the order of their parts.
        return aead.Kernels == algorithm.Kernels ? (AeadKernel)part : aead.Kernels.All[IndexOf(part)];

        int IndexOf(Kernel kernel) => algorithm.Kernels.All.Select((one, i) => (one, i)).Single(each => each.one == kernel).i;
    }

    private delegate int SealCall(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> text, Span<byte> destination, ReadOnlySpan<byte> associatedData);

    private delegate void EncryptCall(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag, ReadOnlySpan<byte> associatedData);

    private delegate void DecryptCall(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> tag, Span<byte> plaintext, ReadOnlySpan<byte> associatedData);

    [GeneratedRegex(@"(?<=\+[0-9a-f]{10})[0-9a-f]+$")]
    private static partial Regex CommitEnd();
}
