using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Arm64;
using TermMachine = ManagedCrypto.Proofs.Arm64.A64Machine<int, ManagedCrypto.Proofs.Terms, ManagedCrypto.Proofs.TermMemory>;

namespace ManagedCrypto.Proofs.Arm64;

/// <summary>
/// A kernel for Arm64. A run of it shows besides what the rules of machine code demand: registers that callers want back hold what they held,
/// no others hold anything secret, and neither does scratch memory.
/// </summary>
internal sealed class A64Routine(KernelCode kernel) : Routine(kernel.Program.Name, kernel.Program.Arguments, [.. kernel.Bytes.Select(number => (int)number)], Instructions(kernel))
{
    /// <summary>x18 is the system's, x19 to x30 and the stack pointer are callers', and so are the lower halves of v8 to v15.</summary>
    private const int FirstOfCallers = 18, FirstVectorOfCallers = 8, LastVectorOfCallers = 15;

    private readonly A64RecordedStep[] _steps = [.. Enumerable.Range(0, kernel.InstructionBytes / sizeof(uint)).Select(i => StepOf(kernel, Address + (ulong)(i * sizeof(uint))))];

    /// <inheritdoc/>
    public override void Run(Terms terms, TermMemory memory, ulong arguments)
    {
        var machine = new TermMachine(terms, memory);
        var (general, vectors) = (terms.Unknowns("general", machine.General.Length), terms.Unknowns("vectors", machine.Vectors.Length));
        general.CopyTo(machine.General);
        vectors.CopyTo(machine.Vectors);
        machine.SetNumber(0, arguments);
        machine.SetNumber(TermMachine.Registers - 1, Proof.Stack);
        var roundEnd = EndOfLongestRound(_steps.Where(step => step.Target is not null).Select(step => (step.Address, step.Target!.Value)));
        ulong? address = Address;
        for (var steps = 0; address is { } at; steps++)
        {
            if (steps == MostSteps)
                throw new InvalidOperationException($"runs on after {MostSteps} steps");
            if (at - Address >= (ulong)kernel.InstructionBytes)
                throw new InvalidOperationException("goes on where there is no instruction");
            Reach(at - Address);
            var word = BitConverter.ToUInt32(kernel.Bytes, (int)(at - Address));
            if (at == roundEnd)
                AtRoundEnd?.Invoke(machine.General, machine.Vectors);
            Recording?.Begin(_steps[(at - Address) / sizeof(uint)], machine.General, () => new(machine.Vectors.ToArray(), [], machine.Flags, machine.Carry));
            try
            {
                address = machine.Execute(word, at);
            }
            catch (Exception failure) when (failure is InvalidOperationException or NotSupportedException)
            {
                throw new InvalidOperationException($"{failure.Message} [{at - Address:x} {A64Instructions.Of(word).Format(word)}]", failure);
            }
        }

        Recording?.End();
        DemandKept(machine, general, vectors);
        DemandNoSecrets(terms, machine, [.. Public(memory, arguments)]);
        if (kernel.Program.Arguments.Fields.FirstOrDefault(field => field.Name == KernelProgram.Scratch) is { } scratch)
            DemandNoSecrets(terms, memory, arguments, scratch, [.. general, .. vectors]);
    }

    /// <summary>Instructions that compute what is secret, or move it to or from memory outside the argument struct.</summary>
    public static IEnumerable<(int Place, string Text)> OnSecrets(KernelCode kernel) => Instructions(kernel)
        .Select(one => ((int)one.Place, one.Text))
        .Where(one => IsOnSecrets(BitConverter.ToUInt32(kernel.Bytes, one.Item1)));

    /// <summary>In general registers, lengths and pointers are summed, and secrets are logic's.</summary>
    private static bool IsOnSecrets(uint word)
    {
        var encoding = A64Instructions.Of(word);
        var isInStruct = encoding.FieldNames.ToList().IndexOf("Xs") is var place && place >= 0 && encoding.Decode(word)[place] == 0;
        return encoding != A64Instructions.MoviD2 && !isInStruct
            && (encoding.Mnemonic is "eor" or "bic" or "extr" or "mul" or "umulh" or "adds" or "adc" or "adcs" || encoding.FieldNames.Any(name => name[0] is 'V' or 'Q' or 'D' or 'S'));
    }

    private static IReadOnlyCollection<(ulong Place, string Text)> Instructions(KernelCode kernel) =>
        [.. kernel.Program.List(kernel).Select(one => ((ulong)one.Offset, one.Text))];

    private static A64RecordedStep StepOf(KernelCode kernel, ulong address) => new(BitConverter.ToUInt32(kernel.Bytes, (int)(address - Address)), address);

    private static void DemandKept(TermMachine machine, int[] general, int[] vectors)
    {
        for (var i = FirstOfCallers; i < TermMachine.Registers - 1; i++)
        {
            if (!Part(machine.General, i, TermMachine.WordBytes).SequenceEqual(Part(general, i, TermMachine.WordBytes)))
                throw new InvalidOperationException($"x{i} is another on return");
        }

        for (var i = FirstVectorOfCallers; i <= LastVectorOfCallers; i++)
        {
            var half = TermMachine.VectorBytes / 2;
            if (!Part(machine.Vectors, i, TermMachine.VectorBytes)[..half].SequenceEqual(Part(vectors, i, TermMachine.VectorBytes)[..half]))
                throw new InvalidOperationException($"the lower half of v{i} is another on return");
        }
    }

    /// <summary>What the argument struct holds that is public, but for pointers.</summary>
    private IEnumerable<int> Public(TermMemory memory, ulong arguments) => Arguments.Fields.Where(field => field.Kind == FieldKind.Public).SelectMany(field =>
    {
        var bytes = new int[field.Bytes];
        memory.Load(arguments + (ulong)field.Offset, bytes);
        return bytes;
    });

    private static void DemandNoSecrets(Terms terms, TermMachine machine, HashSet<int> known)
    {
        // What a register held before is not the kernel's secret.
        var (general, vectors) = (terms.Unknowns("general", machine.General.Length), terms.Unknowns("vectors", machine.Vectors.Length));
        for (var i = 0; i < general.Length; i++)
        {
            if (machine.General[i] != general[i] && !known.Contains(machine.General[i]) && !terms.IsNumber(machine.General[i], out _))
                throw new InvalidOperationException($"x{i / TermMachine.WordBytes} holds {terms.Describe(machine.General[i])} on return");
        }

        for (var i = 0; i < vectors.Length; i++)
        {
            if (machine.Vectors[i] != vectors[i] && !terms.IsNumber(machine.Vectors[i], out _))
                throw new InvalidOperationException($"v{i / TermMachine.VectorBytes} holds {terms.Describe(machine.Vectors[i])} on return");
        }
    }

    /// <summary>Scratch memory holds what it held before, numbers, and callers' registers.</summary>
    private static void DemandNoSecrets(Terms terms, TermMemory memory, ulong arguments, ArgumentField scratch, int[] registers)
    {
        HashSet<int> known = [.. registers, .. terms.Unknowns("argument", scratch.Offset + scratch.Bytes)];
        var bytes = new int[scratch.Bytes];
        memory.Load(arguments + (ulong)scratch.Offset, bytes);
        for (var i = 0; i < bytes.Length; i++)
        {
            if (!known.Contains(bytes[i]) && !terms.IsNumber(bytes[i], out _))
                throw new InvalidOperationException($"byte {i} of scratch memory holds {terms.Describe(bytes[i])} on return");
        }
    }

    private static Span<int> Part(Span<int> registers, int number, int bytes) => registers.Slice(number * bytes, bytes);
}
