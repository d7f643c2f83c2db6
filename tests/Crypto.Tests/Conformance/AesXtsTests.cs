using System;
using System.Buffers.Binary;
using System.Linq;
using System.Security.Cryptography;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>XTS on every AES kernel: data units of any length. Whole blocks are swept by <see cref="AesKernelTests"/>, too.</summary>
public class AesXtsTests
{
    private const int Block = 16, Longest = 400;

    private static readonly byte[] s_key = TestBytes.Random(64, 1);
    private static readonly byte[] s_tweak = TestBytes.Random(Block, 2);
    private static readonly byte[] s_text = TestBytes.Random(5000, 3);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    [Theory, MemberData(nameof(Kernels))]
    public void Data_unit_of_every_length_is_right_between_unreadable_pages(string id)
    {
        using GuardedBuffer input = new(Longest), output = new(Longest), tweak = new(Block);
        foreach (var keyBytes in new[] { 32, 64 })
        {
            using var xts = Xts(id, keyBytes);
            for (var length = Block; length <= Longest; length++)
            {
                var text = s_text.AsSpan(0, length).ToArray();
                var expected = ReferenceXts.Encrypt(s_key[..keyBytes], s_tweak, text);
                Check(input.AtStart(length), output.AtStart(length), tweak.AtStart(Block));
                Check(input.AtEnd(length), output.AtEnd(length), tweak.AtEnd(Block));
                Check(input.AtEnd(length), input.AtEnd(length), tweak.AtEnd(Block));

                void Check(Span<byte> from, Span<byte> to, Span<byte> tweakAt)
                {
                    s_tweak.CopyTo(tweakAt);
                    text.CopyTo(from);
                    xts.Encrypt(tweakAt, from, to);
                    Assert.True(to.SequenceEqual(expected), $"{length} bytes encrypted");
                    expected.CopyTo(from);
                    xts.Decrypt(tweakAt, from, to);
                    Assert.True(to.SequenceEqual(text), $"{length} bytes decrypted");
                    Assert.True(tweakAt.SequenceEqual(s_tweak), "the tweak was written");
                }
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Decryption_of_what_was_not_encrypted_is_right(string id)
    {
        using var xts = Xts(id, 32);
        foreach (var length in TestBytes.TwentyLengths.Where(length => length >= Block))
        {
            var text = s_text[..length];
            Assert.Equal(ReferenceXts.Decrypt(s_key[..32], s_tweak, text), xts.Decrypt(s_tweak, text));
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Memory_around_the_destination_is_not_written(string id)
    {
        using var xts = Xts(id, 32);
        foreach (var length in Enumerable.Range(Block, 80))
        {
            var around = Enumerable.Repeat((byte)0xA5, length + (2 * Block)).ToArray();
            xts.Encrypt(s_tweak, s_text.AsSpan(0, length), around.AsSpan(Block, length + 3));
            xts.Decrypt(s_tweak, around.AsSpan(Block, length), around.AsSpan(Block, length + 3));
            Assert.Equal(s_text[..length], around[Block..(Block + length)]);
            Assert.Equal(-1, around.AsSpan(0, Block).IndexOfAnyExcept((byte)0xA5));
            Assert.Equal(-1, around.AsSpan(Block + length).IndexOfAnyExcept((byte)0xA5));
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Number_of_a_sector_is_a_little_endian_tweak(string id)
    {
        using var xts = Xts(id, 64);
        var text = s_text[..520];
        foreach (var sector in new[] { 0, 1, 255, 256, 1L << 40, 0x0123456789ABCDEF, long.MaxValue })
        {
            var tweak = new byte[Block];
            BinaryPrimitives.WriteInt64LittleEndian(tweak, sector);
            var expected = ReferenceXts.Encrypt(s_key, tweak, text);
            var output = new byte[text.Length];
            xts.Encrypt(sector, text, output.AsSpan());
            Assert.Equal(expected, output);
            Assert.Equal(expected, xts.Encrypt(sector, text));
            xts.Decrypt(sector, expected, output.AsSpan());
            Assert.Equal(text, output);
            Assert.Equal(text, xts.Decrypt(sector, expected));
        }
    }

    /// <summary>Each bit of the encrypted tweak is carried through all of it, and around: decryption of a block chooses that tweak.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Tweak_with_any_bit_carries(string id)
    {
        using var xts = Xts(id, 32);
        using var ofTweak = OracleAes.Create();
        ofTweak.Key = s_key[Block..(2 * Block)];
        var text = s_text[..1000];
        for (var bit = 0; bit < 8 * Block; bit++)
        {
            var encrypted = new byte[Block];
            encrypted[bit / 8] = (byte)(1 << (bit % 8));
            var tweak = ofTweak.DecryptEcb(encrypted, PaddingMode.None);
            Assert.Equal(ReferenceXts.Encrypt(s_key[..32], tweak, text), xts.Encrypt(tweak, text));
        }
    }

    [Fact]
    public void Longest_data_unit_has_the_right_tweak_to_its_end()
    {
        using var xts = new AesXts(s_key.AsSpan(0, 32));
        var text = new byte[16 << 20];
        new Random(4).NextBytes(text);
        var unit = (byte[])text.Clone();
        xts.Encrypt(5, unit, unit);
        var last = unit.AsSpan(unit.Length - Block).ToArray();
        xts.Decrypt(5, unit, unit);
        Assert.True(unit.AsSpan().SequenceEqual(text));

        // The last block alone, by its tweak.
        using var aes = OracleAes.Create();
        aes.Key = s_key[Block..(2 * Block)];
        var tweak = ReferenceXts.Tweak(aes.EncryptEcb([5, .. new byte[Block - 1]], PaddingMode.None), (1 << 20) - 1);
        aes.Key = s_key[..Block];
        Assert.Equal(ReferenceXts.WholeBlocks(text[^Block..], tweak, block => aes.EncryptEcb(block, PaddingMode.None)), last);
    }

    private static AesXts Xts(string id, int keyBytes) =>
        new(KernelMatrix.Find(Algorithms.Aes.Kernels, id), s_key.AsSpan(0, keyBytes));
}
