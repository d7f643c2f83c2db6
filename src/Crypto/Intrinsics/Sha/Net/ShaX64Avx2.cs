using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What the AVX2 kernels of SHA share. Rounds depend on each other and stay scalar. The message schedule does not depend on them:
/// the vector units compute it between the rounds, for two blocks at once, with words of one block in the lower half of a vector
/// and the same words of the next block in the upper half (Gueron and Krasnov, "Parallelizing message schedules to accelerate the
/// computations of hash functions", 2012). The words go to the stack with the round constants added, the first block's before
/// the second's; nothing but rounds is left to do for the second. A block without a neighbour is paired with itself.
/// <para>
/// Any alignment of the blocks. Constant-time: additions, rotations and logic only; branches and addresses depend on the number
/// of blocks alone. The schedules are wiped. A vector is rotated by one instruction where there is AVX-512.
/// </para>
/// </summary>
internal abstract unsafe class ShaX64Avx2 : HashKernel
{
    public override KernelTier Tier => KernelTier.Intrinsics;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => CpuFeatures.Avx2;

    public override string? WhyUnavailable() =>
        base.WhyUnavailable() ?? (Vector256.IsHardwareAccelerated ? null : "the runtime does not grant vectors of 256 bits");

    /// <summary>Four words of each of two blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static Vector256<uint> Load32(byte* first, byte* second) =>
        Load(first, second, Vector128.Create((byte)3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)).AsUInt32();

    /// <summary>Two words of each of two blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static Vector256<ulong> Load64(byte* first, byte* second) =>
        Load(first, second, Vector128.Create((byte)7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static void Store<T>(Vector256<T> words, T* first, T* second)
        where T : unmanaged
    {
        words.GetLower().Store(first);
        words.GetUpper().Store(second);
    }

    /// <summary>Constants in both halves; they are data of the assembly, which never moves.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static Vector256<T> Broadcast<T>(ReadOnlySpan<T> constants, nint index)
        where T : unmanaged
    {
        var address = (T*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(constants)) + index;
        return Avx2.BroadcastVector128ToVector256((byte*)address).As<byte, T>();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static Vector256<uint> RotateRight(Vector256<uint> x, [ConstantExpected] byte bits) =>
        Avx512F.VL.IsSupported ? Avx512F.VL.RotateRight(x, bits) : (x >>> bits) | (x << (32 - bits));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static Vector256<ulong> RotateRight(Vector256<ulong> x, [ConstantExpected] byte bits) =>
        Avx512F.VL.IsSupported ? Avx512F.VL.RotateRight(x, bits) : (x >>> bits) | (x << (64 - bits));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Load(byte* first, byte* second, Vector128<byte> order) =>
        Avx2.Shuffle(Vector256.Create(Vector128.Load(first), Vector128.Load(second)), Vector256.Create(order, order));
}
