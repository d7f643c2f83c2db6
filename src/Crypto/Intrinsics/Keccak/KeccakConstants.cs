using System;

namespace ManagedCrypto.Intrinsics;

/// <summary>What the rounds of Keccak-f[1600] have: FIPS 202, section 3.2.</summary>
internal static class KeccakConstants
{
    public const int Rounds = 24;

    /// <summary>Lanes of the state, in each of the two directions that theta and pi move along.</summary>
    public const int Side = 5;

    /// <summary>By how many bits rho rotates lane x + 5y (section 3.2.2, table 2).</summary>
    public static ReadOnlySpan<byte> Rotations =>
    [
        0, 1, 62, 28, 27,
        36, 44, 6, 55, 20,
        3, 10, 43, 25, 39,
        41, 45, 15, 21, 8,
        18, 2, 61, 56, 14,
    ];

    /// <summary>What iota adds to lane 0: from the shift register of algorithm 5 (section 3.2.5).</summary>
    public static ReadOnlySpan<ulong> OfRounds =>
    [
        0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
        0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
        0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
        0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
        0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
        0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
    ];
}
