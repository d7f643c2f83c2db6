#if NET
using Arm = System.Runtime.Intrinsics.Arm;
using X86 = System.Runtime.Intrinsics.X86;
#endif

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The only file that asks the CPU. A feature counts when both CPUID and the runtime grant it, so that the runtime's own
/// <c>DOTNET_Enable...=0</c> knobs reach kernels of every tier.
/// </summary>
internal static class Cpu
{
    public static CpuFeatures Features { get; } = Detect();

#if NET
    private static CpuFeatures Detect()
    {
        var features = CpuFeatures.None;
        void Add(CpuFeatures feature, bool granted) => features |= granted ? feature : CpuFeatures.None;

        Add(CpuFeatures.Ssse3, X86.Ssse3.X64.IsSupported);
        Add(CpuFeatures.Sse41, X86.Sse41.X64.IsSupported);
        Add(CpuFeatures.AesNi, X86.Aes.X64.IsSupported);
        Add(CpuFeatures.Pclmulqdq, X86.Pclmulqdq.X64.IsSupported);
        Add(CpuFeatures.Avx, X86.Avx.X64.IsSupported);
        Add(CpuFeatures.Avx2, X86.Avx2.X64.IsSupported);
        Add(CpuFeatures.Bmi2, X86.Bmi2.X64.IsSupported);
        Add(CpuFeatures.Avx512, X86.Avx512F.X64.IsSupported && X86.Avx512BW.X64.IsSupported && X86.Avx512CD.X64.IsSupported
            && X86.Avx512DQ.X64.IsSupported && X86.Avx512F.VL.IsSupported);

        // The runtime has no class for VAES and SHA-NI. Its verdict on wide PCLMULQDQ stands for both V-extensions, since one
        // knob governs them; SHA-NI, which needs no more than SSE, follows SSSE3 and a switch of our own.
        Add(CpuFeatures.Vpclmulqdq, X86.Pclmulqdq.V256.IsSupported && X86.Avx2.X64.IsSupported);
        if (X86.X86Base.X64.IsSupported && X86.X86Base.CpuId(0, 0).Eax >= 7)
        {
            var (_, ebx, ecx, _) = X86.X86Base.CpuId(7, 0);
            Add(CpuFeatures.ShaNi, Switches.ShaNi && X86.Sse41.X64.IsSupported && (ebx & (1 << 29)) != 0);
            Add(CpuFeatures.Vaes, features.HasFlag(CpuFeatures.Vpclmulqdq | CpuFeatures.AesNi) && (ecx & (1 << 9)) != 0);
        }

        Add(CpuFeatures.ArmAes, Arm.Aes.Arm64.IsSupported);
        Add(CpuFeatures.ArmPmull, Arm.Aes.Arm64.IsSupported);
        Add(CpuFeatures.ArmSha1, Arm.Sha1.Arm64.IsSupported);
        Add(CpuFeatures.ArmSha256, Arm.Sha256.Arm64.IsSupported);
        return features;
    }
#else
    // These runtimes have no vector intrinsics and no CPUID.
    private static CpuFeatures Detect() => CpuFeatures.None;
#endif
}
