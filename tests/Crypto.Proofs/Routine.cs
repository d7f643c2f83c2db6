using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.Machine;
using TermMachine = ManagedCrypto.Machine.Machine<int, ManagedCrypto.Proofs.Terms, ManagedCrypto.Proofs.TermMemory>;

namespace ManagedCrypto.Proofs;

/// <summary>A kernel's bytes as terms, and its steps, read back once for all cases.</summary>
internal class Routine
{
    /// <summary>Where it lies.</summary>
    public const ulong Address = 1UL << 40;

    /// <summary>The instructions that control can come to, by their places.</summary>
    private readonly IReadOnlyCollection<(ulong Place, string Text)> _instructions;

    private readonly Step? _entry;

    private readonly Dictionary<Step, X64RecordedStep> _recordedSteps = [];

    public Routine(KernelCode kernel)
    {
        (Name, Arguments, Bytes) = (kernel.Program.Name, kernel.Program.Arguments, [.. kernel.Bytes.Select(number => (int)number)]);
        var steps = Routines.Read(kernel.Bytes, Address);
        (_entry, _instructions) = (steps[Address], [.. steps.Values.Select(step => (PlaceOf(step), step.Instruction.ToString()))]);
        RoundEnd = EndOfLongestRound(steps.Values.Where(step => step.IsBranch).Select(step => (PlaceOf(step), step.Instruction.NearBranchTarget - Address)));
    }

    /// <summary>What is no kernel for x64.</summary>
    protected Routine(string name, ArgumentLayout arguments, int[] bytes, IReadOnlyCollection<(ulong Place, string Text)> instructions) =>
        (Name, Arguments, Bytes, _instructions) = (name, arguments, bytes, instructions);

    public string Name { get; }

    public ArgumentLayout Arguments { get; }

    /// <summary>Its bytes; none of what is no kernel.</summary>
    public int[] Bytes { get; }

    /// <summary>Places of the instructions that ran since <see cref="Forget"/>.</summary>
    public HashSet<ulong> Reached { get; } = [];

    /// <summary>How many instructions ran since <see cref="Forget"/>.</summary>
    public int Steps { get; private set; }

    /// <summary>A run that takes more of them ends. No case takes as many.</summary>
    public int MostSteps { get; set; } = 1_000_000;

    /// <summary>Whether it may leave all of the argument struct changed, pointers and lengths, too.</summary>
    public virtual bool ChangesArguments => false;

    /// <summary>What takes note of the next run, if anything does.</summary>
    public Recording? Recording { get; set; }

    /// <summary>What is done with the registers before the branch that ends a round of the main loop, if anything is.</summary>
    public AtRegisters? AtRoundEnd { get; set; }

    /// <summary>The place of the branch that ends a round of the main loop, if there is one that is known.</summary>
    public ulong? RoundEnd { get; protected set; }

    /// <summary>Memory that has nothing yet.</summary>
    public virtual TermMemory NewMemory(Terms terms) => new(Recording);

    protected virtual TermMachine NewMachine(Terms terms, TermMemory memory) => new(terms, memory);

    /// <summary>Runs to the return, with the argument struct at an address, whatever registers hold.</summary>
    public virtual void Run(Terms terms, TermMemory memory, ulong arguments)
    {
        var machine = NewMachine(terms, memory);
        terms.Unknowns("general", machine.General.Length).CopyTo(machine.General);
        terms.Unknowns("vectors", machine.Vectors.Length).CopyTo(machine.Vectors);
        machine.SetNumber(Iced.Intel.Register.RSP, Proof.Stack);
        Run(machine, arguments);
    }

    protected virtual void Run(TermMachine machine, ulong arguments)
    {
        machine.SetNumber(Iced.Intel.Register.RDI, arguments);
        Run(machine, _entry);
    }

    protected void Run(TermMachine machine, Step? step)
    {
        for (var i = 0; step is not null; i++)
        {
            if (i == MostSteps)
                throw new InvalidOperationException($"runs on after {MostSteps} steps");
            Reach(PlaceOf(step));
            if (PlaceOf(step) == RoundEnd)
                AtRoundEnd?.Invoke(machine.General, machine.Vectors);
            Recording?.Begin(RecordedStep(step), machine.General, () => new(machine.Vectors.ToArray(), machine.Masks.ToArray(), machine.Flags, machine.Carry));
            try
            {
                step = Execute(machine, step);
            }
            catch (Exception failure) when (failure is InvalidOperationException or NotSupportedException)
            {
                throw new InvalidOperationException($"{failure.Message} [{step}]", failure);
            }
        }

        Recording?.End();
    }

    private X64RecordedStep RecordedStep(Step step)
    {
        if (!_recordedSteps.TryGetValue(step, out var recorded))
            _recordedSteps.Add(step, recorded = new(step));
        return recorded;
    }

    /// <summary>Does something while all stays where it is that the routine knows the address of.</summary>
    public virtual void Hold(Action action) => action();

    public void Forget()
    {
        Reached.Clear();
        Steps = 0;
    }

    /// <summary>Takes note of an instruction.</summary>
    protected void Reach(ulong place)
    {
        Reached.Add(place);
        Steps++;
    }

    protected virtual Step? Execute(TermMachine machine, Step step) => machine.Execute(step);

    /// <summary>What speaks against a whole theorem: an instruction that is not among those its cases came to. Null, if there is none.</summary>
    public string? WhyNotWhole(HashSet<ulong> reached) =>
        _instructions.Where(one => !reached.Contains(one.Place)).OrderBy(one => one.Place).Select(one => $"{one.Place:x} {one.Text} is in no case").FirstOrDefault();

    /// <summary>The branch that leads back furthest: the main loop's, which has others within it. Null, if none leads back.</summary>
    protected static ulong? EndOfLongestRound(IEnumerable<(ulong Place, ulong Target)> branches)
    {
        var back = branches.Where(branch => branch.Target < branch.Place).ToArray();
        return back.Length == 0 ? null : back.MaxBy(branch => branch.Place - branch.Target).Place;
    }

    private static ulong PlaceOf(Step step) => step.Instruction.IP - Address;

    /// <summary>Sees all bytes of general registers and of vectors, and may change them.</summary>
    public delegate void AtRegisters(Span<int> general, Span<int> vectors);
}
