using System;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>The round constants and the functions of a round: FIPS 180-4, sections 4.2.2 and 4.1.2.</summary>
internal static unsafe class Sha256Functions
{
    /// <summary>The first 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2).</summary>
    public static ReadOnlySpan<uint> RoundConstants =>
    [
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    ];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Ch(uint x, uint y, uint z) => z ^ (x & (y ^ z));

    /// <summary>In this form, since y ^ z was x ^ y one round before, and the JIT keeps it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Maj(uint x, uint y, uint z) => y ^ ((x ^ y) & (y ^ z));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Sum0(uint x) => RotateRight(x, 2) ^ RotateRight(x, 13) ^ RotateRight(x, 22);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Sum1(uint x) => RotateRight(x, 6) ^ RotateRight(x, 11) ^ RotateRight(x, 25);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint RotateRight(uint x, int bits) => (x >> bits) | (x << (32 - bits));

    /// <summary>Adds the working variables to the chaining value: the last step of a block (section 6.2.2).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Add(uint* state, uint a, uint b, uint c, uint d, uint e, uint f, uint g, uint h)
    {
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }
}
