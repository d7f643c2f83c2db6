using System;
using System.Collections.Generic;

namespace ManagedCrypto.Proofs;

/// <summary>A run, instruction by instruction, for <see cref="Induction"/> to compare with other runs.</summary>
internal sealed class Recording
{
    private readonly List<Moment> _moments = [];
    private List<int[]>? _loads;

    public IReadOnlyList<Moment> Moments => _moments;

    /// <summary>Takes note of an instruction before it is executed.</summary>
    public void Begin(IRecordedStep step, ReadOnlySpan<int> general, Func<State> state)
    {
        // Runs of different lengths part at a branch, and all that the machine holds is compared there. To a vector a number may be added that is another
        // in each run.
        _moments.Add(new(step, general.ToArray(), _loads = [], step.IsConditionalBranch || step.SumOfVectors is not null ? state() : null));
    }

    /// <summary>Takes note of what an instruction loads.</summary>
    public void Load(int[] bytes) => _loads?.Add(bytes);

    /// <summary>What is loaded from now on is no instruction's.</summary>
    public void End() => _loads = null;

    /// <param name="Step">The instruction.</param>
    /// <param name="General">What general registers held before it.</param>
    /// <param name="Loads">What it loaded.</param>
    /// <param name="State">What else the machine held, before a branch and before vectors are added up.</param>
    internal sealed record Moment(IRecordedStep Step, int[] General, List<int[]> Loads, State? State);

    /// <param name="Vectors">Vector registers.</param>
    /// <param name="Masks">Registers of masks.</param>
    /// <param name="Flags">All flags, or null where they are not known.</param>
    /// <param name="Carry">The carry, which may be a term.</param>
    internal sealed record State(int[] Vectors, ulong?[] Masks, object? Flags, int? Carry);
}
