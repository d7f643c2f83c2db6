using System.Collections.Generic;
using Iced.Intel;
using ManagedCrypto.Machine;
using TermMachine = ManagedCrypto.Machine.Machine<int, ManagedCrypto.Proofs.Terms, ManagedCrypto.Proofs.TermMemory>;

namespace ManagedCrypto.Proofs;

/// <summary>A run, instruction by instruction, for <see cref="Induction"/> to compare with other runs.</summary>
internal sealed class Recording
{
    private readonly List<Moment> _moments = [];
    private List<int[]>? _loads;

    public IReadOnlyList<Moment> Moments => _moments;

    /// <summary>Takes note of an instruction before it is executed.</summary>
    public void Begin(TermMachine machine, Step step)
    {
        // Runs of different lengths part at a branch, and all that the machine holds is compared there.
        var isBranch = step.Instruction.FlowControl == FlowControl.ConditionalBranch;
        _moments.Add(new(
            step, machine.General.ToArray(), _loads = [],
            isBranch ? new(machine.Vectors.ToArray(), machine.Masks.ToArray(), machine.Flags, machine.Carry) : null));
    }

    /// <summary>Takes note of what an instruction loads.</summary>
    public void Load(int[] bytes) => _loads?.Add(bytes);

    /// <summary>What is loaded from now on is no instruction's.</summary>
    public void End() => _loads = null;

    /// <param name="Step">The instruction.</param>
    /// <param name="General">What general registers held before it.</param>
    /// <param name="Loads">What it loaded.</param>
    /// <param name="State">What else the machine held, before a branch.</param>
    internal sealed record Moment(Step Step, int[] General, List<int[]> Loads, State? State);

    internal sealed record State(int[] Vectors, ulong?[] Masks, StatusFlags? Flags, int? Carry);
}
