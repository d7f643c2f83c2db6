// Written by tools/KernelAssembler (Sha2Source). Do not edit: change it there, and run
//     dotnet run --project tools/KernelAssembler
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>The round constants and the functions of a round: FIPS 180-4, sections 4.1.2 and 6.2.2.</summary>
internal static unsafe partial class Sha256Functions
{
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

    /// <summary>Adds the working variables to the chaining value: the last step of a block.</summary>
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
