using System.Collections.Generic;
using System.Linq;
using Iced.Intel;

namespace ManagedCrypto.Mutants;

/// <summary>What can be seen from the code: mutants that no result can tell from what they are made from, but by chance.</summary>
internal static class Equivalence
{
    private static readonly HashSet<Mnemonic> s_sums =
    [
        Mnemonic.Add, Mnemonic.Sub, Mnemonic.Xor, Mnemonic.Pxor, Mnemonic.Paddd, Mnemonic.Vpxor, Mnemonic.Vpaddd, Mnemonic.Vpaddq, Mnemonic.Vpxord,
        Mnemonic.Vpxorq,
    ];

    /// <summary>Why no result tells, or null.</summary>
    public static string? WhyOf(Mutant mutant)
    {
        if (mutant.Index is not { } index)
            return null;
        var code = mutant.Routine.Kernel.Instructions;
        List<Instruction> before = [code[index]], after = [.. Decode(mutant)];
        if (mutant.What == Mutant.Swapped)
            before.Add(code[index + 1]);
        var last = index + before.Count - 1;
        Instruction[] all = [.. before, .. after];
        if (all.All(HasNoEffect))
            return "padding, landing pad or prefetch";
        if (all.All(instruction => HasNoEffect(instruction) || instruction.Mnemonic == Mnemonic.Vzeroupper))
            return "vzeroupper: time (KernelRules)";
        if (mutant.What == Mutant.Swapped && Commute(before[0], before[1]))
            return "the same in either order";
        if (after.Exists(instruction => mutant.Routine.Liveness.IsBeyond(instruction)))
            return "writes beyond the arguments, where what lies is chance (TaintWalk)";
        return all.All(instruction => HasNoEffect(instruction) || mutant.Routine.Liveness.IsIdle(instruction, last))
            ? "nobody reads it: wiped, or saved for the caller (TaintWalk, ClobberTests, CallRegisterTests)"
            : null;
    }

    /// <summary>Whether both add something to one register, or both subtract.</summary>
    private static bool Commute(Instruction first, Instruction second)
    {
        var isVex = first.OpCount == 3;
        return s_sums.Contains(first.Mnemonic) && first.Code == second.Code
            && first.Op0Register == second.Op0Register
            && (!isVex || (Adds(first) && Adds(second)))
            && LastRegister(first) != first.Op0Register && LastRegister(second) != second.Op0Register;
    }

    private static bool Adds(Instruction instruction) => instruction.Op1Register == instruction.Op0Register;

    private static Register LastRegister(Instruction instruction) =>
        instruction.GetOpKind(instruction.OpCount - 1) == OpKind.Register ? instruction.GetOpRegister(instruction.OpCount - 1) : Register.None;

    private static bool HasNoEffect(Instruction instruction) => instruction.Mnemonic
        is Mnemonic.Nop or Mnemonic.Endbr64 or Mnemonic.Prefetcht0 or Mnemonic.Prefetcht1 or Mnemonic.Prefetcht2 or Mnemonic.Prefetchnta;

    private static IEnumerable<Instruction> Decode(Mutant mutant)
    {
        var end = (ulong)(mutant.Offset + mutant.Bytes.Length);
        var decoder = Decoder.Create(64, new ByteArrayCodeReader(mutant.Bytes), (ulong)mutant.Offset);
        while (decoder.IP < end)
            yield return decoder.Decode();
    }
}
