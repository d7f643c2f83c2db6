using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>What the taint walk knows an instruction to do.</summary>
internal enum InstructionClass
{
    Unknown,

    /// <summary>Nothing but, perhaps, a prefetch.</summary>
    NoEffect,

    /// <summary>Whole values move unchanged: pointers and saved registers survive.</summary>
    Copy,

    /// <summary>Sums and differences: a pointer and a public number make a pointer.</summary>
    Sum,

    Exchange,

    /// <summary>One operand or the other, by the flags.</summary>
    Select,

    /// <summary>All that is written depends on all that is read, in constant time.</summary>
    Data,

    /// <summary>The same, if the count of bits is public.</summary>
    Shift,

    /// <summary>The same, if all that is read is public.</summary>
    VariableTime,

    /// <summary>A vector moves to or from memory, in the places that another vector chooses: that one must be public.</summary>
    MaskedMove,

    Branch,
    Return,
    ClearUpperHalves,
}

/// <summary>
/// The instructions that kernels may use. One that is missing here fails the walk, until somebody has looked at its timing and
/// put it where it belongs. Intel's list of instructions with data-operand-independent timing and AMD's optimization guides are
/// the authorities for <see cref="InstructionClass.Data"/>.
/// </summary>
internal static class InstructionModel
{
    private const string NoEffect = "Nop Endbr64 Prefetcht0 Prefetcht1 Prefetcht2 Prefetchnta";

    private const string Copy = """
        Mov Movdqa Movdqu Lddqu Vlddqu Movaps Movups Vmovdqa Vmovdqu Vmovaps Vmovups
        Vmovdqa32 Vmovdqa64 Vmovdqu8 Vmovdqu16 Vmovdqu32 Vmovdqu64
        """;

    private const string Sum = "Add Sub Inc Dec Lea";

    private const string Select = """
        Cmova Cmovae Cmovb Cmovbe Cmove Cmovg Cmovge Cmovl Cmovle Cmovne Cmovno Cmovnp Cmovns Cmovo Cmovp Cmovs
        """;

    /// <summary>General registers. Multiplication takes the same time for all operands on every x64 CPU.</summary>
    private const string General = """
        And Or Xor Not Neg Cmp Test Adc Sbb Imul Mul Mulx Bswap Movbe Movzx Movsx Movsxd Cdq Cqo Cdqe Andn Bextr Blsi Blsmsk Blsr Bzhi
        Rorx Adcx Adox Tzcnt Lzcnt Bt Btc Btr Bts Crc32
        Seta Setae Setb Setbe Sete Setg Setge Setl Setle Setne Setno Setnp Setns Seto Setp Sets
        """;

    /// <summary>Each also in its VEX and EVEX form, with a V in front.</summary>
    private const string Vector = """
        Pxor Por Pand Pandn Xorps Xorpd Andps Andpd Andnps Andnpd Orps Orpd Paddb Paddw Paddd Paddq Psadbw Pmaddubsw Pmaddwd Psubb Psubw Psubd Psubq
        Psllw Pslld Psllq Psrlw Psrld Psrlq Psraw Psrad Pslldq Psrldq Palignr Pshufb Pshufd Pshufhw Pshuflw Shufps Shufpd
        Punpcklbw Punpcklwd Punpckldq Punpcklqdq Punpckhbw Punpckhwd Punpckhdq Punpckhqdq Unpcklps Unpcklpd Unpckhps Unpckhpd
        Pinsrb Pinsrw Pinsrd Pinsrq Pextrb Pextrw Pextrd Pextrq Pblendw Blendps Blendpd Pcmpeqb Pcmpeqw Pcmpeqd Pcmpeqq
        Pcmpgtb Pcmpgtw Pcmpgtd Pcmpgtq Pmaxub Pmaxud Pmaxsd Pminsb Pminub Pminud Pminsd Pmuludq Pmulld Pmovmskb Movmskps Ptest
        Movd Movq Movhps Movhpd Movlps Movlpd Movhlps Movlhps Movddup Pmovzxbw Pmovzxbd Pmovzxbq Pmovzxwd Pmovzxwq Pmovzxdq
        Aesenc Aesenclast Aesdec Aesdeclast Aesimc Aeskeygenassist Pclmulqdq
        """;

