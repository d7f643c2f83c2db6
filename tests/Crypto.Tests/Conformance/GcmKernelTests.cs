using System;
using System.Linq;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Every GCM kernel by its contract, in the states that no short message reaches.</summary>
public unsafe class GcmKernelTests
{
    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_message = TestBytes.Random(5000, 2);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.AesGcm.Kernels);

    [Theory, MemberData(nameof(Kernels))]
    public void Counter_after_any_number_of_blocks_wraps_within_its_last_32_bits(string id)
    {
        foreach (var (blocks, most) in new[] { (1, 20u), (3, 20u), (8, 20u), (9, 20u), (25, 25u), (70, 75u) })
        {
            var text = s_message.AsSpan(0, (16 * blocks) - 5).ToArray();
            for (uint beforeWrap = 0; beforeWrap <= most; beforeWrap++)
            {
                foreach (var nonceByte in new byte[] { 0xFF, 0x5A })
                {
                    var j0 = J0(nonceByte, uint.MaxValue - beforeWrap);
                    Check(id, 16, j0, Lengths(0, (ulong)text.Length), [], text);
                }
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Text_of_every_length_around_the_wrap_is_right(string id)
    {
        for (var length = 0; length <= 24 * 16; length++)
        {
            var text = s_message.AsSpan(0, length).ToArray();
            Check(id, 32, J0(0xFF, uint.MaxValue - 9), Lengths(0, (ulong)length), [], text);
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Lengths_block_is_hashed_as_given(string id)
    {
        foreach (var bytes in new ulong[] { 0, (1UL << 29) - 1, 1UL << 29, (1UL << 36) - 32 })
        {
            Check(id, 24, J0(1, 1), Lengths(bytes, 0), s_message.AsSpan(0, 20).ToArray(), s_message.AsSpan(0, 40).ToArray());
            Check(id, 24, J0(1, 1), Lengths(0, bytes), s_message.AsSpan(0, 20).ToArray(), s_message.AsSpan(0, 40).ToArray());
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Key_for_short_messages_serves_the_longest_of_them(string id)
    {
        var kernel = KernelMatrix.Find(Algorithms.AesGcm.Kernels, id);
        foreach (var associatedBytes in new[] { 0, 1, 16, 47, 64, 65 })
        {
            for (var length = 0; length <= 70; length++)
            {
                var associated = s_message.AsSpan(0, associatedBytes).ToArray();
                var text = s_message.AsSpan(100, length).ToArray();
                var lengths = Lengths((ulong)associatedBytes, (ulong)length);
                var expected = GcmReference.Run(s_key, J0(1, 1), lengths, associated, text, open: false);
                var actual = Run(kernel, s_key, J0(1, 1), lengths, associated, text, open: false, length + associatedBytes);
                Assert.Equal(expected.Text, actual.Text);
                Assert.Equal(expected.Tag, actual.Tag);
            }
        }
    }

    /// <summary>The static one-shots have room for so much on their stack.</summary>
    [Fact]
    public void Key_of_every_kernel_fits_the_longest() =>
        Assert.All(Algorithms.AesGcm.Kernels.All, kernel => Assert.InRange(kernel.KeyBytes, 1, GcmKernel.LargestKeyBytes));

    /// <summary>No text is needed to see the bits carry out of 32. A process of 32 bits counts no more bytes than it can hold.</summary>
    [Fact]
    public void Preparation_counts_bits_in_64_bits_and_starts_the_counter_at_one()
    {
        long[] lengths = [0, 1, (1L << 29) - 1, 1L << 29, int.MaxValue, (1L << 32) + 3, (1L << 36) - 32];
        foreach (var bytes in lengths.Where(bytes => sizeof(nint) == 8 || bytes <= int.MaxValue))
        {
            var arguments = new AeadArguments { NonceLength = 12, AssociatedDataLength = (nint)bytes, Length = (nint)(bytes / 2) };
            fixed (byte* nonce = TestBytes.Random(12, 3))
            {
                arguments.Nonce = nonce;
                Algorithms.AesGcm.Kernels.Best.Prepare(&arguments);
            }

            Assert.Equal(Lengths((ulong)bytes, (ulong)bytes / 2), new ReadOnlySpan<byte>(&arguments.LastBlock, 16).ToArray());
            Assert.Equal([.. TestBytes.Random(12, 3), 0, 0, 0, 1], new ReadOnlySpan<byte>(&arguments.J0, 16).ToArray());
        }
    }

    private static byte[] J0(byte nonceByte, uint counter)
    {
        var j0 = new byte[16];
        j0.AsSpan(0, 12).Fill(nonceByte);
        fixed (byte* bytes = j0)
            BigEndian.Write32(bytes + 12, counter);
        return j0;
    }

    private static byte[] Lengths(ulong associatedDataBytes, ulong textBytes)
    {
        var block = new byte[16];
        fixed (byte* bytes = block)
        {
            BigEndian.Write64(bytes, associatedDataBytes * 8);
            BigEndian.Write64(bytes + 8, textBytes * 8);
        }

        return block;
    }

    private static void Check(string id, int keyBytes, byte[] j0, byte[] lengths, byte[] associatedData, byte[] text)
    {
        var key = s_key.AsSpan(0, keyBytes).ToArray();
        foreach (var open in new[] { false, true })
        {
            var expected = GcmReference.Run(key, j0, lengths, associatedData, text, open);
            var actual = Run(KernelMatrix.Find(Algorithms.AesGcm.Kernels, id), key, j0, lengths, associatedData, text, open);
            Assert.Equal(expected.Text, actual.Text);
            Assert.Equal(expected.Tag, actual.Tag);
        }
    }

    private static (byte[] Text, byte[] Tag) Run(
        GcmKernel kernel,
        byte[] key,
        byte[] j0,
        byte[] lengths,
        byte[] associatedData,
        byte[] text,
        bool open,
        long longestMessage = long.MaxValue)
    {
        const int Margin = 64;
        var keyBytes = kernel.KeyBytesFor(longestMessage);
        var expanded = (byte*)NativeMemory.AlignedAlloc((nuint)keyBytes + Margin, 16);
        new Span<byte>(expanded, keyBytes + Margin).Fill(0xA5);
        var output = new byte[text.Length];
        fixed (byte* k = key, a = associatedData, source = text, destination = output)
        {
            kernel.ExpandKey(k, key.Length, expanded, longestMessage);
            Assert.Equal(-1, new Span<byte>(expanded + keyBytes, Margin).IndexOfAnyExcept((byte)0xA5));
            var arguments = new AeadArguments
            {
                Key = expanded,
                AssociatedData = a,
                AssociatedDataLength = associatedData.Length,
                Source = source,
                Destination = destination,
                Length = text.Length,
                Rounds = AesKernel.RoundsFor(key.Length),
            };
            j0.CopyTo(new Span<byte>(&arguments.J0, 16));
            lengths.CopyTo(new Span<byte>(&arguments.LastBlock, 16));
            new Span<byte>(&arguments.Tag, 16).Fill(0xA5);
            if (open)
                kernel.Open(&arguments);
            else
                kernel.Seal(&arguments);
            AssertLeavesNoKeystream(&arguments, text, output);
            NativeMemory.AlignedFree(expanded);
            return (output, new ReadOnlySpan<byte>(&arguments.Tag, 16).ToArray());
        }
    }

    /// <summary>Proven of machine code for x64; of other kernels this shows it.</summary>
    private static void AssertLeavesNoKeystream(AeadArguments* arguments, byte[] text, byte[] output)
    {
        var scratch = new ReadOnlySpan<byte>(&arguments->Scratch, sizeof(GcmScratch));
        Span<byte> keystream = stackalloc byte[16];
        for (var block = 0; block + 16 <= text.Length; block += 16)
        {
            for (var i = 0; i < 16; i++)
                keystream[i] = (byte)(text[block + i] ^ output[block + i]);
            Assert.Equal(-1, scratch.IndexOf(keystream));
        }
    }
}
