using System;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler;

/// <summary>
/// Instructions on vectors of 128, 256 or 512 bits, so that one program serves all widths. Registers go by number: 0 to 15
/// below 512 bits, where instructions are VEX-encoded and need no AVX-512, and 0 to 31 at 512 bits.
/// </summary>
/// <param name="asm">Where they go.</param>
/// <param name="bits">The width.</param>
/// <param name="hasAvx512">At 256 bits: whether there are 32 registers, by the encoding of AVX-512, which the assembler is to prefer.</param>
internal sealed class Vectors(Assembler asm, int bits, bool hasAvx512 = false)
{
    private static readonly AssemblerRegisterXMM[] s_xmm =
    [
        xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6, xmm7, xmm8, xmm9, xmm10, xmm11, xmm12, xmm13, xmm14, xmm15,
        xmm16, xmm17, xmm18, xmm19, xmm20, xmm21, xmm22, xmm23, xmm24, xmm25, xmm26, xmm27, xmm28, xmm29, xmm30, xmm31,
    ];

    private static readonly AssemblerRegisterYMM[] s_ymm =
    [
        ymm0, ymm1, ymm2, ymm3, ymm4, ymm5, ymm6, ymm7, ymm8, ymm9, ymm10, ymm11, ymm12, ymm13, ymm14, ymm15,
        ymm16, ymm17, ymm18, ymm19, ymm20, ymm21, ymm22, ymm23, ymm24, ymm25, ymm26, ymm27, ymm28, ymm29, ymm30, ymm31,
    ];

    private static readonly AssemblerRegisterZMM[] s_zmm =
    [
        zmm0, zmm1, zmm2, zmm3, zmm4, zmm5, zmm6, zmm7, zmm8, zmm9, zmm10, zmm11, zmm12, zmm13, zmm14, zmm15,
        zmm16, zmm17, zmm18, zmm19, zmm20, zmm21, zmm22, zmm23, zmm24, zmm25, zmm26, zmm27, zmm28, zmm29, zmm30, zmm31,
    ];

    public int Bits => bits;

    public int Bytes => bits / 8;

    /// <summary>Blocks of 128 bits in a vector.</summary>
    public int Lanes => bits / 128;

    /// <summary>The low 128 bits of a vector.</summary>
    public static AssemblerRegisterXMM X(int register) => s_xmm[register];

    public static AssemblerRegisterYMM Y(int register) => s_ymm[register];

    public static AssemblerRegisterZMM Z(int register) => s_zmm[register];

    public void Load(int to, AssemblerMemoryOperand from) => ByWidth(
        () => asm.vmovdqu64(Z(to), from),
        () => Encode(() => asm.vmovdqu(Y(to), from), () => asm.vmovdqu64(Y(to), from)),
        () => asm.vmovdqu(X(to), from));

    public void Store(AssemblerMemoryOperand to, int from) => ByWidth(
        () => asm.vmovdqu64(to, Z(from)),
        () => Encode(() => asm.vmovdqu(to, Y(from)), () => asm.vmovdqu64(to, Y(from))),
        () => asm.vmovdqu(to, X(from)));

    public void Copy(int to, int from) => ByWidth(
        () => asm.vmovdqa64(Z(to), Z(from)),
        () => Encode(() => asm.vmovdqa(Y(to), Y(from)), () => asm.vmovdqa64(Y(to), Y(from))),
        () => asm.vmovdqa(X(to), X(from)));

    /// <summary>One word of memory in every place. Not at 128 bits, which have no AVX2.</summary>
    public void Broadcast32(int to, AssemblerMemoryOperand word) => ByWidth(
        () => asm.vpbroadcastd(Z(to), word), () => asm.vpbroadcastd(Y(to), word), () => throw new NotSupportedException());

    /// <summary>One block of memory in every lane.</summary>
    public void Broadcast(int to, AssemblerMemoryOperand block) => ByWidth(
        () => asm.vbroadcasti32x4(Z(to), block), () => asm.vbroadcasti128(Y(to), block), () => asm.vmovdqu(X(to), block));

    public void Xor(int to, int a, int b) => ByWidth(
        () => asm.vpxorq(Z(to), Z(a), Z(b)),
        () => Encode(() => asm.vpxor(Y(to), Y(a), Y(b)), () => asm.vpxorq(Y(to), Y(a), Y(b))),
        () => asm.vpxor(X(to), X(a), X(b)));

