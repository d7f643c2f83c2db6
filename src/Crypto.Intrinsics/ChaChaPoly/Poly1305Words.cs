#if NET
using System;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>Poly1305 in words of 64 bits, for CPUs that multiply these.</summary>
internal static unsafe class Poly1305Words
{
    /// <summary>Multiplies the hash by r and adds a block, for each whole block.</summary>
    [MethodImpl(Jit.Optimize)]
    public static void Update(Poly1305State* state, byte* source, nint length)
    {
        ulong r0 = state->R0, r1 = state->R1;
        ulong h0 = state->H0, h1 = state->H1, h2 = state->H2;
        for (; length > 0; source += Poly1305.BlockBytes, length -= Poly1305.BlockBytes)
        {
            Multiply(r0, r1, ref h0, ref h1, ref h2);
            h2 = Poly1305.Add(ref h0, ref h1, LittleEndian.Read64(source), LittleEndian.Read64(source + sizeof(ulong)), h2 + 1);
        }

        state->H0 = h0;
        state->H1 = h1;
        state->H2 = h2;
    }

    /// <inheritdoc cref="Poly1305.Multiply"/>
    [MethodImpl(Jit.Optimize)]
    public static void Multiply(Poly1305State* state) =>
        Multiply(state->R0, state->R1, ref state->H0, ref state->H1, ref state->H2);

    /// <summary>
    /// r is less than 2^124 and h less than 2^131, so that no sum of two or three products overflows. h is less than 2^130 and some
    /// bits afterwards.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Multiply(ulong r0, ulong r1, ref ulong h0, ref ulong h1, ref ulong h2)
    {
        var s1 = r1 + (r1 >> 2);
        var low = Math.BigMul(h0, r0, out var word0);
        var other = Math.BigMul(h1, s1, out var otherLow);
        word0 += otherLow;
        low += other + Poly1305.Carry(word0, otherLow);

        var high = Math.BigMul(h0, r1, out var word1);
        other = Math.BigMul(h1, r0, out otherLow);
        word1 += otherLow;
        high += other + Poly1305.Carry(word1, otherLow);
        otherLow = h2 * s1;
        word1 += otherLow;
        high += Poly1305.Carry(word1, otherLow);
        word1 += low;
        high += (h2 * r0) + Poly1305.Carry(word1, low);

        h0 = word0;
        h1 = word1;
        h2 = Poly1305.Reduce(ref h0, ref h1, high);
    }
}
#endif
