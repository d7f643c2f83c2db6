using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>Folding at one width of PCLMULQDQ.</summary>
internal unsafe interface ICrcX64Lanes<TVector>
    where TVector : unmanaged
{
    static abstract string Id { get; }

    static abstract CpuFeatures Requires { get; }

    /// <summary>Whether the runtime grants the vector's width.</summary>
    static abstract bool IsSupported { get; }

    static abstract TVector Load(byte* source);

    /// <summary>The vector at an address, its first bytes XOR the value so far.</summary>
    static abstract TVector LoadFirst(byte* source, Block value);

    /// <summary>A pair of factors in every lane.</summary>
    static abstract TVector Broadcast(byte* pair);

    /// <summary>Moves the sum on by the factors' distance, and XORs it with the vector that is there.</summary>
    static abstract TVector Fold(TVector sum, TVector factors, TVector next);

    /// <summary>Moves all lanes up to the last one, and XORs them.</summary>
    static abstract Block Collapse(TVector sum, byte* lanes);
}

internal readonly unsafe struct CrcX64Lanes128 : ICrcX64Lanes<Vector128<ulong>>
{
    public static string Id => "x64-pclmul";

    public static CpuFeatures Requires => CpuFeatures.None;

    public static bool IsSupported => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> Load(byte* source) => Vector128.Load((ulong*)source);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> LoadFirst(byte* source, Block value) => (Vector128.Load(source) ^ value).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> Broadcast(byte* pair) => Vector128.Load(pair).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> Fold(Vector128<ulong> sum, Vector128<ulong> factors, Vector128<ulong> next) =>
        Pclmulqdq.CarrylessMultiply(sum, factors, 0x00) ^ Pclmulqdq.CarrylessMultiply(sum, factors, 0x11) ^ next;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Collapse(Vector128<ulong> sum, byte* lanes) => sum.AsByte();
}

#if NET10_0_OR_GREATER // Pclmulqdq.V256 and V512.
internal readonly unsafe struct CrcX64Lanes256 : ICrcX64Lanes<Vector256<ulong>>
{
    public static string Id => "x64-vpclmul256";

    public static CpuFeatures Requires => CpuFeatures.Avx2 | CpuFeatures.Vpclmulqdq;

    public static bool IsSupported => Vector256.IsHardwareAccelerated && Pclmulqdq.V256.IsSupported;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Load(byte* source) => Vector256.Load((ulong*)source);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> LoadFirst(byte* source, Block value) =>
        (Vector256.Load(source) ^ value.ToVector256()).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Broadcast(byte* pair) => Avx2.BroadcastVector128ToVector256(pair).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Fold(Vector256<ulong> sum, Vector256<ulong> factors, Vector256<ulong> next) =>
        Pclmulqdq.V256.CarrylessMultiply(sum, factors, 0x00) ^ Pclmulqdq.V256.CarrylessMultiply(sum, factors, 0x11) ^ next;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Collapse(Vector256<ulong> sum, byte* lanes)
    {
        var factors = Vector128.Load(lanes + 32).AsUInt64();
        return CrcX64Lanes128.Fold(sum.GetLower(), factors, sum.GetUpper()).AsByte();
    }
}

internal readonly unsafe struct CrcX64Lanes512 : ICrcX64Lanes<Vector512<ulong>>
{
    public static string Id => "x64-vpclmul512";

    public static CpuFeatures Requires => CpuFeatures.Avx512 | CpuFeatures.Vpclmulqdq;

    public static bool IsSupported => Vector512.IsHardwareAccelerated && Pclmulqdq.V512.IsSupported;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Load(byte* source) => Vector512.Load((ulong*)source);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> LoadFirst(byte* source, Block value) =>
        (Vector512.Load(source) ^ value.ToVector256().ToVector512()).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Broadcast(byte* pair) => Avx512F.BroadcastVector128ToVector512((uint*)pair).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Fold(Vector512<ulong> sum, Vector512<ulong> factors, Vector512<ulong> next) =>
        Pclmulqdq.V512.CarrylessMultiply(sum, factors, 0x00) ^ Pclmulqdq.V512.CarrylessMultiply(sum, factors, 0x11) ^ next;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Collapse(Vector512<ulong> sum, byte* lanes)
    {
        var last = Avx512F.ExtractVector128(sum.AsUInt32(), 3).AsUInt64();
        var moved = Fold(sum, Vector512.Load(lanes).AsUInt64(), Vector512<ulong>.Zero);
        var halves = moved.GetLower() ^ moved.GetUpper();
        return (halves.GetLower() ^ halves.GetUpper() ^ last).AsByte();
    }
}
#endif
