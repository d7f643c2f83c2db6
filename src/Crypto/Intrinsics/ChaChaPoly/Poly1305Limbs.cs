using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Poly1305 in five limbs of 26 bits: 2^130 = 5 modulo p, so that products of limbs that reach it come back times 5.
/// <para>
/// Bounds. The limbs of r are less than 2^26, and times 5 less than 2^29. Those of a hash that was split are less than 2^26, the last
/// less than 2^27 (a hash is less than 2^131). Carries leave limbs less than 2^26, the second less than 2^26 + 2^7, and a block adds less
/// than 2^26 to each: factors are less than 2^27 + 2^7, and so of 32 bits. A sum of five products is less than 2^58, the last one, in
/// which none is times 5, less than 2^56. Its carry is then less than 2^30, and 5 times that less than 2^33: of which the first limb
/// hands on less than 2^7, as the bound after carries needs.
/// </para>
/// </summary>
internal static unsafe class Poly1305Limbs
{
    public const int Count = 5;

    public const int Bits = 26;

    public const uint Mask = (1 << Bits) - 1;

    /// <summary>Multiplies the hash by r and adds a block, for each whole block.</summary>
    [SkipLocalsInit]
    public static void Update(Poly1305State* state, byte* source, nint length)
    {
        LimbsMemory memory;
        var r = (ulong*)&memory;
        ulong* h = r + Count, block = h + Count;
        Split(state->R0, state->R1, 0, r);
        Split(state->H0, state->H1, state->H2, h);
        for (; length > 0; source += Poly1305.BlockBytes, length -= Poly1305.BlockBytes)
        {
            Multiply(h, r);
            Split(LittleEndian.Read64(source), LittleEndian.Read64(source + sizeof(ulong)), 1, block);
            for (var i = 0; i < Count; i++)
                h[i] += block[i];
        }

        Join(h, state);
        Secret.Wipe(&memory, sizeof(LimbsMemory));
    }

    /// <inheritdoc cref="Poly1305.Multiply"/>
    [SkipLocalsInit]
    public static void Multiply(Poly1305State* state)
    {
        LimbsMemory memory;
        var r = (ulong*)&memory;
        var h = r + Count;
        Split(state->R0, state->R1, 0, r);
        Split(state->H0, state->H1, state->H2, h);
        Multiply(h, r);
        Join(h, state);
        Secret.Wipe(&memory, sizeof(LimbsMemory));
    }

    /// <summary>Cuts three words into limbs, which lie side by side or so many words apart.</summary>
    public static void Split(ulong word0, ulong word1, ulong word2, ulong* limbs, int distance = 1)
    {
        limbs[0] = word0 & Mask;
        limbs[distance] = (word0 >> 26) & Mask;
        limbs[2 * distance] = ((word0 >> 52) | (word1 << 12)) & Mask;
        limbs[3 * distance] = (word1 >> 14) & Mask;
        limbs[4 * distance] = (word1 >> 40) | (word2 << 24);
    }

    /// <summary>Takes all carries of limbs, each less than 2^30 (the sum of eight lanes), and makes the words of the hash of them.</summary>
    public static void Join(ulong* limbs, Poly1305State* state)
    {
        Carry(limbs);
        for (var i = 0; i < Count - 1; i++)
        {
            limbs[i + 1] += limbs[i] >> Bits;
            limbs[i] &= Mask;
        }

        state->H0 = limbs[0] | (limbs[1] << 26) | (limbs[2] << 52);
        state->H1 = (limbs[2] >> 12) | (limbs[3] << 14) | (limbs[4] << 40);
        state->H2 = limbs[4] >> 24;
    }

    /// <summary>Multiplies limbs by those of r, within the bounds of this class.</summary>
    public static void Multiply(ulong* h, ulong* r)
    {
        uint h0 = (uint)h[0], h1 = (uint)h[1], h2 = (uint)h[2], h3 = (uint)h[3], h4 = (uint)h[4];
        uint r0 = (uint)r[0], r1 = (uint)r[1], r2 = (uint)r[2], r3 = (uint)r[3], r4 = (uint)r[4];
        uint s1 = r1 * 5, s2 = r2 * 5, s3 = r3 * 5, s4 = r4 * 5;
        h[0] = ((ulong)h0 * r0) + ((ulong)h1 * s4) + ((ulong)h2 * s3) + ((ulong)h3 * s2) + ((ulong)h4 * s1);
        h[1] = ((ulong)h0 * r1) + ((ulong)h1 * r0) + ((ulong)h2 * s4) + ((ulong)h3 * s3) + ((ulong)h4 * s2);
        h[2] = ((ulong)h0 * r2) + ((ulong)h1 * r1) + ((ulong)h2 * r0) + ((ulong)h3 * s4) + ((ulong)h4 * s3);
        h[3] = ((ulong)h0 * r3) + ((ulong)h1 * r2) + ((ulong)h2 * r1) + ((ulong)h3 * r0) + ((ulong)h4 * s4);
        h[4] = ((ulong)h0 * r4) + ((ulong)h1 * r3) + ((ulong)h2 * r2) + ((ulong)h3 * r1) + ((ulong)h4 * r0);
        Carry(h);
    }

    /// <summary>Takes the carry of every limb, and twice those of the first.</summary>
    private static void Carry(ulong* limbs)
    {
        for (var i = 0; i < Count - 1; i++)
        {
            limbs[i + 1] += limbs[i] >> Bits;
            limbs[i] &= Mask;
        }

        // Times 5 by a shift: a product of 64 bits is a function with branches on 32-bit CPUs.
        var carry = limbs[Count - 1] >> Bits;
        limbs[Count - 1] &= Mask;
        limbs[0] += carry + (carry << 2);
        limbs[1] += limbs[0] >> Bits;
        limbs[0] &= Mask;
    }
}

/// <summary>Three numbers.</summary>
[StackRoom]
[StructLayout(LayoutKind.Sequential, Size = 3 * Poly1305Limbs.Count * sizeof(ulong))]
internal struct LimbsMemory
{
}
