using System;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Reproducible bytes and the lengths that matter.</summary>
internal static class TestBytes
{
    /// <summary>Lengths around one block, around batches of blocks, and beyond them.</summary>
    public static readonly int[] TwentyLengths =
        [0, 1, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 111, 112, 113, 127, 128, 129, 500, 1500];

    public static byte[] Random(int count, int seed)
    {
        var bytes = new byte[count];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }
}
