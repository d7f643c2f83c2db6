using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace ManagedCrypto.KernelAssembler.Arm64;

/// <summary>The instructions of A64 that kernels are made of (Arm's manual for the A-profile architecture, chapter C6 and C7).</summary>
internal static class A64Instructions
{
    public static readonly A64Encoding
        Nop = new(0xD503201F, "nop"),
        BtiC = new(0xD503245F, "hint #34"),
        Ret = new(0xD65F03C0, "ret"),
        B = new(0x14000000, "b <at26>"),
        BIf = new(0x54000000, "b.<if> <at19>"),
        Cbz = new(0xB4000000, "cbz <Xt>, <at19>"),
        Cbnz = new(0xB5000000, "cbnz <Xt>, <at19>"),
        Tbz = new(0x36000000, "tbz <Xt>, <bit>, <at14>"),
        Tbnz = new(0x37000000, "tbnz <Xt>, <bit>, <at14>"),
        Adr = new(0x10000000, "adr <Xd>, <at>");

    public static readonly A64Encoding
        Add = new(0x8B000000, "add <Xd>, <Xn>, <Xm>, lsl <shift>"),
        AddImmediate = new(0x91000000, "add <Xe>, <Xs>, <imm12>"),
        Adds = new(0xAB000000, "adds <Xd>, <Xn>, <Xm>, lsl <shift>"),
        Adc = new(0x9A000000, "adc <Xd>, <Xn>, <Xm>"),
        Adcs = new(0xBA000000, "adcs <Xd>, <Xn>, <Xm>"),
        Sub = new(0xCB000000, "sub <Xd>, <Xn>, <Xm>, lsl <shift>"),
        SubImmediate = new(0xD1000000, "sub <Xe>, <Xs>, <imm12>"),
        SubsImmediate = new(0xF1000000, "subs <Xd>, <Xs>, <imm12>"),
        AndImmediate = new(0x92000000, "and <Xd>, <Xn>, <bitmask>"),
        Orr = new(0xAA000000, "orr <Xd>, <Xn>, <Xm>, lsl <shift>"),
        Eor = new(0xCA000000, "eor <Xd>, <Xn>, <Xm>, lsl <shift>"),
        EorRor = new(0xCAC00000, "eor <Xd>, <Xn>, <Xm>, ror <shift>"),
        BicRor = new(0x8AE00000, "bic <Xd>, <Xn>, <Xm>, ror <shift>"),
        Lsl = new(0xD3400000, "lsl <Xd>, <Xn>, <lsl>"),
        Lsr = new(0xD340FC00, "lsr <Xd>, <Xn>, <lsr>"),
        Extr = new(0x93C00000, "extr <Xd>, <Xn>, <Xm>, <ror>"),
        Movz = new(0xD2800000, "movz <Xd>, <imm16>, lsl <hw>"),
        Movk = new(0xF2800000, "movk <Xd>, <imm16>, lsl <hw>"),
        Mul = new(0x9B007C00, "mul <Xd>, <Xn>, <Xm>"),
        Umulh = new(0x9BC07C00, "umulh <Xd>, <Xn>, <Xm>"),
        Csel = new(0x9A800000, "csel <Xd>, <Xn>, <Xm>, <cond>"),
        Cset = new(0x9A9F07E0, "cset <Xd>, <unless>"),
        Rev = new(0xDAC00C00, "rev <Xd>, <Xn>");

    public static readonly A64Encoding
        Ldr = new(0xF9400000, "ldr <Xt>, [<Xs>, <pimm8>]"),
        Str = new(0xF9000000, "str <Xt>, [<Xs>, <pimm8>]"),
        LdrLiteral = new(0x58000000, "ldr <Xt>, <at19>"),
        LdrPost = new(0xF8400400, "ldr <Xt>, [<Xs>], <simm9>"),
        StrPost = new(0xF8000400, "str <Xt>, [<Xs>], <simm9>"),
        LdrW = new(0xB9400000, "ldr <Wt>, [<Xs>, <pimm4>]"),
        StrW = new(0xB9000000, "str <Wt>, [<Xs>, <pimm4>]"),
        Ldrb = new(0x39400000, "ldrb <Wt>, [<Xs>, <pimm1>]"),
        Strb = new(0x39000000, "strb <Wt>, [<Xs>, <pimm1>]"),
        Ldp = new(0xA9400000, "ldp <Xt>, <Xu>, [<Xs>, <simm7x8>]"),
        Stp = new(0xA9000000, "stp <Xt>, <Xu>, [<Xs>, <simm7x8>]"),
        LdrQ = new(0x3DC00000, "ldr <Qt>, [<Xs>, <pimm16>]"),
        StrQ = new(0x3D800000, "str <Qt>, [<Xs>, <pimm16>]"),
        LdrQPost = new(0x3CC00400, "ldr <Qt>, [<Xs>], <simm9>"),
        StrQPost = new(0x3C800400, "str <Qt>, [<Xs>], <simm9>"),
        LdpQ = new(0xAD400000, "ldp <Qt>, <Qu>, [<Xs>, <simm7x16>]"),
        StpQ = new(0xAD000000, "stp <Qt>, <Qu>, [<Xs>, <simm7x16>]"),
        LdpQPost = new(0xACC00000, "ldp <Qt>, <Qu>, [<Xs>], <simm7x16>"),
        StpQPost = new(0xAC800000, "stp <Qt>, <Qu>, [<Xs>], <simm7x16>"),
        LdrD = new(0xFD400000, "ldr <Dt>, [<Xs>, <pimm8>]"),
        StrD = new(0xFD000000, "str <Dt>, [<Xs>, <pimm8>]"),
        StrDPost = new(0xFC000400, "str <Dt>, [<Xs>], <simm9>"),
        LdrDPost = new(0xFC400400, "ldr <Dt>, [<Xs>], <simm9>"),
        LdpD = new(0x6D400000, "ldp <Dt>, <Du>, [<Xs>, <simm7x8>]"),
        LdrS = new(0xBD400000, "ldr <St>, [<Xs>, <pimm4>]"),
        StrS = new(0xBD000000, "str <St>, [<Xs>, <pimm4>]"),
        Ld1FourPost = new(0x4CDF2000, "ld1 {<V4>.16b}, [<Xs>], #64");

