#if NET
using System.Runtime.CompilerServices;
using Arm = System.Runtime.Intrinsics.Arm;
using X86 = System.Runtime.Intrinsics.X86;
#endif

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The only file that asks the CPU. Where the runtime compiles as it runs, a feature counts when both CPUID and the runtime
/// grant it, so that the runtime's own <c>DOTNET_Enable...=0</c> knobs reach kernels of every tier. Elsewhere the runtime's
/// verdict is that of the oldest CPU supported (NativeAOT), or there is none (Mono, .NET Framework): machine code then goes by
/// CPUID and XGETBV alone, less what the same knobs take away.
/// </summary>
internal static class Cpu
{
    /// <summary>What C# kernels may use.</summary>
    public static CpuFeatures Features { get; } = AskRuntime();

    /// <summary>What machine code may use: nothing if that could not be found out.</summary>
    public static CpuFeatures ForMachineCode { get; } = IsJudgedByRuntime ? Features : AskCpuid();

    /// <summary>Why it could not be found out what machine code may use, or null if it could.</summary>
    public static string? WhyUnknown => IsJudgedByRuntime ? null : CpuidCode.Loaded.Page.WhyDenied;

#if NET
    private static bool IsJudgedByRuntime => RuntimeFeature.IsDynamicCodeSupported;

    private static CpuFeatures AskRuntime()
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
    private static bool IsJudgedByRuntime => false;

    // These runtimes have no vector intrinsics.
    private static CpuFeatures AskRuntime() => CpuFeatures.None;
#endif

    /// <summary>Asks by machine code of our own, since XGETBV has no other door. (Intel's manual, volume 2, CPUID.)</summary>
    internal static CpuFeatures AskCpuid()
    {
        if (CpuidCode.Loaded.Page.WhyDenied is not null)
            return CpuFeatures.None;

        const uint Osxsave = 1 << 27, SavesYmm = 0x6, SavesZmm = 0xE6;
        var lastLeaf = Ask(CpuidCode.Cpuid, 0).Eax;
        var basic = Ask(CpuidCode.Cpuid, 1);
        var extended = lastLeaf >= 7 ? Ask(CpuidCode.Cpuid, 7) : default;
        var saved = (basic.Ecx & Osxsave) != 0 ? Ask(CpuidCode.Xgetbv, 0).Eax : 0;
        var hasYmm = (saved & SavesYmm) == SavesYmm;
        var features = CpuFeatures.None;
        void Add(CpuFeatures feature, uint register, uint bits, bool isSaved = true) =>
            features |= isSaved && (register & bits) == bits ? feature : CpuFeatures.None;

        Add(CpuFeatures.Pclmulqdq, basic.Ecx, 1 << 1);
        Add(CpuFeatures.Ssse3, basic.Ecx, 1 << 9);
        Add(CpuFeatures.Sse41, basic.Ecx, 1 << 19);
        Add(CpuFeatures.AesNi, basic.Ecx, 1 << 25);
        Add(CpuFeatures.Avx, basic.Ecx, 1 << 28, hasYmm);
        Add(CpuFeatures.Avx2, extended.Ebx, 1 << 5, hasYmm);
        Add(CpuFeatures.Bmi2, extended.Ebx, 1 << 8);
        Add(CpuFeatures.ShaNi, extended.Ebx, 1 << 29, Switches.ShaNi);
        Add(CpuFeatures.Vaes, extended.Ecx, 1 << 9, hasYmm);
        Add(CpuFeatures.Vpclmulqdq, extended.Ecx, 1 << 10, hasYmm);

        // F, DQ, CD, BW, VL.
        Add(CpuFeatures.Avx512, extended.Ebx, 0xD0030000, (saved & SavesZmm) == SavesZmm);
        return features & ~Switches.ClosedByKnobs();
    }

    private static unsafe CpuQuery Ask(CodeEntry question, uint leaf)
    {
        var query = new CpuQuery { Leaf = leaf };
        MachineCode.CallBriefly(CpuidCode.Loaded.Page.Address(question), &query);
        return query;
    }
}
