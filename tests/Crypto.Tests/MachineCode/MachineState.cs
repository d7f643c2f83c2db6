using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>What is known before an instruction, of every register, flag and byte of the argument struct.</summary>
internal sealed class MachineState
{
    private const int Low = 16, High = Low + 32, Masks = High + 32, Flags = Masks + 8, SlotCount = Flags + 6;

    private static readonly RflagsBits[] s_flags =
        [RflagsBits.OF, RflagsBits.SF, RflagsBits.ZF, RflagsBits.AF, RflagsBits.CF, RflagsBits.PF];

    private readonly TaintValue[] _slots;

    public MachineState(ArgumentLayout layout)
    {
        _slots = [.. Enumerable.Repeat(TaintValue.Foreign, SlotCount)];
        Memory = new StructMemory(layout);
    }

    private MachineState(MachineState other)
    {
        _slots = [.. other._slots];
        Memory = other.Memory.Clone();
    }

    public StructMemory Memory { get; }

    public MachineState Clone() => new(this);

    /// <summary>Joins what holds after another way to the same place; false if nothing new came.</summary>
    public bool Join(MachineState other)
    {
        var changed = Memory.Join(other.Memory);
        for (var i = 0; i < SlotCount; i++)
        {
            var joined = TaintValue.Join(_slots[i], other._slots[i]);
            changed |= joined != _slots[i];
            _slots[i] = joined;
        }

        return changed;
    }

    /// <summary>What a register holds; of part of one, or of a vector over 128 bits, what it depends on.</summary>
    public TaintValue this[Register register]
    {
        get
        {
            if (register.IsVectorRegister())
            {
                var (low, high) = Vector(register);
                return register.IsXMM() ? low : TaintValue.Mix(low, high);
            }

            if (register.IsK())
                return _slots[Masks + register.GetNumber()];
            return register.IsGPR64() ? _slots[register.GetNumber()] : _slots[register.GetFullRegister().GetNumber()].AsNumber;
        }
    }

    /// <summary>A vector's low 128 bits and the rest.</summary>
    public (TaintValue Low, TaintValue High) Vector(Register register) =>
        (_slots[Low + register.GetNumber()], _slots[High + register.GetNumber()]);

    /// <summary>A general register or a mask. Writing 32 bits clears the rest, writing fewer keeps it.</summary>
    public void Set(Register register, TaintValue value)
    {
        if (register.IsK())
            _slots[Masks + register.GetNumber()] = value;
        else if (register.IsGPR64())
            _slots[register.GetNumber()] = value;
        else if (register.IsGPR32())
            _slots[register.GetFullRegister().GetNumber()] = value.AsNumber;
        else
            _slots[register.GetFullRegister().GetNumber()] = TaintValue.Mix(value, this[register.GetFullRegister()]);
    }

    public void SetVector(Register register, TaintValue low, TaintValue high) =>
        (_slots[Low + register.GetNumber()], _slots[High + register.GetNumber()]) = (low, high);

    /// <summary>The registers and masks that depend on a secret of the kernel's: of vectors all bits count.</summary>
    public IEnumerable<Register> SecretRegisters() =>
        Enumerable.Range(0, Low).Select(number => Register.RAX + number)
            .Concat(Enumerable.Range(0, High - Low).Select(number => Register.ZMM0 + number))
            .Concat(Enumerable.Range(0, Flags - Masks).Select(number => Register.K0 + number))
            .Where(register => this[register].Kind == TaintKind.Secret);

    public TaintValue OfFlags(RflagsBits bits) =>
        FlagSlots(bits).Aggregate(TaintValue.Public, (all, slot) => TaintValue.Mix(all, _slots[slot]));

    public void SetFlags(RflagsBits bits, TaintValue value)
    {
        foreach (var slot in FlagSlots(bits))
            _slots[slot] = value;
    }

    private static IEnumerable<int> FlagSlots(RflagsBits bits) =>
        Enumerable.Range(0, s_flags.Length).Where(i => (bits & s_flags[i]) != 0).Select(i => Flags + i);
}
