using System;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// MD5 in plain C#: RFC 1321, section 3.4. Four steps are unrolled, so that the working variables change their roles instead of
/// their places. Each step waits for the one before, so that no vector unit would help, and no CPU has instructions for MD5.
/// Any alignment of the blocks. Constant-time: additions, rotations and logic only, every address fixed.
/// An MD5 of .NET's own without a native library would let this file be deleted.
/// </summary>
internal sealed unsafe class Md5Portable : HashKernel
{
    private const int Block = 64;

    public override string Id => "md5/portable";

    public override KernelTier Tier => KernelTier.Portable;

    public override bool IsConstantTime => true;

    /// <summary>T of section 3.4: the whole part of 2^32 times |sin(i)|, with i from 1 in radians.</summary>
    private static ReadOnlySpan<uint> Constants =>
    [
        0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
        0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
        0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
        0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
        0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
        0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
        0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
        0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
    ];

    public override void Compress(HashArguments* arguments)
    {
        fixed (uint* constants = Constants)
        {
            Compress((uint*)arguments->State, arguments->Source, arguments->SourceBlocks, constants);
            Compress((uint*)arguments->State, arguments->Tail, arguments->TailBlocks, constants);
        }
    }

    private static void Compress(uint* state, byte* block, nint blocks, uint* constants)
    {
        // In variables from block to block: what is stored and loaded again comes some cycles later.
        uint a = state[0], b = state[1], c = state[2], d = state[3];
        uint stateA = a, stateB = b, stateC = c, stateD = d;
        for (; blocks > 0; blocks--, block += Block)
        {
            // The byte offset of the next word; Word takes it modulo the length of a block.
            nint at = 0;
            for (uint* k = constants, end = k + 16; k < end; k += 4, at += 16)
            {
                a = F(a + Word(block, at) + k[0], b, c, d, 7);
                d = F(d + Word(block, at + 4) + k[1], a, b, c, 12);
                c = F(c + Word(block, at + 8) + k[2], d, a, b, 17);
                b = F(b + Word(block, at + 12) + k[3], c, d, a, 22);
            }

            at = 4;
            for (uint* k = constants + 16, end = k + 16; k < end; k += 4, at += 80)
            {
                a = G(a + Word(block, at) + k[0], b, c, d, 5);
                d = G(d + Word(block, at + 20) + k[1], a, b, c, 9);
                c = G(c + Word(block, at + 40) + k[2], d, a, b, 14);
                b = G(b + Word(block, at + 60) + k[3], c, d, a, 20);
            }

            at = 20;
            var xor = c ^ d;
            for (uint* k = constants + 32, end = k + 16; k < end; k += 4, at += 48)
            {
                a = H(a + Word(block, at) + k[0], b, d, ref xor, 4);
                d = H(d + Word(block, at + 12) + k[1], a, c, ref xor, 11);
                c = H(c + Word(block, at + 24) + k[2], d, b, ref xor, 16);
                b = H(b + Word(block, at + 36) + k[3], c, a, ref xor, 23);
            }

            at = 0;
            for (uint* k = constants + 48, end = k + 16; k < end; k += 4, at += 112)
            {
                a = I(a + Word(block, at) + k[0], b, c, d, 6);
                d = I(d + Word(block, at + 28) + k[1], a, b, c, 10);
                c = I(c + Word(block, at + 56) + k[2], d, a, b, 15);
                b = I(b + Word(block, at + 84) + k[3], c, d, a, 21);
            }

            a = stateA += a;
            b = stateB += b;
            c = stateC += c;
            d = stateD += d;
        }

        state[0] = a;
        state[1] = b;
        state[2] = c;
        state[3] = d;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint F(uint sum, uint b, uint c, uint d, int bits) => Step(sum, b, d ^ (b & (c ^ d)), bits);

    /// <summary>The two parts of the function have no bit in common: their sum can wait for b, which is known last.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint G(uint sum, uint b, uint c, uint d, int bits) => Step(sum + (c & ~d), b, b & d, bits);

    /// <summary>The function is b XOR c XOR d. The step before has computed c XOR d, so that only one XOR waits for b, which is known last.</summary>
    /// <param name="sum">As for <see cref="Step"/>.</param>
    /// <param name="b">The variable that the step before has replaced.</param>
    /// <param name="d">As in RFC 1321.</param>
    /// <param name="xor">c XOR d; then b XOR c, which is the c XOR d of the next step.</param>
    /// <param name="bits">How far to rotate to the left.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint H(uint sum, uint b, uint d, ref uint xor, int bits)
    {
        var function = b ^ xor;
        xor = function ^ d;
        return Step(sum, b, function, bits);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint I(uint sum, uint b, uint c, uint d, int bits) => Step(sum, b, c ^ (b | ~d), bits);

    /// <param name="sum">The variable that the step replaces, a word of the block and a constant.</param>
    /// <param name="b">The variable that it is added to after the rotation.</param>
    /// <param name="function">F, G, H or I of the other three.</param>
    /// <param name="bits">How far to rotate to the left.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Step(uint sum, uint b, uint function, int bits)
    {
        sum += function;
        return b + ((sum << bits) | (sum >> (32 - bits)));
    }

    /// <summary>A word of the block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Word(byte* block, nint offset) => LittleEndian.Read32(block + (offset & (Block - 4)));
}
