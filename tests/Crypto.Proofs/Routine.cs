using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>A kernel's bytes as terms, and its steps, read back once for all cases.</summary>
internal sealed class Routine
{
    /// <summary>Where it lies.</summary>
    public const ulong Address = 1UL << 40;

    private readonly IReadOnlyCollection<Step> _steps;

    public Routine(KernelCode kernel)
    {
        (Name, Arguments) = (kernel.Program.Name, kernel.Program.Arguments);
        var steps = Routines.Read(kernel.Bytes, Address);
        (Entry, _steps) = (steps[Address], steps.Values);
        Bytes = [.. kernel.Bytes.Select(number => (int)number)];
    }

    public string Name { get; }

    public ArgumentLayout Arguments { get; }

    public Step Entry { get; }

    public int[] Bytes { get; }

    /// <summary>Places of the instructions that ran since <see cref="Forget"/>.</summary>
    public HashSet<ulong> Reached { get; } = [];

    /// <summary>How many instructions ran since <see cref="Forget"/>.</summary>
    public int Steps { get; private set; }

    public void Note(Step step)
    {
        Reached.Add(PlaceOf(step));
        Steps++;
    }

    public void Forget()
    {
        Reached.Clear();
        Steps = 0;
    }

    /// <summary>What speaks against a whole theorem: an instruction that is not among those its cases came to. Null, if there is none.</summary>
    public string? WhyNotWhole(HashSet<ulong> reached) =>
        _steps.Where(step => !reached.Contains(PlaceOf(step))).OrderBy(PlaceOf).Select(step => $"{PlaceOf(step):x} {step.Instruction} is in no case").FirstOrDefault();

    private static ulong PlaceOf(Step step) => step.Instruction.IP - Address;
}
