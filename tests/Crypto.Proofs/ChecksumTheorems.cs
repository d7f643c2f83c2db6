using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Kernels;
using ManagedCrypto.Proofs.Arm64;

namespace ManagedCrypto.Proofs;

/// <summary>What the kernels of checksums compute.</summary>
internal static unsafe class ChecksumTheorems
{
    private const string Adler32 = "SumAvx2";

    private const int LeastBytes = 16, ValueBytes = 4, BlockBytes = 16;

    /// <summary>Vectors of a round, and rounds of a text that its loop takes two of.</summary>
    private const int AtOnce = 4, FewestRounds = 3;

    /// <summary>To these lengths, all are shown.</summary>
    private const int SomeTo = 40, AllTo = 80;

    /// <summary>Further lengths, in vectors: four are folded at once, once and a rest, and twice. What differs between polynomials are the factors.</summary>
    private static readonly double[] s_vectors = [8, 9.3, 12.1];

    private static readonly ConcurrentDictionary<(CrcPolynomial, int), int[]> s_factors = new();

    /// <summary>Vectors that are left after any number of rounds.</summary>
    private const double Rest = 3.9;

    /// <summary>Before the first vector the sum is zero.</summary>
    private static readonly string[] s_needlessInSums = ["2b vpaddq ymm1,ymm1,ymm0"];

    /// <summary>Vectors that Adler-32 is taken of.</summary>
    private static readonly int[] s_sums = [0, 1, 2, 3, 4, 5, 17];

    private static readonly (string Name, CrcPolynomial Polynomial)[] s_polynomials =
        [("CRC-32", CrcPolynomial.Crc32), ("CRC-32C", CrcPolynomial.Crc32C)];

    public static IEnumerable<Theorem> All(bool isWhole)
    {
        return Theorem.Kernels("Checksum").Concat(Theorem.Kernels("ChecksumArm64")).Select(kernel => kernel.Program.Name == Adler32
            ? new Theorem(kernel, $"the sums of Adler-32 of all texts of whole vectors, to {s_sums.Max()} of them", Sums) { Needless = s_needlessInSums }
            : new Theorem(kernel, Claim(kernel), routine => Texts(routine, isWhole)) { IsSlow = isWhole });

        string Claim(KernelCode kernel) => !isWhole ? $"CRC-32 of all texts from {LeastBytes} to {SomeTo} bytes, after any value"
            : $"CRC-32 and CRC-32C of all texts from {LeastBytes} to {AllTo} bytes, CRC-32 of {(kernel.Program is X64Program ? "any number of" : "three")} rounds, after any value";
    }

    private static IEnumerable<Action> Sums(Routine routine) => s_sums.Select(vectors => (Action)(() =>
    {
        // Sums are of words of 16 bits and more.
        var terms = new Terms(integerBytes: 2);
        var text = terms.Unknowns("text", vectors * Adler32Avx2Program.VectorBytes);
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Source", text);
        proof.SetNumber("Length", text.Length);
        proof.Run();
        var bytes = text.Select(one => terms.Integers.Of([one]).Polynomial).ToArray();
        var (sum, weighted) = Adler32Specification.Sums(bytes, number => Polynomial.Of(number));
        proof.DemandInteger($"the sum of {text.Length} bytes", "Sum", sum);
        proof.DemandInteger($"the weighted sum of {text.Length} bytes", "Weighted", weighted);
    }));

    private static IEnumerable<Action> Texts(Routine routine, bool isWhole)
    {
        var width = routine.Name switch
        {
            "FoldVpclmul512" => 64,
            "FoldVpclmul256" or "FoldPmull" => 32,
            _ => 16,
        };
        var (polynomials, most) = isWhole ? (s_polynomials, AllTo) : (s_polynomials[..1], SomeTo);
        var lengths = polynomials.SelectMany(_ => Enumerable.Range(LeastBytes, most - LeastBytes + 1), (crc, length) => (Crc: crc, Length: length));
        if (isWhole)
            lengths = lengths.Concat(s_vectors.Select(vectors => (s_polynomials[0], (int)(vectors * width))));
        var cases = lengths.Select(one => (Action)(() => Text(new Terms(), routine, one.Crc.Name, one.Crc.Polynomial, width, one.Length)));
        return isWhole && routine is not A64Routine ? cases.Append(() => AnyText(routine, s_polynomials[0].Name, s_polynomials[0].Polynomial, width, (int)(Rest * width))) : cases;
    }

    /// <summary>
    /// Any number of rounds, each of four vectors, before a rest. What four vectors are after a round stands in the place of the text's first ones: the
    /// value after both is the same.
    /// </summary>
    private static void AnyText(Routine routine, string name, CrcPolynomial polynomial, int width, int rest)
    {
        var (terms, round) = (new Terms(), AtOnce * width);
        var specification = new CrcSpecification<int, Terms>(terms);
        var (text, value) = (terms.Unknowns("text", 2 * round), terms.Unknowns("value", ValueBytes));
        int[] first = [.. terms.Xor(text[..ValueBytes], value), .. text[ValueBytes..round]];
        int[] folded = [.. first.Chunk(BlockBytes).SelectMany(block => Moved(terms, block, polynomial, round)).Zip(text[round..], (one, other) => terms.Xor([one], [other])[0])];
        if (!specification.Update(polynomial.Reflected, new int[ValueBytes], folded).AsSpan().SequenceEqual(specification.Update(polynomial.Reflected, value, text)))
            throw new InvalidOperationException("four vectors after a round have another value");
        new Induction(terms, new Dictionary<string, Func<int, int>>
        {
            ["text"] = i => i < round ? folded[i] : Induction.Later(terms, "text", round)(i),
            ["value"] = _ => 0,
        }).Demand(routine, more => Text(terms, routine, name, polynomial, width, ((FewestRounds + more) * round) + rest));
    }

    /// <summary>What a block counts for, so many bytes further on: its halves times powers of x.</summary>
    private static int[] Moved(Terms terms, int[] block, CrcPolynomial polynomial, int bytes)
    {
        const int Half = 8;
        int[] low = new int[BlockBytes], high = new int[BlockBytes];
        terms.MultiplyPolynomials(block.AsSpan(0, Half), terms.Word((ulong)polynomial.PowerOfX((bytes * 8) + 63) << 32, Half), low);
        terms.MultiplyPolynomials(block.AsSpan(Half), terms.Word((ulong)polynomial.PowerOfX((bytes * 8) - 1) << 32, Half), high);
        return terms.Xor(low, high);
    }

    /// <summary>What kernels are given, which has a few bytes that mean nothing and are never the same.</summary>
    private static int[] FactorsOf((CrcPolynomial Polynomial, int Width) of) =>
        [.. new ReadOnlySpan<byte>(CrcFactors.Make(of.Polynomial, of.Width), CrcFactors.Bytes).ToArray().Select(number => (int)number)];

    private static void Text(Terms terms, Routine routine, string name, CrcPolynomial polynomial, int width, int length)
    {
        var (text, value) = (terms.Unknowns("text", length), terms.Unknowns("value", ValueBytes));
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Factors", s_factors.GetOrAdd((polynomial, width), FactorsOf));
        proof.SetBuffer("Source", text);
        proof.SetNumber("Length", length);
        proof.SetBytes("Value", value);
        proof.Run();
        proof.DemandField($"{name} of {length} bytes", "Value", new CrcSpecification<int, Terms>(terms).Update(polynomial.Reflected, value, text));
    }
}
