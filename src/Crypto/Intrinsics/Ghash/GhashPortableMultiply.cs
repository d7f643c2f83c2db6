using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// GHASH (SP 800-38D, section 6.4) by integer multiplication, after T. Pornin's ghash_ctmul64 of BearSSL
/// (https://www.bearssl.org/constanttime.html#ghash-for-gcm).
/// <para>
/// Carry-less products: with only every fourth bit of each operand set, at most 16 ones meet in any of the low 64 bits of an
/// integer product, and only at bit 60, from which the carry leaves the word; so the carries fall into the three bits
/// between and are masked away. Four such parts of each operand make 16 multiplications for the low half of a product; the
/// high half is the low half of the product of the operands with their bits reversed. A 128-bit product is three of these
/// (Karatsuba), a block 96 multiplications.
/// </para>
/// <para>
/// A block read big-endian is what step Reverse of docs/kernels.md makes. The y that step Shift puts into the key is made up
/// after each product, by a shift of it; then it is folded, a word at a time.
/// </para>
/// <para>
/// Constant-time on CPUs whose multiplier is (all x64 and Arm64 ones), also in a 32-bit process: no branch and no address depends on
/// text, H or state. Preconditions: none beyond the contract; any length, any alignment. A carry-less multiplication on every
/// target would let this file be deleted.
/// </para>
/// </summary>
internal sealed unsafe class GhashPortableMultiply : GhashKernel
{
    private const ulong EveryFourth = 0x1111111111111111;

    /// <summary>The four parts of an operand: its bits 0, 4, 8...; 1, 5, 9...; and so on.</summary>
    private const int Parts = 4;

    /// <summary>Of H: its low half, high half and their sum, each as it is and reversed.</summary>
    private const int Operands = 6;

    public override string Id => "ghash/portable-multiply";

    public override KernelTier Tier => KernelTier.Portable;

    public override bool IsConstantTime => true;

    public override int KeyBytes => Operands * Parts * sizeof(ulong);

    public override void ExpandKey(byte* subkey, byte* key)
    {
        var high = BigEndian.Read64(subkey);
        var low = BigEndian.Read64(subkey + 8);
        var parts = (ulong*)key;
        Split(low, parts);
        Split(high, parts + Parts);
        Split(low ^ high, parts + (2 * Parts));
        Split(Reverse(low), parts + (3 * Parts));
        Split(Reverse(high), parts + (4 * Parts));
        Split(Reverse(low ^ high), parts + (5 * Parts));
    }

    public override void Update(byte* key, byte* accumulator, byte* source, nint length)
    {
        var parts = (ulong*)key;
        var high = BigEndian.Read64(accumulator);
        var low = BigEndian.Read64(accumulator + 8);
        for (; length > 0; source += 16, length -= 16)
        {
            high ^= BigEndian.ReadPadded64(source, length);
            low ^= BigEndian.ReadPadded64(source + 8, length - 8);
            var reversedHigh = Reverse(high);
            var reversedLow = Reverse(low);

            var product0 = MultiplyLow(low, parts);
            var product2 = MultiplyLow(high, parts + Parts);
            var middle = MultiplyLow(low ^ high, parts + (2 * Parts)) ^ product0 ^ product2;
            var reversed1 = MultiplyLow(reversedLow, parts + (3 * Parts));
            var reversed3 = MultiplyLow(reversedHigh, parts + (4 * Parts));
            var reversedMiddle = MultiplyLow(reversedLow ^ reversedHigh, parts + (5 * Parts)) ^ reversed1 ^ reversed3;

            // The high half of a 127-bit product has 63 bits, hence the shift after reversal.
            var product1 = (Reverse(reversed1) >> 1) ^ middle;
            product2 ^= Reverse(reversedMiddle) >> 1;
            var product3 = Reverse(reversed3) >> 1;
            Reduce(product0, product1, product2, product3, out high, out low);
        }

        BigEndian.Write64(accumulator, high);
        BigEndian.Write64(accumulator + 8, low);
    }

    public override void Forget()
    {
        Secret.WipeFrame();
        Secret.ForgetGeneralRegisters();
    }

    /// <summary>Reduces the 255-bit product, lowest word first.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Reduce(ulong word0, ulong word1, ulong word2, ulong word3, out ulong high, out ulong low)
    {
        word3 = (word3 << 1) | (word2 >> 63);
        word2 = (word2 << 1) | (word1 >> 63);
        word1 = (word1 << 1) | (word0 >> 63);
        word0 <<= 1;

        // Reversed, x^128 = 1 + x + x^2 + x^7 moves a word up by two words and right by 0, 1, 2 and 7 bits.
        word2 ^= word0 ^ (word0 >> 1) ^ (word0 >> 2) ^ (word0 >> 7);
        word1 ^= (word0 << 63) ^ (word0 << 62) ^ (word0 << 57);
        word3 ^= word1 ^ (word1 >> 1) ^ (word1 >> 2) ^ (word1 >> 7);
        word2 ^= (word1 << 63) ^ (word1 << 62) ^ (word1 << 57);
        high = word3;
        low = word2;
    }

    /// <summary>The low 64 bits of the carry-less product of a word and an operand that was split.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong MultiplyLow(ulong word, ulong* parts)
    {
        var word0 = word & EveryFourth;
        var word1 = word & (EveryFourth << 1);
        var word2 = word & (EveryFourth << 2);
        var word3 = word & (EveryFourth << 3);
        var sum0 = Product(word0, parts[0]) ^ Product(word1, parts[3]) ^ Product(word2, parts[2]) ^ Product(word3, parts[1]);
        var sum1 = Product(word0, parts[1]) ^ Product(word1, parts[0]) ^ Product(word2, parts[3]) ^ Product(word3, parts[2]);
        var sum2 = Product(word0, parts[2]) ^ Product(word1, parts[1]) ^ Product(word2, parts[0]) ^ Product(word3, parts[3]);
        var sum3 = Product(word0, parts[3]) ^ Product(word1, parts[2]) ^ Product(word2, parts[1]) ^ Product(word3, parts[0]);
        return (sum0 & EveryFourth) | (sum1 & (EveryFourth << 1)) | (sum2 & (EveryFourth << 2)) | (sum3 & (EveryFourth << 3));
    }

    /// <summary>
    /// The low 64 bits of a product. On 32-bit CPUs .NET's JIT would call a function that branches on whether both upper halves are
    /// zero; a product of two words of 32 bits is an instruction.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Product(ulong left, ulong right)
    {
        if (sizeof(nint) == sizeof(ulong))
            return left * right;

        var (leftLow, rightLow) = ((uint)left, (uint)right);
        var crossed = (leftLow * (uint)(right >> 32)) + ((uint)(left >> 32) * rightLow);
        return ((ulong)leftLow * rightLow) + ((ulong)crossed << 32);
    }

    private static void Split(ulong word, ulong* parts)
    {
        for (var part = 0; part < Parts; part++)
            parts[part] = word & (EveryFourth << part);
    }

    /// <summary>The bits of a word in reverse.</summary>
    private static ulong Reverse(ulong word)
    {
        word = ((word & 0x5555555555555555) << 1) | ((word >> 1) & 0x5555555555555555);
        word = ((word & 0x3333333333333333) << 2) | ((word >> 2) & 0x3333333333333333);
        word = ((word & 0x0F0F0F0F0F0F0F0F) << 4) | ((word >> 4) & 0x0F0F0F0F0F0F0F0F);
        return BinaryPrimitives.ReverseEndianness(word);
    }
}
