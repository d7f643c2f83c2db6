using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using ArmAes = System.Runtime.Intrinsics.Arm.Aes;
using ArmCrc32 = System.Runtime.Intrinsics.Arm.Crc32;

namespace ManagedCrypto.Intrinsics;

/// <summary>The polynomial of an instruction.</summary>
internal interface ICrcArm64Polynomial
{
    static abstract bool IsCastagnoli { get; }
}

internal readonly struct Crc32Polynomial : ICrcArm64Polynomial
{
    public static bool IsCastagnoli => false;
}

internal readonly struct Crc32CPolynomial : ICrcArm64Polynomial
{
    public static bool IsCastagnoli => true;
}

/// <summary>The instructions of Armv8 for CRC-32 and CRC-32C, of two cycles on most cores.</summary>
internal readonly struct Crc32Arm64Crc32<TPolynomial> : ICrcInstruction
    where TPolynomial : struct, ICrcArm64Polynomial
{
    public static string Id => "arm64-crc32";

    public static CpuFeatures Requires => CpuFeatures.ArmCrc32 | CpuFeatures.ArmPmull;

    public static CrcPolynomial Polynomial => TPolynomial.IsCastagnoli ? CrcPolynomial.Crc32C : CrcPolynomial.Crc32;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Append(ulong value, ulong next) => TPolynomial.IsCastagnoli
        ? ArmCrc32.Arm64.ComputeCrc32C((uint)value, next)
        : ArmCrc32.Arm64.ComputeCrc32((uint)value, next);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Append(uint value, uint next) =>
        TPolynomial.IsCastagnoli ? ArmCrc32.ComputeCrc32C(value, next) : ArmCrc32.ComputeCrc32(value, next);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Append(uint value, ushort next) =>
        TPolynomial.IsCastagnoli ? ArmCrc32.ComputeCrc32C(value, next) : ArmCrc32.ComputeCrc32(value, next);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Append(uint value, byte next) =>
        TPolynomial.IsCastagnoli ? ArmCrc32.ComputeCrc32C(value, next) : ArmCrc32.ComputeCrc32(value, next);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Multiply(ulong left, ulong right) =>
        ArmAes.PolynomialMultiplyWideningLower(Vector64.CreateScalar(left), Vector64.CreateScalar(right)).GetElement(0);
}
