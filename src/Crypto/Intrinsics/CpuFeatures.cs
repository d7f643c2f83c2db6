using System;

namespace ManagedCrypto.Intrinsics;

/// <summary>What kernels may require of the CPU, each named as its maker names it.</summary>
[Flags]
internal enum CpuFeatures
{
    None = 0,

    // x64: the lowest sixteen bits
    Ssse3 = 1 << 0,
    Sse41 = 1 << 1,
    AesNi = 1 << 2,
    Pclmulqdq = 1 << 3,
    Avx = 1 << 4,
    Avx2 = 1 << 5,

    /// <summary>BMI1 and BMI2: every CPU with the second has the first.</summary>
    Bmi2 = 1 << 6,

    ShaNi = 1 << 7,
    Vaes = 1 << 8,
    Vpclmulqdq = 1 << 9,

    /// <summary>AVX-512 F, BW, CD, DQ and VL together, which every CPU with AVX-512 worth using has.</summary>
    Avx512 = 1 << 10,

    Sse42 = 1 << 11,

    // Arm64: the next eight
    ArmAes = 1 << 16,
    ArmPmull = 1 << 17,
    ArmSha1 = 1 << 18,
    ArmSha256 = 1 << 19,
    ArmCrc32 = 1 << 20,
    ArmAdvSimd = 1 << 21,
    ArmSha512 = 1 << 22,

    /// <summary>EOR3, BCAX, RAX1 and XAR, which other algorithms use, too.</summary>
    ArmSha3 = 1 << 23,

    /// <summary>On any architecture: vectors of 128 bits, with a shuffle of their bytes, as .NET's <c>Vector128</c>.</summary>
    Vector128 = 1 << 24,
}
