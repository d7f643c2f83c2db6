using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests;

public unsafe class SecretTests
{
    /// <summary>Lengths on both sides of a word, with each bit changed in turn.</summary>
    [Fact]
    public void A_difference_in_any_bit_is_seen_at_every_length()
    {
        for (var length = 0; length <= 33; length++)
        {
            var left = new byte[length];
            for (var bit = 0; bit < length * 8; bit++)
            {
                var right = (byte[])left.Clone();
                right[bit / 8] ^= (byte)(1 << (bit % 8));
                Assert.False(AreEqual(left, right));
                left[bit / 8] ^= (byte)(1 << (bit % 8));
                Assert.True(AreEqual(left, right));
            }
        }
    }

    private static bool AreEqual(byte[] left, byte[] right)
    {
        fixed (byte* l = left, r = right)
            return Secret.FixedTimeEquals(l, r, left.Length);
    }
}
