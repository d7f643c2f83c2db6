using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// What <see cref="KernelProgram"/> promises of every kernel's form: its two entries, leaf code that leaves the stack alone, an
/// end by way of a return, and just the CPU features that it requires.
/// </summary>
internal static class KernelRules
{
    /// <summary>Of every x64 CPU that the runtime supports, or (CET, hint nops) ignored by CPUs that lack it.</summary>
    private static readonly HashSet<CpuidFeature> s_baseline =
    [
        CpuidFeature.INTEL8086, CpuidFeature.INTEL186, CpuidFeature.INTEL386, CpuidFeature.INTEL486, CpuidFeature.X64,
        CpuidFeature.CMOV, CpuidFeature.CPUID, CpuidFeature.SSE, CpuidFeature.SSE2, CpuidFeature.CET_IBT,
        CpuidFeature.MULTIBYTENOP,

        // XGETBV: the library runs it only where CPUID says OSXSAVE.
        CpuidFeature.XSAVE,
    ];

    private static readonly FlowControl[] s_flow =
        [FlowControl.Next, FlowControl.ConditionalBranch, FlowControl.UnconditionalBranch, FlowControl.Return];

    private static readonly Dictionary<CpuidFeature, InstructionSets> s_sets = new()
    {
        [CpuidFeature.SSSE3] = InstructionSets.Ssse3,
        [CpuidFeature.SSE4_1] = InstructionSets.Sse41,
        [CpuidFeature.AES] = InstructionSets.AesNi,
        [CpuidFeature.PCLMULQDQ] = InstructionSets.Pclmulqdq,
        [CpuidFeature.AVX] = InstructionSets.Avx,
        [CpuidFeature.AVX2] = InstructionSets.Avx2,
        [CpuidFeature.BMI2] = InstructionSets.Bmi2,
        [CpuidFeature.SHA] = InstructionSets.ShaNi,
        [CpuidFeature.VAES] = InstructionSets.Vaes,
        [CpuidFeature.VPCLMULQDQ] = InstructionSets.Vpclmulqdq,
        [CpuidFeature.AVX512F] = InstructionSets.Avx512,
        [CpuidFeature.AVX512BW] = InstructionSets.Avx512,
        [CpuidFeature.AVX512CD] = InstructionSets.Avx512,
        [CpuidFeature.AVX512DQ] = InstructionSets.Avx512,
        [CpuidFeature.AVX512VL] = InstructionSets.Avx512,
    };

    /// <summary>What a CPU, or the library's verdict on it, never has without the other.</summary>
    private static readonly (InstructionSets Set, InstructionSets Implies)[] s_implied =
    [
        (InstructionSets.Avx512, InstructionSets.Avx2),
        (InstructionSets.Vpclmulqdq, InstructionSets.Avx2 | InstructionSets.Pclmulqdq),
        (InstructionSets.Vaes, InstructionSets.Avx | InstructionSets.AesNi),
        (InstructionSets.Avx2, InstructionSets.Avx),
        (InstructionSets.Avx, InstructionSets.Sse41),
        (InstructionSets.ShaNi, InstructionSets.Sse41),
        (InstructionSets.Sse41, InstructionSets.Ssse3),
    ];

    /// <summary>Every breach, each with the instruction that commits it.</summary>
    public static IEnumerable<string> Faults(DecodedKernel kernel) =>
    [
        .. EntryFaults(kernel), .. FlowFaults(kernel), .. StackFaults(kernel), .. ReturnFaults(kernel), .. FeatureFaults(kernel),
    ];

    private static IEnumerable<string> EntryFaults(DecodedKernel kernel)
    {
        var code = kernel.Instructions;
        if (code[0].Mnemonic != Mnemonic.Endbr64)
            yield return kernel.Describe(0) + ": the System V entry is no endbr64";
        if (code[1] is not { Mnemonic: Mnemonic.Mov, Op0Register: Register.RCX, Op1Register: Register.RDI })
            yield return kernel.Describe(1) + ": the System V entry does not move its argument to rcx";
        if (code[2].Mnemonic != Mnemonic.Endbr64 || code[2].IP != KernelProgram.WindowsEntry)
            yield return kernel.Describe(2) + ": the Windows entry is not here, or is no endbr64";
    }

