using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.Tests.MachineCode;

namespace ManagedCrypto.Mutants;

/// <summary>A program's code, as it is read back from its bytes.</summary>
internal sealed class Routine
{
    private readonly HashSet<int> _targets = [];

    public Routine(KernelCode code)
    {
        Kernel = new DecodedKernel(code);
        Liveness = new Liveness(Kernel);
        foreach (var instruction in Kernel.Instructions.Where(instruction => instruction.NearBranchTarget != 0))
            _targets.Add(Kernel.At(instruction.NearBranchTarget) ?? -1);
    }

    public DecodedKernel Kernel { get; }

    public Liveness Liveness { get; }

    public KernelCode Code => Kernel.Code;

    public string Name => Code.Program.Name;

    /// <summary>Whether control comes to an instruction from elsewhere than the one before it.</summary>
    public bool IsTarget(int index) => _targets.Contains(index);

    public byte[] BytesOf(int index)
    {
        var instruction = Kernel.Instructions[index];
        return Code.Bytes[(int)instruction.IP..(int)instruction.NextIP];
    }

    /// <summary>Where an instruction has its displacement and immediate numbers.</summary>
    public ConstantOffsets Numbers(int index)
    {
        var instruction = Kernel.Instructions[index];
        var decoder = Decode(instruction.IP, BytesOf(index));
        return decoder.GetConstantOffsets(decoder.Decode());
    }

    /// <summary>An instruction as the listing in the generated file shows it; of a condition, also what it follows from.</summary>
    public string Text(int index)
    {
        var code = Kernel.Instructions;
        var text = Text(code[index]);
        if (code[index].FlowControl != FlowControl.ConditionalBranch)
            return text;
        var condition = Array.FindLastIndex(code, index - 1, instruction => instruction.RflagsModified != RflagsBits.None);
        return Text(code[condition]) + "; " + text;
    }

    /// <summary>The same of other bytes in its place.</summary>
    public static string Text(ulong address, byte[] bytes) => Text(Decode(address, bytes).Decode());

    /// <summary>
    /// The pieces of constants that instructions refer to: as much as one loads, and from an address that is taken up to the next piece.
    /// </summary>
    public IEnumerable<(int Offset, int Bytes)> Constants()
    {
        var pieces = new SortedDictionary<int, int>();
        foreach (var instruction in Kernel.Instructions.Where(instruction => instruction.IsIPRelativeMemoryOperand))
        {
            var offset = (int)instruction.IPRelativeMemoryAddress;
            pieces[offset] = Math.Max(pieces.GetValueOrDefault(offset), instruction.MemorySize.GetSize());
        }

        var end = Code.InstructionBytes;
        var offsets = pieces.Keys.Append(Code.Bytes.Length).ToArray();
        for (var i = 0; i + 1 < offsets.Length; i++)
        {
            var begin = Math.Max(offsets[i], end);
            var bytes = pieces[offsets[i]];
            end = bytes == 0 ? offsets[i + 1] : Math.Max(end, Math.Min(offsets[i] + bytes, Code.Bytes.Length));
            if (end > begin)
                yield return (begin, end - begin);
        }
    }

    private static Decoder Decode(ulong address, byte[] bytes) => Decoder.Create(64, new ByteArrayCodeReader(bytes), address);

    /// <summary>Without addresses within the kernel, which change with whatever comes before.</summary>
    private static string Text(in Instruction instruction)
    {
        if (instruction.NearBranchTarget != 0)
            return instruction.Mnemonic.ToString().ToLowerInvariant();
        var output = new StringOutput();
        new NasmFormatter().Format(instruction, output);
        var text = output.ToString();
        var address = text.IndexOf("[rel ", StringComparison.Ordinal);
        return address < 0 ? text : text[..(address + 4)] + text[text.IndexOf(']', address)..];
    }
}
