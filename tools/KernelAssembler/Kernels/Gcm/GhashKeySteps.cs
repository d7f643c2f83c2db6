using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The steps Shift and Powers of docs/kernels.md: from H, in xmm4, the powers y·H⁸ to y·H that <see cref="GhashProducts"/> multiplies by,
/// at an offset from r8; at 512 bits the powers of a batch, at another. From the first n powers come the next n, each vector times
/// H^n. POLYVAL's H is already what Shift makes of GHASH's. Constant-time: no branch and no address depends on H.
/// </summary>
internal abstract class GhashKeySteps(
    string name, int bits, CpuFeatures furtherSets, ArgumentLayout arguments, int offset, int tableOffset,
    int tablePowers = GhashAvx512Steps.Powers)
    : X64Program(name + bits, RequiresFor(bits) | furtherSets, arguments)
{
    // AES has registers 0 to 3 to itself, and then a sum of products.
    private const int H = 4, Multiplier = 5;

    private const int FoldedMultiplier = 1;

    private static readonly GhashSum s_sum = new(Low: 0, Middle: FoldedMultiplier, High: 2, Scratch: 3);

    private Vectors V => new(Asm, bits);

    /// <summary>Of the powers of a batch none, if a flag says so.</summary>
    protected void ExpandPowers(AssemblerMemoryOperand few = default)
    {
        var done = Asm.CreateLabel();
        FillVector();
        FillTable();
        if (bits == 512)
        {
            Asm.cmp(__qword_ptr[few], 0);
            Asm.jne(done);
            FillBatchTable();
        }

        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>Step Shift: H, its bytes reversed, times y.</summary>
    protected void Shift()
    {
        var leaves = Constant([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xC2], GhashProducts.BlockBytes);
        Asm.vpshufb(xmm4, xmm4, new GhashProducts(this, V).Reversal);
        Asm.vpsrad(xmm0, xmm4, 31);
        Asm.vpshufd(xmm0, xmm0, 0xFF);
        Asm.vpand(xmm0, xmm0, leaves);
        Asm.vpsrlq(xmm1, xmm4, 63);
        Asm.vpslldq(xmm1, xmm1, 8);
        Asm.vpsllq(xmm4, xmm4, 1);
        Asm.vpor(xmm4, xmm4, xmm1);
        Asm.vpxor(xmm4, xmm4, xmm0);
    }

    /// <summary>From one power to a vector of them, the highest in the lowest lane.</summary>
    private void FillVector()
    {
        for (var known = 1; known < V.Lanes; known *= 2)
        {
            var lanes = new Vectors(Asm, known * 128);
            if (known == 1)
                Asm.vmovdqa(xmm5, xmm4);
            else
                lanes.BroadcastLowest(Multiplier, H);
            FoldMultiplier(lanes);
            Times(lanes);
            if (known == 1)
                Asm.vinserti128(ymm4, ymm2, xmm4, 1);
            else
                Asm.vinserti64x4(zmm4, zmm2, ymm4, 1);
        }

        V.Store(Powers(V.Lanes), H);
    }

    private void FillTable()
    {
        for (var known = V.Lanes; known < GcmLayout.KeyPowers; known *= 2)
        {
            V.Broadcast(Multiplier, Powers(known));
            FoldMultiplier(V);
            for (var power = V.Lanes; power <= known; power += V.Lanes)
            {
                // H has the first vector until another is loaded.
                if (power > V.Lanes || known > 2 * V.Lanes)
                    V.Load(H, Powers(power));
                Times(V);
                V.Store(Powers(known + power), s_sum.High);
            }
        }
    }

    /// <summary>
    /// The table that <see cref="GhashAvx512Steps"/> reads: again from the first n powers the next n, and one vector more in a table of that
    /// size. Where the powers of every key are the end of the table, they are not stored again. Then the sums of the halves of a batch's powers.
    /// </summary>
    private void FillBatchTable()
    {
        const int First = 16;
        var table = tableOffset;
        var (all, stored) = (tablePowers / V.Lanes, IsTableEnd ? GcmLayout.KeyPowers / V.Lanes : 0);
        var vectors = GhashAvx512Steps.Powers / V.Lanes;
        V.Load(First, Powers(V.Lanes));
        V.Load(First + 1, Powers(2 * V.Lanes));
        for (var known = 2; known < vectors; known *= 2)
        {
            V.BroadcastLowest(Multiplier, First + known - 1);
            FoldMultiplier(V);
            for (var i = 0; i < (known * 2 == vectors ? all - known : known); i++)
            {
                Times(V, First + i);
                V.Copy(First + known + i, s_sum.High);
            }
        }

        for (var i = all - 1; i >= 0; i--, table += V.Bytes)
        {
            if (i >= stored)
                V.Store(__[r8 + table], First + i);
        }

        for (var i = vectors - 1; i > 0; i -= 2, table += V.Bytes)
        {
            new GhashProducts(this, V).AddHalves(H, First + i, First + i - 1, s_sum.Scratch);
            V.Store(__[r8 + table], H);
        }
    }

    /// <summary>Whether the powers that every key has are the end of the table.</summary>
    private bool IsTableEnd => offset == tableOffset + ((tablePowers - GcmLayout.KeyPowers) * GhashProducts.BlockBytes);

    private void FoldMultiplier(Vectors lanes) => new GhashProducts(this, lanes).Fold(FoldedMultiplier, Multiplier, s_sum.Scratch);

    private void Times(Vectors lanes, int powers = H) =>
        new GhashProducts(this, lanes).MultiplyFolded(s_sum, powers, Multiplier, FoldedMultiplier);

    /// <summary>Where H^<paramref name="highest"/> begins; the lower powers follow.</summary>
    private AssemblerMemoryOperand Powers(int highest) =>
        __[r8 + (offset + ((GcmLayout.KeyPowers - highest) * GhashProducts.BlockBytes))];

    private static CpuFeatures RequiresFor(int bits)
    {
        const CpuFeatures Avx = CpuFeatures.Avx | CpuFeatures.Pclmulqdq;
        return bits switch
        {
            512 => Avx | CpuFeatures.Avx2 | CpuFeatures.Avx512 | CpuFeatures.Vpclmulqdq,
            256 => Avx | CpuFeatures.Avx2 | CpuFeatures.Vpclmulqdq,
            _ => Avx,
        };
    }
}