    public static readonly A64Encoding
        Aese = new(0x4E284800, "aese <Vd>.16b, <Vn>.16b"),
        Aesd = new(0x4E285800, "aesd <Vd>.16b, <Vn>.16b"),
        Aesmc = new(0x4E286800, "aesmc <Vd>.16b, <Vn>.16b"),
        Aesimc = new(0x4E287800, "aesimc <Vd>.16b, <Vn>.16b"),
        Pmull = new(0x0EE0E000, "pmull <Vd>.1q, <Vn>.1d, <Vm>.1d"),
        Pmull2 = new(0x4EE0E000, "pmull2 <Vd>.1q, <Vn>.2d, <Vm>.2d"),
        Sha1C = new(0x5E000000, "sha1c <Qd>, <Sn>, <Vm>.4s"),
        Sha1P = new(0x5E001000, "sha1p <Qd>, <Sn>, <Vm>.4s"),
        Sha1M = new(0x5E002000, "sha1m <Qd>, <Sn>, <Vm>.4s"),
        Sha1Su0 = new(0x5E003000, "sha1su0 <Vd>.4s, <Vn>.4s, <Vm>.4s"),
        Sha1H = new(0x5E280800, "sha1h <Sd>, <Sn>"),
        Sha1Su1 = new(0x5E281800, "sha1su1 <Vd>.4s, <Vn>.4s"),
        Sha256H = new(0x5E004000, "sha256h <Qd>, <Qn>, <Vm>.4s"),
        Sha256H2 = new(0x5E005000, "sha256h2 <Qd>, <Qn>, <Vm>.4s"),
        Sha256Su1 = new(0x5E006000, "sha256su1 <Vd>.4s, <Vn>.4s, <Vm>.4s"),
        Sha256Su0 = new(0x5E282800, "sha256su0 <Vd>.4s, <Vn>.4s"),
        Sha512H = new(0xCE608000, "sha512h <Qd>, <Qn>, <Vm>.2d"),
        Sha512H2 = new(0xCE608400, "sha512h2 <Qd>, <Qn>, <Vm>.2d"),
        Sha512Su0 = new(0xCEC08000, "sha512su0 <Vd>.2d, <Vn>.2d"),
        Sha512Su1 = new(0xCE608800, "sha512su1 <Vd>.2d, <Vn>.2d, <Vm>.2d"),
        Eor3 = new(0xCE000000, "eor3 <Vd>.16b, <Vn>.16b, <Vm>.16b, <Va>.16b");

