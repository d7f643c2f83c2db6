using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;
#if NET
using System;
using System.Runtime.Intrinsics;
#endif

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Poly1305 in words, in limbs and in lanes, whichever a kernel would take here: with texts and keys of few bits or many.</summary>
public unsafe class Poly1305Tests
{
    internal delegate void Updater(Poly1305State* state, byte* source, nint length);

    public static TheoryData<string> Ways =>
    [
        "as the CPU takes it",
        "limbs",
#if NET
        .. Vector256.IsHardwareAccelerated ? ["lanes of 256 bits"] : (string[])[],
        .. Vector512.IsHardwareAccelerated ? ["lanes of 512 bits"] : (string[])[],
#endif
    ];

    [Theory, MemberData(nameof(Ways))]
    public void Tag_of_any_blocks_is_right(string way)
    {
        Updater update = way switch
        {
            "limbs" => Poly1305Limbs.Update,
#if NET
            "lanes of 256 bits" => Lanes<Vector256<uint>, ChaChaX64Lanes256>,
            "lanes of 512 bits" => Lanes<Vector512<uint>, ChaChaX64Lanes512>,
#endif
            _ => Poly1305.Update,
        };

        // Carries are rare in random texts; ones, zeros, and what makes sums of p and a little more have them all.
        byte[][] patterns =
        [
            [.. Enumerable.Repeat((byte)0xFF, 16)], new byte[16], [.. Enumerable.Repeat((byte)0xFF, 8), .. new byte[8]],
            [0xFB, .. Enumerable.Repeat((byte)0xFF, 15)], TestBytes.Random(16, 5),
        ];
        foreach (var r in patterns)
        {
            foreach (var s in patterns)
            {
                foreach (var pattern in patterns)
                {
                    for (var blocks = 0; blocks <= 33; blocks++)
                    {
                        byte[] key = [.. r, .. s];
                        byte[] text = [.. Enumerable.Range(0, blocks).SelectMany(i => i % 7 == 6 ? patterns[i % 5] : pattern)];
                        Assert.Equal(ReferenceChaCha.Poly1305(key, text), Tag(update, key, text));
                    }
                }
            }
        }
    }

    /// <summary>The tag of whole blocks.</summary>
    internal static byte[] Tag(Updater update, byte[] key, byte[] text)
    {
        var tag = new byte[16];
        Poly1305State state;
        fixed (byte* k = key, source = text, to = tag)
        {
            Poly1305.Begin(&state, k);
            update(&state, source, text.Length);
            Poly1305.End(&state, to);
        }

        return tag;
    }

#if NET
    /// <summary>With the largest r, and a hash that began as the largest limbs that a multiplication takes.</summary>
    [Fact]
    public void Limbs_and_sums_of_words_keep_to_their_bounds()
    {
        const int Limbs = Poly1305Limbs.Count, Steps = 64;
        const ulong Carried = 1 << 26, CarriedSecond = (1 << 26) + (1 << 7), Factor = (1 << 27) + (1 << 7);
        ulong* r = stackalloc ulong[Limbs], h = stackalloc ulong[Limbs], block = stackalloc ulong[Limbs];
        new Span<ulong>(r, Limbs).Fill(Poly1305Limbs.Mask);
        new Span<ulong>(h, Limbs).Fill(Factor - 1);
        Poly1305Limbs.Split(ulong.MaxValue, ulong.MaxValue, 1, block);
        for (var step = 0; step < Steps; step++)
        {
            for (var limb = 0; limb < Limbs; limb++)
                Assert.True(h[limb] < Factor && block[limb] < Carried && Sum(limb) < (UInt128)1 << (limb < Limbs - 1 ? 58 : 56));
            Poly1305Limbs.Multiply(h, r);
            for (var limb = 0; limb < Limbs; limb++)
            {
                Assert.True(h[limb] < (limb == 1 ? CarriedSecond : Carried));
                h[limb] += block[limb];
            }
        }

        UInt128 Sum(int to)
        {
            UInt128 sum = 0;
            for (var from = 0; from < Limbs; from++)
                sum += (UInt128)h[from] * (from <= to ? r[to - from] : 5 * r[Limbs + to - from]);
            return sum;
        }
    }

    /// <summary>With the largest key and blocks, and a hash that began as the largest limbs that carries leave.</summary>
    [Fact]
    public void Limbs_and_sums_of_lanes_keep_to_their_bounds()
    {
        if (Vector256.IsHardwareAccelerated)
            AssertBounds<Vector256<uint>, ChaChaX64Lanes256>();
        if (Vector512.IsHardwareAccelerated)
            AssertBounds<Vector512<uint>, ChaChaX64Lanes512>();
    }

