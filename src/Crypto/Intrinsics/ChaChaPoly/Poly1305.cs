using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Poly1305 (RFC 8439, section 2.5): a polynomial in r modulo p = 2^130 - 5, whose coefficients are the blocks of a message, each with a
/// bit behind its last byte.
/// <para>
/// On 64-bit CPUs in words of 64 bits: r1 is a multiple of 4, and so 2^128·r1 = 5/4·r1 modulo p. Elsewhere, and where .NET has no
/// product of 128 bits, in limbs of 26 bits, whose products are an instruction each.
/// </para>
/// <para>
/// Constant-time on CPUs whose multiplier is: no branch and no address depends on key, text or hash. Preconditions: none beyond the
/// contract; any length, any alignment.
/// </para>
/// </summary>
internal static unsafe class Poly1305
{
    public const int BlockBytes = 16;

    /// <summary>Begins with r, some of whose bits are cleared, and s.</summary>
    /// <param name="state">The state.</param>
    /// <param name="key">32 bytes.</param>
    public static void Begin(Poly1305State* state, byte* key)
    {
        state->R0 = LittleEndian.Read64(key) & 0x0FFFFFFC0FFFFFFF;
        state->R1 = LittleEndian.Read64(key + 8) & 0x0FFFFFFC0FFFFFFC;
        state->S0 = LittleEndian.Read64(key + 16);
        state->S1 = LittleEndian.Read64(key + 24);
        state->H0 = state->H1 = state->H2 = 0;
    }

    /// <summary>Hashes some bytes; a last block that is not whole is padded with zeros, as the AEAD wants it.</summary>
    public static void Update(Poly1305State* state, byte* source, nint length)
    {
        var whole = length & -BlockBytes;
        UpdateWhole(state, source, whole);
        if (whole == length)
            return;
        Block128 last = default;
        for (var i = whole; i < length; i++)
            ((byte*)&last)[i - whole] = source[i];
        UpdateWhole(state, (byte*)&last, BlockBytes);
    }

    /// <summary>Multiplies the hash by r: a block without any bit.</summary>
    public static void Multiply(Poly1305State* state)
    {
#if NET
        if (sizeof(nint) == sizeof(ulong))
        {
            Poly1305Words.Multiply(state);
            return;
        }
#endif
        Poly1305Limbs.Multiply(state);
    }

    /// <summary>Writes the tag: the hash, less than p, and s, modulo 2^128.</summary>
    public static void End(Poly1305State* state, byte* tag)
    {
        Multiply(state);
        ulong h0 = state->H0, h1 = state->H1, h2 = state->H2;

        // Once more what is above 2^130; then the hash is below 2p. With 5 added it reaches 2^130 if it is p or more.
        var sum = Reduce(ref h0, ref h1, h2);
        ulong g0 = h0, g1 = h1;
        var mask = 0 - (Add(ref g0, ref g1, 5, 0, sum) >> 2);
        h0 ^= (h0 ^ g0) & mask;
        h1 ^= (h1 ^ g1) & mask;
        Add(ref h0, ref h1, state->S0, state->S1, 0);
        LittleEndian.Write64(tag, h0);
        LittleEndian.Write64(tag + sizeof(ulong), h1);
    }

    /// <summary>Brings what is above 2^130 down, times 5.</summary>
    /// <returns>The highest word.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Reduce(ref ulong h0, ref ulong h1, ulong h2) => Add(ref h0, ref h1, (h2 >> 2) + (h2 & ~3UL), 0, h2 & 3);

    /// <summary>Adds 128 bits, and the carry to a third word.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Add(ref ulong low, ref ulong high, ulong addedLow, ulong addedHigh, ulong above)
    {
        low += addedLow;
        var carry = Carry(low, addedLow);
        high += addedHigh;
        above += Carry(high, addedHigh);
        high += carry;
        return above + Carry(high, carry);
    }

    /// <summary>
    /// Whether a sum is less than what was added, 0 or 1. (32-bit CPUs would branch for a comparison of 64 bits: there it is the borrow
    /// of a difference, after H. S. Warren, "Hacker's Delight", section 2-13.)
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Carry(ulong sum, ulong added)
    {
#if NET
        if (sizeof(nint) == sizeof(ulong))
            return Unsafe.BitCast<bool, byte>(sum < added);
#endif
        return ((~sum & added) | (~(sum ^ added) & (sum - added))) >> 63;
    }

    private static void UpdateWhole(Poly1305State* state, byte* source, nint length)
    {
#if NET
        if (sizeof(nint) == sizeof(ulong))
        {
            Poly1305Words.Update(state, source, length);
            return;
        }
#endif
        Poly1305Limbs.Update(state, source, length);
    }
}