    public static readonly A64Encoding
        EorV = new(0x6E201C00, "eor <Vd>.16b, <Vn>.16b, <Vm>.16b"),
        AndV = new(0x4E201C00, "and <Vd>.16b, <Vn>.16b, <Vm>.16b"),
        OrrV = new(0x4EA01C00, "orr <Vd>.16b, <Vn>.16b, <Vm>.16b"),
        AddS4 = new(0x4EA08400, "add <Vd>.4s, <Vn>.4s, <Vm>.4s"),
        AddD2 = new(0x4EE08400, "add <Vd>.2d, <Vn>.2d, <Vm>.2d"),
        ShlS4 = new(0x4F205400, "shl <Vd>.4s, <Vn>.4s, <left32>"),
        ShlD2 = new(0x4F405400, "shl <Vd>.2d, <Vn>.2d, <left64>"),
        UshrD2 = new(0x6F400400, "ushr <Vd>.2d, <Vn>.2d, <right64>"),
        SriS4 = new(0x6F204400, "sri <Vd>.4s, <Vn>.4s, <right32>"),
        SshrD2 = new(0x4F400400, "sshr <Vd>.2d, <Vn>.2d, <right64>"),
        Rev64 = new(0x4E200800, "rev64 <Vd>.16b, <Vn>.16b"),
        Rev32 = new(0x6E200800, "rev32 <Vd>.16b, <Vn>.16b"),
        Rev32H8 = new(0x6E600800, "rev32 <Vd>.8h, <Vn>.8h"),
        Ext = new(0x6E000000, "ext <Vd>.16b, <Vn>.16b, <Vm>.16b, <ext>"),
        Tbl = new(0x4E000000, "tbl <Vd>.16b, {<Vn>.16b}, <Vm>.16b"),
        Tbx = new(0x4E001000, "tbx <Vd>.16b, {<Vn>.16b}, <Vm>.16b"),
        Zip1S4 = new(0x4E803800, "zip1 <Vd>.4s, <Vn>.4s, <Vm>.4s"),
        Zip2S4 = new(0x4E807800, "zip2 <Vd>.4s, <Vn>.4s, <Vm>.4s"),
        Zip1D2 = new(0x4EC03800, "zip1 <Vd>.2d, <Vn>.2d, <Vm>.2d"),
        Zip2D2 = new(0x4EC07800, "zip2 <Vd>.2d, <Vn>.2d, <Vm>.2d"),
        DupD2 = new(0x4E080C00, "dup <Vd>.2d, <Xn>"),
        DupS4 = new(0x4E040C00, "dup <Vd>.4s, <Wn>"),
        DupLaneD2 = new(0x4E080400, "dup <Vd>.2d, <Vn>.d[<d0>]"),
        DupLaneS4 = new(0x4E040400, "dup <Vd>.4s, <Vn>.s[<s0>]"),
        InsS = new(0x4E041C00, "ins <Vd>.s[<s0>], <Wn>"),
        InsD = new(0x4E081C00, "ins <Vd>.d[<d0>], <Xn>"),
        UmovD = new(0x4E083C00, "umov <Xd>, <Vn>.d[<d0>]"),
        UmovS = new(0x0E043C00, "umov <Wd>, <Vn>.s[<s0>]"),
        FmovToD = new(0x9E670000, "fmov <Dd>, <Xn>"),
        MoviD2 = new(0x6F00E400, "movi <Vd>.2d, #0");

    /// <summary>All of them; of several that fit a word, the one with the fewest operands first.</summary>
    public static IReadOnlyList<A64Encoding> All { get; } =
    [
        .. typeof(A64Instructions).GetFields(BindingFlags.Static | BindingFlags.Public)
            .Select(field => (A64Encoding)field.GetValue(null)!)
            .OrderByDescending(encoding => System.Numerics.BitOperations.PopCount(encoding.Mask)),
    ];

    /// <summary>The form of a word.</summary>
    /// <exception cref="ArgumentException">Kernels have no such instruction.</exception>
    public static A64Encoding Of(uint word) =>
        All.FirstOrDefault(encoding => encoding.IsMatch(word)) ?? throw new ArgumentException($"0x{word:x8} is no instruction of a kernel.");

    /// <summary>Sixteen words of each form, with operands drawn by a seed that never changes.</summary>
    public static IEnumerable<uint> Samples()
    {
        const int EachForm = 16;
        var random = new Random(1);
        foreach (var encoding in All)
        {
            for (var count = 0; count < (encoding.Fields.Count == 0 ? 1 : EachForm);)
            {
                var word = encoding.Bits | ((uint)random.NextInt64() & ~encoding.Mask);
                if (!IsAllocated(encoding, word))
                    continue;
                yield return word;
                count++;
            }
        }
    }

    /// <summary>
    /// Whether the operands are such as the form has: of bits that stand for a mask, for one, some stand for none. Nor may an instruction
    /// load one register twice, which A64 leaves open.
    /// </summary>
    public static bool IsAllocated(A64Encoding encoding, uint word)
    {
        try
        {
            var operands = encoding.Decode(word);
            var loadsTwice = encoding.Mnemonic is "ldr" or "str" or "ldp" or "stp" && operands[..^1].Distinct().Count() < operands.Length - 1;
            return Of(word) == encoding && encoding.Encode(operands) == word && !loadsTwice;
        }
        catch (ArgumentOutOfRangeException)
        {
            return false;
        }
    }

    /// <summary>The numbers of the vector registers that an instruction writes: its first operand, or the registers that it loads.</summary>
    public static IEnumerable<int> WrittenVectors(uint word)
    {
        var encoding = Of(word);
        if (encoding.Mnemonic.StartsWith("st", StringComparison.Ordinal))
            return [];
        var operands = encoding.Decode(word);
        return encoding.FieldNames.Zip(operands).SelectMany(operand => operand.First switch
        {
            "V4" => Enumerable.Range(0, 4).Select(i => (int)(operand.Second + i) % 32),
            ['V' or 'Q' or 'D' or 'S', 'd' or 't' or 'u'] => [(int)operand.Second],
            _ => Enumerable.Empty<int>(),
        });
    }
}
