#if NET
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// GHASH (SP 800-38D, section 6.4) by carry-less multiplication.
/// <para>
/// The standard puts the coefficient of 1 in the first bit of the first byte, so that a block with its bytes reversed is the
/// polynomial with its coefficients reversed: the highest bit belongs to 1, and a shift to the left divides by x. The product
/// of two reversed polynomials is their reversed product, one place short in 256 bits; the powers of H are kept divided by x,
/// which makes up for it. The low end then holds what exceeds x^127, and is reduced modulo x^128 + x^7 + x^2 + x + 1 twice,
/// 64 bits at a time: the lowest are multiplied by 0xC2 and zeros, the reversed 1 + x + x^6 that stands for x + x^2 + x^7,
/// and folded into the next, and the halves are exchanged, which stands for 1 (Gueron, "AES-GCM for efficient authenticated
/// encryption", 2013).
/// </para>
/// <para>
/// Reduction is linear, so many products, each of a block with its own power of H, are added up and reduced once (Jankowski
/// and Laurent, "Packed AES-GCM algorithm suitable for AES/PCLMULQDQ instructions", 2011).
/// </para>
/// </summary>
internal static unsafe class GhashIntrinsics
{
    public const int BlockBytes = 16;

    /// <summary>The powers that a key holds: as many blocks are hashed with one reduction at most.</summary>
    public const int Powers = 16;

    /// <summary>The reversed 1 + x + x^6 of the reduction.</summary>
    public const ulong Polynomial = 0xC200000000000000;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Reverse(Block block) => Vector128.ShuffleNative(block, AesRounds.Reversed);

    /// <summary>Writes H^16 to H^1, each divided by x, from the hash subkey as the cipher gave it.</summary>
    [MethodImpl(Jit.Optimize)]
    public static void ExpandKey<TProducts>(Block subkey, byte* powers)
        where TProducts : struct, IGhashProducts
    {
        // The coefficient of 1, which has no place when the others move up, comes back as x^-1 = x^127 + x^6 + x + 1.
        var h = Reverse(subkey).AsUInt64();
        ulong low = h.GetElement(0), high = h.GetElement(1);
        var leaves = 0 - (high >> 63);
        var first = Vector128.Create((low << 1) ^ (leaves & 1), ((high << 1) | (low >> 63)) ^ (leaves & Polynomial)).AsByte();

        var last = powers + ((Powers - 1) * BlockBytes);
        TProducts.StorePower(first, last);
        for (var known = 1; known < Powers; known *= 2)
        {
            // From the powers 1 to n, those from n + 1 to 2n.
            var top = Vector128.Load(last - ((known - 1) * BlockBytes));
            for (var i = 0; i < known; i++)
            {
                Vector128<ulong> lowest = default, middle = default, highest = default;
                TProducts.Add(top, last - (i * BlockBytes), ref lowest, ref middle, ref highest);
                TProducts.StorePower(TProducts.Reduce(lowest, middle, highest), last - ((known + i) * BlockBytes));
            }
        }
    }

    /// <summary>Hashes up to 16 blocks, with one reduction; the hash so far is added to the first.</summary>
    [MethodImpl(Jit.Optimize)]
    public static Block Update<TProducts>(Block hash, byte* powers, byte* blocks, int count)
        where TProducts : struct, IGhashProducts
    {
        Vector128<ulong> low = default, middle = default, high = default;
        powers += (Powers - count) * BlockBytes;
        for (nint i = 0; i < count; i++)
        {
            var block = Reverse(Vector128.Load(blocks + (i * BlockBytes))) ^ hash;
            TProducts.Add(block, powers + (i * BlockBytes), ref low, ref middle, ref high);
            hash = default;
        }

        return TProducts.Reduce(low, middle, high);
    }
}

/// <summary>
/// Products of a block, its bytes reversed, and a power of H, in a CPU's instructions. Their sums have 256 bits in three parts,
/// the middle one of which overlaps the others by a half each.
/// </summary>
internal unsafe interface IGhashProducts
{
    /// <summary>What a key takes for its powers, and what is kept beside them.</summary>
    static abstract int PowersBytes { get; }

    static abstract void StorePower(Block power, byte* powers);

    static abstract void Add(
        Block block, byte* power, ref Vector128<ulong> low, ref Vector128<ulong> middle, ref Vector128<ulong> high);

    static abstract Block Reduce(Vector128<ulong> low, Vector128<ulong> middle, Vector128<ulong> high);
}

/// <summary>
/// The products of as many blocks as a vector holds. <typeparamref name="TVector"/> carries the sums, which add up lane by lane
/// until <see cref="Reduce"/>.
/// </summary>
internal unsafe interface IGhashLanes<TVector>
    where TVector : unmanaged
{
    /// <summary>Batches of ciphertext between the cipher and the hash of a message that is sealed.</summary>
    static abstract int BatchesBehind { get; }

    /// <summary>
    /// <see cref="AesRounds.Reversed"/> for every block: an argument of <see cref="Add"/>, so that a loop keeps it in a register.
    /// </summary>
    static abstract TVector Reversed { get; }

    /// <summary>Adds the products of the blocks, the hash added to the first of them, and the powers.</summary>
    static abstract void Add(
        TVector reversed, byte* blocks, Block hash, byte* powers, ref TVector low, ref TVector middle, ref TVector high);

    static abstract Block Reduce(TVector low, TVector middle, TVector high);
}
#endif
