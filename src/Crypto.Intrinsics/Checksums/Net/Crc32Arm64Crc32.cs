using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;

namespace ManagedCrypto.Intrinsics;

/// <summary>The instructions of Armv8 for CRC-32, of two cycles on most cores.</summary>
internal readonly struct Crc32Arm64Crc32 : ICrcInstruction
{
    public static string Id => "arm64-crc32";

    public static CpuFeatures Requires => CpuFeatures.ArmCrc32 | CpuFeatures.ArmPmull;

    public static CrcPolynomial Polynomial => CrcPolynomial.Crc32;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Append(ulong value, ulong next) => Crc32.Arm64.ComputeCrc32((uint)value, next);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Append(uint value, uint next) => Crc32.ComputeCrc32(value, next);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Append(uint value, ushort next) => Crc32.ComputeCrc32(value, next);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Append(uint value, byte next) => Crc32.ComputeCrc32(value, next);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Multiply(ulong left, ulong right) =>
        Aes.PolynomialMultiplyWideningLower(Vector64.CreateScalar(left), Vector64.CreateScalar(right)).GetElement(0);
}
