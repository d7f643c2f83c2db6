using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using static ManagedCrypto.KernelAssembler.Arm64.A64Instructions;

namespace ManagedCrypto.KernelAssembler.Arm64;

/// <summary>A place in the code, before or after the instructions that name it.</summary>
internal sealed class A64Label
{
    public int? Offset { get; set; }
}

/// <summary>Conditions of branches and choices, by the numbers that they have in instructions.</summary>
internal enum A64Condition
{
    Eq,
    Ne,
    Hs,
    Lo,
    Mi,
    Pl,
    Vs,
    Vc,
    Hi,
    Ls,
    Ge,
    Lt,
    Gt,
    Le,
}

/// <summary>An address: a register and a distance, or a register that moves on by a distance afterwards.</summary>
internal readonly record struct A64Address(X Base, int Offset, bool IsPost = false)
{
    public static A64Address operator +(A64Address address, int bytes) => address with { Offset = address.Offset + bytes };
}

/// <summary>
/// Emits instructions, each by the method of its name; of those that take lanes of several sizes, with the lanes behind it. What it cannot
/// encode is an exception.
/// </summary>
internal sealed class A64Assembler
{
    private readonly List<uint> _words = [];
    private readonly List<(int Index, A64Encoding Encoding, long[] Operands, A64Label Target)> _jumps = [];

    /// <summary>Bytes so far.</summary>
    public int Offset => sizeof(uint) * _words.Count;

    public void Bind(A64Label label) => label.Offset = Offset;

    /// <summary>Bytes as they are; their number is padded to whole words.</summary>
    public void Data(ReadOnlySpan<byte> bytes)
    {
        var words = new byte[(bytes.Length + sizeof(uint) - 1) & -sizeof(uint)];
        bytes.CopyTo(words);
        for (var i = 0; i < words.Length; i += sizeof(uint))
            _words.Add(BinaryPrimitives.ReadUInt32LittleEndian(words.AsSpan(i)));
    }

