using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// GHASH (SP 800-38D, section 6.4) by carry-less multiplication: the steps Reverse, Shift, Powers and Sum of docs/kernels.md,
/// and in a CPU's instructions (<see cref="IGhashProducts"/>, <see cref="IGhashLanes{TVector}"/>) Product, Karatsuba and Fold.
/// </summary>
internal static unsafe class GhashIntrinsics
{
    public const int BlockBytes = 16;

    /// <summary>The powers that a key holds: as many blocks are hashed with one reduction at most.</summary>
    public const int Powers = 16;

    /// <summary>The constant c of step Fold.</summary>
    public const ulong Polynomial = 0xC200000000000000;

    /// <summary>Step Reverse.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Reverse(Block block) => Vector128.ShuffleNative(block, AesRounds.Reversed);

    /// <summary>Steps Shift and Powers: writes y·H^16 to y·H, where the hash subkey is as the cipher gave it.</summary>
    [MethodImpl(Jit.Optimize)]
    public static void ExpandKey<TProducts>(byte* powers)
        where TProducts : struct, IGhashProducts
    {
        // The bit that leaves stands for c·y^64 + 1.
        var h = Reverse(Vector128.Load(powers)).AsUInt64();
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
                TProducts.XorProducts(top, last - (i * BlockBytes), ref lowest, ref middle, ref highest);
                TProducts.StorePower(TProducts.Reduce(lowest, middle, highest), last - ((known + i) * BlockBytes));
            }
        }
    }

    /// <summary>Step Sum: hashes up to 16 blocks, the first one XOR the hash so far. POLYVAL's are not reversed.</summary>
    [MethodImpl(Jit.Optimize)]
    public static void Update<TProducts>(byte* hash, byte* powers, byte* blocks, int count, bool isPolyval = false)
        where TProducts : struct, IGhashProducts
    {
        Vector128<ulong> low = default, middle = default, high = default;
        powers += (Powers - count) * BlockBytes;
        var before = Vector128.Load(hash);
        for (nint i = 0; i < count; i++)
        {
            var block = Vector128.Load(blocks + (i * BlockBytes));
            block = (isPolyval ? block : Reverse(block)) ^ before;
            TProducts.XorProducts(block, powers + (i * BlockBytes), ref low, ref middle, ref high);
            before = default;
        }

        TProducts.Reduce(low, middle, high).Store(hash);
    }
}

/// <summary>
/// Step Product in a CPU's instructions, of a block, its bytes reversed, and a power of H; and Fold, twice, as <c>Reduce</c>.
/// </summary>
internal unsafe interface IGhashProducts
{
    /// <summary>What a key takes for its powers, and what is kept beside them.</summary>
    static abstract int PowersBytes { get; }

    static abstract void StorePower(Block power, byte* powers);

    static abstract void XorProducts(
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
    static abstract int BatchesBetween { get; }

    /// <summary>
    /// <see cref="AesRounds.Reversed"/> for every block: an argument of <see cref="XorProducts"/>, so that a loop keeps it in a
    /// register.
    /// </summary>
    static abstract TVector Reversed { get; }

    /// <summary>XORs into the sum the products of the powers with the blocks, the first of these XOR the hash.</summary>
    static abstract void XorProducts(
        TVector reversed, byte* blocks, Block hash, byte* powers, ref TVector low, ref TVector middle, ref TVector high);

    static abstract Block Reduce(TVector low, TVector middle, TVector high);
}
