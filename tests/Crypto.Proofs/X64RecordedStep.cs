using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>An instruction of x64.</summary>
internal sealed class X64RecordedStep : IRecordedStep
{
    /// <summary>What the stack has on top.</summary>
    private static readonly Operand s_top = new(OperandKind.Memory, 0, sizeof(ulong), 0);

    private readonly Step _step;
    private readonly UsedRegister[] _uses;

    public X64RecordedStep(Step step)
    {
        var info = new InstructionInfoFactory().GetInfo(step.Instruction);
        (_step, _uses) = (step, [.. info.GetUsedRegisters()]);
        var read = step.Operands.Where((_, i) => info.GetOpAccess(i) is OpAccess.Read or OpAccess.ReadWrite or OpAccess.CondRead or OpAccess.ReadCondWrite);
        Read = step.Mnemonic switch
        {
            Mnemonic.Pop => [s_top],
            Mnemonic.Inc => [.. read, Number(1)],
            Mnemonic.Dec => [.. read, Number(-1)],
            _ => [.. read.Where(operand => operand.Kind is not (OperandKind.Vector or OperandKind.Mask))],
        };
    }

    public ulong Address => Instruction.IP;

    public bool IsConditionalBranch => Instruction.FlowControl == FlowControl.ConditionalBranch;

    public bool ComparesItself => false;

    public Comparison Comparison => Instruction.ConditionCode switch
    {
        ConditionCode.None => Comparison.None,
        ConditionCode.b or ConditionCode.ae => Comparison.Below,
        ConditionCode.a or ConditionCode.be => Comparison.Above,
        ConditionCode.e or ConditionCode.ne => Comparison.Equal,
        ConditionCode.s or ConditionCode.ns or ConditionCode.l or ConditionCode.ge => Comparison.Less,
        ConditionCode.g or ConditionCode.le => Comparison.Greater,
        _ => Comparison.Other,
    };

    public FlagKinds FlagsRead => KindsOf(Instruction.RflagsRead);

    public FlagKinds FlagsWritten => KindsOf(Instruction.RflagsModified);

    public Operation Operation => _step.Mnemonic switch
    {
        Mnemonic.Mov or Mnemonic.Movsxd or Mnemonic.Push or Mnemonic.Pop or Mnemonic.Xchg => Operation.Move,
        _ when Instruction.ConditionCode != ConditionCode.None => Operation.Move,
        Mnemonic.Inc or Mnemonic.Dec or Mnemonic.Add => Operation.Add,
        Mnemonic.Sub or Mnemonic.Cmp => Operation.Subtract,
        Mnemonic.Imul => Operation.Multiply,
        Mnemonic.And or Mnemonic.Test => Operation.And,
        Mnemonic.Shl => Operation.ShiftLeft,
        Mnemonic.Shr or Mnemonic.Sar => Operation.ShiftRight,
        _ => Operation.Other,
    };

    public IReadOnlyList<Operand> Read { get; }

    public IEnumerable<Operand> ReadUnnamed => _uses
        .Select(used => used.Register)
        .Where(register => register.IsGPR())
        .Select(register => register.GetFullRegister())
        .Where(register => register != Instruction.MemoryBase && register != Instruction.MemoryIndex && !IsNamed(register))
        .Select(Operand.Of);

    public bool StaysInLanes => Array.TrueForAll(_step.Operands, operand => operand.Kind != OperandKind.Vector) || _step.Mnemonic
        is Mnemonic.Vzeroupper or Mnemonic.Vmovq or Mnemonic.Vpxor or Mnemonic.Vpxord or Mnemonic.Vpxorq or Mnemonic.Vpternlogq or Mnemonic.Vprolq
        || (_step.Mnemonic is Mnemonic.Vmovdqa64 or Mnemonic.Vmovdqu or Mnemonic.Vmovdqu64 && _step.Operands[0].Kind == OperandKind.Vector);

    public int? VectorOfNumber => _step.Mnemonic is Mnemonic.Vmovd or Mnemonic.Vmovq or Mnemonic.Movd or Mnemonic.Movq && _step.Operands is [{ Kind: OperandKind.Vector }, { Kind: OperandKind.General }]
        ? VectorOf(0) : null;

    public (int LaneBytes, int First, int Second, int Sum)? SumOfVectors => _step.Mnemonic switch
    {
        Mnemonic.Vpaddd or Mnemonic.Vpaddq when Instruction.Op2Kind == OpKind.Register && !Instruction.HasOpMask => (LaneBytes, VectorOf(1), VectorOf(2), VectorOf(0)),
        Mnemonic.Paddd or Mnemonic.Paddq when Instruction.Op1Kind == OpKind.Register => (LaneBytes, VectorOf(0), VectorOf(1), VectorOf(0)),
        _ => null,
    };

    private int LaneBytes => _step.Mnemonic is Mnemonic.Vpaddd or Mnemonic.Paddd ? sizeof(uint) : sizeof(ulong);

    private ref readonly Instruction Instruction => ref _step.Instruction;

    public RegisterUse UseOfGeneral(int register)
    {
        var uses = _uses.Where(used => used.Register.IsGPR() && used.Register.GetFullRegister().GetNumber() == register).ToArray();

        // What is written to 32 bits clears those above them.
        return Array.Exists(uses, used => used.Access != OpAccess.Write) ? RegisterUse.Reads
            : Array.Exists(uses, used => used.Register.GetSize() >= sizeof(uint)) ? RegisterUse.Replaces : RegisterUse.None;
    }

    public RegisterUse UseOfVector(int register, bool isLow)
    {
        if (_step.Mnemonic == Mnemonic.Vzeroupper)
            return RegisterUse.None;
        var uses = _uses.Where(used => used.Register.IsVectorRegister() && used.Register.GetNumber() == register).ToArray();
        if (Array.Exists(uses, used => used.Access != OpAccess.Write && (isLow || !used.Register.IsXMM())))
            return RegisterUse.Reads;

        // Legacy SSE leaves the upper bytes as they are.
        return Array.Exists(uses, used => used.Access == OpAccess.Write) && (isLow || !_step.KeepsUpperBytes) ? RegisterUse.Replaces : RegisterUse.None;
    }

    public override string ToString() => _step.ToString();

    private static FlagKinds KindsOf(RflagsBits flags) =>
        ((flags & RflagsBits.CF) != 0 ? FlagKinds.Carry : FlagKinds.None) | ((flags & ~RflagsBits.CF) != 0 ? FlagKinds.Others : FlagKinds.None);

    private int VectorOf(int operand) => Instruction.GetOpRegister(operand).GetNumber();

    private static Operand Number(long number) => new(OperandKind.Number, 0, sizeof(ulong), (ulong)number);

    private bool IsNamed(Register register)
    {
        for (var i = 0; i < Instruction.OpCount; i++)
        {
            if (Instruction.GetOpKind(i) == OpKind.Register && Instruction.GetOpRegister(i).GetFullRegister() == register)
                return true;
        }

        return false;
    }
}
