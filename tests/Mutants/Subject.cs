namespace ManagedCrypto.Mutants;

/// <summary>A routine that the self-test of a kernel runs.</summary>
/// <param name="KernelId">The first kernel of its list that has the routine.</param>
/// <param name="Family">The generated class that has the routine.</param>
/// <param name="Place">Where the routine begins in its family's code.</param>
/// <param name="Routine">Its code.</param>
/// <param name="IsHome">Whether the kernel's algorithm is the first that has the routine, and so must test all of it.</param>
internal sealed record Subject(string KernelId, string Family, int Place, Routine Routine, bool IsHome)
{
    private const byte Breakpoint = 0xCC;

    /// <summary>Ends the process where the self-test reaches an instruction.</summary>
    public Trial Trap(int offset) => Try(offset, [Breakpoint]);

    public Trial Try(Mutant mutant) => Try(mutant.Offset, mutant.Bytes);

    /// <summary>Without a change.</summary>
    public Trial Control() => Try(0, []);

    private Trial Try(int offset, byte[] bytes) => new(KernelId, Family, Place + offset, bytes);
}
