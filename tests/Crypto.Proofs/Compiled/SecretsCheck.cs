using System;
using System.Collections.Generic;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>What <see cref="Secrets"/> calls a number is that number whatever the secrets are: on random words, of which random bytes are secret.</summary>
internal static class SecretsCheck
{
    private const int Trials = 300, Fillings = 8;

    private delegate void Unary<T>(IValues<T> values, ReadOnlySpan<T> word, int bits, Span<T> result)
        where T : unmanaged;

    private delegate void Binary<T>(IValues<T> values, ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result)
        where T : unmanaged;

    /// <exception cref="InvalidOperationException">Something is called a number that a secret changes.</exception>
    public static void Run()
    {
        var random = new Random(1);
        Try(random, [1, 2, 4, 8, 16], 1, OfBytes<ushort>(), OfBytes<byte>());
        Try(random, [1, 2, 4, 8], 1, OfWords<ushort>(), OfWords<byte>());
        Try(random, [2, 4, 8], 2, [static (values, one, other, to) => values.Multiply(one, other, to)], [static (values, one, other, to) => values.Multiply(one, other, to)]);
        Try(
            random,
            [8],
            2,
            [static (values, one, other, to) => values.MultiplyPolynomials(one, other, to)],
            [static (values, one, other, to) => values.MultiplyPolynomials(one, other, to)]);
        Try(random, [16], 1, OfBlocks<ushort>(), OfBlocks<byte>());
        for (var shift = 0; shift < Shifts<byte>().Length; shift++)
        {
            var (ofSecrets, ofNumbers) = (Shifts<ushort>()[shift], Shifts<byte>()[shift]);
            foreach (var bits in new[] { 0, 1, 7, 8, 9, 23, 24, 31, 40, 63 })
            {
                int[] sizes = bits < 8 ? [1, 2, 4, 8] : bits < 32 ? [4, 8] : [8];
                Try(
                    random, sizes, 1, [(values, one, _, to) => ofSecrets(values, one, bits, to)], [(values, one, _, to) => ofNumbers(values, one, bits, to)]);
            }
        }
    }

    private static Binary<T>[] OfBytes<T>()
        where T : unmanaged =>
    [
        static (values, one, other, to) => values.And(one, other, to),
        static (values, one, other, to) => values.Or(one, other, to),
        static (values, one, other, to) => values.Xor(one, other, to),
    ];

    private static Binary<T>[] OfWords<T>()
        where T : unmanaged =>
    [
        static (values, one, other, to) => values.Add(one, other, to),
        static (values, one, other, to) => values.AddWithCarry(one, other, values.Of(1), to),
        static (values, one, other, to) => values.Subtract(one, other, to),
        static (values, one, other, to) => values.Greater(one, other, to),
    ];

    private static Binary<T>[] OfBlocks<T>()
        where T : unmanaged =>
    [
        static (values, one, _, to) => values.Aes(AesStep.Round, one, to),
        static (values, one, _, to) => values.Aes(AesStep.InverseMixColumns, one, to),
    ];

    private static Unary<T>[] Shifts<T>()
        where T : unmanaged =>
    [
        static (values, word, bits, to) => values.ShiftLeft(word, bits, to),
        static (values, word, bits, to) => values.ShiftRight(word, bits, to),
        static (values, word, bits, to) => values.ShiftRightSigned(word, bits, to),
        static (values, word, bits, to) => values.RotateLeft(word, bits, to),
    ];

    private static void Try(Random random, int[] sizes, int factor, Binary<ushort>[] ofSecrets, Binary<byte>[] ofNumbers)
    {
        foreach (var size in sizes)
        {
            for (var (i, trial) = (0, 0); i < ofSecrets.Length; i = ++trial / Trials)
            {
                var (first, second, claimed) = (Word(random, size), Word(random, size), new ushort[factor * size]);
                ofSecrets[i](default(Secrets), first, second, claimed);
                for (var filling = 0; filling < Fillings; filling++)
                {
                    var result = new byte[claimed.Length];
                    ofNumbers[i](default(Numbers), Filled(random, first), Filled(random, second), result);
                    if (Array.Exists([.. Indices(claimed)], at => claimed[at] != result[at]))
                        throw new InvalidOperationException($"Operation {i} on {size} bytes calls a number what a secret changes.");
                }
            }
        }
    }

    private static IEnumerable<int> Indices(ushort[] claimed)
    {
        for (var i = 0; i < claimed.Length; i++)
        {
            if (claimed[i] != Secrets.Secret)
                yield return i;
        }
    }

    /// <summary>Bytes that are often all zeros or ones, and often secret.</summary>
    private static ushort[] Word(Random random, int bytes)
    {
        var word = new ushort[bytes];
        for (var i = 0; i < bytes; i++)
        {
            word[i] = random.Next(6) switch
            {
                0 or 1 => Secrets.Secret,
                2 => 0,
                3 => byte.MaxValue,
                _ => (ushort)random.Next(256),
            };
        }

        return word;
    }

    private static byte[] Filled(Random random, ushort[] word) =>
        Array.ConvertAll(word, value => value == Secrets.Secret ? (byte)random.Next(256) : (byte)value);
}
