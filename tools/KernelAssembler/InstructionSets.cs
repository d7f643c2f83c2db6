using System;

namespace ManagedCrypto.KernelAssembler;

/// <summary>
/// What a kernel needs beyond the baseline of x64 (SSE2), each by the name that it has in the library's <c>CpuFeatures</c>.
/// </summary>
[Flags]
internal enum InstructionSets
{
    None = 0,
    Ssse3 = 1 << 0,
    Sse41 = 1 << 1,
    AesNi = 1 << 2,
    Pclmulqdq = 1 << 3,
    Avx = 1 << 4,
    Avx2 = 1 << 5,
    Bmi2 = 1 << 6,
    ShaNi = 1 << 7,
    Vaes = 1 << 8,
    Vpclmulqdq = 1 << 9,
    Avx512 = 1 << 10,
}
