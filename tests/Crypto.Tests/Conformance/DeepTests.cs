using System;
using System.Buffers.Binary;
using System.Linq;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// One call over more than 4 GiB for every kernel, since the contracts count bytes and blocks by native integers. Explicit: each
/// takes 4.1 GB of memory and up to minutes. docs/testing.md has the command. The oracle works on pieces of 1 MiB.
/// </summary>
public sealed unsafe class DeepTests : IDisposable
{
    private const int Block = 16;
    private const int Piece = 1 << 20;
    private const int AesRounds = 14;

    // Ends within a piece, and within a block of every algorithm.
    private static readonly long s_length = (1L << 32) + Piece + 83;

    private readonly byte[] _cipherKey = TestBytes.Random(32, seed: 1);
    private readonly byte[] _pattern = TestBytes.Random(Piece, seed: 2);
    private readonly byte* _text = (byte*)NativeMemory.Alloc((nuint)s_length);
    private readonly byte* _key = (byte*)NativeMemory.AlignedAlloc(64 * 1024, 64);

    public DeepTests() => ForEachPiece((index, piece) => Pattern(index, piece.Length).CopyTo(piece));

    public static TheoryData<string> AesIds => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    public static TheoryData<string> GcmIds => KernelMatrix.Ids(Algorithms.AesGcm.Kernels);

    /// <summary>Those that the BCL has. Keccak-256 has the kernels of SHA-3.</summary>
    public static TheoryData<string> Hashes => new(Algorithms.Hashes.Where(HashSubject.IsInFramework).Select(function => function.HashName));

    public void Dispose()
    {
        NativeMemory.Free(_text);
        NativeMemory.AlignedFree(_key);
    }

    [ExplicitTheory, Trait("run", "nightly")]
    [MemberData(nameof(AesIds))]
    public void Ctr_over_4_GiB_is_the_keystream_of_the_BCL(string id)
    {
        const ulong High = 0x0123456789abcdef, Low = ulong.MaxValue - (1 << 27);
        var kernel = KernelMatrix.Find(Algorithms.Aes.Kernels, id);
        fixed (byte* cipherKey = _cipherKey)
            kernel.ExpandKey(cipherKey, _cipherKey.Length, _key);
        var counter = stackalloc byte[Block];
        BigEndian.Write64(counter, High);
        BigEndian.Write64(counter + 8, Low);
        var arguments = new AesArguments
        {
            Schedule = _key,
            Source = _text,
            Destination = _text,
            Length = (nint)s_length,
            IV = counter,
            Rounds = AesRounds,
        };
        kernel.Run(AesOperation.TransformCtr, &arguments);

        AssertEncrypted(block => (Low + block < Low ? High + 1 : High, Low + block));
        Assert.Equal(High + 1, BigEndian.Read64(counter));
        Assert.Equal(Low + (ulong)((s_length + Block - 1) / Block), BigEndian.Read64(counter + 8));
    }

    [ExplicitTheory, Trait("run", "nightly")]
    [MemberData(nameof(GcmIds))]
    public void Gcm_over_4_GiB_is_the_keystream_of_the_BCL_and_GHASH_in_pieces(string id)
    {
        const ulong NonceHigh = 0x0123456789abcdef, NonceLow = 0x55667788;
        var kernel = KernelMatrix.Find(Algorithms.AesGcm.Kernels, id);
        fixed (byte* cipherKey = _cipherKey)
            kernel.ExpandKey(cipherKey, _cipherKey.Length, _key, long.MaxValue);
        var nonce = stackalloc byte[12];
        BigEndian.Write64(nonce, NonceHigh);
        BigEndian.Write32(nonce + 8, (uint)NonceLow);
        var arguments = new AeadArguments
        {
            Key = _key,
            Source = _text,
            Destination = _text,
            Length = (nint)s_length,
            Rounds = AesRounds,
            Nonce = nonce,
            NonceLength = GcmKernel.NonceBytes,
        };
        kernel.Seal(&arguments);

        AssertEncrypted(block => (NonceHigh, (NonceLow << 32) + 2 + block));
        var tag = ExpectedTag(nonce);
        Assert.Equal(tag, new ReadOnlySpan<byte>(&arguments.Tag, Block).ToArray());

        kernel.Open(&arguments);
        Assert.Equal(tag, new ReadOnlySpan<byte>(&arguments.Tag, Block).ToArray());
        ForEachPiece((index, piece) => Assert.True(piece.SequenceEqual(Pattern(index, piece.Length)), "piece " + index));
    }