    private static IEnumerable<string> FlowFaults(DecodedKernel kernel)
    {
        var reachable = kernel.Reachable();
        for (var i = 0; i < kernel.Instructions.Length; i++)
        {
            var instruction = kernel.Instructions[i];
            if (instruction.IsInvalid)
                yield return kernel.Describe(i) + ": is no instruction";
            if (!s_flow.Contains(instruction.FlowControl))
                yield return kernel.Describe(i) + ": leaves the kernel";
            if (kernel.Successors(i).Any(next => next is null))
                yield return kernel.Describe(i) + ": is followed by no instruction of the kernel";

            // Nops behind a jump fill up to a boundary.
            if (!reachable.Contains(i) && instruction.Mnemonic != Mnemonic.Nop)
                yield return kernel.Describe(i) + ": is never reached";
        }
    }

    private static IEnumerable<string> StackFaults(DecodedKernel kernel)
    {
        var information = new InstructionInfoFactory();
        for (var i = 0; i < kernel.Instructions.Length; i++)
        {
            var instruction = kernel.Instructions[i];
            if (instruction.Code == Code.Retnq)
                continue;
            if (information.GetInfo(instruction).GetUsedRegisters().Any(used => used.Register.GetFullRegister() == Register.RSP))
                yield return kernel.Describe(i) + ": uses the stack";
        }
    }

    private static IEnumerable<string> ReturnFaults(DecodedKernel kernel)
    {
        if (!kernel.Instructions.Any(UsesWideRegister))
            yield break;
        var targets = kernel.Instructions.Where(instruction => instruction.NearBranchTarget != 0)
            .Select(instruction => instruction.NearBranchTarget).ToHashSet();
        for (var i = 1; i < kernel.Instructions.Length; i++)
        {
            if (kernel.Instructions[i].FlowControl == FlowControl.Return
                && (kernel.Instructions[i - 1].Mnemonic != Mnemonic.Vzeroupper || targets.Contains(kernel.Instructions[i].IP)))
                yield return kernel.Describe(i) + ": no vzeroupper before it";
        }
    }

    /// <summary>VEX and EVEX encodings write whole vector registers, whatever their operands' width.</summary>
    private static bool UsesWideRegister(Instruction instruction) =>
        instruction.Encoding is EncodingKind.VEX or EncodingKind.EVEX
        && Enumerable.Range(0, instruction.OpCount).Any(operand => instruction.GetOpRegister(operand).IsVectorRegister());

    private static IEnumerable<string> FeatureFaults(DecodedKernel kernel)
    {
        var used = InstructionSets.None;
        var required = WithImplied(kernel.Code.Program.Requires);
        for (var i = 0; i < kernel.Instructions.Length; i++)
        {
            foreach (var feature in kernel.Instructions[i].CpuidFeatures.Where(feature => !s_baseline.Contains(feature)))
            {
                if (!s_sets.TryGetValue(feature, out var set))
                    yield return $"{kernel.Describe(i)}: needs {feature}, which the library does not ask for";
                else if ((set & ~required) != InstructionSets.None)
                    yield return $"{kernel.Describe(i)}: needs {set}, which the kernel does not require";
                used |= set;
            }
        }

        var idle = required & ~WithImplied(used);
        if (idle != InstructionSets.None)
            yield return $"{kernel.Code.Program.Name}: requires {idle} and has no instruction of it";
    }

    private static InstructionSets WithImplied(InstructionSets sets) =>
        s_implied.Aggregate(sets, (all, rule) => all.HasFlag(rule.Set) ? all | rule.Implies : all);
}