    public void Xor(int to, int a, AssemblerMemoryOperand b) => ByWidth(
        () => asm.vpxorq(Z(to), Z(a), b),
        () => Encode(() => asm.vpxor(Y(to), Y(a), b), () => asm.vpxorq(Y(to), Y(a), b)),
        () => asm.vpxor(X(to), X(a), b));

    public void Add64(int to, int a, AssemblerMemoryOperand b) => ByWidth(
        () => asm.vpaddq(Z(to), Z(a), b), () => asm.vpaddq(Y(to), Y(a), b), () => asm.vpaddq(X(to), X(a), b));

    /// <summary>The XOR of three vectors, one of them <paramref name="to"/>.</summary>
    public void Xor3(int to, int a, int b) => ByWidth(
        () => asm.vpternlogq(Z(to), Z(a), Z(b), 0x96),
        () =>
        {
            Xor(to, to, a);
            Xor(to, to, b);
        },
        () =>
        {
            Xor(to, to, a);
            Xor(to, to, b);
        });

    /// <inheritdoc cref="Xor3(int, int, int)"/>
    public void Xor3(int to, int a, AssemblerMemoryOperand b)
    {
        if (bits == 512)
        {
            asm.vpternlogq(Z(to), Z(a), b, 0x96);
            return;
        }

        Xor(to, to, a);
        Xor(to, to, b);
    }

    /// <summary>All bits of the widest register.</summary>
    public void Clear(int register) => ByWidth(
        () => asm.vpxorq(X(register), X(register), X(register)),
        () => asm.vpxor(X(register), X(register), X(register)),
        () => asm.vpxor(X(register), X(register), X(register)));

    public void Add32(int to, int a, int b) => ByWidth(
        () => asm.vpaddd(Z(to), Z(a), Z(b)), () => asm.vpaddd(Y(to), Y(a), Y(b)), () => asm.vpaddd(X(to), X(a), X(b)));

    public void Add64(int to, int a, int b) => ByWidth(
        () => asm.vpaddq(Z(to), Z(a), Z(b)), () => asm.vpaddq(Y(to), Y(a), Y(b)), () => asm.vpaddq(X(to), X(a), X(b)));

    /// <summary>The low half of every lane in both its halves.</summary>
    public void LowHalves(int to, int from) => ByWidth(
        () => asm.vpshufd(Z(to), Z(from), 0x44),
        () => asm.vpshufd(Y(to), Y(from), 0x44),
        () => asm.vpshufd(X(to), X(from), 0x44));

    /// <summary>The low halves of every lane of two vectors, those of the first in the low halves.</summary>
    public void LowHalves(int to, int a, int b) => ByWidth(
        () => asm.vpunpcklqdq(Z(to), Z(a), Z(b)),
        () => asm.vpunpcklqdq(Y(to), Y(a), Y(b)),
        () => asm.vpunpcklqdq(X(to), X(a), X(b)));

    /// <summary>The high halves likewise.</summary>
    public void HighHalves(int to, int a, int b) => ByWidth(
        () => asm.vpunpckhqdq(Z(to), Z(a), Z(b)),
        () => asm.vpunpckhqdq(Y(to), Y(a), Y(b)),
        () => asm.vpunpckhqdq(X(to), X(a), X(b)));

    /// <summary>Words of the low halves of two vectors' lanes, in turns.</summary>
    public void UnpackLow32(int to, int a, int b) => ByWidth(
        () => asm.vpunpckldq(Z(to), Z(a), Z(b)),
        () => asm.vpunpckldq(Y(to), Y(a), Y(b)),
        () => asm.vpunpckldq(X(to), X(a), X(b)));

    /// <summary>The high halves likewise.</summary>
    public void UnpackHigh32(int to, int a, int b) => ByWidth(
        () => asm.vpunpckhdq(Z(to), Z(a), Z(b)),
        () => asm.vpunpckhdq(Y(to), Y(a), Y(b)),
        () => asm.vpunpckhdq(X(to), X(a), X(b)));

    /// <summary>Lanes of two vectors. At 512 bits alone.</summary>
    public void ShuffleLanes(int to, int a, int b, byte lanes) => asm.vshufi32x4(Z(to), Z(a), Z(b), lanes);

    /// <summary>The low lanes of two vectors, or their high ones. At 256 bits alone.</summary>
    public void PairLanes(int to, int a, int b, bool high) => Encode(
        () => asm.vperm2i128(Y(to), Y(a), Y(b), (byte)(high ? 0x31 : 0x20)), () => asm.vshufi32x4(Y(to), Y(a), Y(b), (byte)(high ? 0x03 : 0x00)));