    private static void AssertBounds<TVector, TLanes>()
        where TVector : unmanaged
        where TLanes : struct, IPoly1305Lanes<TVector>
    {
        const int Limbs = Poly1305Limbs.Count, Steps = 64;
        const ulong Carried = (1 << 26) + (1 << 10);
        byte[] ones = [.. Enumerable.Repeat((byte)0xFF, Poly1305Blocks<TVector, TLanes>.StepBytes)];
        Poly1305LanesMemory memory;
        Poly1305State state;
        var lanes = Poly1305Blocks<TVector, TLanes>.Align(&memory);
        fixed (byte* source = ones)
        {
            Poly1305.Begin(&state, source);
            Poly1305Blocks<TVector, TLanes>.MakePowers(lanes, &state);
            Poly1305Blocks<TVector, TLanes>.Begin(lanes, &state);
            for (var power = 0; power < 3; power++)
            {
                for (var vector = 0; vector < Poly1305LanesMemory.PowerVectors; vector++)
                    Assert.True(Largest(power, vector) < (vector < Limbs - 1 ? Carried : vector == Limbs - 1 ? 1ul << 27 : 1ul << 30));
            }

            Poly1305Blocks<TVector, TLanes>.Split(source, out var a0, out var a1, out var a2, out var a3, out var a4);
            foreach (var limb in new[] { a0, a1, a2, a3 })
                Assert.True(LargestOf(&limb) < 1 << 26);
            Assert.True(LargestOf(&a4) < 1 << 25);

            for (var limb = 0; limb < Limbs; limb++)
                new Span<ulong>(At(3, limb), sizeof(TVector) / sizeof(ulong)).Fill(Carried - 1);
            for (var step = 0; step < Steps; step++)
            {
                for (var limb = 0; limb < Limbs; limb++)
                    Assert.True(Sum(limb) < (UInt128)1 << 58);
                Poly1305Blocks<TVector, TLanes>.Update(lanes, source, ones.Length);
                for (var limb = 0; limb < Limbs; limb++)
                    Assert.True(Largest(3, limb) < Carried);
            }
        }

        // The powers are of nine vectors, and the hash comes after them.
        ulong* At(int power, int vector) => (ulong*)(lanes + (((power * Poly1305LanesMemory.PowerVectors) + vector) * sizeof(TVector)));

        ulong Largest(int power, int vector) => LargestOf(At(power, vector));

        static ulong LargestOf(void* vector)
        {
            var largest = 0ul;
            foreach (var limb in new ReadOnlySpan<ulong>(vector, sizeof(TVector) / sizeof(ulong)))
                largest = Math.Max(largest, limb);
            return largest;
        }

        // The hash times r^2N, a block times r^N, and another block; a factor that has come back is one of those times 5.
        UInt128 Sum(int to)
        {
            UInt128 sum = 1 << 26;
            for (var from = 0; from < Limbs; from++)
            {
                var vector = from <= to ? to - from : Limbs - 1 + Limbs + to - from;
                sum += ((UInt128)Largest(3, from) * Largest(1, vector)) + ((UInt128)Poly1305Limbs.Mask * Largest(0, vector));
            }

            return sum;
        }
    }

    /// <summary>The first block alone, then lanes, then what is no whole step.</summary>
    private static void Lanes<TVector, TLanes>(Poly1305State* state, byte* source, nint length)
        where TVector : unmanaged
        where TLanes : struct, IPoly1305Lanes<TVector>
    {
        Poly1305LanesMemory memory;
        var lanes = Poly1305Blocks<TVector, TLanes>.Align(&memory);
        var first = length < Poly1305.BlockBytes ? length : Poly1305.BlockBytes;
        Poly1305.Update(state, source, first);
        var whole = (length - first) / Poly1305Blocks<TVector, TLanes>.StepBytes * Poly1305Blocks<TVector, TLanes>.StepBytes;
        Poly1305Blocks<TVector, TLanes>.MakePowers(lanes, state);
        Poly1305Blocks<TVector, TLanes>.Begin(lanes, state);
        Poly1305Blocks<TVector, TLanes>.Update(lanes, source + first, whole);
        Poly1305Blocks<TVector, TLanes>.End(lanes, state);
        Poly1305.Update(state, source + first + whole, length - first - whole);
    }
#endif
}
