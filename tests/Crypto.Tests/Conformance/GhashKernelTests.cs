using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using FsCheck;
using FsCheck.Fluent;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Vectors;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Every kernel of GHASH and POLYVAL against their definitions.</summary>
public unsafe class GhashKernelTests
{
    private static readonly byte[] s_subkey = TestBytes.Random(16, 1);
    private static readonly byte[] s_message = TestBytes.Random(5000, 2);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(GhashSubject.Polyvals);

    /// <summary>Each kernel, and whether it is asked for POLYVAL.</summary>
    public static IEnumerable<TheoryDataRow<string, bool>> Hashes =>
    [
        .. KernelMatrix.Names(GhashSubject.Kernels).Select(id => new TheoryDataRow<string, bool>(id, false)),
        .. KernelMatrix.Names(GhashSubject.Polyvals).Select(id => new TheoryDataRow<string, bool>(id, true)),
    ];

    /// <summary>Multiplication is linear in both operands, so the products of single bits prove all of it.</summary>
    [Theory, MemberData(nameof(Hashes))]
    public void Products_of_single_bits_are_right(string id, bool isPolyval)
    {
        for (var i = 0; i < 128; i++)
        {
            using var key = new ExpandedKey(id, isPolyval, SingleBit(i));
            for (var j = 0; j < 128; j++)
                Assert.Equal(Hash(isPolyval, SingleBit(i), new byte[16], SingleBit(j)), key.Absorb(new byte[16], SingleBit(j)));
        }
    }

    [Theory, MemberData(nameof(Hashes))]
    public void Hash_of_every_length_from_any_accumulator_is_right(string id, bool isPolyval)
    {
        using var key = new ExpandedKey(id, isPolyval, s_subkey);
        var accumulator = TestBytes.Random(16, 3);
        var whole = accumulator;
        for (var length = 0; length <= 4096; length++)
        {
            // The accumulator before a last block that is not whole has been proven by then.
            if (length > 0 && length % 16 == 0)
                whole = Hash(isPolyval, s_subkey, whole, s_message.AsSpan(length - 16, 16));
            var expected = Hash(isPolyval, s_subkey, whole, s_message.AsSpan(length / 16 * 16, length % 16));
            Assert.Equal(expected, key.Absorb(accumulator, s_message.AsSpan(0, length)));
        }
    }

    [Theory, MemberData(nameof(Hashes))]
    public void Hash_at_every_alignment_is_right(string id, bool isPolyval)
    {
        using var key = new ExpandedKey(id, isPolyval, s_subkey);
        for (var offset = 0; offset < 64; offset++)
        {
            foreach (var length in TestBytes.TwentyLengths)
            {
                var data = s_message.AsSpan(offset, length);
                Assert.Equal(Hash(isPolyval, s_subkey, new byte[16], data), key.Absorb(new byte[16], data));
            }
        }
    }

    [Theory, MemberData(nameof(Hashes))]
    public void Memory_outside_the_source_is_not_read(string id, bool isPolyval)
    {
        using var key = new ExpandedKey(id, isPolyval, s_subkey);
        using var buffer = new GuardedBuffer(300);
        for (var length = 0; length <= 300; length++)
        {
            var expected = Hash(isPolyval, s_subkey, new byte[16], s_message.AsSpan(0, length));
            s_message.AsSpan(0, length).CopyTo(buffer.AtStart(length));
            Assert.Equal(expected, key.Absorb(new byte[16], buffer.AtStart(length)));
            s_message.AsSpan(0, length).CopyTo(buffer.AtEnd(length));
            Assert.Equal(expected, key.Absorb(new byte[16], buffer.AtEnd(length)));
        }
    }

    [Theory, MemberData(nameof(Hashes))]
    public void Hash_with_any_subkey_split_at_any_block_is_right(string id, bool isPolyval)
    {
        var cases = from seed in Gen.Choose(0, int.MaxValue)
                    from blocks in Gen.Choose(0, 40)
                    from rest in Gen.Choose(0, 200)
                    select (seed, blocks, rest);
        Prop.ForAll(cases.ToArbitrary(), c =>
        {
            var subkey = TestBytes.Random(16, c.seed);
            using var key = new ExpandedKey(id, isPolyval, subkey);
            var first = key.Absorb(new byte[16], s_message.AsSpan(0, 16 * c.blocks));
            var actual = key.Absorb(first, s_message.AsSpan(16 * c.blocks, c.rest));
            Assert.Equal(Hash(isPolyval, subkey, new byte[16], s_message.AsSpan(0, (16 * c.blocks) + c.rest)), actual);
        }).Check(RandomCases.Quietly(200));
    }

    /// <summary>The example of RFC 8452, appendix A.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Example_of_POLYVAL_comes_out(string id)
    {
        using var key = new ExpandedKey(id, isPolyval: true, Hex.Bytes("25629347589242761d31f826ba4b757b"));
        var blocks = Hex.Bytes("4f4f95668c83dfb6401762bb2d01a262d1a24ddd2721d006bbe45f20d3c9f362");
        Assert.Equal(Hex.Bytes("f7a3b47b846119fae5b7866cf5e5b77e"), key.Absorb(new byte[16], blocks));
    }

    /// <summary>A kernel may expand no more of such a key than they need.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Key_of_POLYVAL_for_messages_up_to_a_length_serves_them(string id)
    {
        for (var length = 0; length <= 700; length += 16)
        {
            using var key = new ExpandedKey(id, isPolyval: true, s_subkey, length);
            var data = s_message.AsSpan(0, length);
            Assert.Equal(Hash(true, s_subkey, new byte[16], data), key.Absorb(new byte[16], data));
        }
    }

    private static byte[] Hash(bool isPolyval, byte[] subkey, byte[] accumulator, ReadOnlySpan<byte> data) => isPolyval
        ? ReferenceGcmSiv.Polyval(subkey, accumulator, data.ToArray())
        : GcmReference.Ghash(subkey, accumulator, data);

    private static byte[] SingleBit(int bit)
    {
        var block = new byte[16];
        block[bit / 8] = (byte)(0x80 >> (bit % 8));
        return block;
    }

    /// <summary>A key in memory aligned as the contract says, and filled with rubbish before.</summary>
    private sealed class ExpandedKey : IDisposable
    {
        private readonly PolyvalKernel _kernel;
        private readonly byte* _key;
        private readonly bool _isPolyval;

        public ExpandedKey(string id, bool isPolyval, byte[] subkey, long longestMessage = long.MaxValue)
        {
            _isPolyval = isPolyval;
            _kernel = isPolyval ? KernelMatrix.Find(GhashSubject.Polyvals, id) : KernelMatrix.Find(GhashSubject.Kernels, id);
            _key = (byte*)NativeMemory.AlignedAlloc((nuint)_kernel.KeyBytes, 16);
            new Span<byte>(_key, _kernel.KeyBytes).Fill(0xA5);
            fixed (byte* h = subkey)
            {
                if (isPolyval)
                    _kernel.ExpandPolyvalKey(h, _key, longestMessage);
                else
                    ((GhashKernel)_kernel).ExpandKey(h, _key);
            }
        }

        public byte[] Absorb(byte[] accumulator, ReadOnlySpan<byte> data)
        {
            var result = (byte[])accumulator.Clone();
            fixed (byte* sum = result, source = data)
            {
                if (_isPolyval)
                    _kernel.UpdatePolyval(_key, sum, source, data.Length);
                else
                    ((GhashKernel)_kernel).Update(_key, sum, source, data.Length);
            }

            return result;
        }

        public void Dispose() => NativeMemory.AlignedFree(_key);
    }
}