    /// <summary>Every word rotated to the left. Of AVX-512 alone.</summary>
    public void RotateLeft32(int to, int from, byte count) => ByWidth(
        () => asm.vprold(Z(to), Z(from), count), () => asm.vprold(Y(to), Y(from), count), () => throw new NotSupportedException());

    public void And(int to, int a, AssemblerMemoryOperand b) => ByWidth(
        () => asm.vpandq(Z(to), Z(a), b), () => asm.vpand(Y(to), Y(a), b), () => asm.vpand(X(to), X(a), b));

    /// <summary>The AND of <paramref name="to"/> and a vector, XOR a third.</summary>
    public void AndXor(int to, int a, int b) => ByWidth(
        () => asm.vpternlogq(Z(to), Z(a), Z(b), 0x6A),
        () =>
        {
            asm.vpand(Y(to), Y(to), Y(a));
            Xor(to, to, b);
        },
        () =>
        {
            asm.vpand(X(to), X(to), X(a));
            Xor(to, to, b);
        });

    /// <summary>
    /// XORs what a vector has outside a mask into <paramref name="to"/>. Overwrites <paramref name="temporary"/> below 512 bits.
    /// </summary>
    public void AndNotXor(int to, int a, AssemblerMemoryOperand mask, int temporary)
    {
        if (bits == 512)
        {
            asm.vpternlogq(Z(to), Z(a), mask, 0xB4);
            return;
        }

        Load(temporary, mask);
        ByWidth(
            () => { },
            () => asm.vpandn(Y(temporary), Y(temporary), Y(a)),
            () => asm.vpandn(X(temporary), X(temporary), X(a)));
        Xor(to, to, temporary);
    }

    /// <summary>The XOR of <paramref name="to"/> and a vector, OR a third.</summary>
    public void XorOr(int to, int a, AssemblerMemoryOperand b)
    {
        if (bits == 512)
        {
            asm.vpternlogq(Z(to), Z(a), b, 0xBE);
            return;
        }

        Xor(to, to, a);
        ByWidth(() => { }, () => asm.vpor(Y(to), Y(to), b), () => asm.vpor(X(to), X(to), b));
    }

    public void Add8(int to, int a, AssemblerMemoryOperand b) => ByWidth(
        () => asm.vpaddb(Z(to), Z(a), b), () => asm.vpaddb(Y(to), Y(a), b), () => asm.vpaddb(X(to), X(a), b));

    /// <summary>
    /// Adds to every byte for which that of <paramref name="a"/>, as a signed number, is greater than the limit. Overwrites k1 or
    /// <paramref name="temporary"/>.
    /// </summary>
    public void AddBytesWhereGreater(int to, int a, AssemblerMemoryOperand limit, int addend, int temporary)
    {
        if (bits == 512)
        {
            asm.vpcmpgtb(k1, Z(a), limit);
            asm.vpaddb(Z(to).k1, Z(to), Z(addend));
            return;
        }

        ByWidth(() => { }, () => asm.vpcmpgtb(Y(temporary), Y(a), limit), () => asm.vpcmpgtb(X(temporary), X(a), limit));
        ByWidth(
            () => { },
            () => asm.vpand(Y(temporary), Y(temporary), Y(addend)),
            () => asm.vpand(X(temporary), X(temporary), X(addend)));
        ByWidth(
            () => { },
            () => asm.vpaddb(Y(to), Y(to), Y(temporary)),
            () => asm.vpaddb(X(to), X(to), X(temporary)));
    }

    /// <summary>
    /// Adds to every half of a lane in which <paramref name="a"/>, as a signed number, is greater than the limit. Overwrites k1
    /// and <paramref name="temporary"/>.
    /// </summary>
    public void AddWhereGreater(int to, int a, AssemblerMemoryOperand limit, AssemblerMemoryOperand addend, int temporary)
    {
        if (bits == 512)
        {
            // Not added from memory: whether masked lanes are fetched at all may depend on the mask.
            asm.vpcmpgtq(k1, Z(a), limit);
            asm.vmovdqa64(Z(temporary), addend);
            asm.vpaddq(Z(to).k1, Z(to), Z(temporary));
            return;
        }

        ByWidth(() => { }, () => asm.vpcmpgtq(Y(temporary), Y(a), limit), () => asm.vpcmpgtq(X(temporary), X(a), limit));
        And(temporary, temporary, addend);
        Add64(to, to, temporary);
    }

