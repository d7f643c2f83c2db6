using System.Collections.Generic;
using System.Linq;
using Iced.Intel;

namespace ManagedCrypto.Mutants;

/// <summary>What can be seen from the code: mutants that no result can tell from what they are made from.</summary>
internal static class Equivalence
{
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
        return all.All(instruction => HasNoEffect(instruction) || mutant.Routine.Liveness.IsIdle(instruction, last))
            ? "nobody reads it: wiped, or saved for the caller (TaintWalk, ClobberTests, CallRegisterTests)"
            : null;
    }

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
