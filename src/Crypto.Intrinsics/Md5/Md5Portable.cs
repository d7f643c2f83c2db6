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

    private static void Compress(uint* state, byte* block, nint blocks, uint* k)
    {
        for (; blocks > 0; blocks--, block += Block)
        {
            uint a = state[0], b = state[1], c = state[2], d = state[3];
            for (var i = 0; i < 16; i += 4)
            {
                a = Step(a, b, d ^ (b & (c ^ d)), Word(block, i) + k[i], 7);
                d = Step(d, a, c ^ (a & (b ^ c)), Word(block, i + 1) + k[i + 1], 12);
                c = Step(c, d, b ^ (d & (a ^ b)), Word(block, i + 2) + k[i + 2], 17);
                b = Step(b, c, a ^ (c & (d ^ a)), Word(block, i + 3) + k[i + 3], 22);
            }

            // The two parts of the function have no bit in common: their sum can wait for the variable that is known last.
            for (var i = 16; i < 32; i += 4)
            {
                a = Step(a + (c & ~d), b, b & d, Word(block, (5 * i) + 1) + k[i], 5);
                d = Step(d + (b & ~c), a, a & c, Word(block, (5 * i) + 6) + k[i + 1], 9);
                c = Step(c + (a & ~b), d, d & b, Word(block, (5 * i) + 11) + k[i + 2], 14);
                b = Step(b + (d & ~a), c, c & a, Word(block, 5 * i) + k[i + 3], 20);
            }

            for (var i = 32; i < 48; i += 4)
            {
                a = Step(a, b, b ^ (c ^ d), Word(block, (3 * i) + 5) + k[i], 4);
                d = Step(d, a, a ^ (b ^ c), Word(block, (3 * i) + 8) + k[i + 1], 11);
                c = Step(c, d, d ^ (a ^ b), Word(block, (3 * i) + 11) + k[i + 2], 16);
                b = Step(b, c, c ^ (d ^ a), Word(block, (3 * i) + 14) + k[i + 3], 23);
            }

            for (var i = 48; i < 64; i += 4)
            {
                a = Step(a, b, c ^ (b | ~d), Word(block, 7 * i) + k[i], 6);
                d = Step(d, a, b ^ (a | ~c), Word(block, (7 * i) + 7) + k[i + 1], 10);
                c = Step(c, d, a ^ (d | ~b), Word(block, (7 * i) + 14) + k[i + 2], 15);
                b = Step(b, c, d ^ (c | ~a), Word(block, (7 * i) + 21) + k[i + 3], 21);
            }

            state[0] += a;
            state[1] += b;
            state[2] += c;
            state[3] += d;
        }
    }

    /// <param name="sum">The variable that the step replaces.</param>
    /// <param name="after">The variable that it is added to after the rotation.</param>
    /// <param name="function">F, G, H or I of the other three.</param>
    /// <param name="word">A word of the block plus a constant.</param>
    /// <param name="bits">How far to rotate to the left.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Step(uint sum, uint after, uint function, uint word, int bits)
    {
        sum += word + function;
        return after + ((sum << bits) | (sum >> (32 - bits)));
    }

    /// <summary>A word of the block, whose index counts modulo 16.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Word(byte* block, int index) => LittleEndian.Read32(block + (4 * (index & 15)));
}
