using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>
/// What the kernels of checksums compute in C#, or C# around machine code, but for CRCs by tables: what is looked up at an unknown place is no term.
/// </summary>
internal static unsafe class CompiledChecksums
{
    private const int ValueBytes = sizeof(uint);

    /// <summary>To this length, all are shown; and longer ones: of three parts and a rest by the instruction CRC32, and of vectors that are folded by fours.</summary>
    private const int AllTo = 80;

    private static readonly int[] s_longer = [128, 192, 127, 129, 256, 300, 403, 512, 595, (3 * PartBytes) + 28];

    /// <summary>Of texts of three long parts some bytes are unknown, at the ends of each part: enough for any remainder of each.</summary>
    private const int PartBytes = 1024, UnknownBytes = 4;

    /// <summary>Enough in a part.</summary>
    private const int FewCases = 6;

    /// <summary>Of Adler-32: vectors of both widths and what they leave over, and more than portable code takes without a remainder.</summary>
    private static readonly int[] s_sums = [0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128, 129, 160, 200, 333, 1100, 5570];

    public static IEnumerable<CompiledTheorem> All =>
    [
        .. OfCrc(Algorithms.Crc32, CrcPolynomial.Crc32),
        .. OfCrc(Algorithms.Crc32C, CrcPolynomial.Crc32C),
        .. Algorithms.Adler32.Kernels.Runnable.Where(kernel => !Divides(kernel)).Select(kernel => Of(kernel, routine => s_sums.Select(length => (Action)(() => Adler32(routine, length))))),
    ];

    /// <summary>Whether the text is divided by a number: so the remainders of Adler-32 are made where code is not optimized.</summary>
    public static bool Divides(ChecksumKernel kernel) => !CompiledProof.IsOptimized && Algorithms.Adler32.Kernels.Runnable.Contains(kernel);

    private static IEnumerable<CompiledTheorem> OfCrc(ChecksumAlgorithm algorithm, CrcPolynomial polynomial) =>
        algorithm.Kernels.Runnable.Where(kernel => kernel.IsConstantTime).Select(kernel =>
            Of(kernel, routine => Enumerable.Range(0, AllTo + 1).Concat(s_longer).Select(length => (Action)(() => Crc(routine, polynomial, length)))));

    private static CompiledTheorem Of(ChecksumKernel kernel, Func<Routine, IEnumerable<Action>> cases)
    {
        var checksum = new ChecksumOfMemory(kernel);
        return new($"{kernel.Id} Update", without => new(Layouts.Crc, (ChecksumCall)checksum.Update) { Without = without }, cases) { MostOfPart = FewCases };
    }

    private static void Crc(Routine routine, CrcPolynomial polynomial, int length)
    {
        var terms = new Terms();
        var (text, value) = (terms.Unknowns("text", length), terms.Unknowns("value", ValueBytes));
        for (var i = 0; i < length && length > 3 * PartBytes; i++)
            text[i] = i % PartBytes is < UnknownBytes or >= PartBytes - UnknownBytes ? text[i] : (byte)(i * i);
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Source", text);
        proof.SetNumber("Length", length);
        proof.SetBytes("Value", value);
        proof.Run();
        proof.DemandField($"the value after {length} bytes", "Value", new CrcSpecification<int, Terms>(terms).Update(polynomial.Reflected, value, text));
    }

    /// <summary>Each half of the value is the remainder of a sum: it is less than the modulus, and the sum modulo it.</summary>
    private static void Adler32(Routine routine, int length)
    {
        var terms = new Terms(integerBytes: sizeof(ushort));
        var (text, value) = (terms.Unknowns("text", length), terms.Unknowns("value", ValueBytes));
        var integers = terms.Integers;
        var (sum, weighted) = (integers.Of(value.AsSpan(0, sizeof(ushort))).Polynomial, integers.Of(value.AsSpan(sizeof(ushort))).Polynomial);
        foreach (var part in text.Chunk(sizeof(ulong)))
        {
            var (added, addedWeighted) = Adler32Specification.Sums(Array.ConvertAll(part, one => integers.Of([one]).Polynomial), number => Polynomial.Of(number));
            (sum, weighted) = (integers.Short(sum + added), integers.Short(weighted + sum.Times(part.Length) + addedWeighted));
        }

        var proof = new Proof(terms, routine);
        proof.SetBuffer("Source", text);
        proof.SetNumber("Length", length);
        proof.SetBytes("Value", value);
        proof.Run();
        var result = proof.ReadField("Value");
        if (length == 0 ? !result.AsSpan().SequenceEqual(value) : !IsRemainder(result[..sizeof(ushort)], sum) || !IsRemainder(result[sizeof(ushort)..], weighted))
            throw new InvalidOperationException($"the value after {length} bytes is another");

        bool IsRemainder(int[] word, Polynomial of) =>
            integers.Of(word) is var remainder && remainder.Most < Adler32Specification.Modulus && integers.AreEqual(remainder.Polynomial, of, Adler32Specification.Modulus);
    }
}
