using System;

namespace ManagedCrypto.Mutants;

/// <summary>A mutant that the self-test let pass.</summary>
internal sealed class Survivor(Subject subject, Mutant mutant)
{
    public string KernelId => subject.KernelId;

    public string Routine => mutant.Routine.Name;

    /// <summary>As the listing has it.</summary>
    public string Before { get; } = mutant.Before;

    public string After { get; } = mutant.After;

    /// <summary>Why no result can tell, if that follows from the code alone, or null.</summary>
    public string? Why { get; } = Equivalence.WhyOf(mutant);

    public override string ToString() =>
        $"{KernelId} {Routine} {mutant.Offset:x4} {Convert.ToHexString(mutant.Original)} `{Before}` -> `{After}`";
}
