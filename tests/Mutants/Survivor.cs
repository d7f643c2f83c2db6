using System;

namespace ManagedCrypto.Mutants;

/// <summary>A mutant that the self-test let pass, as a worker tells of it.</summary>
/// <param name="KernelId">Whose self-test it was.</param>
/// <param name="Routine">The code that was changed.</param>
/// <param name="Offset">Where, from its beginning.</param>
/// <param name="Bytes">What was there.</param>
/// <param name="Before">The same as the listing has it.</param>
/// <param name="After">What became of it.</param>
/// <param name="Why">Why no result can tell, if that follows from the code alone; or nothing.</param>
internal sealed record Survivor(string KernelId, string Routine, string Offset, string Bytes, string Before, string After, string Why)
{
    public Survivor(Subject subject, Mutant mutant)
        : this(
            subject.KernelId, mutant.Routine.Name, mutant.Offset.ToString("x4"), Convert.ToHexString(mutant.Original), mutant.Before, mutant.After,
            Equivalence.WhyOf(mutant) ?? "")
    {
    }

    public string Line => string.Join('\t', KernelId, Routine, Offset, Bytes, Before, After, Why);

    public static Survivor Parse(string[] columns) =>
        new(columns[0], columns[1], columns[2], columns[3], columns[4], columns[5], columns[6]);

    public override string ToString() => $"{KernelId} {Routine} {Offset} {Bytes} `{Before}` -> `{After}`";
}
