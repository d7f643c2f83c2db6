using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The sums of Adler-32 (RFC 1950, section 8.2) over whole vectors of 32 bytes: of all bytes, and of each byte times its
/// distance from the end. The caller adds them to s1 and s2, and takes the remainders. Kept apart, as <c>Adler32X64Lanes256</c>
/// does in C#, are the sum of bytes, the sum of that over the vectors before each, and the sum of bytes times their distance
/// from the end of their vector, 32 to 1.
/// <para>
/// Any alignment; a multiple of 32 bytes up to a mebibyte, which the lanes of 32 bits have room for. Constant-time: branches and
/// addresses depend on the length alone.
/// </para>
/// </summary>
internal sealed class Adler32Avx2Program() : X64Program("SumAvx2", CpuFeatures.Avx | CpuFeatures.Avx2, Layouts.Adler32)
{
    public const int VectorBytes = 32;

    /// <summary>After more, a lane of 32 bits might be full.</summary>
    public const int MostBytes = 1 << 20;

    private AssemblerMemoryOperand Weights =>
        Constant([.. Enumerable.Range(1, VectorBytes).Reverse().Select(i => (byte)i)], VectorBytes);

    private AssemblerMemoryOperand Ones =>
        Constant([.. Enumerable.Range(0, VectorBytes).Select(i => (byte)(1 - (i & 1)))], VectorBytes);

    // ymm0: the bytes; ymm1: their sum before each vector; ymm2: weighted; ymm3: zero.
    protected override void Body()
    {
        var (loop, done) = (Asm.CreateLabel(), Asm.CreateLabel());
        Asm.mov(r8, Argument("Source"));
        Asm.mov(r10, Argument("Length"));
        Asm.vpxor(xmm0, xmm0, xmm0);
        Asm.vpxor(xmm1, xmm1, xmm1);
        Asm.vpxor(xmm2, xmm2, xmm2);
        Asm.vpxor(xmm3, xmm3, xmm3);

        Single();
        Asm.test(r10, r10);
        Asm.jz(done);
        Align(64);
        Asm.Label(ref loop);
        Sum(__[r8]);
        Sum(__[r8 + VectorBytes]);
        Weigh(ymm4, __[r8]);
        Weigh(ymm5, __[r8 + VectorBytes]);
        Asm.vpaddw(ymm4, ymm4, ymm5);
        AddWords();
        Asm.add(r8, 2 * VectorBytes);
        Asm.sub(r10, 2 * VectorBytes);
        Asm.jnz(loop);

        Asm.Label(ref done);
        Asm.vpsllq(ymm1, ymm1, 5);
        Asm.vpsrlq(ymm4, ymm2, 32);
        Asm.vpblendd(ymm2, ymm2, ymm3, 0xAA);
        Asm.vpaddq(ymm1, ymm1, ymm4);
        Asm.vpaddq(ymm1, ymm1, ymm2);
        SumLanes(ymm0, xmm0, "Sum");
        SumLanes(ymm1, xmm1, "Weighted");
        Return();
    }

    /// <summary>The first vector, if their number is odd.</summary>
    private void Single()
    {
        var even = Asm.CreateLabel();
        Asm.test(r10d, VectorBytes);
        Asm.jz(even);
        Sum(__[r8]);
        Weigh(ymm4, __[r8]);
        AddWords();
        Asm.add(r8, VectorBytes);
        Asm.sub(r10, VectorBytes);
        Asm.Label(ref even);
        Asm.zero_bytes();
    }

    private void Sum(AssemblerMemoryOperand vector)
    {
        Asm.vpaddq(ymm1, ymm1, ymm0);
        Asm.vpsadbw(ymm4, ymm3, vector);
        Asm.vpaddq(ymm0, ymm0, ymm4);
    }

    private void Weigh(AssemblerRegisterYMM to, AssemblerMemoryOperand vector)
    {
        Asm.vmovdqu(to, vector);
        Asm.vpmaddubsw(to, to, Weights);
    }

    private void AddWords()
    {
        Asm.vpmaddwd(ymm4, ymm4, Ones);
        Asm.vpaddd(ymm2, ymm2, ymm4);
    }

    private void SumLanes(AssemblerRegisterYMM sum, AssemblerRegisterXMM low, string field)
    {
        Asm.vextracti128(xmm4, sum, 1);
        Asm.vpaddq(low, low, xmm4);
        Asm.vpshufd(xmm4, low, 0x4E);
        Asm.vpaddq(low, low, xmm4);
        Asm.vmovq(Argument(field), low);
    }
}
