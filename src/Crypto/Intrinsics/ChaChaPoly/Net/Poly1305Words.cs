using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Intrinsics;

/// <summary>Poly1305 in words of 64 bits, for CPUs that multiply these.</summary>
internal static unsafe class Poly1305Words
{
    /// <summary>Multiplies the hash by r and adds a block, for each whole block.</summary>
    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
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
    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
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
        ulong word0 = h0 * r0, added = h1 * s1;
        word0 += added;
        var above = High(h0, r0) + High(h1, s1) + Poly1305.Carry(word0, added);

        var word1 = h0 * r1;
        added = h1 * r0;
        word1 += added;
        var high = High(h0, r1) + High(h1, r0) + (h2 * r0) + Poly1305.Carry(word1, added);
        added = h2 * s1;
        word1 += added;
        high += Poly1305.Carry(word1, added);
        word1 += above;
        high += Poly1305.Carry(word1, above);

        h0 = word0;
        h1 = word1;
        h2 = Poly1305.Reduce(ref h0, ref h1, high);
    }

    /// <summary>The upper half of a product. (<see cref="Math.BigMul(ulong, ulong, out ulong)"/> takes the lower one through memory.)</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong High(ulong left, ulong right) =>
        Bmi2.X64.IsSupported ? Bmi2.X64.MultiplyNoFlags(left, right)
        : ArmBase.Arm64.IsSupported ? ArmBase.Arm64.MultiplyHigh(left, right)
        : Math.BigMul(left, right, out _);
}
