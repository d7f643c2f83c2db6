using System;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>An access to memory: the bytes from an address on, or those of them that a mask chooses.</summary>
internal readonly record struct MemoryAccess(int Index, ulong Address, int Bytes, bool Reads, bool Writes, ulong? Mask);

/// <summary>
/// Interprets a kernel as far as addresses go: general registers, masks, and what of the argument struct is public, on given numbers.
/// All else is unknown, and an address or a branch that depends on it is an error. <see cref="TraceTests"/> compares it with the CPU.
/// </summary>
internal sealed class AddressMachine
{
    private readonly DecodedKernel _kernel;
    private readonly AddressStep[] _steps;
    private readonly ulong _struct;
    private readonly ulong _code;
    private readonly ulong?[] _registers = new ulong?[16];
    private readonly ulong?[] _masks = new ulong?[8];
    private readonly byte?[] _fields;
    private StatusFlags? _flags;

    /// <param name="kernel">The kernel.</param>
    /// <param name="argument">Where the argument struct is to lie.</param>
    /// <param name="code">Where the kernel is to lie.</param>
    public AddressMachine(DecodedKernel kernel, ulong argument, ulong code)
    {
        (_kernel, _struct, _code) = (kernel, argument, code);
        _fields = new byte?[kernel.Code.Program.Arguments.Bytes];
        var information = new InstructionInfoFactory();
        _steps = [.. kernel.Instructions.Select(instruction => AddressStep.Of(kernel, instruction, information.GetInfo(instruction)))];
    }

    /// <summary>Runs the kernel on an argument struct, from the System V entry to its return.</summary>
    public void Run(ReadOnlySpan<byte> argument, Action<MemoryAccess> access, Action<int>? step = null)
    {
        Array.Clear(_registers);
        Array.Clear(_masks);
        Array.Clear(_fields);
        _flags = null;
        foreach (var field in _kernel.Code.Program.Arguments.Fields.Where(field => field.Kind != FieldKind.Secret))
        {
            for (var i = field.Offset; i < field.Offset + field.Bytes; i++)
                _fields[i] = argument[i];
        }

        _registers[Register.RDI.GetNumber()] = _struct;
        for (var index = 0; index >= 0;)
        {
            step?.Invoke(index);
            index = Execute(index, access);
        }
    }

    /// <summary>The next instruction's index, or less than zero.</summary>
    private int Execute(int index, Action<MemoryAccess> access)
    {
        var step = _steps[index];
        var address = step.Memory is { } memory ? Address(memory, index) : 0;
        if (step.Memory is { IsAccessed: true } accessed)
        {
            ulong? mask = accessed.Mask < 0 ? null : _masks[accessed.Mask] ?? throw Unknown(index);
            access(new(index, address, accessed.Bytes, accessed.Reads, accessed.Writes, mask));
        }

        switch (step.Action)
        {
            case AddressAction.Return:
                return -1;
            case AddressAction.Branch:
                return step.Condition == ConditionCode.None || Holds(step.Condition, index) ? step.Target : index + 1;
            case AddressAction.Lea:
                Write(step.Operands[0], address, 0);
                break;
            case AddressAction.Select:
                var chosen = Holds(step.Condition, index) ? step.Operands[1] : step.Operands[0];
                Write(step.Operands[0], Read(chosen, address), 0);
                break;
            case AddressAction.Exchange:
                var (one, other) = (Read(step.Operands[0], address), Read(step.Operands[1], address));
                Write(step.Operands[0], other, address);
                Write(step.Operands[1], one, address);
                break;
            case AddressAction.Compute:
                Compute(step, address);
                break;
            default:
                Forget(step, address);
                break;
        }

        return index + 1;
    }

    private void Compute(AddressStep step, ulong address)
    {
        var operands = step.Operands;
        var result = step.IsConstant
            ? new Computed(0, new(false, true, false, false))
            : Computed.Of(step.Mnemonic, operands[0].Bytes, Operand(0), Operand(1), Operand(2), _flags);
        if (step.Mnemonic is not (Mnemonic.Cmp or Mnemonic.Test))
            Write(operands[0], result.Value, address);
        if (step.ModifiesFlags)
            _flags = result.Flags;

        ulong? Operand(int i) => i < operands.Length ? Read(operands[i], address) : 0;
    }

    /// <summary>All that an instruction writes is unknown from now on.</summary>
    private void Forget(AddressStep step, ulong address)
    {
        foreach (var register in step.Written)
        {
            if (register.IsK())
                _masks[register.GetNumber()] = null;
            else
                _registers[register.GetFullRegister().GetNumber()] = null;
        }

        if (step.Memory is { Writes: true } memory)
            Store(address, memory.Bytes, null);
        if (step.ModifiesFlags)
            _flags = null;
    }

    private ulong Address(AddressOperand operand, int index)
    {
        if (operand.IsInCode)
            return _code + operand.Displacement;
        var address = operand.Displacement;
        if (operand.Base >= 0)
            address += _registers[operand.Base] ?? throw Unknown(index);
        if (operand.Index >= 0)
            address += (_registers[operand.Index] ?? throw Unknown(index)) * operand.Scale;
        return address;
    }

    private bool Holds(ConditionCode condition, int index) => (_flags ?? throw Unknown(index)).Hold(condition);

    private ulong? Read(ValueOperand operand, ulong address) => operand.Kind switch
    {
        ValueKind.General => _registers[operand.Number] & operand.AllBits,
        ValueKind.Mask => _masks[operand.Number] & operand.AllBits,
        ValueKind.Immediate => operand.Immediate & operand.AllBits,
        ValueKind.Memory => Load(address, operand.Bytes),
        _ => null,
    };

    private void Write(ValueOperand operand, ulong? value, ulong address)
    {
        switch (operand.Kind)
        {
            case ValueKind.General when operand.Bytes >= 4:
                _registers[operand.Number] = value & operand.AllBits;
                break;
            case ValueKind.General:
                _registers[operand.Number] = (_registers[operand.Number] & ~operand.AllBits) | (value & operand.AllBits);
                break;
            case ValueKind.Mask:
                _masks[operand.Number] = value & operand.AllBits;
                break;
            case ValueKind.Memory:
                Store(address, operand.Bytes, value);
                break;
        }
    }

    private ulong? Load(ulong address, int bytes)
    {
        if (!IsInStruct(address, bytes))
            return null;
        var value = 0UL;
        for (var i = bytes - 1; i >= 0; i--)
        {
            if (_fields[(int)(address - _struct) + i] is not { } known)
                return null;
            value = (value << 8) | known;
        }

        return value;
    }

    private void Store(ulong address, int bytes, ulong? value)
    {
        for (var i = 0; i < bytes && IsInStruct(address, bytes); i++)
            _fields[(int)(address - _struct) + i] = value is { } known ? (byte)(known >> (8 * i)) : null;
    }

    private bool IsInStruct(ulong address, int bytes) =>
        address >= _struct && address - _struct <= (ulong)(_fields.Length - Math.Min(bytes, _fields.Length));

    private InvalidOperationException Unknown(int index) => new($"{_kernel.Describe(index)}: depends on what is not public");
}
