using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;

namespace ManagedCrypto.Machine;

/// <summary>An instruction with its operands.</summary>
internal sealed class Step
{
    private static readonly Dictionary<Mnemonic, Mnemonic> s_withThreeOperands = new()
    {
        [Mnemonic.Aesenc] = Mnemonic.Vaesenc,
        [Mnemonic.Aesenclast] = Mnemonic.Vaesenclast,
        [Mnemonic.Aesdec] = Mnemonic.Vaesdec,
        [Mnemonic.Aesdeclast] = Mnemonic.Vaesdeclast,
        [Mnemonic.Movddup] = Mnemonic.Vmovddup,
        [Mnemonic.Paddb] = Mnemonic.Vpaddb,
        [Mnemonic.Paddq] = Mnemonic.Vpaddq,
        [Mnemonic.Pand] = Mnemonic.Vpand,
        [Mnemonic.Pandn] = Mnemonic.Vpandn,
        [Mnemonic.Pclmulqdq] = Mnemonic.Vpclmulqdq,
        [Mnemonic.Pcmpeqb] = Mnemonic.Vpcmpeqb,
        [Mnemonic.Pcmpeqd] = Mnemonic.Vpcmpeqd,
        [Mnemonic.Pcmpgtb] = Mnemonic.Vpcmpgtb,
        [Mnemonic.Pcmpgtq] = Mnemonic.Vpcmpgtq,
        [Mnemonic.Pinsrb] = Mnemonic.Vpinsrb,
        [Mnemonic.Pmuludq] = Mnemonic.Vpmuludq,
        [Mnemonic.Por] = Mnemonic.Vpor,
        [Mnemonic.Pslld] = Mnemonic.Vpslld,
        [Mnemonic.Psllq] = Mnemonic.Vpsllq,
        [Mnemonic.Psrld] = Mnemonic.Vpsrld,
        [Mnemonic.Psrlq] = Mnemonic.Vpsrlq,
        [Mnemonic.Psubq] = Mnemonic.Vpsubq,
        [Mnemonic.Pblendvb] = Mnemonic.Vpblendvb,
        [Mnemonic.Punpckhdq] = Mnemonic.Vpunpckhdq,
        [Mnemonic.Punpckldq] = Mnemonic.Vpunpckldq,
        [Mnemonic.Punpckhqdq] = Mnemonic.Vpunpckhqdq,
        [Mnemonic.Punpcklqdq] = Mnemonic.Vpunpcklqdq,
    };

    private readonly Instruction _instruction;

    public Step(in Instruction instruction)
    {
        _instruction = instruction;
        Mnemonic = instruction.Mnemonic;
        Operation = IsLoadOfDouble(instruction) ? Mnemonic.Vmovsd : s_withThreeOperands.GetValueOrDefault(Mnemonic, Mnemonic);
        KeepsUpperBytes = instruction.Encoding == EncodingKind.Legacy;
        IsBranch = instruction.FlowControl is FlowControl.ConditionalBranch or FlowControl.UnconditionalBranch;
        Operands = new Operand[instruction.OpCount];
        for (var i = 0; i < Operands.Length; i++)
            Operands[i] = Operand.Of(instruction, i);
        IsOfItself = Operands is [.., { Kind: OperandKind.General or OperandKind.Vector } one, { } other] && one == other && Operation
            is Mnemonic.Xor or Mnemonic.Sub or Mnemonic.Pxor or Mnemonic.Vpxor or Mnemonic.Vpxord or Mnemonic.Vpxorq or Mnemonic.Xorps or Mnemonic.Vxorps or Mnemonic.Vpsubq or Mnemonic.Vpcmpeqb or Mnemonic.Vpcmpeqd;
        Mask = instruction.OpMask == Register.None ? null : instruction.OpMask.GetNumber();
        if (Mask is not null || instruction.IsBroadcast)
            ElementBytes = BytesOfElement(instruction);
        Immediate = Operands is [.., { Kind: OperandKind.Number, Number: var number }] ? (int)number : 0;
        SourceCount = Operands.Count(operand => operand.Kind != OperandKind.Number);
    }

    public ref readonly Instruction Instruction => ref _instruction;

    public Mnemonic Mnemonic { get; }

    /// <summary>The instruction, or of a legacy SSE instruction the one with three operands that computes the same.</summary>
    public Mnemonic Operation { get; }

    public Operand[] Operands { get; }

    /// <summary>Operands that are no numbers.</summary>
    public int SourceCount { get; }

    public int Immediate { get; }

    /// <summary>Legacy SSE leaves the bytes of a vector register alone above the 16 lowest; VEX and EVEX clear them.</summary>
    public bool KeepsUpperBytes { get; }

    public bool IsBranch { get; }

    /// <summary>Whether it is the XOR or the difference of a register and itself, or compares a register with itself.</summary>
    public bool IsOfItself { get; }

    /// <summary>Whether it moves memory from rsi, or al or rax, to rdi, and both on.</summary>
    public bool IsString => Instruction.IsStringInstruction;

    /// <summary>The mask that chooses elements, or null where all are meant.</summary>
    public int? Mask { get; }

    /// <summary>Bytes of what a mask chooses and of what a broadcast repeats.</summary>
    public int ElementBytes { get; }

    /// <summary>What is executed after it, if it does not branch.</summary>
    public Step? Next { get; set; }

    /// <summary>Where it branches to.</summary>
    public Step? Target { get; set; }

    public override string ToString() => $"{Instruction.IP:x} {Instruction}";

    /// <summary>Between registers it leaves half of one alone; and a string instruction has the same name.</summary>
    private static bool IsLoadOfDouble(in Instruction instruction) =>
        instruction.Mnemonic == Mnemonic.Movsd && !instruction.IsStringInstruction && instruction.Op1Kind == OpKind.Memory;

    /// <summary>
    /// By the end of the name: that of the encoding says more than that of the instruction, which may be the same for both sizes. (Intel's
    /// manual, volume 2, section 2.7.)
    /// </summary>
    private static int BytesOfElement(in Instruction instruction)
    {
        if (instruction.IsBroadcast)
            return instruction.MemorySize.GetElementSize();
        var name = instruction.Mnemonic.ToString();
        return name[^1] switch
        {
            _ when name.EndsWith("32x4", StringComparison.Ordinal) => sizeof(uint),
            '8' or 'b' => sizeof(byte),
            '2' or 'd' => sizeof(uint),
            '4' or 'q' => sizeof(ulong),
            _ => throw new NotSupportedException($"The machine does not know the elements of {instruction}."),
        };
    }
}
