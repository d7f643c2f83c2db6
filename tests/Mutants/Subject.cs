namespace ManagedCrypto.Mutants;

/// <summary>A routine that the self-test of a kernel runs.</summary>
/// <param name="KernelId">The first kernel of its list that has the routine.</param>
/// <param name="Routine">Its code.</param>
/// <param name="IsHome">Whether the kernel's algorithm is the first that has the routine, and so must test all of it.</param>
internal sealed record Subject(string KernelId, Routine Routine, bool IsHome)
{
    private const byte Breakpoint = 0xCC;

    /// <summary>Ends the process where the self-test reaches an instruction.</summary>
    public Trial Trap(int offset) => Try(offset, [Breakpoint]);

    public Trial Try(Mutant mutant) => Try(mutant.Offset, mutant.Bytes);

    /// <summary>Without a change.</summary>
    public Trial Control() => Try(0, []);

    private Trial Try(int offset, byte[] bytes) => new(KernelId, Routine.Family.ClassName, Routine.Place + offset, bytes);
}
