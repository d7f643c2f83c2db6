using System;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// One instruction on the lattice: what it writes depends on all that it reads. It complains where timing, a branch or an address
/// would tell a secret.
/// </summary>
internal sealed class TaintMachine
{
    private readonly InstructionInfoFactory _information = new();
    private readonly TaintAddressing _memory;
    private readonly Action<string> _report;

    public TaintMachine(KernelCode code, Action<string> report)
    {
        _report = report;
        _memory = new TaintAddressing(code, report);
    }

    /// <summary>Executes all but returns; <paramref name="index"/> names the instruction as a writer of memory.</summary>
    public void Execute(MachineState state, Instruction instruction, int index)
    {
        var kind = InstructionModel.Of(instruction);
        switch (kind)
        {
            case InstructionClass.Unknown:
                _report("the model does not know this instruction");
                return;
            case InstructionClass.Return:
                return;
            case InstructionClass.NoEffect:
                if (instruction.Mnemonic != Mnemonic.Nop && MemoryOperand(instruction) >= 0)
                    _memory.CheckedAddress(state, instruction, 1);
                return;
            case InstructionClass.Branch:
                RequirePublic(state.OfFlags(instruction.RflagsRead), "branches on {0}");
                return;
            case InstructionClass.ClearUpperHalves:
                for (var register = Register.XMM0; register <= Register.XMM15; register++)
                    state.SetVector(register, state.Vector(register).Low, TaintValue.Public);
                return;
        }

        var access = MemoryAccess(state, instruction, kind);
        if (kind == InstructionClass.Copy && !instruction.HasOpMask)
            Copy(state, instruction, access, index);
        else if (kind == InstructionClass.Exchange && instruction.Op0Register.IsGPR64() && instruction.Op1Register.IsGPR64())
            Exchange(state, instruction);
        else if (kind is InstructionClass.Sum or InstructionClass.Select && instruction.Op0Register.IsGPR64())
            Whole(state, instruction, kind, access);
        else
            Data(state, instruction, kind, access, index);
    }

    /// <summary>The address and size of an instruction's memory operand, checked; public and 0 if it accesses none.</summary>
    private (TaintValue Address, int Bytes) MemoryAccess(MachineState state, Instruction instruction, InstructionClass kind)
    {
        if (instruction.Mnemonic == Mnemonic.Lea || MemoryOperand(instruction) < 0)
            return (TaintValue.Public, 0);
        if (instruction.HasOpMask)
            RequirePublic(state[instruction.OpMask], "which bytes of memory it touches depends on {0}");
        if (kind == InstructionClass.MaskedMove)
            RequirePublic(state[instruction.Op1Register], "which bytes of memory it touches depends on {0}");
        var bytes = instruction.MemorySize.GetSize();
        return (_memory.CheckedAddress(state, instruction, bytes), bytes);
    }

    private void Copy(MachineState state, Instruction instruction, (TaintValue Address, int Bytes) access, int index)
    {
        (TaintValue Low, TaintValue High) source = instruction.Op1Kind switch
        {
            OpKind.Memory => (_memory.Load(state, access.Address, 0, Math.Min(access.Bytes, 16)),
                access.Bytes > 16 ? _memory.Load(state, access.Address, 16, access.Bytes - 16) : TaintValue.Public),
            OpKind.Register when instruction.Op1Register.IsVectorRegister() => state.Vector(instruction.Op1Register),
            OpKind.Register => (state[instruction.Op1Register], TaintValue.Public),
            _ => (TaintValue.Public, TaintValue.Public),
        };
        if (instruction.Op0Kind == OpKind.Memory)
            _memory.Store(state, access.Address, access.Bytes, source, index, partial: false);
        else if (!instruction.Op0Register.IsVectorRegister())
            state.Set(instruction.Op0Register, source.Low);
        else
            WriteVector(state, instruction, instruction.Op0Register, source.Low, source.High);
    }

    /// <summary>Sums and choices that keep pointers, of 64 bits in a register.</summary>
    private void Whole(MachineState state, Instruction instruction, InstructionClass kind, (TaintValue Address, int Bytes) access)
    {
        var target = instruction.Op0Register;
        var old = state[target];
        var other = instruction.OpCount < 2 ? TaintValue.Public : instruction.Op1Kind switch
        {
            OpKind.Register => state[instruction.Op1Register],
            OpKind.Memory when instruction.Mnemonic == Mnemonic.Lea => _memory.Address(state, instruction),
            OpKind.Memory => _memory.Load(state, access.Address, 0, access.Bytes),
            _ => TaintValue.Public,
        };
        var flags = state.OfFlags(instruction.RflagsRead);
        var result = (kind, instruction.Mnemonic) switch
        {
            (InstructionClass.Select, _) => flags.IsPublic
                ? TaintValue.Join(old, other)
                : TaintValue.Mix(flags, TaintValue.Mix(old, other)),
            (_, Mnemonic.Lea) => other,
            _ when InstructionModel.IsConstant(instruction) => TaintValue.Public,
            (_, Mnemonic.Sub) when other.IsPointer => TaintValue.Mix(old, other),
            (_, Mnemonic.Inc) => _memory.Sum(old, 1),
            (_, Mnemonic.Dec) => _memory.Sum(old, -1),
            (_, Mnemonic.Sub) when IsImmediate(instruction.Op1Kind) => _memory.Sum(old, -(long)instruction.GetImmediate(1)),
            _ when IsImmediate(instruction.Op1Kind) => _memory.Sum(old, (long)instruction.GetImmediate(1)),
            _ => TaintAddressing.Sum(old, other),
        };
        state.Set(target, result);
        state.SetFlags(instruction.RflagsModified, result.AsNumber);
    }

