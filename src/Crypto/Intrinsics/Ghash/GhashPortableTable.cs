using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// GHASH (SP 800-38D, section 6.4) with 4-bit tables, one for each of the 32 positions of a nibble in a block.
/// <para>
/// Multiplication by H is linear: X·H is the sum over the nibbles n of X, at position p, of (n·x^4p)·H. Each of those products
/// is one of 16 entries that <see cref="ExpandKey"/> computes (8 KiB in all), so that a block costs 32 look-ups and neither
/// shift nor reduction. Shoup's tables (V. Shoup, "On Fast and Provably Secure Message Authentication Based on Universal
/// Hashing", CRYPTO '96, and the GCM specification, section 4.1) in their widest form.
/// </para>
/// <para>
/// Variable-time: the addresses of the look-ups depend on the hashed text and on the accumulator, which depends on H.
/// Preconditions: none beyond the contract; any length, any alignment. A vector class with a carry-less product on every
/// target would let this file be deleted.
/// </para>
/// </summary>
internal sealed unsafe class GhashPortableTable : GhashKernel
{
    private const int Positions = 32;
    private const int TableWords = 16 * 2;
    private const int TableBytes = TableWords * sizeof(ulong);

    public override string Id => "ghash/portable-table";

    public override KernelTier Tier => KernelTier.Portable;

    public override bool IsConstantTime => false;

    public override int KeyBytes => Positions * TableBytes;

    public override void ExpandKey(byte* subkey, byte* key)
    {
        // The product x^i·H. In the standard's bit order the highest bit of the first byte is the coefficient of x^0, hence
        // multiplication by x shifts right, and x^128 is replaced with x^7 + x^2 + x + 1.
        var high = BigEndian.Read64(subkey);
        var low = BigEndian.Read64(subkey + 8);
        for (var table = (ulong*)key; table < key + KeyBytes; table += TableWords)
        {
            table[0] = table[1] = 0;
            for (var bit = 8; bit != 0; bit >>= 1)
            {
                table[2 * bit] = high;
                table[(2 * bit) + 1] = low;
                var reduction = (0 - (low & 1)) & 0xE100000000000000;
                low = (high << 63) | (low >> 1);
                high = (high >> 1) ^ reduction;
            }

            for (var bit = 2; bit < 16; bit <<= 1)
            {
                var sums = table + (2 * bit);
                var (bitHigh, bitLow) = (sums[0], sums[1]);
                for (var rest = 2; rest < 2 * bit; rest += 2)
                {
                    sums[rest] = bitHigh ^ table[rest];
                    sums[rest + 1] = bitLow ^ table[rest + 1];
                }
            }
        }
    }

    public override void Update(byte* key, byte* accumulator, byte* source, nint length)
    {
        var high = BigEndian.Read64(accumulator);
        var low = BigEndian.Read64(accumulator + 8);
        for (; length > 0; source += 16, length -= 16)
        {
            high ^= BigEndian.ReadPadded64(source, length);
            low ^= BigEndian.ReadPadded64(source + 8, length - 8);

            var (first, second) = (high, low);
            high = low = 0;
            XorProducts(key, (uint)(first >> 32), ref high, ref low);
            XorProducts(key + (8 * TableBytes), (uint)first, ref high, ref low);
            XorProducts(key + (16 * TableBytes), (uint)(second >> 32), ref high, ref low);
            XorProducts(key + (24 * TableBytes), (uint)second, ref high, ref low);
        }

        BigEndian.Write64(accumulator, high);
        BigEndian.Write64(accumulator + 8, low);
    }

    public override void Forget()
    {
        Secret.WipeFrame();
        Secret.ForgetGeneralRegisters();
    }

    /// <summary>XORs the products of eight nibbles, whose tables begin at <paramref name="table"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void XorProducts(byte* table, uint nibbles, ref ulong high, ref ulong low)
    {
        var entry0 = (ulong*)(table + ((nibbles >> 24) & 0xF0));
        var entry1 = (ulong*)(table + (1 * TableBytes) + ((nibbles >> 20) & 0xF0));
        var entry2 = (ulong*)(table + (2 * TableBytes) + ((nibbles >> 16) & 0xF0));
        var entry3 = (ulong*)(table + (3 * TableBytes) + ((nibbles >> 12) & 0xF0));
        var entry4 = (ulong*)(table + (4 * TableBytes) + ((nibbles >> 8) & 0xF0));
        var entry5 = (ulong*)(table + (5 * TableBytes) + ((nibbles >> 4) & 0xF0));
        var entry6 = (ulong*)(table + (6 * TableBytes) + (nibbles & 0xF0));
        var entry7 = (ulong*)(table + (7 * TableBytes) + ((nibbles << 4) & 0xF0));
        high ^= entry0[0] ^ entry1[0] ^ entry2[0] ^ entry3[0] ^ entry4[0] ^ entry5[0] ^ entry6[0] ^ entry7[0];
        low ^= entry0[1] ^ entry1[1] ^ entry2[1] ^ entry3[1] ^ entry4[1] ^ entry5[1] ^ entry6[1] ^ entry7[1];
    }
}
