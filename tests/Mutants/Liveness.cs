using System;
using System.Linq;
using System.Numerics;
using Iced.Intel;
using ManagedCrypto.Tests.MachineCode;

namespace ManagedCrypto.Mutants;

/// <summary>
/// What is still read after each instruction of a kernel, on some way to a return, by an instruction that itself has an effect. At a
/// return no register is read: that it is wiped, or given back to the caller, other tests show (TaintWalk, ClobberTests and
/// CallRegisterTests).
/// </summary>
internal sealed class Liveness
{
    private readonly StructBytes _memory;
    private readonly UInt128[] _live;
    private readonly BigInteger[] _liveBytes;

    public Liveness(DecodedKernel kernel)
    {
        _memory = new StructBytes(kernel);
        var count = kernel.Instructions.Length;
        var effects = new Effects[count];
        for (var i = 0; i < count; i++)
            effects[i] = EffectsOf(kernel.Instructions[i]);
        UInt128[] before = new UInt128[count];
        var bytesBefore = new BigInteger[count];
        _live = new UInt128[count];
        _liveBytes = new BigInteger[count];
        for (var isSettled = false; !isSettled;)
        {
            isSettled = true;
            for (var i = count - 1; i >= 0; i--)
            {
                var isReturn = kernel.Instructions[i].FlowControl == FlowControl.Return;
                UInt128 live = default;
                var bytes = isReturn ? _memory.Kept : default;
                foreach (var next in kernel.Successors(i).OfType<int>())
                {
                    live |= before[next];
                    bytes |= bytesBefore[next];
                }

                (_live[i], _liveBytes[i]) = (live, bytes);
                if (IsUsed(effects[i], i))
                {
                    live = (live & ~effects[i].Kills) | effects[i].Reads;
                    bytes = (bytes & ~effects[i].StructWrites) | effects[i].StructReads;
                }

                if (live == before[i] && bytes == bytesBefore[i])
                    continue;
                (before[i], bytesBefore[i]) = (live, bytes);
                isSettled = false;
            }
        }
    }

    /// <summary>Registers and flags that are read after an instruction.</summary>
    public UInt128 After(int index) => _live[index];

    public Effects EffectsOf(in Instruction instruction) => Effects.Of(instruction, _memory);

    /// <summary>Whether an instruction in the place of another would write nothing that is read later on.</summary>
    public bool IsIdle(in Instruction instruction, int index) => !IsUsed(EffectsOf(instruction), index);

    /// <summary>Whether an instruction writes beyond the argument struct.</summary>
    public bool IsBeyond(in Instruction instruction) => !(EffectsOf(instruction).StructWrites >> _memory.Length).IsZero;

    private bool IsUsed(in Effects effects, int index) => effects.IsVisible || (effects.Writes & _live[index]) != 0
        || !(effects.StructWrites & _liveBytes[index]).IsZero;
}