    private static void Exchange(MachineState state, Instruction instruction)
    {
        var first = state[instruction.Op0Register];
        state.Set(instruction.Op0Register, state[instruction.Op1Register]);
        state.Set(instruction.Op1Register, first);
    }

    private void Data(
        MachineState state, Instruction instruction, InstructionClass kind, (TaintValue Address, int Bytes) access, int index)
    {
        var information = _information.GetInfo(instruction);
        var operand = MemoryOperand(instruction);
        var memoryAccess = operand < 0 ? OpAccess.None : information.GetOpAccess(operand);
        var result = state.OfFlags(instruction.RflagsRead);
        foreach (var used in information.GetUsedRegisters())
        {
            if (Reads(used.Access) && IsTracked(used.Register))
                result = TaintValue.Mix(result, state[used.Register]);
        }

        if (Reads(memoryAccess))
            result = TaintValue.Mix(result, _memory.Load(state, access.Address, 0, access.Bytes));
        if (InstructionModel.IsConstant(instruction))
            result = TaintValue.Public;
        var flagsMayStay = kind == InstructionClass.Shift && ShiftCount(state, instruction);
        if (kind == InstructionClass.VariableTime)
            RequirePublic(result, "its time depends on {0}");

        foreach (var used in information.GetUsedRegisters())
        {
            if (Writes(used.Access) && IsTracked(used.Register))
                Write(state, instruction, used, result);
        }

        if (Writes(memoryAccess))
        {
            var some = IsConditional(memoryAccess) || instruction.HasOpMask || kind == InstructionClass.MaskedMove;
            _memory.Store(state, access.Address, access.Bytes, (result, result), index, partial: some);
        }

        // A count of zero leaves the flags as they were.
        var flags = instruction.RflagsModified;
        state.SetFlags(flags, flagsMayStay ? TaintValue.Mix(result, state.OfFlags(flags)) : result);
    }

    /// <summary>Whether a shift takes its count from a register; that must be public.</summary>
    private bool ShiftCount(MachineState state, Instruction instruction)
    {
        var last = instruction.OpCount - 1;
        if (instruction.GetOpKind(last) != OpKind.Register)
            return false;
        RequirePublic(state[instruction.GetOpRegister(last)], "its count depends on {0}");
        return true;
    }

    private static void Write(MachineState state, Instruction instruction, UsedRegister used, TaintValue value)
    {
        var register = used.Register;
        if (IsConditional(used.Access))
            value = TaintValue.Mix(value, state[register]);
        if (register.IsVectorRegister())
            WriteVector(state, instruction, register, value, value);
        else
            state.Set(register, value);
    }

    /// <summary>VEX and EVEX encodings clear what lies above their operand, others leave it alone.</summary>
    private static void WriteVector(
        MachineState state, Instruction instruction, Register register, TaintValue low, TaintValue high)
    {
        if (instruction.Encoding == EncodingKind.Legacy)
            high = state.Vector(register).High;
        else if (instruction.Op0Register.IsXMM())
            high = TaintValue.Public;
        state.SetVector(register, low, high);
    }

    private void RequirePublic(TaintValue value, string complaint)
    {
        if (!value.IsPublic)
            _report(string.Format(null, complaint, TaintAddressing.Name(value)));
    }

    private static int MemoryOperand(Instruction instruction) =>
        Enumerable.Range(0, instruction.OpCount).Where(i => instruction.GetOpKind(i) == OpKind.Memory).DefaultIfEmpty(-1).First();

    private static bool IsImmediate(OpKind kind) => kind is OpKind.Immediate8to64 or OpKind.Immediate32to64;

    private static bool IsTracked(Register register) => register.IsGPR() || register.IsVectorRegister() || register.IsK();

    private static bool Reads(OpAccess access) =>
        access is OpAccess.Read or OpAccess.CondRead or OpAccess.ReadWrite or OpAccess.ReadCondWrite;

    private static bool Writes(OpAccess access) =>
        access is OpAccess.Write or OpAccess.CondWrite or OpAccess.ReadWrite or OpAccess.ReadCondWrite;

    private static bool IsConditional(OpAccess access) => access is OpAccess.CondWrite or OpAccess.ReadCondWrite;
}