    private const string VectorAsWritten = """
        Blendvps Blendvpd Pblendvb Vblendvps Vblendvpd Vpblendvb
        Sha1msg1 Sha1msg2 Sha1nexte Sha1rnds4 Sha256msg1 Sha256msg2 Sha256rnds2
        Vpxord Vpxorq Vpord Vporq Vpandd Vpandq Vpandnd Vpandnq Vpternlogd Vpternlogq Vpblendd
        Movss Movsd Vmovss Vmovsd Vbroadcasti128 Vbroadcastf128 Vbroadcastf32x4 Vbroadcastf32x8 Vbroadcastf64x4 Vbroadcasti32x2 Vbroadcasti32x4 Vbroadcasti64x2 Vbroadcasti32x8 Vbroadcasti64x4
        Vbroadcastss Vbroadcastsd Vpbroadcastb Vpbroadcastw Vpbroadcastd Vpbroadcastq Vpbroadcastmb2q Vpbroadcastmw2d
        Vinserti128 Vinsertf128 Vinsertf32x4 Vinsertf64x2 Vinsertf32x8 Vinsertf64x4 Vinserti32x4 Vinserti64x2 Vinserti32x8 Vinserti64x4
        Vextracti128 Vextractf128 Vextractf32x4 Vextractf64x2 Vextractf32x8 Vextractf64x4 Vextracti32x4 Vextracti64x2 Vextracti32x8 Vextracti64x4
        Vperm2i128 Vperm2f128 Vpermq Vpermd Vpermw Vpermi2d Vpermi2q Vpermi2w Vpermt2d Vpermt2q Vpermt2w Vpermilps Vpermilpd
        Vshufi32x4 Vshufi64x2 Valignd Valignq
        Vpsllvd Vpsllvq Vpsllvw Vpsrlvd Vpsrlvq Vpsrlvw Vpsravd Vpsravq Vpsravw Vpsraq Vprold Vprolq Vprord Vprorq Vprolvd Vprolvq
        Vprorvd Vprorvq Vpblendmb Vpblendmw Vpblendmd Vpblendmq Vpcmpb Vpcmpd Vpcmpq Vpcmpw Vpcmpub Vpcmpud Vpcmpuq Vpcmpuw
        Vptestmb Vptestmd Vptestmq Vptestmw Vptestnmb Vptestnmd Vptestnmq Vptestnmw
        Vpmovm2b Vpmovm2w Vpmovm2d Vpmovm2q Vpmovb2m Vpmovw2m Vpmovd2m Vpmovq2m
        Kmovb Kmovw Kmovd Kmovq Kandb Kandw Kandd Kandq Kandnb Kandnw Kandnd Kandnq Korb Korw Kord Korq Kxorb Kxorw Kxord Kxorq
        Kxnorb Kxnorw Kxnord Kxnorq Knotb Knotw Knotd Knotq Kshiftlb Kshiftlw Kshiftld Kshiftlq
        Kshiftrb Kshiftrw Kshiftrd Kshiftrq
        Kortestb Kortestw Kortestd Kortestq Ktestb Ktestw Ktestd Ktestq Kunpckbw Kunpckwd Kunpckdq
        """;

    private const string Shift = "Shl Shr Sar Rol Ror Rcl Rcr Shld Shrd Shlx Shrx Sarx";

