using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.Probe;

/// <summary>FIPS 180-4's one-block example, the three letters abc, and their checksums.</summary>
internal static class HashMembers
{
    private const string Sha1 = "a9993e364706816aba3e25717850c26c9cd0d89d";
    private const string Sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    private const string Sha384 =
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7";
    private const string Sha512 =
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f";

    private static readonly byte[] s_text = "abc"u8.ToArray();

    private delegate byte[] OfSpan(ReadOnlySpan<byte> source);

    private delegate int IntoSpan(ReadOnlySpan<byte> source, Span<byte> destination);

    private delegate bool TryIntoSpan(ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten);

    private delegate int OfStreamIntoSpan(Stream source, Span<byte> destination);

    public static async Task Use()
    {
        await Instances(Sha1, new SHA1(), SHA1.Create(), SHA1.Create("SHA1"));
        await Instances(Sha256, new SHA256(), SHA256.Create(), SHA256.Create("SHA256"));
        await Instances(Sha384, new SHA384(), SHA384.Create(), SHA384.Create("SHA384"));
        await Instances(Sha512, new SHA512(), SHA512.Create(), SHA512.Create("SHA512"));
        await Statics(
            Sha1, SHA1.HashData, SHA1.HashData, SHA1.HashData, SHA1.TryHashData,
            SHA1.HashData, SHA1.HashData, SHA1.HashDataAsync, SHA1.HashDataAsync);
        await Statics(
            Sha256, SHA256.HashData, SHA256.HashData, SHA256.HashData, SHA256.TryHashData,
            SHA256.HashData, SHA256.HashData, SHA256.HashDataAsync, SHA256.HashDataAsync);
        await Statics(
            Sha384, SHA384.HashData, SHA384.HashData, SHA384.HashData, SHA384.TryHashData,
            SHA384.HashData, SHA384.HashData, SHA384.HashDataAsync, SHA384.HashDataAsync);
        await Statics(
            Sha512, SHA512.HashData, SHA512.HashData, SHA512.HashData, SHA512.TryHashData,
            SHA512.HashData, SHA512.HashData, SHA512.HashDataAsync, SHA512.HashDataAsync);
        await Checksums();
    }

    private static async Task Checksums()
    {
        const string Crc = "c2412435", Castagnoli = "b73f4b36", Adler = "024d0127";
        await Instances(Crc, new Crc32(), Crc32.Create(), Crc32.Create("CRC-32"));
        await Instances(Castagnoli, new Crc32C(), Crc32C.Create(), Crc32C.Create("CRC-32C"));
        await Instances(Adler, new Adler32(), Adler32.Create(), Adler32.Create("Adler-32"));
        await Statics(
            Crc, Crc32.HashData, Crc32.HashData, Crc32.HashData, Crc32.TryHashData,
            Crc32.HashData, Crc32.HashData, Crc32.HashDataAsync, Crc32.HashDataAsync);
        await Statics(
            Castagnoli, Crc32C.HashData, Crc32C.HashData, Crc32C.HashData, Crc32C.TryHashData,
            Crc32C.HashData, Crc32C.HashData, Crc32C.HashDataAsync, Crc32C.HashDataAsync);
        await Statics(
            Adler, Adler32.HashData, Adler32.HashData, Adler32.HashData, Adler32.TryHashData,
            Adler32.HashData, Adler32.HashData, Adler32.HashDataAsync, Adler32.HashDataAsync);
        Check.That(Crc32.HashToUInt32(s_text) == 0x352441C2, "CRC-32 as a number");
        Check.That(Crc32C.HashToUInt32(s_text) == 0x364B3FB7, "CRC-32C as a number");
        Check.That(Adler32.HashToUInt32(s_text) == 0x024D0127, "Adler-32 as a number");
    }

    private static async Task Instances(string digest, params HashAlgorithm?[] algorithms)
    {
        foreach (var algorithm in algorithms)
            await Instance(algorithm!, s_text, Convert.FromHexString(digest));
    }

    /// <summary>Every member of <see cref="HashAlgorithm"/>, on a hash or on an HMAC.</summary>
    public static async Task Instance(HashAlgorithm algorithm, byte[] text, byte[] expected)
    {
        Check.That(algorithm.HashSize == 8 * expected.Length, "hash size");
        Check.That(
            algorithm is { CanReuseTransform: true, CanTransformMultipleBlocks: true, InputBlockSize: 1, OutputBlockSize: 1 },
            "transform");
        algorithm.TransformBlock(text, 0, 1, null, 0);
        algorithm.Initialize();
        Check.Equal(
            expected,
            algorithm.ComputeHash(text),
            algorithm.ComputeHash(text, 0, text.Length),
            algorithm.ComputeHash(new MemoryStream(text)),
            await algorithm.ComputeHashAsync(new MemoryStream(text)),
            Check.Tried(expected.Length, (Span<byte> to, out int written) => algorithm.TryComputeHash(text, to, out written)));
        algorithm.TransformBlock(text, 0, 1, null, 0);
        algorithm.TransformFinalBlock(text, 1, text.Length - 1);
        Check.Equal(expected, algorithm.Hash!);
        algorithm.Clear();
        algorithm.Dispose();
    }

    private static async Task Statics(
        string digest,
        Func<byte[], byte[]> array,
        OfSpan span,
        IntoSpan into,
        TryIntoSpan tryInto,
        Func<Stream, byte[]> stream,
        OfStreamIntoSpan streamInto,
        Func<Stream, CancellationToken, ValueTask<byte[]>> streamAsync,
        Func<Stream, Memory<byte>, CancellationToken, ValueTask<int>> streamIntoAsync)
    {
        var expected = Convert.FromHexString(digest);
        Check.Equal(
            expected,
            array(s_text),
            span(s_text),
            Check.Written(expected.Length, to => into(s_text, to)),
            Check.Tried(expected.Length, (Span<byte> to, out int written) => tryInto(s_text, to, out written)),
            stream(new MemoryStream(s_text)),
            Check.Written(expected.Length, to => streamInto(new MemoryStream(s_text), to)),
            await streamAsync(new MemoryStream(s_text), CancellationToken.None),
            await Check.WrittenAsync(
                expected.Length, to => streamIntoAsync(new MemoryStream(s_text), to, CancellationToken.None)));
    }
}
