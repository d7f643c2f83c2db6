// Written by tools/KernelAssembler (Sha2Source). Do not edit: change it there, and run
//     dotnet run --project tools/KernelAssembler
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>The round constants and the functions of a round: FIPS 180-4, sections 4.1.3 and 6.4.2.</summary>
internal static unsafe partial class Sha512Functions
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Ch(ulong x, ulong y, ulong z) => z ^ (x & (y ^ z));

    /// <summary>In this form, since y ^ z was x ^ y one round before, and the JIT keeps it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Maj(ulong x, ulong y, ulong z) => y ^ ((x ^ y) & (y ^ z));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Sum0(ulong x) => RotateRight(x, 28) ^ RotateRight(x, 34) ^ RotateRight(x, 39);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Sum1(ulong x) => RotateRight(x, 14) ^ RotateRight(x, 18) ^ RotateRight(x, 41);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong RotateRight(ulong x, int bits) => (x >> bits) | (x << (64 - bits));

    /// <summary>Adds the working variables to the chaining value: the last step of a block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Add(ulong* state, ulong a, ulong b, ulong c, ulong d, ulong e, ulong f, ulong g, ulong h)
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
