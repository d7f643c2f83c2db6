using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>
/// NIST's Monte Carlo tests of AES (AESAVS, section 6.4): 100 rounds of 1,000 segments, each round's key, IV and text made of
/// the outputs of the one before.
/// </summary>
public class AesMonteCarloTests
{
    private const int Rounds = 100;
    private const int SegmentsARound = 1000;

    /// <summary>Of all but the best kernel and, where .NET answers, the longest keys; at night, all.</summary>
    private const int FewRounds = 20;

    private static readonly ConcurrentDictionary<(string, int, bool), Lazy<List<Round>>> s_answersOfDotNet = new();

    public static MatrixTheoryData<string, string, int> Cases =>
        new(KernelMatrix.Names(Algorithms.Aes.Kernels), NistMode.Names, NistMode.KeySizes);

    /// <summary>NIST's ECB answers are not at hand.</summary>
    public static MatrixTheoryData<string, string, int> CasesOfNist =>
        new(KernelMatrix.Names(Algorithms.Aes.Kernels), NistMode.Names.Where(mode => mode != "ECB"), NistMode.KeySizes);

    [Theory]
    [MemberData(nameof(CasesOfNist))]
    public void Answers_equal_those_of_NIST(string kernel, string mode, int keyBits)
    {
        var folder = Path.Combine(Repository.Root, "..", "shared", "vectors", "nist");
        Assert.SkipUnless(Directory.Exists(folder), "NIST's Monte Carlo answers are not in ../shared/vectors/nist");
        using var aes = new Aes(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel));
        using var file = new StreamReader(Path.Combine(folder, mode + "MCT" + keyBits + ".rsp"));
        var vectors = RspVector.Read(file).ToList();
        Assert.Equal(2 * Rounds, vectors.Count);
        foreach (var encrypt in new[] { true, false })
        {
            var (input, output) = encrypt ? ("PLAINTEXT", "CIPHERTEXT") : ("CIPHERTEXT", "PLAINTEXT");
            var expected = vectors.Where(vector => vector.Section == (encrypt ? "ENCRYPT" : "DECRYPT"))
                .Select(vector => new Round(
                    vector.Bytes("KEY"), vector.Bytes("IV"), vector.Bytes(input), vector.Bytes(output))).ToList();
            var rounds = RoundsOf(kernel, isWhole: true);
            AssertEqual(expected.Take(rounds), Run(aes, mode, encrypt, expected[0], rounds));
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Answers_equal_those_of_DotNet(string kernel, string mode, int keyBits)
    {
        var rounds = RoundsOf(kernel, isWhole: keyBits == 256);
        using var aes = new Aes(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel));
        foreach (var encrypt in new[] { true, false })
        {
            var expected = s_answersOfDotNet.GetOrAdd((mode, keyBits, encrypt), _ => new(() =>
            {
                using var dotNet = System.Security.Cryptography.Aes.Create();
                return Run(dotNet, mode, encrypt, Seed(mode, keyBits), RoundsOf(Algorithms.Aes.Kernels.Best.Id, isWhole: keyBits == 256));
            })).Value;
            Assert.InRange(expected.Count, rounds, Rounds);
            AssertEqual(expected.Take(rounds), Run(aes, mode, encrypt, expected[0], rounds));
        }
    }

    private static int RoundsOf(string kernel, bool isWhole) =>
        TestBytes.AllLengths || (isWhole && kernel == Algorithms.Aes.Kernels.Best.Id) ? Rounds : FewRounds;

    private static void AssertEqual(IEnumerable<Round> expected, IEnumerable<Round> actual) =>
        Assert.Equal(expected.Select(round => round.ToString()), actual.Select(round => round.ToString()));

    private static Round Seed(string mode, int keyBits)
    {
        var random = new Random(keyBits);
        byte[] Next(int bytes)
        {
            var next = new byte[bytes];
            random.NextBytes(next);
            return next;
        }

        return new Round(Next(keyBits / 8), Next(16), Next(mode == "CFB8" ? 1 : 16), []);
    }

    /// <summary>
    /// Outputs form one stream, after the IV unless the mode has none; so do ciphertexts. Segment j is encrypted under
    /// the 16 bytes of ciphertext before it. The input of segment j + 1 is segment j of the outputs, and the end of that
    /// stream makes the next round's key and IV. That is the standard's pseudocode for each of the four modes.
    /// </summary>
    private static List<Round> Run(SymmetricAlgorithm aes, string mode, bool encrypt, Round round, int count)
    {
        var rounds = new List<Round>();
        var segment = round.Input.Length;
        var ivBytes = mode == "ECB" ? 0 : 16;
        var outputs = new byte[ivBytes + (SegmentsARound * segment)];
        var ciphertexts = new byte[outputs.Length];
        for (var i = 0; i < count; i++)
        {
            aes.Key = round.Key;
            Array.Copy(round.Iv, outputs, ivBytes);
            Array.Copy(round.Iv, ciphertexts, ivBytes);
            var input = (byte[])round.Input.Clone();
            var iv = new byte[16];
            for (var j = 0; j < SegmentsARound; j++)
            {
                Array.Copy(ciphertexts, j * segment, iv, 0, ivBytes);
                var output = NistMode.OneShot(aes, mode, encrypt, input, iv);
                Array.Copy(output, 0, outputs, ivBytes + (j * segment), segment);
                Array.Copy(encrypt ? output : input, 0, ciphertexts, ivBytes + (j * segment), segment);
                Array.Copy(outputs, j * segment, input, 0, segment);
            }

            rounds.Add(round with { Output = outputs[^segment..] });
            var key = (byte[])round.Key.Clone();
            for (var k = 0; k < key.Length; k++)
                key[k] ^= outputs[outputs.Length - key.Length + k];
            round = new Round(key, outputs[^16..], input, []);
        }

        return rounds;
    }

    private sealed record Round(byte[] Key, byte[] Iv, byte[] Input, byte[] Output)
    {
        public override string ToString() =>
            string.Join(' ', new[] { Key, Iv, Input, Output }.Select(Convert.ToHexString));
    }
}