    /// <summary>
    /// The lanes of <paramref name="from"/> one further up, and in the lowest the block that is in every lane of
    /// <paramref name="below"/>.
    /// </summary>
    public void ShiftInBlock(int to, int from, int below) => ByWidth(
        () => asm.valignq(Z(to), Z(from), Z(below), 6),
        () => asm.vperm2i128(Y(to), Y(below), Y(from), 0x20),
        () => asm.vmovdqa(X(to), X(below)));

    public void Add32(int to, int a, AssemblerMemoryOperand b) => ByWidth(
        () => asm.vpaddd(Z(to), Z(a), b), () => asm.vpaddd(Y(to), Y(a), b), () => asm.vpaddd(X(to), X(a), b));

    /// <summary>The low and the high half of every lane, exchanged.</summary>
    public void SwapHalves(int to, int from) => ByWidth(
        () => asm.vpshufd(Z(to), Z(from), 0x4E),
        () => asm.vpshufd(Y(to), Y(from), 0x4E),
        () => asm.vpshufd(X(to), X(from), 0x4E));

    /// <summary>Chooses the bytes of every lane by a mask.</summary>
    public void ShuffleBytes(int to, int from, int mask) => ByWidth(
        () => asm.vpshufb(Z(to), Z(from), Z(mask)),
        () => asm.vpshufb(Y(to), Y(from), Y(mask)),
        () => asm.vpshufb(X(to), X(from), X(mask)));

    /// <inheritdoc cref="ShuffleBytes(int, int, int)"/>
    public void ShuffleBytes(int to, int from, AssemblerMemoryOperand mask) => ByWidth(
        () => asm.vpshufb(Z(to), Z(from), mask), () => asm.vpshufb(Y(to), Y(from), mask), () => asm.vpshufb(X(to), X(from), mask));

    public void AesRound(int state, int key) => AesRound(state, state, key);

    public void AesRound(int to, int state, int key) => ByWidth(
        () => asm.vaesenc(Z(to), Z(state), Z(key)),
        () => asm.vaesenc(Y(to), Y(state), Y(key)),
        () => asm.vaesenc(X(to), X(state), X(key)));

    public void AesLastRound(int state, int key) => ByWidth(
        () => asm.vaesenclast(Z(state), Z(state), Z(key)),
        () => asm.vaesenclast(Y(state), Y(state), Y(key)),
        () => asm.vaesenclast(X(state), X(state), X(key)));

    public void AesLastRound(int state, AssemblerMemoryOperand keys) => ByWidth(
        () => asm.vaesenclast(Z(state), Z(state), keys),
        () => asm.vaesenclast(Y(state), Y(state), keys),
        () => asm.vaesenclast(X(state), X(state), keys));

    public void AesInverseRound(int state, int key) => ByWidth(
        () => asm.vaesdec(Z(state), Z(state), Z(key)),
        () => asm.vaesdec(Y(state), Y(state), Y(key)),
        () => asm.vaesdec(X(state), X(state), X(key)));

    public void AesInverseLastRound(int state, int key) => ByWidth(
        () => asm.vaesdeclast(Z(state), Z(state), Z(key)),
        () => asm.vaesdeclast(Y(state), Y(state), Y(key)),
        () => asm.vaesdeclast(X(state), X(state), X(key)));

    public void AesInverseLastRound(int state, AssemblerMemoryOperand keys) => ByWidth(
        () => asm.vaesdeclast(Z(state), Z(state), keys),
        () => asm.vaesdeclast(Y(state), Y(state), keys),
        () => asm.vaesdeclast(X(state), X(state), keys));

    /// <summary>
    /// The carry-less product of one half of every lane of <paramref name="a"/> (bit 0 of <paramref name="halves"/>: the high
    /// one) and one of <paramref name="b"/> (bit 4).
    /// </summary>
    public void MultiplyCarryless(int to, int a, int b, byte halves) => ByWidth(
        () => asm.vpclmulqdq(Z(to), Z(a), Z(b), halves),
        () => asm.vpclmulqdq(Y(to), Y(a), Y(b), halves),
        () => asm.vpclmulqdq(X(to), X(a), X(b), halves));

    public void MultiplyCarryless(int to, int a, AssemblerMemoryOperand b, byte halves) => ByWidth(
        () => asm.vpclmulqdq(Z(to), Z(a), b, halves),
        () => asm.vpclmulqdq(Y(to), Y(a), b, halves),
        () => asm.vpclmulqdq(X(to), X(a), b, halves));