    [ExplicitTheory, Trait("run", "nightly")]
    [MemberData(nameof(Hashes))]
    public void Hash_over_4_GiB_is_the_digest_of_the_BCL(string name)
    {
        using var bcl = System.Security.Cryptography.IncrementalHash.CreateHash(new HashAlgorithmName(name));
        ForEachPiece((_, piece) => bcl.AppendData(piece));
        var expected = bcl.GetHashAndReset();
        var function = Algorithms.Hashes.Single(function => function.HashName == name);
        foreach (var hash in function.Kernels.Runnable.Select(function.With))
        {
            var digest = new byte[hash.DigestBytes];
            var state = (HashState*)_key;
            hash.Begin(state);
            fixed (byte* destination = digest)
                hash.Finish(state, _text, (nint)s_length, destination);
            Assert.Equal(expected, digest);

            hash.Begin(state);
            hash.Append(state, _text, 1);
            hash.Append(state, _text + 1, (nint)s_length - 1);
            fixed (byte* destination = digest)
                hash.Finish(state, null, 0, destination);
            Assert.Equal(expected, digest);
        }
    }

    /// <summary>The oracle is the first portable kernel.</summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void Checksum_over_4_GiB_is_that_of_its_pieces()
    {
        foreach (var algorithm in Algorithms.All.OfType<ChecksumAlgorithm>())
        {
            var oracle = algorithm.With(algorithm.Kernels.All.First(kernel => kernel.Tier == Intrinsics.KernelTier.Portable));
            var expected = 1u;
            ForEachPiece((_, piece) => expected = oracle.Append(expected, piece));
            foreach (var kernel in algorithm.Kernels.Runnable)
                Assert.Equal((kernel.Id, expected), (kernel.Id, kernel.Update(1, _text, (nint)s_length)));
        }
    }

    // Each piece begins with its number, so that none is like another.
    private ReadOnlySpan<byte> Pattern(long index, int length)
    {
        BinaryPrimitives.WriteInt64BigEndian(_pattern, index);
        return _pattern.AsSpan(0, length);
    }

    private delegate void UsePiece(long index, Span<byte> piece);

    private void ForEachPiece(UsePiece use)
    {
        for (long index = 0; index * Piece < s_length; index++)
            use(index, new Span<byte>(_text + (index * Piece), (int)Math.Min(Piece, s_length - (index * Piece))));
    }

    // The text is the pattern added to the cipher of the counters.
    private void AssertEncrypted(Func<ulong, (ulong High, ulong Low)> counter)
    {
        using var aes = System.Security.Cryptography.Aes.Create();
        aes.Key = _cipherKey;
        byte[] counters = new byte[Piece], keystream = new byte[Piece];
        ForEachPiece((index, piece) =>
        {
            for (var i = 0; i < Piece; i += Block)
            {
                var (high, low) = counter((ulong)((index * Piece) + i) / Block);
                BinaryPrimitives.WriteUInt64BigEndian(counters.AsSpan(i), high);
                BinaryPrimitives.WriteUInt64BigEndian(counters.AsSpan(i + 8), low);
            }

            aes.EncryptEcb(counters, keystream, PaddingMode.None);
            var pattern = Pattern(index, piece.Length);
            for (var i = 0; i < piece.Length; i++)
                keystream[i] ^= pattern[i];
            Assert.True(piece.SequenceEqual(keystream.AsSpan(0, piece.Length)), "piece " + index);
        });
    }

    // By the last GHASH kernel of the list, piece by piece.
    private byte[] ExpectedTag(byte* nonce)
    {
        using var aes = System.Security.Cryptography.Aes.Create();
        aes.Key = _cipherKey;
        var ghash = GhashSubject.Kernels.All[^1];
        var key = _key + (32 * 1024);
        fixed (byte* subkey = aes.EncryptEcb(new byte[Block], PaddingMode.None))
            ghash.ExpandKey(subkey, key);

        byte[] accumulator = new byte[Block], lengths = new byte[Block];
        BinaryPrimitives.WriteInt64BigEndian(lengths.AsSpan(8), 8 * s_length);
        void Absorb(Span<byte> source)
        {
            fixed (byte* a = accumulator, s = source)
                ghash.Update(key, a, s, source.Length);
        }

        ForEachPiece((_, piece) => Absorb(piece));
        Absorb(lengths);
        byte[] j0 = [.. new ReadOnlySpan<byte>(nonce, 12), 0, 0, 0, 1];
        var mask = aes.EncryptEcb(j0, PaddingMode.None);
        for (var i = 0; i < Block; i++)
            accumulator[i] ^= mask[i];
        return accumulator;
    }
}
