using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>What the kernels of checksums compute.</summary>
internal static unsafe class ChecksumTheorems
{
    /// <summary>Nothing is proven of it yet.</summary>
    private const string Unproven = "SumAvx2";

    private const int LeastBytes = 16, ValueBytes = 4;

    /// <summary>Lengths of which all are shown.</summary>
    private const int AllTo = 64;

    /// <summary>Further lengths, in vectors: four are folded at once, once and a rest, and twice. What differs between polynomials are the factors.</summary>
    private static readonly double[] s_someVectors = [8], s_vectors = [8, 9.3, 12.1];

    private static readonly (string Name, CrcPolynomial Polynomial)[] s_polynomials =
        [("CRC-32", CrcPolynomial.Crc32), ("CRC-32C", CrcPolynomial.Crc32C)];

    public static IEnumerable<Theorem> All(bool isWhole)
    {
        var vectors = isWhole ? s_vectors : s_someVectors;
        var claim = $"CRC-32 and CRC-32C of all texts from {LeastBytes} to {AllTo} bytes, CRC-32 to {vectors.Max()} vectors, after any value";
        return Families.All.Single(family => family.Name == "Checksum").Kernels.Select(kernel => kernel.Code)
            .Where(kernel => kernel.Program.Name != Unproven).Select(kernel => new Theorem(kernel, claim, routine => Texts(routine, vectors)));
    }

    private static IEnumerable<Action> Texts(Routine routine, double[] furtherVectors)
    {
        var width = routine.Name switch
        {
            "FoldVpclmul512" => 64,
            "FoldVpclmul256" => 32,
            _ => 16,
        };
        var all = s_polynomials.SelectMany(_ => Enumerable.Range(LeastBytes, AllTo - LeastBytes + 1), (crc, length) => (crc, length));
        var some = furtherVectors.Select(vectors => (s_polynomials[0], (int)(vectors * width)));
        return all.Concat(some).Select(one => (Action)(() => Text(routine, one.Item1.Name, one.Item1.Polynomial, width, one.Item2)));
    }

    private static void Text(Routine routine, string name, CrcPolynomial polynomial, int width, int length)
    {
        var terms = new Terms();
        var (text, value) = (terms.Unknowns("text", length), terms.Unknowns("value", ValueBytes));
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Factors", [.. new ReadOnlySpan<byte>(CrcX64Factors.Make(polynomial, width), CrcX64Factors.Bytes).ToArray().Select(number => (int)number)]);
        proof.SetBuffer("Source", text);
        proof.SetNumber("Length", length);
        proof.SetBytes("Value", value);
        proof.Run();
        proof.DemandField($"{name} of {length} bytes", "Value", new CrcSpecification<int, Terms>(terms).Update(polynomial.Reflected, value, text));
    }
}

/// <summary>CRCs of 32 bits whose bits are reflected (RFC 1952, section 8, and RFC 3720, appendix B.4), bit by bit, on numbers or on terms.</summary>
internal sealed class CrcSpecification<T, TValues>(TValues values)
    where T : unmanaged
    where TValues : IValues<T>
{
    /// <summary>The value after a text; neither is inverted.</summary>
    /// <param name="polynomial">Without x^32; the highest bit is that of x^0.</param>
    /// <param name="value">The value before it.</param>
    /// <param name="text">Any number of bytes.</param>
    public T[] Update(uint polynomial, T[] value, T[] text)
    {
        value = [.. value];
        T[] constant = [.. BitConverter.GetBytes(polynomial).Select(values.Of)];
        foreach (var next in text)
        {
            values.Xor(value.AsSpan(0, 1), [next], value.AsSpan(0, 1));
            for (var bit = 0; bit < 8; bit++)
            {
                // The bit that leaves, in all places.
                var leaving = new T[value.Length];
                values.ShiftLeft(value, 31, leaving);
                values.ShiftRightSigned(leaving, 31, leaving);
                values.And(leaving, constant, leaving);
                values.ShiftRight(value, 1, value);
                values.Xor(value, leaving, value);
            }
        }

        return value;
    }
}
