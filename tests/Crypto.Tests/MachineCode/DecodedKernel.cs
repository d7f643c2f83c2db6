using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>A kernel's instructions as they are read back from its bytes, and the ways between them.</summary>
internal sealed class DecodedKernel
{
    private readonly Dictionary<ulong, int> _indexOf = [];

    public DecodedKernel(KernelCode code)
    {
        Code = code;
        var decoder = Iced.Intel.Decoder.Create(64, new ByteArrayCodeReader(code.Bytes, 0, code.InstructionBytes));
        var instructions = new List<Instruction>();
        while (decoder.IP < (ulong)code.InstructionBytes)
        {
            _indexOf[decoder.IP] = instructions.Count;
            instructions.Add(decoder.Decode());
        }

        Instructions = [.. instructions];
    }

    public KernelCode Code { get; }

    public Instruction[] Instructions { get; }

    /// <summary>The instruction that begins at an offset, or null where none does.</summary>
    public int? At(ulong offset) => _indexOf.TryGetValue(offset, out var index) ? index : null;

    /// <summary>
    /// Where control may go next, null for out of the kernel or into the middle of an instruction; nowhere from a return.
    /// </summary>
    public IEnumerable<int?> Successors(int index)
    {
        var instruction = Instructions[index];
        if (instruction.FlowControl is FlowControl.ConditionalBranch or FlowControl.UnconditionalBranch)
            yield return At(instruction.NearBranchTarget);
        if (instruction.FlowControl is FlowControl.Next or FlowControl.ConditionalBranch)
            yield return At(instruction.NextIP);
    }

    /// <summary>The instructions that control can come to from the two entries.</summary>
    public HashSet<int> Reachable()
    {
        var reached = new HashSet<int> { 0, WindowsEntry ?? 0 };
        var open = new Stack<int>(reached);
        while (open.TryPop(out var index))
        {
            foreach (var next in Successors(index).OfType<int>().Where(reached.Add))
                open.Push(next);
        }

        return reached;
    }

    /// <summary>The instruction that the Windows convention enters by, or null where none begins.</summary>
    public int? WindowsEntry => At(X64Program.WindowsEntry);

    /// <summary>Kernel, offset and instruction, as the listing in the generated file shows them.</summary>
    public string Describe(int index)
    {
        var output = new StringOutput();
        new NasmFormatter().Format(Instructions[index], output);
        return $"{Code.Program.Name} {Instructions[index].IP:x4} {output.ToString()}";
    }
}
