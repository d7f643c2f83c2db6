using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The checksum of a text shorter than any vector; and of one longer than what Adler-32 can sum up in 32 bits, and than what a CRC
/// folds at once, which a kernel that is tested in parts leaves until it has a vector full.
/// </summary>
internal static unsafe class ChecksumSelfTest
{
    public const int TextBytes = 6003;

    /// <summary>By the polynomial of ISO 3309.</summary>
    public const uint KnownCrc32 = 0x29049ba4;

    /// <summary>By RFC 3720.</summary>
    public const uint KnownCrc32C = 0x234736e0;

    /// <summary>By RFC 1950.</summary>
    public const uint KnownAdler32 = 0x1802a7ec;

    /// <summary>Of the short text, as the next two.</summary>
    public const uint KnownShortCrc32 = 0x6b11bad4;

    public const uint KnownShortCrc32C = 0xc8349821;

    public const uint KnownShortAdler32 = 0x287d0588;

    public static bool Crc32(ChecksumKernel kernel) => Passes(Algorithms.Crc32, kernel, KnownShortCrc32, KnownCrc32);

    public static bool Crc32C(ChecksumKernel kernel) => Passes(Algorithms.Crc32C, kernel, KnownShortCrc32C, KnownCrc32C);

    public static bool Adler32(ChecksumKernel kernel) => Passes(Algorithms.Adler32, kernel, KnownShortAdler32, KnownAdler32);

    private static bool Passes(ChecksumAlgorithm algorithm, ChecksumKernel kernel, uint ofShort, uint ofLong) =>
        Checksum(algorithm, kernel, ChecksumKernel.ShortBytes) == ofShort
        && (kernel.IsTestedInParts ? Defers(algorithm, kernel, ofLong) : Checksum(algorithm, kernel, TextBytes) == ofLong);

    // A method of its own: first use of other kernels would wait for the class of its closure.
    private static bool Defers(ChecksumAlgorithm algorithm, ChecksumKernel kernel, uint known)
    {
        kernel.TestWhenUsed(1 << ChecksumKernel.LongTexts, _ => Checksum(algorithm, kernel, TextBytes) == known);
        return true;
    }

    private static uint Checksum(ChecksumAlgorithm algorithm, ChecksumKernel kernel, int bytes) =>
        algorithm.With(kernel).Hash(SelfTest.Text(bytes));
}
