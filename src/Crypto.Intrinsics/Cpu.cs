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
        if (X86.X86Base.X64.IsSupported)
        {
            // The runtime grants SSSE3 with SSE4.1, and all of our AVX-512 together.
            features |= X86.Sse41.IsSupported ? CpuFeatures.Ssse3 | CpuFeatures.Sse41 : CpuFeatures.None;
            features |= X86.Sse42.X64.IsSupported ? CpuFeatures.Sse42 : CpuFeatures.None;
            features |= X86.Aes.IsSupported ? CpuFeatures.AesNi : CpuFeatures.None;
            features |= X86.Pclmulqdq.IsSupported ? CpuFeatures.Pclmulqdq : CpuFeatures.None;
            features |= X86.Avx.IsSupported ? CpuFeatures.Avx : CpuFeatures.None;
            features |= X86.Avx2.IsSupported ? CpuFeatures.Avx2 : CpuFeatures.None;
            features |= X86.Bmi2.IsSupported ? CpuFeatures.Bmi2 : CpuFeatures.None;
            features |= X86.Avx512F.IsSupported ? CpuFeatures.Avx512 : CpuFeatures.None;

            // The runtime has no class for VAES and SHA-NI. Its verdict on wide PCLMULQDQ stands for both V-extensions, since one
            // knob governs them; SHA-NI, which needs no more than SSE, follows SSE4.1 and a switch of our own.
            var (_, ebx, ecx, _) = X86.X86Base.CpuId(0, 0).Eax >= 7 ? X86.X86Base.CpuId(7, 0) : default;
            if (X86.Sse41.IsSupported && Switches.ShaNi && (ebx & (1 << 29)) != 0)
                features |= CpuFeatures.ShaNi;
            if (X86.Pclmulqdq.V256.IsSupported && X86.Avx2.IsSupported)
            {
                features |= CpuFeatures.Vpclmulqdq;
                features |= X86.Aes.IsSupported && (ecx & (1 << 9)) != 0 ? CpuFeatures.Vaes : CpuFeatures.None;
            }
        }
        else if (Arm.ArmBase.Arm64.IsSupported)
        {
            features |= Arm.Aes.IsSupported ? CpuFeatures.ArmAes | CpuFeatures.ArmPmull : CpuFeatures.None;
            features |= Arm.Sha1.IsSupported ? CpuFeatures.ArmSha1 : CpuFeatures.None;
            features |= Arm.Sha256.IsSupported ? CpuFeatures.ArmSha256 : CpuFeatures.None;
            features |= Arm.Crc32.Arm64.IsSupported ? CpuFeatures.ArmCrc32 : CpuFeatures.None;
        }

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
        Add(CpuFeatures.Sse42, basic.Ecx, 1 << 20);
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
