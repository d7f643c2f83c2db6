using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>The round constants and the functions of a round: FIPS 180-4, sections 4.2.1 and 4.1.1.</summary>
internal static class Sha1Functions
{
    /// <summary>Each for twenty rounds.</summary>
    public const uint K0 = 0x5a827999, K1 = 0x6ed9eba1, K2 = 0x8f1bbcdc, K3 = 0xca62c1d6;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Ch(uint x, uint y, uint z) => z ^ (x & (y ^ z));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Parity(uint x, uint y, uint z) => x ^ y ^ z;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Maj(uint x, uint y, uint z) => (x & y) ^ (z & (x ^ y));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint RotateLeft(uint x, int bits) => (x << bits) | (x >> (32 - bits));
}
