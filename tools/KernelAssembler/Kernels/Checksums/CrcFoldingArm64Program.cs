using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// A CRC of 32 bits, reflected, by carry-less multiplication on Arm64: what <see cref="CrcFoldingProgram"/> does with vectors of 256 bits,
/// each of which is two here, so that eight are in flight. The factors are arguments, so that it serves every polynomial.
/// <para>Any alignment; 16 bytes or more. Constant-time: branches and addresses depend on the length alone.</para>
/// </summary>
internal sealed class CrcFoldingArm64Program() : A64Program("FoldPmull", CpuFeatures.ArmPmull, Layouts.Crc)
{
    private const int Block = CrcFoldingProgram.BlockBytes, UnitBytes = 2 * Block, Units = 4;

    private static readonly X s_factors = x[1], s_source = x[2], s_length = x[3], s_temporary = x[4];

    /// <summary>Four units of two vectors, and what is folded onto them.</summary>
    private static readonly V[] s_sums = v[..8], s_next = v[16..24];

    private static readonly V s_pair = v[31], s_product = v[24], s_value = v[25];

    protected override void Body()
    {
        var (blocks, shorter) = (new A64Label(), new A64Label());
        Asm.Ldp(s_factors, s_source, Argument("Factors"));
        Asm.Ldr(s_length, Argument("Length"));
        Asm.LdrS(s_value, Argument("Value"));
        Asm.Cmp(s_length, UnitBytes);
        Asm.B(A64Condition.Lo, shorter);
        Load(s_sums[..2]);
        Asm.Eor(s_sums[0], s_sums[0], s_value);
        FoldUnits();
        LoadPair(CrcFactors.Block);
        Fold(s_sums[0], s_sums[1]);
        Asm.B(blocks);
        Asm.Bind(shorter);
        LoadBlock(s_sums[0]);
        Asm.Eor(s_sums[0], s_sums[0], s_value);
        LoadPair(CrcFactors.Block);
        Asm.Bind(blocks);
        FoldBlock();
        FoldRest();
        Reduce();
        Return();
    }

    private void FoldUnits()
    {
        var (loop, few, more, done) = (new A64Label(), new A64Label(), new A64Label(), new A64Label());
        Asm.Cmp(s_length, ((2 * Units) - 1) * UnitBytes);
        Asm.B(A64Condition.Lo, few);
        Load(s_sums[2..]);
        LoadPair(CrcFactors.FourTimes);
        Align(32);
        Asm.Bind(loop);
        Load(s_next);
        for (var i = 0; i < s_sums.Length; i++)
            Fold(s_sums[i], s_next[i]);
        Asm.Cmp(s_length, Units * UnitBytes);
        Asm.B(A64Condition.Hs, loop);

        LoadPair(CrcFactors.Once);
        FoldUnit(s_sums[..2], s_sums[2..4]);
        FoldUnit(s_sums[4..6], s_sums[6..]);
        LoadPair(CrcFactors.Twice);
        FoldUnit(s_sums[..2], s_sums[4..6]);
        Asm.Bind(few);
        LoadPair(CrcFactors.Once);
        Asm.Bind(more);
        Asm.Cmp(s_length, UnitBytes);
        Asm.B(A64Condition.Lo, done);
        Load(s_next[..2]);
        FoldUnit(s_sums[..2], s_next[..2]);
        Asm.B(more);
        Asm.Bind(done);
    }

    /// <summary>A whole block, of less than a unit.</summary>
    private void FoldBlock()
    {
        var done = new A64Label();
        Asm.Cmp(s_length, Block);
        Asm.B(A64Condition.Lo, done);
        LoadBlock(s_next[0]);
        Fold(s_sums[0], s_next[0]);
        Asm.Bind(done);
    }

    /// <summary>The n bytes before the last 16 of the message are moved to the end of a block, and folded onto those.</summary>
    private void FoldRest()
    {
        var done = new A64Label();
        var (order, otherOrder, last) = (s_next[0], s_next[1], s_next[2]);
        Asm.Cbz(s_length, done);
        Asm.Add(s_temporary, s_factors, s_length);
        Asm.LdrQ(order, new(s_temporary, CrcFactors.Shifts));
        Asm.LdrQ(otherOrder, new(s_temporary, CrcFactors.Shifts + Block));
        Asm.Add(s_temporary, s_source, s_length);
        Asm.Sub(s_temporary, s_temporary, Block);
        Asm.LdrQ(last, new(s_temporary, 0));
        Asm.Tbx(last, s_sums[0], otherOrder);
        Asm.Tbl(s_sums[0], s_sums[0], order);
        Fold(s_sums[0], last);
        Asm.Bind(done);
    }

    /// <summary>The block times x^32 in 96 bits, and from there Barrett's division by the polynomial.</summary>
    private void Reduce()
    {
        var (sum, zero, power, quotient, polynomial) = (s_sums[0], s_next[0], s_next[1], s_next[2], s_next[3]);
        Asm.LdpD(power, quotient, new(s_factors, CrcFactors.Ending));
        Asm.LdrD(polynomial, new(s_factors, CrcFactors.EndingPolynomial));
        Asm.Clear(zero);
        Asm.Pmull(s_product, sum, power);
        Asm.Ext(sum, sum, zero, 8);
        Asm.Eor(sum, sum, s_product);
        Asm.Pmull(s_product, sum, quotient);
        Asm.Pmull(s_product, s_product, polynomial);
        Asm.Eor(sum, sum, s_product);
        Asm.UmovS(w[s_temporary.Number], sum, 2);
        Asm.Str(w[s_temporary.Number], Argument("Value"));
        Asm.Mov(s_temporary, xzr);
    }

    private void FoldUnit(V[] sums, V[] next)
    {
        for (var i = 0; i < sums.Length; i++)
            Fold(sums[i], next[i]);
    }

    /// <summary>Moves a block on by what the pair of factors stands for, and adds another.</summary>
    private void Fold(V sum, V next)
    {
        Asm.Pmull2(s_product, sum, s_pair);
        Asm.Pmull(sum, sum, s_pair);
        Asm.Eor(s_product, s_product, next);
        Asm.Eor(sum, sum, s_product);
    }

    private void Load(V[] blocks)
    {
        for (var i = 0; i < blocks.Length; i += 2)
            Asm.LdpQ(blocks[i], blocks[i + 1], new(s_source, UnitBytes, IsPost: true));
        Asm.Sub(s_length, s_length, Block * blocks.Length);
    }

    private void LoadBlock(V block)
    {
        Asm.LdrQ(block, new(s_source, Block, IsPost: true));
        Asm.Sub(s_length, s_length, Block);
    }

    private void LoadPair(int offset) => Asm.LdrQ(s_pair, new(s_factors, offset));
}
