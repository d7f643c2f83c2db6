using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Kernels;
using ManagedCrypto.Machine;

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
    private static readonly int[] s_sums = [0, 1, 2, 3];

    /// <summary>Vectors before any number of rounds, of which each takes two.</summary>
    private static readonly int[] s_anySums = [4, 5];

    private static readonly (string Name, CrcPolynomial Polynomial)[] s_polynomials =
        [("CRC-32", CrcPolynomial.Crc32), ("CRC-32C", CrcPolynomial.Crc32C)];

    public static IEnumerable<Theorem> All(bool isWhole)
    {
        var claim = isWhole ? $"CRC-32 and CRC-32C of all texts from {LeastBytes} to {AllTo} bytes, CRC-32 of any number of rounds, after any value"
            : $"CRC-32 of all texts from {LeastBytes} to {SomeTo} bytes, after any value";
        return Theorem.Kernels("Checksum").Concat(Theorem.Kernels("ChecksumArm64")).Select(kernel => kernel.Program.Name == Adler32
            ? new Theorem(kernel, "the sums of Adler-32 of all texts of whole vectors, to 1 MiB", Sums) { Needless = s_needlessInSums }
            : new Theorem(kernel, claim, routine => Texts(routine, isWhole)) { IsSlow = isWhole });
    }

    private static IEnumerable<Action> Sums(Routine routine)
    {
        foreach (var vectors in s_sums)
            yield return () => Sums(new(integerBytes: sizeof(ushort)), routine, vectors);
        foreach (var vectors in s_anySums)
        {
            yield return () =>
            {
                var terms = new Terms(integerBytes: sizeof(ushort));
                new Induction(terms, new Dictionary<string, Func<int, int>>
                {
                    ["text"] = Induction.Later(terms, "text", Lanes.RoundBytes),
                    [Lanes.AfterRounds] = Induction.Later(terms, Lanes.AfterRounds, Lanes.Bytes),
                }).Demand(routine, more => Sums(terms, routine, vectors + (more * Lanes.RoundBytes / Adler32Avx2Program.VectorBytes)));
            };
        }
    }

    private static void Sums(Terms terms, Routine routine, int vectors)
    {
        var text = terms.Unknowns("text", vectors * Adler32Avx2Program.VectorBytes);
        var proof = new Proof(terms, routine);
        var lanes = new Lanes(terms, text);
        routine.AtRoundEnd = lanes.AtRoundEnd;
        proof.SetBuffer("Source", text);
        proof.SetNumber("Length", text.Length);
        proof.Run();
        var (sum, weighted) = lanes.After(text.Length);
        proof.DemandInteger($"the sum of {text.Length} bytes", "Sum", sum);
        proof.DemandInteger($"the weighted sum of {text.Length} bytes", "Weighted", weighted);
    }

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
        return isWhole ? cases.Append(() => AnyText(routine, s_polynomials[0].Name, s_polynomials[0].Polynomial, width, (int)(Rest * width))) : cases;
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

    /// <summary>
    /// The sums of Adler-32 in lanes of vectors. At the end of each round of the main loop they are those of the text so far, and none is more than so
    /// many vectors can make of it, which lanes have room for to the longest text; from there on they are any such sums.
    /// </summary>
    private sealed class Lanes(Terms terms, int[] text)
    {
        public const string AfterRounds = "lanes after rounds";

        public const int RoundBytes = 2 * Adler32Avx2Program.VectorBytes, Bytes = Registers * Adler32Avx2Program.VectorBytes;

        private const int Registers = 3;

        /// <summary>A vector adds so much at most: eight bytes to a lane's sum, and four times their weights to its weighted sum.</summary>
        private const long MostOfSum = 8 * byte.MaxValue, MostWeighted = (32 + 31 + 30 + 29) * byte.MaxValue, MostVectors = Adler32Avx2Program.MostBytes / Adler32Avx2Program.VectorBytes;

        /// <summary>Bytes of a lane of the sums, of the sums before each vector, and of the weighted ones.</summary>
        private static readonly int[] s_laneBytes = [sizeof(ulong), sizeof(ulong), sizeof(uint)];

        /// <summary>What lanes are at most, as numbers of bits that are all ones: a sum before each vector is less than that of all, so many times.</summary>
        private static readonly BigInteger[] s_most =
            [.. new[] { MostOfSum, MostOfSum * MostVectors, MostWeighted }.Select(most => (BigInteger.One << (int)((BigInteger)most * MostVectors).GetBitLength()) - 1)];

        private BigInteger[] _most = [0, 0, 0];
        private (Polynomial Sum, Polynomial Weighted) _soFar = (Polynomial.Of(0), Polynomial.Of(0));
        private int _bytes, _rounds;

        /// <summary>What the sums are after so many bytes.</summary>
        public (Polynomial Sum, Polynomial Weighted) After(int bytes)
        {
            var (sum, weighted) = Adler32Specification.Sums(
                Array.ConvertAll(text[_bytes..bytes], one => terms.Integers.Of([one]).Polynomial), number => Polynomial.Of(number));
            return (_soFar.Sum + sum, _soFar.Weighted + _soFar.Sum.Times(bytes - _bytes) + weighted);
        }

        public void AtRoundEnd(Span<int> general, Span<int> vectors)
        {
            var bytes = (text.Length % RoundBytes) + ((_rounds + 1) * RoundBytes);
            if (bytes > text.Length)
                throw new InvalidOperationException($"after {text.Length} bytes there is no more text");
            var (sum, weighted) = After(bytes);
            var (actualSum, actualWeighted) = SumsOf(vectors);
            if (!terms.Integers.AreEqual(sum, actualSum) || !terms.Integers.AreEqual(weighted, actualWeighted))
                throw new InvalidOperationException($"the sums after {bytes} bytes are others");

            // Sums grow by the same with each vector, so that they stay in their bounds.
            BigInteger added = (bytes - _bytes) / Adler32Avx2Program.VectorBytes;
            BigInteger[] most = [_most[0] + (added * MostOfSum), _most[1] + (added * _most[0]) + (added * added * MostOfSum), _most[2] + (added * MostWeighted)];
            int[] any = terms.Unknowns(AfterRounds, (_rounds + 1) * Bytes)[(_rounds * Bytes)..];
            for (var i = 0; i < Registers; i++)
            {
                foreach (var place in Enumerable.Range(0, Adler32Avx2Program.VectorBytes / s_laneBytes[i]).Select(lane => lane * s_laneBytes[i]))
                {
                    var lane = vectors.Slice((i * Operand.VectorBytes) + place, s_laneBytes[i]);
                    if (terms.Integers.Of(lane).Most > most[i])
                        throw new InvalidOperationException($"a lane of sums may be full after more than {bytes} bytes");
                    terms.And(any.AsSpan((i * Adler32Avx2Program.VectorBytes) + place, lane.Length), terms.Word((ulong)s_most[i], lane.Length), lane);
                }
            }

            (_most, _soFar, _bytes, _rounds) = (s_most, SumsOf(vectors), bytes, _rounds + 1);
        }

        private (Polynomial Sum, Polynomial Weighted) SumsOf(ReadOnlySpan<int> vectors)
        {
            var sums = new Polynomial[Registers];
            for (var i = 0; i < Registers; i++)
            {
                sums[i] = Polynomial.Of(0);
                for (var place = 0; place < Adler32Avx2Program.VectorBytes; place += s_laneBytes[i])
                    sums[i] += terms.Integers.Of(vectors.Slice((i * Operand.VectorBytes) + place, s_laneBytes[i])).Polynomial;
            }

            return (sums[0], sums[1].Times(Adler32Avx2Program.VectorBytes) + sums[2]);
        }
    }
}
