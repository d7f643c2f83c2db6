using System;
using System.Numerics;
using Iced.Intel;

namespace ManagedCrypto.Mutants;

/// <summary>What an instruction reads and writes.</summary>
/// <param name="Reads">Registers and flags, a bit for each.</param>
/// <param name="Writes">The same.</param>
/// <param name="Kills">Those that are written as a whole, whatever was there before.</param>
/// <param name="StructReads">Bytes of the argument struct, a bit for each.</param>
/// <param name="StructWrites">The same.</param>
/// <param name="IsVisible">Whether it does more than that: it stores elsewhere, or decides what runs next.</param>
internal readonly record struct Effects(
    UInt128 Reads, UInt128 Writes, UInt128 Kills, BigInteger StructReads, BigInteger StructWrites, bool IsVisible)
{
    private const int VectorBit = 16, MaskBit = VectorBit + 32, FlagBit = MaskBit + 8;

    /// <summary>Of an instruction in a kernel whose argument struct lies at rcx.</summary>
    public static Effects Of(in Instruction instruction, StructBytes memory)
    {
        UInt128 reads = default, writes = default, kills = default;
        BigInteger structReads = default, structWrites = default;
        var isVisible = instruction.FlowControl != FlowControl.Next || instruction.IsInvalid;
        var info = new InstructionInfoFactory().GetInfo(instruction);
        foreach (var used in info.GetUsedRegisters())
        {
            var bit = Bit(used.Register);
            if (IsRead(used.Access))
                reads |= bit;
            if (!IsWritten(used.Access))
                continue;
            writes |= bit;
            if (used.Access is OpAccess.Write or OpAccess.ReadWrite && used.Register.GetSize() >= 4)
                kills |= bit;
        }

        foreach (var used in info.GetUsedMemory())
        {
            // A return reads the stack, which no kernel uses.
            if (used.Base == Register.RSP)
                continue;
            var bytes = memory.Of(used);
            if (IsRead(used.Access))
                structReads |= bytes ?? memory.Pointed;
            if (!IsWritten(used.Access))
                continue;
            structWrites |= bytes ?? default;
            isVisible |= bytes is null;
        }

        reads |= (UInt128)(uint)instruction.RflagsRead << FlagBit;
        writes |= (UInt128)(uint)instruction.RflagsModified << FlagBit;
        return new Effects(reads, writes, kills | (writes >> FlagBit << FlagBit), structReads, structWrites, isVisible);
    }

    /// <summary>Whether two instructions give something else in the other order: one reads or writes what the other writes.</summary>
    public bool DependsOn(Effects other, UInt128 live) =>
        ((Writes & other.Reads) | (Reads & other.Writes) | (Writes & other.Writes & live)) != 0
        || !((StructWrites & (other.StructReads | other.StructWrites)) | (StructReads & other.StructWrites)).IsZero;

    private static bool IsRead(OpAccess access) =>
        access is OpAccess.Read or OpAccess.CondRead or OpAccess.ReadWrite or OpAccess.ReadCondWrite or OpAccess.CondWrite;

    private static bool IsWritten(OpAccess access) =>
        access is OpAccess.Write or OpAccess.CondWrite or OpAccess.ReadWrite or OpAccess.ReadCondWrite;

    private static UInt128 Bit(Register register) => register switch
    {
        _ when register.IsGPR() => UInt128.One << register.GetFullRegister().GetNumber(),
        _ when register.IsVectorRegister() => UInt128.One << (VectorBit + register.GetNumber()),
        _ when register.IsK() => UInt128.One << (MaskBit + register.GetNumber()),
        _ => default,
    };
}