    /// <summary>The bytes, with all labels resolved.</summary>
    public byte[] Assemble()
    {
        foreach (var (index, encoding, operands, target) in _jumps)
        {
            var offset = target.Offset ?? throw new InvalidOperationException($"{encoding.Text}: its label is not bound.");
            _words[index] = encoding.Encode([.. operands, offset - (sizeof(uint) * index)]);
        }

        var bytes = new byte[Offset];
        for (var i = 0; i < _words.Count; i++)
            BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(sizeof(uint) * i), _words[i]);
        return bytes;
    }

    public void Nop() => Emit(A64Instructions.Nop);
    public void BtiC() => Emit(A64Instructions.BtiC);
    public void Ret() => Emit(A64Instructions.Ret);
    public void B(A64Label target) => Jump(A64Instructions.B, target);
    public void B(A64Condition condition, A64Label target) => Jump(BIf, target, (long)condition);
    public void Cbz(X t, A64Label target) => Jump(A64Instructions.Cbz, target, t);
    public void Cbnz(X t, A64Label target) => Jump(A64Instructions.Cbnz, target, t);
    public void Tbz(X t, int bit, A64Label target) => Jump(A64Instructions.Tbz, target, t, bit);
    public void Tbnz(X t, int bit, A64Label target) => Jump(A64Instructions.Tbnz, target, t, bit);
    public void Adr(X d, A64Label target) => Jump(A64Instructions.Adr, target, d);

    public void Add(X d, X n, X m, int shift = 0) => Emit(A64Instructions.Add, d, n, m, shift);
    public void Add(X d, X n, int value) => Emit(AddImmediate, d, n, value);
    public void Adds(X d, X n, X m) => Emit(A64Instructions.Adds, d, n, m, 0);
    public void Adc(X d, X n, X m) => Emit(A64Instructions.Adc, d, n, m);
    public void Adcs(X d, X n, X m) => Emit(A64Instructions.Adcs, d, n, m);
    public void Sub(X d, X n, X m, int shift = 0) => Emit(A64Instructions.Sub, d, n, m, shift);
    public void Sub(X d, X n, int value) => Emit(SubImmediate, d, n, value);
    public void Subs(X d, X n, int value) => Emit(SubsImmediate, d, n, value);
    public void Cmp(X n, int value) => Subs(A64Registers.xzr, n, value);
    public void And(X d, X n, long mask) => Emit(AndImmediate, d, n, mask);
    public void Orr(X d, X n, X m, int shift = 0) => Emit(A64Instructions.Orr, d, n, m, shift);
    public void Mov(X d, X m) => Orr(d, A64Registers.xzr, m);
    public void Eor(X d, X n, X m) => Emit(A64Instructions.Eor, d, n, m, 0);
    public void EorRor(X d, X n, X m, int bits) => Emit(A64Instructions.EorRor, d, n, m, bits);
    public void BicRor(X d, X n, X m, int bits) => Emit(A64Instructions.BicRor, d, n, m, bits);
    public void Lsl(X d, X n, int bits) => Emit(A64Instructions.Lsl, d, n, bits);
    public void Lsr(X d, X n, int bits) => Emit(A64Instructions.Lsr, d, n, bits);
    public void Extr(X d, X n, X m, int bits) => Emit(A64Instructions.Extr, d, n, m, bits);
    public void Movz(X d, int value, int shift = 0) => Emit(A64Instructions.Movz, d, value, shift);
    public void Movk(X d, int value, int shift) => Emit(A64Instructions.Movk, d, value, shift);
    public void Mul(X d, X n, X m) => Emit(A64Instructions.Mul, d, n, m);
    public void Umulh(X d, X n, X m) => Emit(A64Instructions.Umulh, d, n, m);
    public void Csel(X d, X n, X m, A64Condition condition) => Emit(A64Instructions.Csel, d, n, m, (long)condition);
    public void Cset(X d, A64Condition condition) => Emit(A64Instructions.Cset, d, (long)condition);
    public void Rev(X d, X n) => Emit(A64Instructions.Rev, d, n);

    public void Ldr(X t, A64Label constant) => Jump(LdrLiteral, constant, t);
    public void Ldr(X t, A64Address from) => Emit(from.IsPost ? LdrPost : A64Instructions.Ldr, t, from.Base, from.Offset);
    public void Str(X t, A64Address to) => Emit(to.IsPost ? StrPost : A64Instructions.Str, t, to.Base, to.Offset);
    public void Ldr(W t, A64Address from) => Emit(LdrW, t, from.Base, from.Offset);
    public void Str(W t, A64Address to) => Emit(StrW, t, to.Base, to.Offset);
    public void Ldrb(W t, A64Address from) => Emit(A64Instructions.Ldrb, t, from.Base, from.Offset);
    public void Strb(W t, A64Address to) => Emit(A64Instructions.Strb, t, to.Base, to.Offset);
    public void Ldp(X t, X u, A64Address from) => Emit(A64Instructions.Ldp, t, u, from.Base, from.Offset);
    public void Stp(X t, X u, A64Address to) => Emit(A64Instructions.Stp, t, u, to.Base, to.Offset);
    public void LdrQ(V t, A64Address from) => Emit(from.IsPost ? LdrQPost : A64Instructions.LdrQ, t, from.Base, from.Offset);
    public void StrQ(V t, A64Address to) => Emit(to.IsPost ? StrQPost : A64Instructions.StrQ, t, to.Base, to.Offset);
    public void LdpQ(V t, V u, A64Address from) => Emit(from.IsPost ? LdpQPost : A64Instructions.LdpQ, t, u, from.Base, from.Offset);
    public void StpQ(V t, V u, A64Address to) => Emit(to.IsPost ? StpQPost : A64Instructions.StpQ, t, u, to.Base, to.Offset);
    public void LdrD(V t, A64Address from) => Emit(from.IsPost ? LdrDPost : A64Instructions.LdrD, t, from.Base, from.Offset);
    public void StrD(V t, A64Address to) => Emit(to.IsPost ? StrDPost : A64Instructions.StrD, t, to.Base, to.Offset);
    public void LdpD(V t, V u, A64Address from) => Emit(A64Instructions.LdpD, t, u, from.Base, from.Offset);
    public void LdrS(V t, A64Address from) => Emit(A64Instructions.LdrS, t, from.Base, from.Offset);
    public void StrS(V t, A64Address to) => Emit(A64Instructions.StrS, t, to.Base, to.Offset);

    /// <summary>Four vectors that follow each other, of any alignment; the register moves on.</summary>
    public void Ld1FourPost(V t, X from) => Emit(A64Instructions.Ld1FourPost, t, from);


    public void Aese(V d, V n) => Emit(A64Instructions.Aese, d, n);
    public void Aesd(V d, V n) => Emit(A64Instructions.Aesd, d, n);
    public void Aesmc(V d, V n) => Emit(A64Instructions.Aesmc, d, n);
    public void Aesimc(V d, V n) => Emit(A64Instructions.Aesimc, d, n);
    public void Pmull(V d, V n, V m) => Emit(A64Instructions.Pmull, d, n, m);
    public void Pmull2(V d, V n, V m) => Emit(A64Instructions.Pmull2, d, n, m);
    public void Sha1C(V d, V n, V m) => Emit(A64Instructions.Sha1C, d, n, m);
    public void Sha1P(V d, V n, V m) => Emit(A64Instructions.Sha1P, d, n, m);
    public void Sha1M(V d, V n, V m) => Emit(A64Instructions.Sha1M, d, n, m);
    public void Sha1Su0(V d, V n, V m) => Emit(A64Instructions.Sha1Su0, d, n, m);
    public void Sha1H(V d, V n) => Emit(A64Instructions.Sha1H, d, n);
    public void Sha1Su1(V d, V n) => Emit(A64Instructions.Sha1Su1, d, n);
    public void Sha256H(V d, V n, V m) => Emit(A64Instructions.Sha256H, d, n, m);
    public void Sha256H2(V d, V n, V m) => Emit(A64Instructions.Sha256H2, d, n, m);
    public void Sha256Su1(V d, V n, V m) => Emit(A64Instructions.Sha256Su1, d, n, m);
    public void Sha256Su0(V d, V n) => Emit(A64Instructions.Sha256Su0, d, n);
    public void Sha512H(V d, V n, V m) => Emit(A64Instructions.Sha512H, d, n, m);
    public void Sha512H2(V d, V n, V m) => Emit(A64Instructions.Sha512H2, d, n, m);
    public void Sha512Su0(V d, V n) => Emit(A64Instructions.Sha512Su0, d, n);
    public void Sha512Su1(V d, V n, V m) => Emit(A64Instructions.Sha512Su1, d, n, m);
    public void Eor3(V d, V n, V m, V a) => Emit(A64Instructions.Eor3, d, n, m, a);

    public void Eor(V d, V n, V m) => Emit(EorV, d, n, m);
    public void And(V d, V n, V m) => Emit(AndV, d, n, m);
    public void Orr(V d, V n, V m) => Emit(OrrV, d, n, m);
    public void Mov(V d, V n) => Orr(d, n, n);
    public void AddS4(V d, V n, V m) => Emit(A64Instructions.AddS4, d, n, m);
    public void AddD2(V d, V n, V m) => Emit(A64Instructions.AddD2, d, n, m);
    public void ShlS4(V d, V n, int bits) => Emit(A64Instructions.ShlS4, d, n, bits);
    public void ShlD2(V d, V n, int bits) => Emit(A64Instructions.ShlD2, d, n, bits);
    public void UshrD2(V d, V n, int bits) => Emit(A64Instructions.UshrD2, d, n, bits);
    public void SriS4(V d, V n, int bits) => Emit(A64Instructions.SriS4, d, n, bits);
    public void SshrD2(V d, V n, int bits) => Emit(A64Instructions.SshrD2, d, n, bits);
    public void Rev64(V d, V n) => Emit(A64Instructions.Rev64, d, n);
    public void Rev32(V d, V n) => Emit(A64Instructions.Rev32, d, n);
    public void Rev32H8(V d, V n) => Emit(A64Instructions.Rev32H8, d, n);
    public void Ext(V d, V n, V m, int bytes) => Emit(A64Instructions.Ext, d, n, m, bytes);
    public void Tbl(V d, V table, V indices) => Emit(A64Instructions.Tbl, d, table, indices);
    public void Tbx(V d, V table, V indices) => Emit(A64Instructions.Tbx, d, table, indices);
    public void Zip1S4(V d, V n, V m) => Emit(A64Instructions.Zip1S4, d, n, m);
    public void Zip2S4(V d, V n, V m) => Emit(A64Instructions.Zip2S4, d, n, m);
    public void Zip1D2(V d, V n, V m) => Emit(A64Instructions.Zip1D2, d, n, m);
    public void Zip2D2(V d, V n, V m) => Emit(A64Instructions.Zip2D2, d, n, m);
    public void DupD2(V d, X n) => Emit(A64Instructions.DupD2, d, n);
    public void DupS4(V d, W n) => Emit(A64Instructions.DupS4, d, n);
    public void DupLaneD2(V d, V n, int lane) => Emit(A64Instructions.DupLaneD2, d, n, lane);
    public void DupLaneS4(V d, V n, int lane) => Emit(A64Instructions.DupLaneS4, d, n, lane);
    public void InsS(V d, int lane, W n) => Emit(A64Instructions.InsS, d, lane, n);
    public void InsD(V d, int lane, X n) => Emit(A64Instructions.InsD, d, lane, n);
    public void UmovD(X d, V n, int lane) => Emit(A64Instructions.UmovD, d, n, lane);
    public void UmovS(W d, V n, int lane) => Emit(A64Instructions.UmovS, d, n, lane);
    public void FmovToD(V d, X n) => Emit(A64Instructions.FmovToD, d, n);
    public void Clear(V d) => Emit(MoviD2, d);

    private void Emit(A64Encoding encoding, params ReadOnlySpan<long> operands) => _words.Add(encoding.Encode(operands));

    private void Jump(A64Encoding encoding, A64Label target, params ReadOnlySpan<long> operands)
    {
        _jumps.Add((_words.Count, encoding, operands.ToArray(), target));
        _words.Add(0);
    }
}
