using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// What <see cref="X64Program"/> promises of every kernel's form: its two entries, leaf code that leaves the stack alone, an
/// end by way of a return, just the CPU features that it requires, and no legacy SSE that meets upper halves in use.
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

    private static readonly Dictionary<CpuidFeature, CpuFeatures> s_sets = new()
    {
        [CpuidFeature.SSSE3] = CpuFeatures.Ssse3,
        [CpuidFeature.SSE4_1] = CpuFeatures.Sse41,
        [CpuidFeature.AES] = CpuFeatures.AesNi,
        [CpuidFeature.PCLMULQDQ] = CpuFeatures.Pclmulqdq,
        [CpuidFeature.AVX] = CpuFeatures.Avx,
        [CpuidFeature.AVX2] = CpuFeatures.Avx2,
        [CpuidFeature.BMI1] = CpuFeatures.Bmi2,
        [CpuidFeature.BMI2] = CpuFeatures.Bmi2,
        [CpuidFeature.SHA] = CpuFeatures.ShaNi,
        [CpuidFeature.VAES] = CpuFeatures.Vaes,
        [CpuidFeature.VPCLMULQDQ] = CpuFeatures.Vpclmulqdq,
        [CpuidFeature.AVX512F] = CpuFeatures.Avx512,
        [CpuidFeature.AVX512BW] = CpuFeatures.Avx512,
        [CpuidFeature.AVX512CD] = CpuFeatures.Avx512,
        [CpuidFeature.AVX512DQ] = CpuFeatures.Avx512,
        [CpuidFeature.AVX512VL] = CpuFeatures.Avx512,
    };

    /// <summary>What a CPU, or the library's verdict on it, never has without the other.</summary>
    private static readonly (CpuFeatures Set, CpuFeatures Implies)[] s_implied =
    [
        (CpuFeatures.Avx512, CpuFeatures.Avx2),
        (CpuFeatures.Vpclmulqdq, CpuFeatures.Avx2 | CpuFeatures.Pclmulqdq),
        (CpuFeatures.Vaes, CpuFeatures.Avx | CpuFeatures.AesNi),
        (CpuFeatures.Avx2, CpuFeatures.Avx),
        (CpuFeatures.Avx, CpuFeatures.Sse41),
        (CpuFeatures.ShaNi, CpuFeatures.Sse41),
        (CpuFeatures.Sse41, CpuFeatures.Ssse3),
    ];

    /// <summary>Every breach, each with the instruction that commits it.</summary>
    public static IEnumerable<string> Faults(DecodedKernel kernel) =>
    [
        .. EntryFaults(kernel), .. FlowFaults(kernel), .. StackFaults(kernel), .. ReturnFaults(kernel), .. FeatureFaults(kernel),
        .. LegacyFaults(kernel),
    ];

    private static IEnumerable<string> EntryFaults(DecodedKernel kernel)
    {
        var code = kernel.Instructions;
        if (code[0].Mnemonic != Mnemonic.Endbr64)
            yield return kernel.Describe(0) + ": the System V entry is no endbr64";
        if (code[1] is not { Mnemonic: Mnemonic.Mov, Op0Register: Register.RCX, Op1Register: Register.RDI } && ReadsArgument(kernel))
            yield return kernel.Describe(1) + ": the System V entry does not move its argument to rcx";
        if (kernel.WindowsEntry is not { } entry || code[entry].Mnemonic != Mnemonic.Endbr64)
            yield return kernel.Describe(2) + ": the Windows entry is not here, or is no endbr64";
    }

    private static bool ReadsArgument(DecodedKernel kernel)
    {
        var information = new InstructionInfoFactory();
        return kernel.Instructions.Any(instruction => information.GetInfo(instruction).GetUsedRegisters()
            .Any(used => used.Register.GetFullRegister() == Register.RCX && used.Access != OpAccess.Write));
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

            // Nops after a jump fill up to a boundary.
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
        instruction.Encoding is EncodingKind.VEX or EncodingKind.EVEX && HasVectorOperand(instruction);

    private static bool HasVectorOperand(Instruction instruction) => OperandRegisters(instruction).Any(register => register.IsVectorRegister());

    private static bool UsesUpperHalf(Instruction instruction) =>
        OperandRegisters(instruction).Any(register => register.IsYMM() || register.IsZMM());

    private static IEnumerable<Register> OperandRegisters(Instruction instruction) =>
        Enumerable.Range(0, instruction.OpCount).Select(operand => instruction.GetOpRegister(operand));

    /// <summary>
    /// Legacy encodings of vector instructions belong to SHA-NI, which has no other, and come after a vzeroupper on every path.
    /// </summary>
    private static IEnumerable<string> LegacyFaults(DecodedKernel kernel)
    {
        var isShaNi = kernel.Instructions.Any(instruction => instruction.CpuidFeatures.Contains(CpuidFeature.SHA));
        var mayMeetUpperHalves = ReachedWithUpperHalves(kernel);
        for (var i = 0; i < kernel.Instructions.Length; i++)
        {
            if (kernel.Instructions[i].Encoding != EncodingKind.Legacy || !HasVectorOperand(kernel.Instructions[i]))
                continue;
            if (!isShaNi)
                yield return kernel.Describe(i) + ": legacy SSE in a kernel without SHA-NI";
            else if (mayMeetUpperHalves.Contains(i))
                yield return kernel.Describe(i) + ": legacy SSE where upper halves may be in use";
        }
    }

    /// <summary>
    /// The instructions that some path comes to with upper halves of vector registers in use: by the caller, or since a wide
    /// instruction, and no vzeroupper after that.
    /// </summary>
    private static HashSet<int> ReachedWithUpperHalves(DecodedKernel kernel)
    {
        var reached = new HashSet<int>();
        var open = new Stack<int>();
        open.Push(0);
        for (var i = 0; i < kernel.Instructions.Length; i++)
        {
            if (UsesUpperHalf(kernel.Instructions[i]))
                open.Push(i);
        }

        while (open.TryPop(out var index))
        {
            if (kernel.Instructions[index].Mnemonic == Mnemonic.Vzeroupper)
                continue;
            foreach (var next in kernel.Successors(index).OfType<int>().Where(reached.Add))
                open.Push(next);
        }

        return reached;
    }

    private static IEnumerable<string> FeatureFaults(DecodedKernel kernel)
    {
        var used = CpuFeatures.None;
        var required = WithImplied(kernel.Code.Program.Requires);
        for (var i = 0; i < kernel.Instructions.Length; i++)
        {
            foreach (var feature in kernel.Instructions[i].CpuidFeatures.Where(feature => !s_baseline.Contains(feature)))
            {
                if (!s_sets.TryGetValue(feature, out var set))
                    yield return $"{kernel.Describe(i)}: needs {feature}, which the library does not ask for";
                else if ((set & ~required) != CpuFeatures.None)
                    yield return $"{kernel.Describe(i)}: needs {set}, which the kernel does not require";
                used |= set;
            }
        }

        var idle = required & ~WithImplied(used);
        if (idle != CpuFeatures.None)
            yield return $"{kernel.Code.Program.Name}: requires {idle} and has no instruction of it";
    }

    private static CpuFeatures WithImplied(CpuFeatures sets) =>
        s_implied.Aggregate(sets, (all, rule) => all.HasFlag(rule.Set) ? all | rule.Implies : all);
}
