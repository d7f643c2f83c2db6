using System;
using System.Globalization;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>Transforms under .NET's <see cref="CryptoStream"/>; null for a peer that has none.</summary>
internal static class Streams
{
    // Not whole blocks, so that the transforms must keep what is left of one.
    private const int PushedAtOnce = 20_011;

    private static readonly Lazy<string> s_folder = new(() =>
    {
        var folder = Directory.CreateTempSubdirectory();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => folder.Delete(recursive: true);
        return folder.FullName;
    });

    /// <summary>
    /// CBC, which pads and removes the padding by itself: the plaintext given or left here is padded all the same (PKCS #7), so
    /// that it compares with peers that know nothing of padding.
    /// </summary>
    public static Transform? Cbc(IPeer peer, bool encrypt, byte[] key, byte[] iv)
    {
        SymmetricAlgorithm? aes = peer switch
        {
            ManagedPeer managed when managed.Kernels.Of(Algorithms.Aes) is { } kernel => new Aes(kernel),
            BclPeer => Bcl.Aes.Create(),
            _ => null,
        };
        if (aes is null)
            return null;
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

    /// <summary>
    /// Written at once to a stream that encrypts, <see cref="AesCbcEncryptingStream"/> or .NET's, which pads what is padded already.
    /// </summary>
    public static Transform? CbcWritten(IPeer peer, byte[] key, byte[] iv)
    {
        if (peer is BclPeer)
        {
            var aes = Bcl.Aes.Create();
            return (in source, in destination) =>
            {
                using var encryptor = aes.CreateEncryptor(key, iv);
                using var stream = new CryptoStream(StreamOver(destination), encryptor, CryptoStreamMode.Write);
                stream.Write(source[..^source[^1]]);
                stream.FlushFinalBlock();
            };
        }

        return AesOf(peer) is not { } kernel ? null : (in source, in destination) =>
        {
            using var stream = new AesCbcEncryptingStream(kernel, StreamOver(destination), key, iv, PaddingMode.PKCS7, leaveOpen: false);
            stream.Write(source[..^source[^1]]);
            stream.Complete();
        };
    }

    /// <summary>
    /// Read at once from a stream that decrypts, <see cref="AesCbcDecryptingStream"/> or .NET's; the padding is left here all the same.
    /// </summary>
    public static Transform? CbcRead(IPeer peer, byte[] key, byte[] iv)
    {
        if (peer is BclPeer)
        {
            var aes = Bcl.Aes.Create();
            return (in source, in destination) =>
            {
                using var decryptor = aes.CreateDecryptor(key, iv);
                using var stream = new CryptoStream(StreamOver(source), decryptor, CryptoStreamMode.Read);
                var padding = destination[stream.ReadAtLeast(destination, destination.Count, throwOnEndOfStream: false)..];
                padding.AsSpan().Fill((byte)padding.Count);
            };
        }

        return AesOf(peer) is not { } kernel ? null : (in source, in destination) =>
        {
            using var stream = new AesCbcDecryptingStream(kernel, StreamOver(source), key, iv, PaddingMode.PKCS7, leaveOpen: false);
            var padding = destination[(int)stream.Length..];
            stream.ReadExactly(destination[..^padding.Count]);
            padding.AsSpan().Fill((byte)padding.Count);
        };
    }

    public static Transform? Ctr(IPeer peer, byte[] key, byte[] iv)
    {
        if (AesOf(peer) is not { } kernel)
            return null;

        var ctr = new AesCtr(kernel, key);
        return (in source, in destination) =>
        {
            using var transform = ctr.CreateTransform(iv);
            Push(transform, source, StreamOver(destination));
        };
    }

    /// <summary>Read from an <see cref="AesCtrStream"/>.</summary>
    public static Transform? CtrRead(IPeer peer, byte[] key, byte[] iv) => AesOf(peer) is not { } kernel
        ? null
        : (in source, in destination) =>
        {
            using var stream = new AesCtrStream(kernel, StreamOver(source), key, iv, leaveOpen: false, position: 0);
            stream.ReadExactly(destination);
        };

    /// <summary>Written to an <see cref="AesCtrStream"/>.</summary>
    public static Transform? CtrWritten(IPeer peer, byte[] key, byte[] iv) => AesOf(peer) is not { } kernel
        ? null
        : (in source, in destination) =>
        {
            using var stream = new AesCtrStream(kernel, StreamOver(destination), key, iv, leaveOpen: false, position: 0);
            stream.Write(source);
        };

    /// <summary>Through a <see cref="CryptoStream"/>.</summary>
    public static Transform? Sha256Pushed(IPeer peer)
    {
        Func<HashAlgorithm>? create = peer switch
        {
            ManagedPeer managed when managed.Kernels.Of(Algorithms.Sha256) is { } kernel => () => new SHA256(Algorithms.Sha256.With(kernel)),
            BclPeer => Bcl.SHA256.Create,
            _ => null,
        };
        return create is null ? null : (in source, in destination) =>
        {
            using var sha256 = create();
            Push(sha256, source, Stream.Null);
            sha256.Hash.CopyTo(destination.AsSpan());
        };
    }

    /// <summary>By <c>HashData</c>, which reads a stream.</summary>
    public static Transform? Sha256OfStream(IPeer peer) => Sha256Of(peer, text => StreamOver(text));

    /// <summary>By <c>HashData</c>, which reads the file that has the text.</summary>
    public static Transform? Sha256OfFile(IPeer peer) => Sha256Of(peer, text => File.OpenRead(FileOf(text.Count)));

    private static Transform? Sha256Of(IPeer peer, Func<ArraySegment<byte>, Stream> open)
    {
        Action<Stream, ArraySegment<byte>>? hash = peer switch
        {
            ManagedPeer managed when managed.Kernels.Of(Algorithms.Sha256) is { } kernel => (stream, destination) =>
                HashStreams.Hash(HashEngine.Begin(Algorithms.Sha256.With(kernel), nameof(SHA256)), stream, destination),
            BclPeer => (stream, destination) => Bcl.SHA256.HashData(stream, destination),
            _ => null,
        };
        return hash is null ? null : (in source, in destination) =>
        {
            using var stream = open(source);
            hash(stream, destination);
        };
    }

    /// <summary>A file for a text of so many bytes, which is gone when the process ends.</summary>
    public static string FileOf(int bytes) => Path.Combine(s_folder.Value, bytes.ToString(CultureInfo.InvariantCulture));

    private static AesKernel? AesOf(IPeer peer) => (peer as ManagedPeer)?.Kernels.Of(Algorithms.Aes);

    private static MemoryStream StreamOver(ArraySegment<byte> buffer) => new(buffer.Array!, buffer.Offset, buffer.Count);

    private static void Push(ICryptoTransform transform, ArraySegment<byte> source, Stream destination)
    {
        using var stream = new CryptoStream(destination, transform, CryptoStreamMode.Write, leaveOpen: true);
        for (var left = source; left.Count > 0; left = left[Math.Min(left.Count, PushedAtOnce)..])
            stream.Write(left[..Math.Min(left.Count, PushedAtOnce)]);
    }
}
