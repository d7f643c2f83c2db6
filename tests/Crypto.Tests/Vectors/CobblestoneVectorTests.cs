using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Security.Cryptography;
using System.Text.Json;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>
/// Wycheproof's vectors of c2sp.org/chunked-encryption, by the rules that come with them (<c>doc/c2sp_chunked_encryption.md</c>): in one
/// call, as a stream, sought, and without a header.
/// </summary>
public class CobblestoneVectorTests
{
    private const string AllKinds = "HeaderFailure 8, InvalidKeySize 2, PartialPlaintext 9, invalid 6, valid 10";

    private static readonly string[] s_files =
        ["c2sp_chunked_encryption_aes_128_gcm_test.json", "c2sp_chunked_encryption_aes_256_gcm_test.json"];

    private static readonly bool[] s_both = [false, true];

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.AesGcm.Kernels);

    public static TheoryData<int, int> ReadSizes => new() { { 1, 7 }, { 1, 16_383 }, { 1, 100_000 }, { 3, 16_384 }, { 2, 5_000_000 } };

    [Theory, MemberData(nameof(Kernels))]
    public void Messages_open_or_are_refused_in_one_call(string id) => ForEach(vector =>
    {
        var kernel = KernelMatrix.Find(Algorithms.AesGcm.Kernels, id);
        for (var threads = 1; threads <= 3; threads += 2)
        {
            var options = new CobblestoneOptions { Parallelism = threads };
            var message = new byte[vector.Ciphertext.Length];
            int Open() => CobblestoneMessage.Open(kernel, vector.Key, vector.Ciphertext, message, vector.Context, options);
            if (vector.IsValid)
            {
                Assert.Equal(vector.MessageHash, SHA512.HashData(message.AsSpan(0, Open())));
                continue;
            }

            if (vector.Has("InvalidKeySize"))
                Assert.IsType<CryptographicException>(Record.Exception(() => Open()));
            else
                Assert.Throws<AuthenticationTagMismatchException>(() => Open());
            Assert.DoesNotContain(message, value => value != 0);
        }
    });

    [Theory, MemberData(nameof(ReadSizes))]
    public void Streams_give_out_the_genuine_beginning_and_keep_failing(int threads, int readBytes) => ForEach(vector =>
    {
        foreach (var canSeek in s_both)
        {
            var options = new CobblestoneOptions { Parallelism = threads };
            using var source = new StreamBeneath { IsSeekable = canSeek, MostBytes = canSeek ? int.MaxValue : 5_000 };
            source.Write(vector.Ciphertext, 0, vector.Ciphertext.Length);
            ((MemoryStream)source).Seek(0, SeekOrigin.Begin);
            if (vector.Has("InvalidKeySize"))
            {
                Assert.Throws<CryptographicException>(() => Cobblestone.CreateOpeningStream(source, vector.Key, vector.Context));
                continue;
            }

            using var stream = Cobblestone.CreateOpeningStream(source, vector.Key, vector.Context, options: options);
            using var message = new MemoryStream();
            var failure = Record.Exception(() => CopyTo(stream, message, readBytes));
            Assert.Equal(vector.IsValid, failure is null);
            if (vector.IsValid)
            {
                Assert.Equal(vector.MessageHash, SHA512.HashData(message.ToArray()));
                Assert.Equal(0, stream.Read(new byte[1], 0, 1));
                continue;
            }

            Assert.IsType<AuthenticationTagMismatchException>(failure);
            Assert.Equal(
                failure.Message,
                Assert.Throws<AuthenticationTagMismatchException>(() => stream.Read(new byte[1], 0, 1)).Message);
            Assert.True(message.Length <= vector.MessageLength);
            if (readBytes < 16_384 && threads == 1)
                Assert.Equal(vector.MessageLength - (vector.MessageLength % readBytes), message.Length - (message.Length % readBytes));
            if (message.Length == vector.MessageLength && vector.Has("PartialPlaintext"))
                Assert.Equal(vector.MessageHash, SHA512.HashData(message.ToArray()));
        }
    });

    [Fact]
    public void Length_and_end_are_genuine_or_refused() => ForEach(vector =>
    {
        if (vector.Has("InvalidKeySize"))
            return;
        using var stream = Cobblestone.CreateOpeningStream(new MemoryStream(vector.Ciphertext), vector.Key, vector.Context);
        if (!vector.IsValid && !vector.Has("ValidFinalChunk"))
        {
            Assert.Throws<AuthenticationTagMismatchException>(() => stream.Length);
            Assert.Throws<AuthenticationTagMismatchException>(() => stream.Seek(0, SeekOrigin.End));
            Assert.Throws<AuthenticationTagMismatchException>(() => stream.Read(new byte[1], 0, 1));
            return;
        }

        var length = stream.Seek(0, SeekOrigin.End);
        Assert.Equal(stream.Length, length);
        Assert.Equal(0, stream.Read(new byte[1], 0, 1));
        if (!vector.IsValid)
            return;
        Assert.Equal(vector.MessageLength, length);
        var message = new byte[length];
        for (var chunk = length / 16_384; chunk >= 0; chunk--)
        {
            stream.Position = chunk * 16_384;
            stream.ReadExactly(message, (int)stream.Position, (int)Math.Min(16_384, length - stream.Position));
        }

        Assert.Equal(vector.MessageHash, SHA512.HashData(message));
    });

    [Fact]
    public void Raw_chunks_open_or_are_refused_and_seal_to_the_same() => ForEach(vector =>
    {
        if (vector.Has("HeaderFailure") || vector.Has("InvalidKeySize"))
            return;
        using var slot = new KeySlot(CobblestoneKey.ExpandedBytes(Algorithms.AesGcm.Kernels.Best), typeof(Cobblestone));
        var key = new CobblestoneKey(Algorithms.AesGcm.Kernels.Best, vector.AeadKey, vector.BaseNonce, slot.Hold());
        using var message = new MemoryStream();
        using var resealed = new MemoryStream();
        var failure = Record.Exception(() =>
        {
            byte[] text = new byte[16_384], again = new byte[16_400];
            for (int chunk = 0, from = 56, bytes = 16_400; bytes == 16_400; chunk++, from += bytes)
            {
                bytes = Math.Min(16_400, vector.Ciphertext.Length - from);
                CobblestoneLayout.RequireLast(bytes);
                key.Open(slot.Hold(), chunk, vector.Ciphertext.AsSpan(from, bytes), text);
                message.Write(text, 0, bytes - 16);
                key.Seal(slot.Hold(), chunk, text.AsSpan(0, bytes - 16), again);
                resealed.Write(again, 0, bytes);
            }
        });
        Assert.Equal(vector.IsValid, failure is null);
        if (!vector.IsValid)
        {
            Assert.IsType<AuthenticationTagMismatchException>(failure);
            return;
        }

        Assert.Equal(vector.MessageHash, SHA512.HashData(message.ToArray()));
        Assert.True(vector.Ciphertext.AsSpan(56).SequenceEqual(resealed.ToArray()));
    });

    [Theory, MemberData(nameof(Kernels))]
    public void Messages_seal_to_the_same_under_the_same_salt(string id) => ForEach(vector =>
    {
        if (!vector.IsValid)
            return;
        var kernel = KernelMatrix.Find(Algorithms.AesGcm.Kernels, id);
        var message = Cobblestone.OpenToArray(vector.Key, vector.Ciphertext, vector.Context);
        var salt = vector.Ciphertext.AsSpan(0, 24).ToArray();
        for (var threads = 1; threads <= 2; threads++)
        {
            var options = new CobblestoneOptions { Parallelism = threads };
            var ciphertext = new byte[Cobblestone.GetCiphertextLength(message.Length)];
            CobblestoneMessage.Seal(kernel, vector.Key, message, ciphertext, vector.Context, options, salt);
            Assert.True(vector.Ciphertext.AsSpan().SequenceEqual(ciphertext));

            using var destination = new MemoryStream();
            using (var stream = new CobblestoneSealingStream(kernel, destination, vector.Key, vector.Context, leaveOpen: true, options, salt))
            {
                stream.Write(message, 0, message.Length);
                stream.Complete();
            }

            Assert.True(vector.Ciphertext.AsSpan().SequenceEqual(destination.ToArray()));
        }
    });

    private static void CopyTo(Stream stream, MemoryStream message, int readBytes)
    {
        var buffer = new byte[readBytes];
        for (int read; (read = stream.Read(buffer, 0, readBytes)) > 0;)
            message.Write(buffer, 0, read);
    }

    private static void ForEach(Action<Vector> test)
    {
        foreach (var file in s_files)
        {
            var kinds = new SortedDictionary<string, int>(StringComparer.Ordinal);
            foreach (var vector in Read(file))
            {
                test(vector);
                kinds[vector.Kind] = kinds.GetValueOrDefault(vector.Kind) + 1;
            }

            Assert.Equal(AllKinds, string.Join(", ", kinds.Select(kind => $"{kind.Key} {kind.Value}")));
        }
    }

    private static IEnumerable<Vector> Read(string file)
    {
        using var zip = VectorArchive.Open("wycheproof.zip");
        using var stream = zip.GetEntry(file)!.Open();
        using var json = JsonDocument.Parse(stream);
        foreach (var group in json.RootElement.GetProperty("testGroups").EnumerateArray())
        {
            foreach (var test in group.GetProperty("tests").EnumerateArray())
                yield return new(test);
        }
    }

    private sealed class Vector(JsonElement test)
    {
        public byte[] Key { get; } = Bytes(test, "key");

        public byte[] Context { get; } = Bytes(test, "ctx");

        public byte[] Ciphertext { get; } = Decompress(Bytes(test, "ct"));

        public byte[] AeadKey { get; } = Bytes(test, "aeadKey");

        public byte[] BaseNonce { get; } = Bytes(test, "baseNonce");

        public byte[] MessageHash { get; } = Bytes(test, "msgSha512");

        public int MessageLength { get; } = test.TryGetProperty("msgLength", out var length) ? length.GetInt32() : 0;

        public bool IsValid { get; } = test.GetProperty("result").GetString() == "valid";

        public string Kind => IsValid ? "valid"
            : Has("InvalidKeySize") ? "InvalidKeySize"
            : Has("HeaderFailure") ? "HeaderFailure"
            : Has("PartialPlaintext") ? "PartialPlaintext"
            : "invalid";

        private string[] Flags { get; } = [.. test.GetProperty("flags").EnumerateArray().Select(flag => flag.GetString()!)];

        public bool Has(string flag) => Flags.Contains(flag);

        private static byte[] Bytes(JsonElement test, string name) =>
            test.TryGetProperty(name, out var value) ? Convert.FromHexString(value.GetString()!) : [];

        private static byte[] Decompress(byte[] compressed)
        {
            if (compressed.Length == 0)
                return [];
            using var stream = new ZLibStream(new MemoryStream(compressed), CompressionMode.Decompress);
            using var bytes = new MemoryStream();
            stream.CopyTo(bytes);
            return bytes.ToArray();
        }
    }
}
