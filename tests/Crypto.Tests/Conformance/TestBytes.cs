using System;
using System.Collections.Generic;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Reproducible bytes and the lengths that matter.</summary>
internal static class TestBytes
{
    /// <summary>Lengths around one block, around batches of blocks, and beyond them.</summary>
    public static readonly int[] TwentyLengths =
        [0, 1, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 111, 112, 113, 127, 128, 129, 500, 1500];

    private static readonly string? s_lengths = Environment.GetEnvironmentVariable("CRYPTO_TESTS_LENGTHS");

    /// <summary>
    /// Whether only some lengths and counts of many are to be tried: on other hosts, whose kernels are those that the suite tries with each;
    /// and how many of the lengths are tried without a gap.
    /// </summary>
    private static readonly bool s_someLengths = s_lengths is "some" or "few";

    private static readonly int s_dense = s_lengths == "few" ? 34 : 130;

    /// <summary>Whether to try, too, what takes long and shows little that the rest does not: at night.</summary>
    public static readonly bool AllLengths = s_lengths == "all";

    /// <summary>
    /// All lengths up to the longest, or multiples of a unit; or, where some are enough, those in the first 130 bytes, or 34 where few are, the
    /// longest, and every 37th between them: with each remainder of a block, and, in the longest messages, of a batch.
    /// </summary>
    public static IEnumerable<int> LengthsTo(int longest, int unit = 1)
    {
        const int Stride = 37;
        longest -= longest % unit;
        for (var length = 0; length < longest; length += s_someLengths && length >= s_dense ? Stride * unit : unit)
            yield return length;
        yield return longest;
    }

    /// <summary>All counts from one to the most; or, where some are enough, every eleventh, which has each remainder of a batch, and the most.</summary>
    public static IEnumerable<int> CountsTo(int most)
    {
        for (var count = 1; count < most; count += s_someLengths ? 11 : 1)
            yield return count;
        yield return most;
    }

    public static byte[] Random(int count, int seed)
    {
        var bytes = new byte[count];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }
}
