namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Cores that have the same features and rank kernels differently. docs/measurements.md ("Order by CPU") has the figures.
/// </summary>
internal enum CpuCore
{
    /// <summary>Lists stand as they are.</summary>
    Other,

    /// <summary>AMD's family 0x19: vectors of 512 bits are two halves. (Zen 3, of the same family, has none of 512 bits.)</summary>
    Zen4,

    /// <summary>AMD's family 0x1A: whole vectors of 512 bits, and a carry-less product in two cycles at every width.</summary>
    Zen5,

    /// <summary>Where vectors of 512 bits are in flight, two ports of three take vectors, and one of these AES rounds.</summary>
    Intel,
}
