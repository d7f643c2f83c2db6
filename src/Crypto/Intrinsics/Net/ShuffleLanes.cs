using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.Wasm;
using System.Runtime.Intrinsics.X86;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A vector of blocks, whose bytes choose from tables of 16 bytes in registers: by PSHUFB, TBL or i8x16.swizzle, in a time that
/// does not depend on them. An index with bit 7 chooses zero. (What is called often is marked to be inlined: else the JIT
/// counts it against what it inlines into one method at most.)
/// </summary>
internal unsafe interface IShuffleLanes<TVector>
    where TVector : unmanaged
{
    static abstract string Id { get; }

    static abstract CpuFeatures Requires { get; }

    /// <summary>Whether the runtime has vectors of this width, beyond what the CPU has.</summary>
    static abstract bool IsSupported { get; }

    static abstract TVector Load(byte* blocks);

    /// <summary>One block in all places.</summary>
    static abstract TVector Broadcast(byte* block);

    /// <inheritdoc cref="Broadcast"/>
    static abstract TVector Everywhere(Block block);

    static abstract TVector Xor(TVector left, TVector right);

    /// <summary>Changes the first block.</summary>
    static abstract TVector XorFirst(TVector vector, Block block);

    static abstract TVector LowNibbles(TVector vector);

    static abstract TVector HighNibbles(TVector vector);

    static abstract TVector Shuffle(TVector table, TVector indices);

    /// <summary>The XOR of all blocks.</summary>
    static abstract Block Sum(TVector vector);

    /// <summary>What enters the cipher for the blocks of a vector of a batch.</summary>
    static abstract TVector Input<TMode>(TMode mode, byte* source, int vector)
        where TMode : struct, IAesMode<TMode>;

    /// <summary>Writes what leaves the cipher, the last block first.</summary>
    static abstract void Output<TMode>(TMode mode, TVector state, byte* source, int vector, byte* destination)
        where TMode : struct, IAesMode<TMode>;
}

internal readonly unsafe struct ShuffleLanes128 : IShuffleLanes<Block>
{
    private const int Bytes = 16;

    public static string Id => "vector128";

    public static CpuFeatures Requires => CpuFeatures.Vector128;

    public static bool IsSupported => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Load(byte* blocks) => Vector128.Load(blocks);

    /// <summary>
    /// On x64 by an instruction that the JIT does not take together with another load of the same: it would keep more tables at
    /// hand than there are registers, and put states on the stack.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Broadcast(byte* block) =>
        Sse3.IsSupported ? Sse3.LoadDquVector128(block) : Vector128.Load(block);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Everywhere(Block block) => block;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Xor(Block left, Block right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block XorFirst(Block vector, Block block) => vector ^ block;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block LowNibbles(Block vector) => vector & Vector128.Create((byte)0x0F);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block HighNibbles(Block vector) => vector >>> 4;

    /// <summary>Not Vector128's own, which looks up byte by byte in memory where a compiler does not know it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Shuffle(Block table, Block indices) =>
        Ssse3.IsSupported ? Ssse3.Shuffle(table, indices)
        : AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.VectorTableLookup(table, indices)
        : PackedSimd.Swizzle(table, indices);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Sum(Block vector) => vector;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Input<TMode>(TMode mode, byte* source, int vector)
        where TMode : struct, IAesMode<TMode> => mode.Input(source, vector);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Output<TMode>(TMode mode, Block state, byte* source, int vector, byte* destination)
        where TMode : struct, IAesMode<TMode> => mode.Output(state, source, vector).Store(destination + (vector * Bytes));
}

internal readonly unsafe struct ShuffleLanes256 : IShuffleLanes<Vector256<byte>>
{
    private const int BlockBytes = 16;

    public static string Id => "vector256";

    public static CpuFeatures Requires => CpuFeatures.Avx2;

    public static bool IsSupported => Vector256.IsHardwareAccelerated;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Load(byte* blocks) => Vector256.Load(blocks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Broadcast(byte* block) => Avx2.BroadcastVector128ToVector256(block);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Everywhere(Block block) => Vector256.Create(block, block);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Xor(Vector256<byte> left, Vector256<byte> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> XorFirst(Vector256<byte> vector, Block block) => vector ^ block.ToVector256();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> LowNibbles(Vector256<byte> vector) => vector & Vector256.Create((byte)0x0F);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> HighNibbles(Vector256<byte> vector) => vector >>> 4;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Shuffle(Vector256<byte> table, Vector256<byte> indices) => Avx2.Shuffle(table, indices);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Sum(Vector256<byte> vector) => vector.GetLower() ^ vector.GetUpper();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Input<TMode>(TMode mode, byte* source, int vector)
        where TMode : struct, IAesMode<TMode> =>
        Vector256.Create(mode.Input(source, 2 * vector), mode.Input(source, (2 * vector) + 1));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Output<TMode>(TMode mode, Vector256<byte> state, byte* source, int vector, byte* destination)
        where TMode : struct, IAesMode<TMode>
    {
        mode.Output(state.GetUpper(), source, (2 * vector) + 1).Store(destination + (((2 * vector) + 1) * BlockBytes));
        mode.Output(state.GetLower(), source, 2 * vector).Store(destination + (2 * vector * BlockBytes));
    }
}
