using System.Collections.Generic;
using System.Linq;
using Iced.Intel;

namespace ManagedCrypto.KernelAssembler;

/// <summary>
/// Which vector registers may hold something of a kernel's, read from its bytes: those that it wrote on some way to a place, and
/// neither cleared nor gave back since.
/// </summary>
internal sealed class WrittenVectors
{
    private readonly Dictionary<ulong, int> _indexOf = [];
    private readonly List<Instruction> _instructions = [];
    private readonly uint[] _before;

    /// <param name="code">The kernel's instructions.</param>
    /// <param name="homes">Where registers are saved, as displacements from rcx.</param>
    public WrittenVectors(byte[] code, IReadOnlyCollection<(Register Register, long Home)> homes)
    {
        var decoder = Decoder.Create(64, new ByteArrayCodeReader(code));
        while (decoder.IP < (ulong)code.Length)
        {
            _indexOf[decoder.IP] = _instructions.Count;
            _instructions.Add(decoder.Decode());
        }

        _before = new uint[_instructions.Count];
        var information = new InstructionInfoFactory();
        var effects = _instructions.ConvertAll(instruction => EffectOf(instruction, homes, information));
        for (var changed = true; changed;)
        {
            changed = false;
            for (var i = 0; i < _before.Length; i++)
            {
                var after = (_before[i] | effects[i].Writes) & ~effects[i].Clears;
                foreach (var next in Successors(_instructions[i]))
                {
                    changed |= (after & ~_before[next]) != 0;
                    _before[next] |= after;
                }
            }
        }
    }

    /// <summary>The registers, by number, that hold something when control comes to an offset.</summary>
    public int[] At(ulong offset)
    {
        var registers = _before[_indexOf[offset]];
        return [.. Enumerable.Range(0, 32).Where(register => (registers & (1U << register)) != 0)];
    }

    private static (uint Writes, uint Clears) EffectOf(
        Instruction instruction, IReadOnlyCollection<(Register, long)> homes, InstructionInfoFactory information)
    {
        if (instruction.Mnemonic == Mnemonic.Vzeroupper)
            return default;
        var written = information.GetInfo(instruction).GetUsedRegisters()
            .Where(used => used.Register.IsVectorRegister() && used.Access is not (OpAccess.Read or OpAccess.CondRead))
            .Aggregate(0U, (all, used) => all | (1U << used.Register.GetNumber()));
        return IsClear(instruction) || IsRestore(instruction, homes) ? (0, written) : (written, 0);
    }

    private static bool IsClear(Instruction instruction)
    {
        var last = instruction.OpCount - 1;
        return instruction.Mnemonic is Mnemonic.Pxor or Mnemonic.Vpxor or Mnemonic.Vpxord or Mnemonic.Vpxorq
            && instruction.GetOpRegister(last) != Register.None
            && instruction.GetOpRegister(last) == instruction.GetOpRegister(last - 1);
    }

    private static bool IsRestore(Instruction instruction, IReadOnlyCollection<(Register, long)> homes) =>
        instruction is { Mnemonic: Mnemonic.Vmovdqu, Op1Kind: OpKind.Memory, MemoryBase: Register.RCX, MemoryIndex: Register.None }
        && homes.Contains((instruction.Op0Register, (long)instruction.MemoryDisplacement64));

    private IEnumerable<int> Successors(Instruction instruction)
    {
        if (instruction.FlowControl is FlowControl.ConditionalBranch or FlowControl.UnconditionalBranch
            && _indexOf.TryGetValue(instruction.NearBranchTarget, out var target))
            yield return target;
        if (instruction.FlowControl is FlowControl.Next or FlowControl.ConditionalBranch
            && _indexOf.TryGetValue(instruction.NextIP, out var next))
            yield return next;
    }
}
