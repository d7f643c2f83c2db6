using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The checksum of a text longer than what Adler-32 can sum up in 32 bits, and than what a CRC folds at once.
/// </summary>
internal static unsafe class ChecksumSelfTest
{
    public const int TextBytes = 6003;

    /// <summary>By the polynomial of ISO 3309.</summary>
    public const uint KnownCrc32 = 0xea30ce2e;

    /// <summary>By RFC 3720.</summary>
    public const uint KnownCrc32C = 0x75f1e356;

    /// <summary>By RFC 1950.</summary>
    public const uint KnownAdler32 = 0x7ad89916;

    public static bool Crc32(ChecksumKernel kernel) => Checksum(Algorithms.Crc32, kernel) == KnownCrc32;

    public static bool Crc32C(ChecksumKernel kernel) => Checksum(Algorithms.Crc32C, kernel) == KnownCrc32C;

    public static bool Adler32(ChecksumKernel kernel) => Checksum(Algorithms.Adler32, kernel) == KnownAdler32;

    private static uint Checksum(ChecksumAlgorithm algorithm, ChecksumKernel kernel) =>
        algorithm.With(kernel).Hash(SelfTest.Text(TextBytes));
}
