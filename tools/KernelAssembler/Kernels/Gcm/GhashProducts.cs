using Iced.Intel;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// GHASH (SP 800-38D, section 6.4) by carry-less multiplication, for vectors of any width: the steps Reverse, Product, Karatsuba
/// and Fold of docs/kernels.md. Constant-time: no branch and no address depends on data.
/// </summary>
internal sealed class GhashProducts(X64Program program, Vectors vectors)
{
    public const int BlockBytes = 16;

    /// <summary>Multiplies halves: the low one of each operand, or the high one of the first or second, or both.</summary>
    private const byte LowLow = 0x00, HighLow = 0x01, LowHigh = 0x10, HighHigh = 0x11;

    /// <summary>Step Reverse: the order of bytes for a shuffle.</summary>
    public AssemblerMemoryOperand Reversal =>
        program.Constant([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0], BlockBytes);

    private AssemblerMemoryOperand Polynomial
    {
        get
        {
            var lanes = new byte[64];
            for (var end = 8; end <= lanes.Length; end += 8)
                lanes[end - 1] = 0xC2;
            return program.Constant(lanes);
        }
    }

    /// <summary>Step Product: begins a sum of products, or XORs into it.</summary>
    public void Multiply(GhashSum sum, int blocks, int powers, bool first = false)
    {
        Product(sum.Low, blocks, powers, LowLow, sum, first);
        Product(sum.High, blocks, powers, HighHigh, sum, first);
        Product(sum.Middle, blocks, powers, HighLow, sum, first);
        Product(sum.Middle, blocks, powers, LowHigh, sum, false);
    }

    /// <summary>
    /// The same by step Karatsuba, whose low and high parts <see cref="EndKaratsuba"/> XORs into the middle, once for a sum.
    /// Overwrites <paramref name="blocks"/>.
    /// </summary>
    public void MultiplyKaratsuba(
        GhashSum sum, int blocks, AssemblerMemoryOperand powers, AssemblerMemoryOperand powerHalves, bool first)
    {
        Product(sum.Low, blocks, powers, LowLow, sum, first);
        Product(sum.High, blocks, powers, HighHigh, sum, first);
        AddHalves(blocks, blocks, sum.Scratch);
        Product(sum.Middle, blocks, powerHalves, LowLow, sum, first);
    }

    /// <summary>
    /// The same for two vectors, with three products each, XORed by one instruction where there is one. The sums of the halves
    /// are those of both vectors in one, the first vector's in the low halves; where there are none, they are made. Overwrites the
    /// blocks and <paramref name="scratch"/>.
    /// </summary>
    public void MultiplyKaratsuba(
        GhashSum sum, (int Blocks, AssemblerMemoryOperand Powers) a, (int Blocks, AssemblerMemoryOperand Powers) b,
        AssemblerMemoryOperand? halves, int scratch, bool first)
    {
        Products(sum.Low, LowLow);
        Products(sum.High, HighHigh);
        AddHalves(a.Blocks, a.Blocks, b.Blocks, scratch);
        if (halves is { } known)
        {
            vectors.MultiplyCarryless(sum.Scratch, a.Blocks, known, LowLow);
            vectors.MultiplyCarryless(scratch, a.Blocks, known, HighHigh);
        }
        else
        {
            vectors.Load(b.Blocks, b.Powers);
            vectors.Load(sum.Scratch, a.Powers);
            AddHalves(b.Blocks, sum.Scratch, b.Blocks, scratch);
            vectors.MultiplyCarryless(sum.Scratch, a.Blocks, b.Blocks, LowLow);
            vectors.MultiplyCarryless(scratch, a.Blocks, b.Blocks, HighHigh);
        }

        AddTo(sum.Middle);

        void Products(int part, byte which)
        {
            vectors.MultiplyCarryless(sum.Scratch, a.Blocks, a.Powers, which);
            vectors.MultiplyCarryless(scratch, b.Blocks, b.Powers, which);
            AddTo(part);
        }

        void AddTo(int part)
        {
            if (first)
                vectors.Xor(part, sum.Scratch, scratch);
            else
                vectors.Xor3(part, sum.Scratch, scratch);
        }
    }

    /// <summary>The sums of both halves of every lane: of one vector in the low halves, of another in the high ones.</summary>
    public void AddHalves(int to, int a, int b, int scratch)
    {
        vectors.HighHalves(scratch, a, b);
        vectors.LowHalves(to, a, b);
        vectors.Xor(to, to, scratch);
    }

    /// <summary>XORs low and high into the middle: from sums of step Karatsuba to plain ones, and back.</summary>
    public void EndKaratsuba(GhashSum sum) => vectors.Xor3(sum.Middle, sum.Low, sum.High);

    /// <summary>
    /// The product by a power, in the high part of a sum, with one Fold: the low halves of the blocks are multiplied by the folded
    /// power, so that their products lie as high as those of the high halves.
    /// </summary>
    public void MultiplyFolded(GhashSum sum, int blocks, int power, int folded)
    {
        Product(sum.Low, blocks, folded, LowLow, sum, first: true);
        Product(sum.High, blocks, folded, LowHigh, sum, first: true);
        Product(sum.Low, blocks, power, HighLow, sum, first: false);
        Product(sum.High, blocks, power, HighHigh, sum, first: false);
        FoldInto(sum.Low, sum.High, sum.Scratch);
    }

    /// <summary>Step Fold of a whole power: of its low half into the high one, as of 128 bits.</summary>
    public void Fold(int to, int power, int scratch)
    {
        vectors.MultiplyCarryless(to, power, Polynomial, LowLow);
        vectors.SwapHalves(scratch, power);
        vectors.Xor(to, to, scratch);
    }

    /// <summary>The sum of both halves of every lane, in both.</summary>
    public void AddHalves(int to, int from, int scratch)
    {
        vectors.SwapHalves(scratch, from);
        vectors.Xor(to, from, scratch);
    }

    /// <summary>Folds every lane of a sum twice; the result is in its high part.</summary>
    public void Reduce(GhashSum sum)
    {
        FoldInto(sum.Low, sum.Middle, sum.Scratch);
        FoldInto(sum.Middle, sum.High, sum.Scratch);
    }

    /// <summary>Step Fold, of a part into the one above.</summary>
    private void FoldInto(int part, int above, int scratch)
    {
        vectors.MultiplyCarryless(scratch, part, Polynomial, LowLow);
        vectors.SwapHalves(part, part);
        vectors.Xor3(above, part, scratch);
    }

    private void Product(int part, int a, int b, byte halves, GhashSum sum, bool first)
    {
        vectors.MultiplyCarryless(first ? part : sum.Scratch, a, b, halves);
        if (!first)
            vectors.Xor(part, part, sum.Scratch);
    }

    private void Product(int part, int a, AssemblerMemoryOperand b, byte halves, GhashSum sum, bool first)
    {
        vectors.MultiplyCarryless(first ? part : sum.Scratch, a, b, halves);
        if (!first)
            vectors.Xor(part, part, sum.Scratch);
    }
}

/// <summary>The registers of a sum of products, and one for each step to overwrite.</summary>
internal readonly record struct GhashSum(int Low, int Middle, int High, int Scratch);
