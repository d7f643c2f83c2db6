#if NET
using Arm = System.Runtime.Intrinsics.Arm;
using Wasm = System.Runtime.Intrinsics.Wasm;
using X86 = System.Runtime.Intrinsics.X86;
#endif

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What asks the CPU, and on Arm64 the operating system (<see cref="Arm64Features"/>). C# keeps to the runtime's verdict. Machine code
/// for x64 goes by CPUID and XGETBV, less what the runtime's knobs take away: the runtime says nothing of VAES and SHA-NI, under NativeAOT
/// it speaks for the oldest CPU supported, on Mono and .NET Framework not at all, and on .NET 10 its answers cannot be compiled ahead.
/// </summary>
internal static class Cpu
{
    /// <summary>Beside an answer: it has been found out. Two threads may ask at once, and find the same.</summary>
    private const int Known = 1 << 31;

    private static int s_features, s_forMachineCode, s_core;

    /// <summary>What C# kernels may use. Asked for the first one that is considered, and so not at all where machine code runs.</summary>
    public static CpuFeatures Features
    {
        get
        {
            if (s_features == 0)
                s_features = Known | (int)Runtime.Ask();
            return (CpuFeatures)(s_features & ~Known);
        }
    }

    /// <summary>What machine code may use: nothing if that could not be found out, and may be asked again.</summary>
    public static CpuFeatures ForMachineCode
    {
        get
        {
            if (s_forMachineCode == 0)
            {
                if (WhyUnknown is not null)
                    return CpuFeatures.None;
                s_forMachineCode = Known | (int)((Processor.IsArm64 ? Arm64Features.Ask() : AskCpuid()) & ~Switches.ClosedByKnobs());
            }

            return (CpuFeatures)(s_forMachineCode & ~Known);
        }
    }

    /// <summary>
    /// What the order of kernels depends on where CPUs with the same features differ. Asked for the first kernel whose place in its list
    /// depends on it.
    /// </summary>
    public static CpuCore Core
    {
        get
        {
            if (s_core == 0)
            {
                var core = Maker.Ask();
#if !NET
                // Nothing but machine code can ask here, and may yet be granted.
                if (WhyUnknown is not null)
                    return core;
#endif
                s_core = Known | (int)core;
            }

            return (CpuCore)(s_core & ~Known);
        }
    }

    /// <summary>Why it could not be found out what machine code may use, or null if it could.</summary>
    public static string? WhyUnknown =>
        !Processor.IsArm64 ? CpuCode.Page.WhyDenied
        : Switches.OfProcess.MachineCode ? null
        : CodePage.SwitchedOff;

    /// <summary>Asks by machine code of our own, since nothing else executes XGETBV. (Intel's manual, volume 2, CPUID.)</summary>
    private static CpuFeatures AskCpuid()
    {
        const uint Osxsave = 1 << 27, SavesYmm = 0x6, SavesZmm = 0xE6;
        var lastLeaf = Ask(CpuCode.Cpuid, 0).Eax;
        var basic = Ask(CpuCode.Cpuid, 1);
        var extended = lastLeaf >= 7 ? Ask(CpuCode.Cpuid, 7) : default;
        var saved = (basic.Ecx & Osxsave) != 0 ? Ask(CpuCode.Xgetbv, 0).Eax : 0;
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
        Add(CpuFeatures.Bmi2, extended.Ebx, (1 << 8) | (1 << 3));
        Add(CpuFeatures.ShaNi, extended.Ebx, 1 << 29, Switches.OfProcess.ShaNi);
        Add(CpuFeatures.Vaes, extended.Ecx, 1 << 9, hasYmm);
        Add(CpuFeatures.Vpclmulqdq, extended.Ecx, 1 << 10, hasYmm);

        // F, DQ, CD, BW, VL.
        Add(CpuFeatures.Avx512, extended.Ebx, 0xD0030000, (saved & SavesZmm) == SavesZmm);
        return features;
    }

    private static unsafe CpuQuery Ask(CodeEntry question, uint leaf)
    {
        var query = new CpuQuery { Leaf = leaf };
        MachineCode.CallBriefly(CpuCode.Page.Address(question), &query);
        return query;
    }

