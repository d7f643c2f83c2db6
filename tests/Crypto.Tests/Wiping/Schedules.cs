using System;
using System.Numerics;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>
/// The words that SHA-1 and SHA-2 make of each block for their rounds, with and without the rounds' constants: several beside each other, since
/// one alone is a working variable.
/// </summary>
internal static class Schedules
{
    private const int BlockWords = 16, Rounds = 80;

    /// <param name="secrets">Gets the words.</param>
    /// <param name="function">As .NET has it; of another there are no such words.</param>
    /// <param name="text">Whose whole blocks count.</param>
    public static void Add(Secrets secrets, string function, ReadOnlySpan<byte> text)
    {
        switch (function)
        {
            case "SHA1":
                AddOf<uint>(secrets, text, Rounds, NextOfSha1, ConstantOfSha1);
                break;
            case "SHA256":
                AddOf<uint>(secrets, text, 64, NextOfSha256, round => Sha256Functions.RoundConstants[round]);
                break;
            case "SHA384" or "SHA512":
                AddOf<ulong>(secrets, text, Rounds, NextOfSha512, round => Sha512Functions.RoundConstants[round]);
                break;
        }
    }

    private static void AddOf<T>(Secrets secrets, ReadOnlySpan<byte> text, int rounds, Func<T[], int, T> next, Func<int, T> constant)
        where T : unmanaged, IBinaryInteger<T>
    {
        T[] words = GC.AllocateArray<T>(rounds, pinned: true), sums = GC.AllocateArray<T>(rounds, pinned: true);
        for (var blockBytes = BlockWords * T.AllBitsSet.GetByteCount(); text.Length >= blockBytes; text = text[blockBytes..])
        {
            for (var i = 0; i < rounds; i++)
            {
                words[i] = i < BlockWords ? T.ReadBigEndian(text.Slice(i * (blockBytes / BlockWords), blockBytes / BlockWords), isUnsigned: true) : next(words, i);
                sums[i] = words[i] + constant(i);
            }

            secrets.Add("schedule", MemoryMarshal.AsBytes(words.AsSpan()), hasWords: false);
            secrets.Add("schedule with constants", MemoryMarshal.AsBytes(sums.AsSpan()), hasWords: false);
        }

        Array.Clear(words);
        Array.Clear(sums);
    }

    private static uint ConstantOfSha1(int round) => (round / 20) switch
    {
        0 => Sha1Functions.K0,
        1 => Sha1Functions.K1,
        2 => Sha1Functions.K2,
        _ => Sha1Functions.K3,
    };

    private static uint NextOfSha1(uint[] w, int i) => BitOperations.RotateLeft(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);

    private static uint NextOfSha256(uint[] w, int i)
    {
        uint before = w[i - 15], last = w[i - 2];
        return w[i - 16] + (BitOperations.RotateRight(before, 7) ^ BitOperations.RotateRight(before, 18) ^ (before >> 3))
            + w[i - 7] + (BitOperations.RotateRight(last, 17) ^ BitOperations.RotateRight(last, 19) ^ (last >> 10));
    }

    private static ulong NextOfSha512(ulong[] w, int i)
    {
        ulong before = w[i - 15], last = w[i - 2];
        return w[i - 16] + (BitOperations.RotateRight(before, 1) ^ BitOperations.RotateRight(before, 8) ^ (before >> 7))
            + w[i - 7] + (BitOperations.RotateRight(last, 19) ^ BitOperations.RotateRight(last, 61) ^ (last >> 6));
    }
}
