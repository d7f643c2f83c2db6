using System;
using System.Buffers.Binary;
using System.Linq;
using Iced.Intel;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The tweaks of XTS times powers of x, in the field of 2^128 elements (IEEE 1619, section 5.2), as steps for its program. A tweak is
/// an integer whose bit i is the coefficient of x^i. Times x^n, n bits c leave at the top, which stand for c·x^128 =
/// c·(x^7 + x^2 + x + 1). All is done in every lane at once, and without a branch.
/// </summary>
internal sealed class XtsTweakSteps(X64Program program)
{
    /// <summary>x^7 + x^2 + x + 1.</summary>
    private const long Polynomial = 0x87;

    /// <summary>Times x^(8·<paramref name="bytes"/>), at most 64.</summary>
    public void MultiplyByBytes(Vectors vectors, int tweak, int bytes, int temporary)
    {
        vectors.ShiftBytesRight(temporary, tweak, (byte)(16 - bytes));
        vectors.MultiplyCarryless(temporary, temporary, Halves(vectors, _ => (Polynomial, 0)), 0x00);
        vectors.ShiftBytesLeft(tweak, tweak, (byte)bytes);
        vectors.Xor(tweak, tweak, temporary);
    }

    /// <summary>Times x^<paramref name="power"/>, less than 64.</summary>
    public void Multiply(Vectors vectors, int to, int from, int power, int temporary)
    {
        vectors.SwapHalves(temporary, from);
        vectors.ShiftRight64(temporary, temporary, (byte)(64 - power));
        vectors.ShiftLeft64(to, from, (byte)power);
        Carry(vectors, to, temporary);
    }

    /// <summary>
    /// Lane i times x^(<paramref name="power"/> + i), less than 64. Many products of one tweak share it with its halves
    /// <paramref name="swapped"/>.
    /// </summary>
    public void MultiplyLanes(Vectors vectors, int to, int from, int swapped, int power, int temporary)
    {
        if (vectors.Lanes > 1)
        {
            vectors.ShiftRight64(temporary, swapped, Halves(vectors, lane => (64 - power - lane, 64 - power - lane)));
            vectors.ShiftLeft64(to, from, Halves(vectors, lane => (power + lane, power + lane)));
        }
        else
        {
            vectors.ShiftRight64(temporary, swapped, (byte)(64 - power));
            vectors.ShiftLeft64(to, from, (byte)power);
        }

        Carry(vectors, to, temporary);
    }

    /// <summary>Adds the bits that left the other half: those of the low half to the high one, and c times the polynomial.</summary>
    private void Carry(Vectors vectors, int to, int left)
    {
        vectors.Xor(to, to, left);
        vectors.MultiplyCarryless(left, left, Halves(vectors, _ => (Polynomial - 1, 0)), 0x00);
        vectors.Xor(to, to, left);
    }

    private AssemblerMemoryOperand Halves(Vectors vectors, Func<int, (long Low, long High)> ofLane)
    {
        var bytes = new byte[vectors.Bytes];
        foreach (var lane in Enumerable.Range(0, vectors.Lanes))
        {
            BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(lane * 16), ofLane(lane).Low);
            BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan((lane * 16) + 8), ofLane(lane).High);
        }

        return program.Constant(bytes, vectors.Bytes);
    }
}
