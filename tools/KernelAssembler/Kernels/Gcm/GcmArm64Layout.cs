namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>Where things lie in an expanded GCM key on Arm64: after the longest schedule the powers of H, the highest first.</summary>
internal static class GcmArm64Layout
{
    public const int BlockBytes = 16;

    /// <summary>Those of a batch, and one more: what fills no batch is eight blocks at most, with the lengths nine.</summary>
    public const int Powers = 9;

    public const int PowersOffset = 15 * BlockBytes;

    /// <summary>The powers of a batch.</summary>
    public const int BatchOffset = PowersEnd - (8 * BlockBytes);

    public const int PowersEnd = PowersOffset + (Powers * BlockBytes);

    /// <summary>The sums of the powers' halves for step Karatsuba, eight bytes each; those of a batch end where a vector does.</summary>
    public const int BatchSumsOffset = SumsEnd - (8 * SumBytes);

    public const int SumBytes = BlockBytes / 2;

    public const int SumsOffset = PowersEnd + SumBytes;

    public const int SumsEnd = SumsOffset + (Powers * SumBytes);

    /// <summary>A key of POLYVAL has the same, without round keys.</summary>
    public const int PolyvalKeyBytes = SumsEnd - PowersOffset;
}
