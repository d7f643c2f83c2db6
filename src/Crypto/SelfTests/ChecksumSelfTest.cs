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

    /// <summary>Of remainders, as the next two.</summary>
    public const uint KnownRemaindersCrc32 = 0xea2ae949;

    public const uint KnownRemaindersCrc32C = 0xce8dcd8a;

    public const uint KnownRemaindersAdler32 = 0x3038a5d1;

    /// <summary>Bytes of texts, in steps that reach all parts of a block, and none.</summary>
    public const int LongestRemainder = 304, RemainderStep = 7;

    public static bool Crc32(ChecksumKernel kernel) => Passes(Algorithms.Crc32, kernel, KnownShortCrc32, KnownCrc32, KnownRemaindersCrc32);

    public static bool Crc32C(ChecksumKernel kernel) => Passes(Algorithms.Crc32C, kernel, KnownShortCrc32C, KnownCrc32C, KnownRemaindersCrc32C);

    public static bool Adler32(ChecksumKernel kernel) => Passes(Algorithms.Adler32, kernel, KnownShortAdler32, KnownAdler32, KnownRemaindersAdler32);

    private static bool Passes(ChecksumAlgorithm algorithm, ChecksumKernel kernel, uint ofShort, uint ofLong, uint ofRemainders) =>
        Checksum(algorithm, kernel, ChecksumKernel.ShortBytes) == ofShort
        && (kernel.IsTestedInParts ? Defers(algorithm, kernel, ofLong) : Checksum(algorithm, kernel, TextBytes) == ofLong)
        && (kernel.Tier != Intrinsics.KernelTier.MachineCode || Remainders(algorithm, kernel) == ofRemainders);

    /// <summary>Of texts of all lengths that remain after batches, a sum: machine code has instructions of their own for these.</summary>
    private static uint Remainders(ChecksumAlgorithm algorithm, ChecksumKernel kernel)
    {
        var sum = 0u;
        for (var bytes = 0; bytes <= LongestRemainder; bytes += RemainderStep)
            sum = (31 * sum) + Checksum(algorithm, kernel, bytes);
        return sum;
    }

    // A method of its own: first use of other kernels would wait for the class of its closure.
    private static bool Defers(ChecksumAlgorithm algorithm, ChecksumKernel kernel, uint known)
    {
        kernel.TestWhenUsed(1 << ChecksumKernel.LongTexts, _ => Checksum(algorithm, kernel, TextBytes) == known);
        return true;
    }

    private static uint Checksum(ChecksumAlgorithm algorithm, ChecksumKernel kernel, int bytes) =>
        algorithm.With(kernel).Hash(SelfTest.Text(bytes));
}
