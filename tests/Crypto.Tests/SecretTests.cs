using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests;

public unsafe class SecretTests
{
    /// <summary>Every length that two words cover, with each bit changed in turn, and with bits changed after the end.</summary>
    [Fact]
    public void Difference_in_any_bit_is_seen_at_every_length()
    {
        for (var length = 8; length <= 16; length++)
        {
            byte[] left = new byte[17], right = new byte[17];
            for (var bit = 0; bit < left.Length * 8; bit++)
            {
                right[bit / 8] ^= (byte)(1 << (bit % 8));
                Assert.Equal(bit >= length * 8, AreEqual(left, right, length));
                left[bit / 8] ^= (byte)(1 << (bit % 8));
                Assert.True(AreEqual(left, right, length));
            }
        }
    }

    private static bool AreEqual(byte[] left, byte[] right, int length)
    {
        fixed (byte* l = left, r = right)
            return Secret.FixedTimeEquals(l, r, length);
    }
}
