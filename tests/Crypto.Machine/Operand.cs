using System;
using Iced.Intel;

namespace ManagedCrypto.Machine;

/// <summary>Where an operand is.</summary>
internal enum OperandKind
{
    General,
    Vector,
    Mask,
    Memory,
    Number,
}

/// <summary>
/// An operand of an instruction. Of a register, the place is the offset of its bytes among those of its kind, and of a mask its number.
/// </summary>
internal readonly record struct Operand(OperandKind Kind, int Place, int Bytes, ulong Number)
{
    public const int GeneralBytes = sizeof(ulong), VectorBytes = 64;

    public static Operand Of(in Instruction instruction, int index) => instruction.GetOpKind(index) switch
    {
        OpKind.Register => Of(instruction.GetOpRegister(index)),
        OpKind.Memory or OpKind.MemorySegRSI or OpKind.MemoryESRDI => new(OperandKind.Memory, 0, instruction.MemorySize.GetSize(), 0),
        OpKind.NearBranch64 => new(OperandKind.Number, 0, GeneralBytes, instruction.NearBranch64),
        >= OpKind.Immediate8 and <= OpKind.Immediate32to64 => new(OperandKind.Number, 0, GeneralBytes, instruction.GetImmediate(index)),
        _ => throw new NotSupportedException($"The machine does not know {instruction}."),
    };

    public static Operand Of(Register register)
    {
        if (register.IsGPR() && register is not (Register.AH or Register.BH or Register.CH or Register.DH))
            return new(OperandKind.General, register.GetFullRegister().GetNumber() * GeneralBytes, register.GetSize(), 0);
        if (register.IsVectorRegister())
            return new(OperandKind.Vector, register.GetNumber() * VectorBytes, register.GetSize(), 0);
        return register.IsK()
            ? new(OperandKind.Mask, register.GetNumber(), sizeof(ulong), 0)
            : throw new NotSupportedException($"The machine has no register {register}.");
    }
}
