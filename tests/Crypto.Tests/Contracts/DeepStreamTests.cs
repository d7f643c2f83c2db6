using System;
using System.Buffers.Binary;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// Streams of more than 2 and 4 GiB, made as they are read, through every way in which a type takes one. Explicit: minutes, but
/// no memory to speak of. docs/testing.md has the command.
/// </summary>
public class DeepStreamTests
{
    private const long Over2GiB = (1L << 31) + 4321, Over4GiB = (1L << 32) + 4321;
    private const int Block = 16;

    private static readonly byte[] s_key = TestBytes.Random(32, seed: 1);
    private static readonly byte[] s_iv = TestBytes.Random(Block, seed: 2);

    public static TheoryData<string> Hashes =>
        new(Algorithms.Hashes.Where(HashSubject.IsInFramework).SelectMany(function => function.Types).Select(type => type.Type.Name));

    public static TheoryData<string> Functions =>
        new(Algorithms.Hashes.Where(function => function.HasHmacType && HashSubject.IsInFramework(function)).Select(function => function.HashName));

    [ExplicitTheory, Trait("run", "nightly")]
    [MemberData(nameof(Hashes))]
    public async Task Hash_of_a_stream_over_2_GiB_is_that_of_the_BCL(string name)
    {
        var (ours, theirs) = HashFace.Pairs[name];
        using var source = new PatternStream(Over2GiB);
        var expected = theirs.Stream(source.Again());
        Assert.Equal(expected, ours.Stream(source.Again()));
        Assert.Equal(expected, await ours.Async(source.Again(), TestContext.Current.CancellationToken));
        using var hash = ours.Create();
        Assert.Equal(expected, hash.ComputeHash(source.Again()));
    }

    [ExplicitTheory, Trait("run", "nightly")]
    [MemberData(nameof(Functions))]
    public void Incremental_hash_of_over_4_GiB_is_that_of_the_BCL(string name)
    {
        var algorithm = new HashAlgorithmName(name);
        using var theirs = Bcl.IncrementalHash.CreateHMAC(algorithm, s_key);
        using var ours = IncrementalHash.CreateHMAC(algorithm, s_key);
        using var source = new PatternStream(Over4GiB);

        // Not whole blocks.
        var piece = new byte[99_999];
        for (int read; (read = source.Read(piece)) > 0;)
        {
            theirs.AppendData(piece, 0, read);
            ours.AppendData(piece, 0, read);
        }

        Assert.Equal(theirs.GetCurrentHash(), ours.GetCurrentHash());
        Assert.Equal(theirs.GetHashAndReset(), ours.Clone().GetHashAndReset());
    }

    /// <summary>Of what the BCL does not have: checksums and Keccak-256. The oracle is the first portable kernel of the list.</summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void Digest_of_a_stream_over_4_GiB_is_the_same_by_the_portable_kernel()
    {
        using var source = new PatternStream(Over4GiB);
        var others = Algorithms.All.OfType<ChecksumAlgorithm>().Select(algorithm => (algorithm.Type.Type.Name, Kernels: algorithm.Kernels.All.Cast<Intrinsics.Kernel>()))
            .Concat(Algorithms.Hashes.Where(function => !HashSubject.IsInFramework(function))
                .Select(function => (function.HashType.Type.Name, Kernels: function.Kernels.All.Cast<Intrinsics.Kernel>())));
        foreach (var (name, kernels) in others)
        {
            var portable = kernels.First(kernel => kernel.Tier == Intrinsics.KernelTier.Portable);
            using var oracle = HashSubject.Find(name, portable.Id).Create([]);
            Assert.Equal(oracle.ComputeHash(source.Again()), HashFace.Pairs[name].Ours.Stream(source.Again()));
        }
    }

    [ExplicitTheory, Trait("run", "nightly")]
    [InlineData(CipherMode.CBC)]
    [InlineData(CipherMode.ECB)]
    public void CryptoStream_of_over_2_GiB_gives_what_the_BCL_gives(CipherMode mode)
    {
        using Bcl.Aes ours = new Aes(), theirs = OracleAes.Create();
        foreach (var aes in new[] { ours, theirs })
        {
            aes.Key = s_key;
            aes.IV = s_iv;
            aes.Mode = mode;
        }

        using var source = new PatternStream(Over2GiB);
        var expected = Digest(Through(source.Again(), theirs.CreateEncryptor()));
        Assert.Equal(expected, Digest(Through(source.Again(), ours.CreateEncryptor())));

        expected = Digest(source.Again());
        var ciphertext = Through(source.Again(), theirs.CreateEncryptor());
        Assert.Equal(expected, Digest(Through(ciphertext, ours.CreateDecryptor())));
    }

    /// <summary>From 2 GiB before the place at which the lowest 32 bits of the count of blocks begin anew.</summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void Counter_over_4_GiB_and_over_2_to_the_32_blocks_goes_on()
    {
        const long Position = (Block * (1L << 32)) - (1L << 31);
        var counter = new byte[Block];
        using var ctr = new AesCtr(s_key);
        using var source = new PatternStream(Over4GiB);
        var actual = Digest(Through(source.Again(), ctr.CreateTransform(counter, Position)));

        using var aes = OracleAes.Create();
        aes.Key = s_key;
        using var digest = Bcl.IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        byte[] text = new byte[1 << 20], counters = new byte[text.Length], keystream = new byte[text.Length];
        var block = (UInt128)(Position / Block);
        source.Again();
        for (int read; (read = source.ReadAtLeast(text, text.Length, throwOnEndOfStream: false)) > 0;)
        {
            for (var i = 0; i < counters.Length; i += Block)
                BinaryPrimitives.WriteUInt128BigEndian(counters.AsSpan(i), block++);
            aes.EncryptEcb(counters, keystream, PaddingMode.None);
            var words = MemoryMarshal.Cast<byte, ulong>(text.AsSpan());
            var key = MemoryMarshal.Cast<byte, ulong>(keystream.AsSpan());
            for (var i = 0; i < words.Length; i++)
                words[i] ^= key[i];
            digest.AppendData(text, 0, read);
        }

        Assert.Equal(digest.GetHashAndReset(), actual);
    }

    private static CryptoStream Through(Stream source, ICryptoTransform transform) =>
        new(source, transform, CryptoStreamMode.Read);

    private static byte[] Digest(Stream stream) => Bcl.SHA256.HashData(stream);

    /// <summary>Random bytes, over and over again, with the number of each piece at its beginning.</summary>
    private sealed class PatternStream(long length) : Stream
    {
        private readonly byte[] _piece = TestBytes.Random(1 << 20, seed: 3);
        private long _position;

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => length;

        public override long Position { get => _position; set => throw new NotSupportedException(); }

        /// <summary>From the beginning.</summary>
        public PatternStream Again()
        {
            _position = 0;
            return this;
        }

        public override int Read(Span<byte> buffer)
        {
            var (number, offset) = Math.DivRem(_position, _piece.Length);
            BinaryPrimitives.WriteInt64BigEndian(_piece, number);
            var count = (int)Math.Min(Math.Min(buffer.Length, _piece.Length - offset), length - _position);
            _piece.AsSpan((int)offset, count).CopyTo(buffer);
            _position += count;
            return count;
        }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override void Flush() => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
