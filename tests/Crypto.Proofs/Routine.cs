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

    public Routine(KernelCode kernel)
    {
        (Name, Arguments) = (kernel.Program.Name, kernel.Program.Arguments);
        Entry = Routines.Read(kernel.Bytes, Address)[Address];
        Bytes = [.. kernel.Bytes.Select(number => (int)number)];
    }

    public string Name { get; }

    public ArgumentLayout Arguments { get; }

    public Step Entry { get; }

    public int[] Bytes { get; }

    /// <summary>Offsets of the instructions that ran since <see cref="Forget"/>.</summary>
    public HashSet<ulong> Reached { get; private set; } = [];

    /// <summary>How many instructions ran since <see cref="Forget"/>.</summary>
    public int Steps { get; private set; }

    public void Note(Step step)
    {
        Reached.Add(step.Instruction.IP - Address);
        Steps++;
    }

    public void Forget() => (Reached, Steps) = ([], 0);
}