    private static class Maker
    {
        /// <summary>
        /// The maker, and of AMD's cores the family, which in base 16 is 0xF and the extended one. (Intel's manual, volume 2, and AMD's,
        /// volume 3, CPUID.)
        /// </summary>
        public static CpuCore Ask()
        {
            const uint Amd = 0x68747541, Intel = 0x756E6547;
            var maker = Leaf(0).Ebx;
            var signature = Leaf(1).Eax;
            var family = ((signature >> 8) & 0xF) + ((signature >> 20) & 0xFF);
            return maker switch
            {
                Intel => CpuCore.Intel,
                Amd when family == 0x19 => CpuCore.Zen4,
                Amd when family == 0x1A => CpuCore.Zen5,
                _ => CpuCore.Other,
            };
        }

        /// <summary>The registers of a leaf, by machine code where it can be loaded; zeros where nothing can ask.</summary>
        private static CpuQuery Leaf(uint leaf)
        {
            if (Processor.IsX64 && WhyUnknown is null)
                return Cpu.Ask(CpuCode.Cpuid, leaf);
#if NET
            return LeafOfRuntime(leaf);
#else
            return default;
#endif
        }

#if NET
        private static CpuQuery LeafOfRuntime(uint leaf)
        {
            if (!X86.X86Base.IsSupported)
                return default;
            var (eax, ebx, ecx, edx) = X86.X86Base.CpuId((int)leaf, 0);
            return new CpuQuery { Eax = (uint)eax, Ebx = (uint)ebx, Ecx = (uint)ecx, Edx = (uint)edx };
        }
#endif
    }

    private static class Runtime
    {
#if NET
        public static CpuFeatures Ask()
        {
            // SSSE3, AdvSimd or SIMD of WebAssembly.
            var features = X86.Ssse3.IsSupported || Arm.AdvSimd.Arm64.IsSupported || Wasm.PackedSimd.IsSupported
                ? CpuFeatures.Vector128
                : CpuFeatures.None;
            if (X86.X86Base.X64.IsSupported)
            {
                // The runtime grants SSSE3 with SSE4.1, and all of our AVX-512 together.
                features |= X86.Sse41.IsSupported ? CpuFeatures.Ssse3 | CpuFeatures.Sse41 : CpuFeatures.None;
                features |= X86.Sse42.X64.IsSupported ? CpuFeatures.Sse42 : CpuFeatures.None;
                features |= X86.Aes.IsSupported ? CpuFeatures.AesNi : CpuFeatures.None;
                features |= X86.Pclmulqdq.IsSupported ? CpuFeatures.Pclmulqdq : CpuFeatures.None;
                features |= X86.Avx.IsSupported ? CpuFeatures.Avx : CpuFeatures.None;
                features |= X86.Avx2.IsSupported ? CpuFeatures.Avx2 : CpuFeatures.None;
                features |= X86.Bmi1.IsSupported && X86.Bmi2.IsSupported ? CpuFeatures.Bmi2 : CpuFeatures.None;
                features |= X86.Avx512F.IsSupported ? CpuFeatures.Avx512 : CpuFeatures.None;
#if NET10_0_OR_GREATER
                features |= X86.Pclmulqdq.V256.IsSupported && X86.Avx2.IsSupported ? CpuFeatures.Vpclmulqdq : CpuFeatures.None;
#endif
            }
            else if (Arm.ArmBase.Arm64.IsSupported)
            {
                features |= Arm.Aes.IsSupported ? CpuFeatures.ArmAes | CpuFeatures.ArmPmull : CpuFeatures.None;
                features |= Arm.Sha1.IsSupported ? CpuFeatures.ArmSha1 : CpuFeatures.None;
                features |= Arm.Sha256.IsSupported ? CpuFeatures.ArmSha256 : CpuFeatures.None;
                features |= Arm.Crc32.Arm64.IsSupported ? CpuFeatures.ArmCrc32 : CpuFeatures.None;
                features |= Arm.AdvSimd.IsSupported ? CpuFeatures.ArmAdvSimd : CpuFeatures.None;
            }

            return features;
        }
#else
        // These runtimes have no vector intrinsics.
        public static CpuFeatures Ask() => CpuFeatures.None;
#endif
    }
}
