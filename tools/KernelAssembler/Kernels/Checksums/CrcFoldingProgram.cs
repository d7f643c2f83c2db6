using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// A CRC of 32 bits, reflected, by carry-less multiplication (Gopal and others, "Fast CRC computation for generic polynomials
/// using PCLMULQDQ instruction", 2009), at any width: what <c>CrcX64Folding</c> does in C#, with <c>CrcX64PclmulEnding</c> as
/// its end. Four vectors at once are folded onto the next four, then onto each other; then single vectors, blocks, and a rest
/// of less than a block, which moves onto the last 16 bytes. The factors are arguments, so that one kernel serves every
/// polynomial. <para>Any alignment; 16 bytes or more. Constant-time: branches and addresses depend on the length alone.</para>
/// </summary>
internal sealed class CrcFoldingProgram(string name, int bits, CpuFeatures requires)
    : X64Program("Fold" + name, requires, Layouts.Crc)
{
    public const int BlockBytes = 16;

    // Registers that no convention wants back suffice: four sums, a pair of factors, and one to overwrite.
    private const int Sum = 0, Factors = 4, Temporary = 5;

    private readonly int _bytes = bits / 8;

    private Vectors Blocks => new(Asm, 128);

    private Vectors V => new(Asm, bits);

    protected override void Body()
    {
        var (blocks, shorter) = (Asm.CreateLabel(), Asm.CreateLabel());
        Asm.mov(rdx, Argument("Factors"));
        Asm.mov(r8, Argument("Source"));
        Asm.mov(r10, Argument("Length"));
        Asm.vmovd(xmm5, Argument("Value"));
        if (bits > 128)
        {
            Asm.cmp(r10, _bytes);
            Asm.jb(shorter);
        }

        V.Load(Sum, __[r8]);
        V.Xor(Sum, Sum, Temporary);
        Advance(_bytes);
        FoldVectors();
        Collapse();
        if (bits > 128)
        {
            Asm.jmp(blocks);
            Asm.Label(ref shorter);
            Blocks.Load(Sum, __[r8]);
            Blocks.Xor(Sum, Sum, Temporary);
            Advance(BlockBytes);
            Asm.Label(ref blocks);
            Blocks.Load(Factors, __[rdx + CrcFactors.Block]);
            FoldWhile(Blocks, BlockBytes);
        }

        FoldRest();
        Reduce();
        Return();
    }

    private void FoldVectors()
    {
        var (loop, few) = (Asm.CreateLabel(), Asm.CreateLabel());
        Asm.cmp(r10, 7 * _bytes);
        Asm.jb(few);
        for (var i = 1; i < 4; i++)
            V.Load(Sum + i, __[r8 + ((i - 1) * _bytes)]);
        Advance(3 * _bytes);
        V.Broadcast(Factors, __[rdx + CrcFactors.FourTimes]);

        Align(64);
        Asm.Label(ref loop);
        for (var i = 0; i < 4; i++)
            Fold(V, Sum + i, __[r8 + (i * _bytes)]);
        Advance(4 * _bytes);
        Asm.cmp(r10, 4 * _bytes);
        Asm.jae(loop);

        V.Broadcast(Factors, __[rdx + CrcFactors.Once]);
        Fold(V, Sum, Sum + 1);
        Fold(V, Sum + 2, Sum + 3);
        V.Broadcast(Factors, __[rdx + CrcFactors.Twice]);
        Fold(V, Sum, Sum + 2);
        Asm.Label(ref few);
        V.Broadcast(Factors, __[rdx + CrcFactors.Once]);
        FoldWhile(V, _bytes);
    }

    private void FoldWhile(Vectors vectors, int bytes)
    {
        var (loop, done) = (Asm.CreateLabel(), Asm.CreateLabel());
        Asm.cmp(r10, bytes);
        Asm.jb(done);
        Asm.Label(ref loop);
        Fold(vectors, Sum, __[r8]);
        Advance(bytes);
        Asm.cmp(r10, bytes);
        Asm.jae(loop);
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>Moves all lanes up to the last one, and XORs them.</summary>
    private void Collapse()
    {
        if (bits == 512)
        {
            Asm.vextracti32x4(xmm1, zmm0, 3);
            V.Load(Factors, __[rdx + CrcFactors.Lanes]);
            V.MultiplyCarryless(Temporary, Sum, Factors, 0x11);
            V.MultiplyCarryless(Sum, Sum, Factors, 0x00);
            V.Xor(Sum, Sum, Temporary);
            V.XorLanes(Sum, Temporary);
            Blocks.Xor(Sum, Sum, 1);
        }
        else if (bits == 256)
        {
            Asm.vextracti128(xmm1, ymm0, 1);
            Blocks.Load(Factors, __[rdx + (CrcFactors.Lanes + 32)]);
            Fold(Blocks, Sum, 1);
        }
    }

    /// <summary>The n bytes before the last 16 of the message are moved to the end of a block, and folded onto those.</summary>
    private void FoldRest()
    {
        var done = Asm.CreateLabel();
        Asm.test(r10, r10);
        Asm.jz(done);
        Asm.vmovdqu(xmm1, __[rdx + r10 + CrcFactors.Shifts]);
        Asm.vpshufb(xmm2, xmm0, __[rdx + r10 + (CrcFactors.Shifts + BlockBytes)]);
        Asm.vmovdqu(xmm3, __[r8 + r10 - BlockBytes]);
        Asm.vpblendvb(xmm3, xmm3, xmm2, xmm1);
        Asm.vpshufb(xmm0, xmm0, xmm1);
        Fold(Blocks, Sum, 3);
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>The block times x^32 in 96 bits, and from there Barrett's division by the polynomial.</summary>
    private void Reduce()
    {
        Asm.vmovdqu(xmm4, __[rdx + CrcFactors.Ending]);
        Asm.vpclmulqdq(xmm1, xmm0, xmm4, 0x00);
        Asm.vpsrldq(xmm0, xmm0, 8);
        Asm.vpxor(xmm0, xmm0, xmm1);
        Asm.vpclmulqdq(xmm1, xmm0, xmm4, 0x10);
        Asm.vmovdqu(xmm4, __[rdx + CrcFactors.EndingPolynomial]);
        Asm.vpclmulqdq(xmm1, xmm1, xmm4, 0x00);
        Asm.vpxor(xmm0, xmm0, xmm1);
        Asm.vpextrd(Argument("Value"), xmm0, 2);
    }

    private static void Fold(Vectors vectors, int sum, AssemblerMemoryOperand next)
    {
        Move(vectors, sum);
        vectors.Xor(sum, sum, next);
    }

    private static void Fold(Vectors vectors, int sum, int next)
    {
        Move(vectors, sum);
        vectors.Xor(sum, sum, next);
    }

    private static void Move(Vectors vectors, int sum)
    {
        vectors.MultiplyCarryless(Temporary, sum, Factors, 0x11);
        vectors.MultiplyCarryless(sum, sum, Factors, 0x00);
        vectors.Xor(sum, sum, Temporary);
    }

    private void Advance(int bytes)
    {
        Asm.add(r8, bytes);
        Asm.sub(r10, bytes);
    }
}
