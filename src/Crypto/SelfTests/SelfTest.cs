using System;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// What the self-tests share. A list runs one on the kernel that it is about to choose (<see cref="KernelList{T}"/>), and goes on
/// to the next kernel if an answer is wrong. Known answers are sums over what the standards demand; a test finds each of them again
/// by .NET's own classes and by references.
/// </summary>
internal static unsafe class SelfTest
{
    /// <summary>Bytes of a batch of the widest kernel.</summary>
    public const int Batch = 512;

    /// <summary>Two of its batches, four vectors and three blocks.</summary>
    public const int WholeBlocks = (2 * Batch) + 256 + 48;

    /// <summary>The same and a part of a block, for what takes any length.</summary>
    public const int TextBytes = WholeBlocks + 5;

    /// <summary>What every kernel's keys may be aligned to, in bytes.</summary>
    public const int Alignment = 64;

    /// <summary>The first aligned byte of memory that has so many to spare.</summary>
    public static byte* Align(byte* memory) => memory + (-(nint)memory & (Alignment - 1));

    /// <summary>Where keys begin in the text, so that they are not like its beginning.</summary>
    public const int KeyOffset = 100;

    /// <summary>Bytes after an output that must stay as they are.</summary>
    public const int Guard = 16;

    /// <summary>Keys, nonces and texts: bytes of a congruential generator, so that no part is like another.</summary>
    public static byte[] Text(int bytes)
    {
        var text = new byte[bytes];
        var state = 0UL;
        for (var i = 0; i < bytes; i++)
        {
            state = (state * 6364136223846793005) + 1442695040888963407;
            text[i] = (byte)(state >> 56);
        }

        return text;
    }

    /// <summary>Before an output, or an expanded key: what an earlier one has left must not stand for it.</summary>
    public static void Clear(byte* output, int bytes) => new Span<byte>(output, bytes).Clear();

    /// <summary>Whether nothing was written there since.</summary>
    public static bool IsClear(byte* memory, int bytes)
    {
        var all = 0;
        for (var i = 0; i < bytes; i++)
            all |= memory[i];
        return all == 0;
    }

    /// <summary>Fills working memory, in which a kernel may find anything.</summary>
    /// <remarks>
    /// Not <c>Span.Fill</c>, which cannot be compiled ahead, and takes first use a millisecond; nor <c>Unsafe.InitBlock</c>, which calls it.
    /// </remarks>
    public static void Soil(void* memory, int bytes)
    {
        var soiled = (byte*)memory;
        for (; bytes >= sizeof(ulong); bytes -= sizeof(ulong), soiled += sizeof(ulong))
            Unsafe.WriteUnaligned(soiled, 0xA5A5A5A5A5A5A5A5);
        for (; bytes > 0; bytes--)
            *soiled++ = 0xA5;
    }

    /// <summary>The sum over an output that was cleared, and what follows it.</summary>
    public static ulong SumGuarded(ulong sum, byte* output, int bytes) => Sum(sum, output, bytes + Guard);

    /// <summary>The sum over an output, begun with another sum. A change to any one word of it changes the sum.</summary>
    public static ulong Sum(ulong sum, byte* output, int bytes)
    {
        const ulong Odd = 0x9E3779B97F4A7C15;
        for (; bytes > 0; bytes -= sizeof(ulong), output += sizeof(ulong))
        {
            sum = (sum ^ BigEndian.ReadPadded64(output, bytes)) * Odd;
            sum ^= sum >> 32;
        }

        return sum;
    }
}
