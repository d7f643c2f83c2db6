using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>
/// The S-box of AES and its inverse as polynomials in the bits of a byte: of what a kernel computes by logic or by shuffles, which of their bits
/// it is the XOR of.
/// </summary>
internal sealed class SBoxForms
{
    private const int Values = 256, BlockBytes = 16;

    /// <summary>The places of products of no bit and of one.</summary>
    private static readonly ByteFunction s_linear = new[] { 0, 1, 2, 4, 8, 16, 32, 64, 128 }.Aggregate(default(ByteFunction), (all, place) => all ^ ByteFunction.At(place));

    private readonly HashSet<(bool IsInverse, byte Added)> _known = [];

    /// <summary>By what of a polynomial is a product of two bits or more.</summary>
    private readonly Dictionary<ByteFunction, Form> _forms = [];

    /// <summary>What of a polynomial is a product of two bits or more.</summary>
    public static ByteFunction Nonlinear(ByteFunction coefficients) => coefficients & ~s_linear;

    /// <summary>Learns the XORs of bits that the S-box or its inverse makes of a byte to which a number was added.</summary>
    public void Learn(bool isInverse, byte added)
    {
        if (!_known.Add((isInverse, added)))
            return;
        var bits = new ByteFunction[8];
        for (var value = 0; value < Values; value++)
        {
            foreach (var bit in Enumerable.Range(0, bits.Length).Where(bit => ((Substitute(isInverse, (byte)(value ^ added)) >> bit) & 1) != 0))
                bits[bit] ^= ByteFunction.At(value);
        }

        var sums = new ByteFunction[Values];
        for (var mask = 1; mask < Values; mask++)
        {
            sums[mask] = sums[mask & (mask - 1)] ^ bits[BitOperations.TrailingZeroCount(mask)];
            var coefficients = sums[mask].Transform();
            _forms.TryAdd(Nonlinear(coefficients), new(isInverse, added, mask, coefficients & s_linear));
        }
    }

    /// <summary>The form of an S-box that has these products of bits, or null if none that was learnt has.</summary>
    public Form? Find(ByteFunction nonlinear) => _forms.GetValueOrDefault(nonlinear);

    public static byte Substitute(bool isInverse, byte value)
    {
        System.Span<byte> state = stackalloc byte[BlockBytes];
        state.Fill(value);
        default(Numbers).Aes(isInverse ? AesStep.LastInverseRound : AesStep.LastRound, state, state);
        return state[0];
    }

    /// <param name="IsInverse">Whether it is the inverse S-box.</param>
    /// <param name="Added">What is added to the byte before.</param>
    /// <param name="Mask">The bits of the result whose XOR it is.</param>
    /// <param name="Linear">Of the polynomial, the constant and the bits that are no products.</param>
    internal sealed record Form(bool IsInverse, byte Added, int Mask, ByteFunction Linear);
}
