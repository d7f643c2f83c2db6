using System.Reflection;
using System.Text.RegularExpressions;

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

    // With ten digits of the commit behind a plus sign.
    public string Version { get; } = CommitEnd().Replace(
        typeof(AesGcm).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion, "");

    public KernelSet Kernels => kernels;

    public Transform? Hash(Digest digest)
    {
        MessageHash? hash = digest switch
        {
            Digest.Sha1 when kernels.Sha1 is { } kernel => Algorithms.Sha1.With(kernel),
            Digest.Sha256 when kernels.Sha256 is { } kernel => Algorithms.Sha256.With(kernel),
            Digest.Sha384 when kernels.Sha512 is { } kernel => Algorithms.Sha384.With(kernel),
            Digest.Sha512 when kernels.Sha512 is { } kernel => Algorithms.Sha512.With(kernel),
            _ => null,
        };
        return hash is null ? null : (in source, in destination) => hash.Hash(source, destination);
    }

    public Transform? HashInPieces(Digest digest, int pieceBytes)
    {
        if (digest != Digest.Sha256 || kernels.Sha256 is not { } kernel)
            return null;

        var hash = new IncrementalHash(Algorithms.Sha256.With(kernel));
        return (in source, in destination) =>
        {
            foreach (var piece in new Pieces(source, pieceBytes))
                hash.AppendData(piece);
            hash.GetHashAndReset(destination);
        };
    }

    public Transform? Checksum(Checksum checksum)
    {
        MessageChecksum? sum = checksum switch
        {
            Peers.Checksum.Crc32 when kernels.Crc32 is { } kernel => Algorithms.Crc32.With(kernel),
            Peers.Checksum.Crc32C when kernels.Crc32C is { } kernel => Algorithms.Crc32C.With(kernel),
            Peers.Checksum.Adler32 when kernels.Adler32 is { } kernel => Algorithms.Adler32.With(kernel),
            _ => null,
        };
        return sum is null ? null : (in source, in destination) => sum.Hash(source, destination);
    }

    public Transform? Hmac(Digest digest, byte[] key)
    {
        if (digest != Digest.Sha256 || kernels.Sha256 is not { } kernel)
            return null;

        var hash = Algorithms.Sha256.With(kernel);
        return (in source, in destination) => HmacKey.Hash(hash, key, source, destination);
    }

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

    [GeneratedRegex(@"(?<=\+[0-9a-f]{10})[0-9a-f]+$")]
    private static partial Regex CommitEnd();
}
