namespace ManagedCrypto.Mutants;

/// <summary>A mutant that the self-test let pass, or no theorem refuted.</summary>
/// <param name="KernelId">The kernel, or for Arm64 its family.</param>
/// <param name="Routine">The code that was changed.</param>
/// <param name="Before">As the listing has it.</param>
/// <param name="After">What became of it.</param>
/// <param name="Place">Where, and the bytes before.</param>
/// <param name="Why">Why no result can tell, if that follows from the code alone, or null.</param>
internal sealed record Survivor(string KernelId, string Routine, string Before, string After, string Place, string? Why)
{
    public override string ToString() => $"{KernelId} {Routine} {Place} `{Before}` -> `{After}`";
}