    /// <summary>Every half of a lane shifted to the left by bits.</summary>
    public void ShiftLeft64(int to, int from, byte bits) => ByWidth(
        () => asm.vpsllq(Z(to), Z(from), bits), () => asm.vpsllq(Y(to), Y(from), bits), () => asm.vpsllq(X(to), X(from), bits));

    /// <summary>Every half of a lane shifted to the right by bits.</summary>
    public void ShiftRight64(int to, int from, byte bits) => ByWidth(
        () => asm.vpsrlq(Z(to), Z(from), bits), () => asm.vpsrlq(Y(to), Y(from), bits), () => asm.vpsrlq(X(to), X(from), bits));

    /// <summary>Every half of a lane shifted to the left by as many bits as a half in memory says. Not at 128 bits, which have no AVX2.</summary>
    public void ShiftLeft64(int to, int from, AssemblerMemoryOperand bits) => ByWidth(
        () => asm.vpsllvq(Z(to), Z(from), bits), () => asm.vpsllvq(Y(to), Y(from), bits), () => throw new NotSupportedException());

    /// <inheritdoc cref="ShiftLeft64(int, int, AssemblerMemoryOperand)"/>
    public void ShiftRight64(int to, int from, AssemblerMemoryOperand bits) => ByWidth(
        () => asm.vpsrlvq(Z(to), Z(from), bits), () => asm.vpsrlvq(Y(to), Y(from), bits), () => throw new NotSupportedException());

    /// <summary>Every lane shifted to the left by bytes.</summary>
    public void ShiftBytesLeft(int to, int from, byte bytes) => ByWidth(
        () => asm.vpslldq(Z(to), Z(from), bytes), () => asm.vpslldq(Y(to), Y(from), bytes), () => asm.vpslldq(X(to), X(from), bytes));

    /// <summary>Every lane shifted to the right by bytes.</summary>
    public void ShiftBytesRight(int to, int from, byte bytes) => ByWidth(
        () => asm.vpsrldq(Z(to), Z(from), bytes), () => asm.vpsrldq(Y(to), Y(from), bytes), () => asm.vpsrldq(X(to), X(from), bytes));

    /// <summary>Two halves of a block, in every lane. Overwrites <paramref name="temporary"/>.</summary>
    public void BroadcastHalves(int to, AssemblerMemoryOperand low, AssemblerMemoryOperand high, int temporary)
    {
        if (bits == 128)
        {
            asm.vmovq(X(to), low);
            asm.vpinsrq(X(to), X(to), high, 1);
            return;
        }

        BroadcastHalf(to, low);
        BroadcastHalf(temporary, high);
        LowHalves(to, to, temporary);
    }

    /// <summary>Copies the lowest lane into all others.</summary>
    public void BroadcastLowest(int to, int from) => ByWidth(
        () => asm.vshufi32x4(Z(to), Z(from), Z(from), 0),
        () => asm.vinserti128(Y(to), Y(from), X(from), 1),
        () => Copy(to, from));

    /// <summary>The XOR of all lanes, in the lowest; the others become zero.</summary>
    public void XorLanes(int register, int scratch)
    {
        if (bits == 512)
        {
            asm.vextracti64x4(Y(scratch), Z(register), 1);
            asm.vpxorq(Y(register), Y(register), Y(scratch));
        }

        if (bits == 512)
            asm.vextracti32x4(X(scratch), Y(register), 1);
        else if (bits == 256)
            asm.vextracti128(X(scratch), Y(register), 1);
        if (bits == 512)
            asm.vpxorq(X(register), X(register), X(scratch));
        else if (bits == 256)
            asm.vpxor(X(register), X(register), X(scratch));
    }

    private void BroadcastHalf(int to, AssemblerMemoryOperand half) => ByWidth(
        () => asm.vpbroadcastq(Z(to), half), () => asm.vpbroadcastq(Y(to), half), () => asm.vmovq(X(to), half));

    private void Encode(Action vex, Action evex)
    {
        if (hasAvx512)
            evex();
        else
            vex();
    }

    private void ByWidth(Action wide512, Action wide256, Action wide128)
    {
        switch (bits)
        {
            case 512:
                wide512();
                break;
            case 256:
                wide256();
                break;
            default:
                wide128();
                break;
        }
    }
}
