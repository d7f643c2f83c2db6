using System.Collections.Generic;
using System.Linq;
using Iced.Intel;

namespace ManagedCrypto.Tests.MachineCode;

internal enum AddressAction
{
    /// <summary>What it writes is unknown.</summary>
    Forget,
    Compute,
    Lea,
    Select,
    Exchange,
    Branch,
    Return,
}

internal enum ValueKind
{
    Unknown,
    General,
    Mask,
    Immediate,
    Memory,
}

/// <summary>An operand that may be known.</summary>
internal readonly record struct ValueOperand(ValueKind Kind, int Number, int Bytes, ulong Immediate)
{
    public ulong AllBits => ulong.MaxValue >> (64 - (8 * Bytes));

    public static ValueOperand Of(Instruction instruction, int operand)
    {
        var kind = instruction.GetOpKind(operand);
        var register = kind == OpKind.Register ? instruction.GetOpRegister(operand) : Register.None;
        return kind switch
        {
            OpKind.Register when register.IsGPR() =>
                new(ValueKind.General, register.GetFullRegister().GetNumber(), register.GetSize(), 0),
            OpKind.Register when register.IsK() => new(ValueKind.Mask, register.GetNumber(), sizeof(ulong), 0),
            OpKind.Memory when instruction.MemorySize.GetSize() <= sizeof(ulong) =>
                new(ValueKind.Memory, 0, instruction.MemorySize.GetSize(), 0),
            >= OpKind.Immediate8 and <= OpKind.Immediate32to64 =>
                new(ValueKind.Immediate, 0, sizeof(ulong), instruction.GetImmediate(operand)),
            _ => default,
        };
    }
}

/// <summary>An operand in memory: what its address is made of, and how it is accessed.</summary>
internal sealed record AddressOperand(
    int Base, int Index, ulong Scale, ulong Displacement, bool IsInCode, int Bytes, bool Reads, bool Writes, int Mask)
{
    public bool IsAccessed => Reads || Writes;

    public static AddressOperand? Of(Instruction instruction, InstructionInfo information)
    {
        var operand = Enumerable.Range(0, instruction.OpCount).Where(i => instruction.GetOpKind(i) == OpKind.Memory).ToArray();
        if (operand.Length == 0 || instruction.Mnemonic == Mnemonic.Nop)
            return null;
        var access = information.GetOpAccess(operand.Single());
        var isInCode = instruction.IsIPRelativeMemoryOperand;
        return new(
            Number(isInCode ? Register.None : instruction.MemoryBase),
            Number(instruction.MemoryIndex),
            (ulong)instruction.MemoryIndexScale,
            instruction.MemoryDisplacement64,
            isInCode,
            instruction.MemorySize.GetSize(),
            access is OpAccess.Read or OpAccess.CondRead or OpAccess.ReadWrite or OpAccess.ReadCondWrite,
            access is OpAccess.Write or OpAccess.CondWrite or OpAccess.ReadWrite or OpAccess.ReadCondWrite,
            instruction.HasOpMask ? instruction.OpMask.GetNumber() : -1);
    }

    private static int Number(Register register) => register == Register.None ? -1 : register.GetNumber();
}

/// <summary>An instruction as <see cref="AddressMachine"/> wants it.</summary>
internal sealed record AddressStep(
    AddressAction Action,
    Mnemonic Mnemonic,
    ValueOperand[] Operands,
    AddressOperand? Memory,
    IReadOnlyList<Register> Written,
    bool ModifiesFlags,
    bool IsConstant,
    ConditionCode Condition,
    int Target)
{
    public static AddressStep Of(DecodedKernel kernel, Instruction instruction, InstructionInfo information)
    {
        var operands = Enumerable.Range(0, instruction.OpCount).Select(i => ValueOperand.Of(instruction, i)).ToArray();
        var written = information.GetUsedRegisters()
            .Where(used => used.Access is not (OpAccess.Read or OpAccess.CondRead) && (used.Register.IsGPR() || used.Register.IsK()))
            .Select(used => used.Register);
        var isConstant = operands.Length > 1 && operands[0].Kind is ValueKind.General or ValueKind.Mask
            && InstructionModel.IsConstant(instruction);
        return new(
            ActionOf(instruction),
            instruction.Mnemonic,
            operands,
            AddressOperand.Of(instruction, information),
            [.. written],
            instruction.RflagsModified != RflagsBits.None,
            isConstant,
            instruction.ConditionCode,
            kernel.At(instruction.NearBranchTarget) ?? -1);
    }

    private static AddressAction ActionOf(Instruction instruction) => InstructionModel.Of(instruction) switch
    {
        InstructionClass.Return => AddressAction.Return,
        InstructionClass.Branch => AddressAction.Branch,
        InstructionClass.Select => AddressAction.Select,
        InstructionClass.Exchange => AddressAction.Exchange,
        _ when instruction.Mnemonic == Mnemonic.Lea => AddressAction.Lea,
        _ when Computed.Known.Contains(instruction.Mnemonic) => AddressAction.Compute,
        _ => AddressAction.Forget,
    };
}