    /// <summary>
    /// Division; PDEP and PEXT, which Zen 1 and 2 run bit by bit; BSF and BSR, microcode on older CPUs (uops.info and Agner Fog's
    /// tables have the times). CPUID and XGETBV because they must not be asked a secret question.
    /// </summary>
    private const string VariableTime = "Div Idiv Pdep Pext Bsf Bsr Cpuid Xgetbv";

    private const string MaskedMove = "Vpmaskmovd Vpmaskmovq Vmaskmovps Vmaskmovpd";

    private const string Branch = "Jmp Ja Jae Jb Jbe Je Jg Jge Jl Jle Jne Jno Jnp Jns Jo Jp Js";

    private const string SelfInverse = """
        Xor Sub Pxor Xorps Xorpd Psubb Psubw Psubd Psubq Pandn Pcmpeqb Pcmpeqw Pcmpeqd Pcmpeqq Pcmpgtb Pcmpgtw Pcmpgtd Pcmpgtq
        Vpxor Vpxord Vpxorq Vxorps Vxorpd Vpsubb Vpsubw Vpsubd Vpsubq Vpandn Vpcmpeqb Vpcmpeqw Vpcmpeqd Vpcmpeqq
        Kxorb Kxorw Kxord Kxorq Kxnorb Kxnorw Kxnord Kxnorq
        """;

    private static readonly Dictionary<Mnemonic, InstructionClass> s_classes = Table();

    private static readonly HashSet<Mnemonic> s_selfInverse = [.. Parse(SelfInverse)];

    public static InstructionClass Of(Instruction instruction) => s_classes.GetValueOrDefault(instruction.Mnemonic);

    /// <summary>Whether the result is a constant, whatever the operands hold: x - x, or x = x.</summary>
    public static bool IsConstant(Instruction instruction)
    {
        if (instruction.HasOpMask)
            return false;
        if (instruction.Mnemonic is Mnemonic.Vpternlogd or Mnemonic.Vpternlogq)
            return instruction.Immediate8 is 0x00 or 0xFF;
        var last = instruction.OpCount - 1;
        return s_selfInverse.Contains(instruction.Mnemonic)
            && instruction.GetOpKind(last) == OpKind.Register
            && instruction.GetOpKind(last - 1) == OpKind.Register
            && instruction.GetOpRegister(last) == instruction.GetOpRegister(last - 1);
    }

    private static Dictionary<Mnemonic, InstructionClass> Table()
    {
        var table = new Dictionary<Mnemonic, InstructionClass>
        {
            [Mnemonic.Xchg] = InstructionClass.Exchange,
            [Mnemonic.Ret] = InstructionClass.Return,
            [Mnemonic.Vzeroupper] = InstructionClass.ClearUpperHalves,
        };
        void Add(IEnumerable<Mnemonic> mnemonics, InstructionClass its)
        {
            foreach (var mnemonic in mnemonics)
                table.Add(mnemonic, its);
        }

        Add(Parse(NoEffect), InstructionClass.NoEffect);
        Add(Parse(Copy), InstructionClass.Copy);
        Add(Parse(Sum), InstructionClass.Sum);
        Add(Parse(Select), InstructionClass.Select);
        Add(Parse(General), InstructionClass.Data);
        Add(Parse(Vector), InstructionClass.Data);
        Add(Names(Vector).Select(name => Parse("V" + name).Single()), InstructionClass.Data);
        Add(Parse(VectorAsWritten), InstructionClass.Data);
        Add(Parse(Shift), InstructionClass.Shift);
        Add(Parse(VariableTime), InstructionClass.VariableTime);
        Add(Parse(MaskedMove), InstructionClass.MaskedMove);
        Add(Parse(Branch), InstructionClass.Branch);
        return table;
    }

    private static string[] Names(string list) => list.Split([' ', '\n', '\r'], StringSplitOptions.RemoveEmptyEntries);

    private static IEnumerable<Mnemonic> Parse(string list) =>
        Names(list).Select(name => Enum.Parse<Mnemonic>(name, ignoreCase: true));
}
