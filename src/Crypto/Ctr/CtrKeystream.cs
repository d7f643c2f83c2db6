using System;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The keystream of one message in counter mode: the encrypted counters that begin with the initial one, addressed by byte.
/// Positions are 63-bit numbers, so a message can reach 2^59 of the 2^128 counter blocks: within one message no counter
/// comes twice, and refusing positions beyond is the only check needed.
/// </summary>
internal static unsafe class CtrKeystream
{
    public const int BlockBytes = 16;

    /// <summary>Whether <paramref name="length"/> bytes from <paramref name="position"/> end within the keystream.</summary>
    public static bool Reaches(long position, int length) => position <= long.MaxValue - length;

    /// <summary>XORs a source with keystream. The destination is the same memory or has none in common with the source.</summary>
    /// <param name="kernel">The kernel that expanded the key.</param>
    /// <param name="schedule">The key, expanded for encryption.</param>
    /// <param name="rounds">10, 12 or 14.</param>
    /// <param name="initialCounter">The counter block at position zero.</param>
    /// <param name="position">The position in the keystream that the first byte of the source meets.</param>
    /// <param name="source">The text.</param>
    /// <param name="destination">As long as the source at least.</param>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Xor(
        AesKernel kernel,
        byte* schedule,
        int rounds,
        ReadOnlySpan<byte> initialCounter,
        long position,
        ReadOnlySpan<byte> source,
        Span<byte> destination)
    {
        AesBlock counterBlock;
        var counter = (byte*)&counterBlock;
        SetCounter(counter, initialCounter, (ulong)position / BlockBytes);
        AesArguments arguments;
        arguments.Schedule = schedule;
        arguments.IV = counter;
        arguments.Rounds = rounds;

        // A first block that the text enters in the middle is transformed apart.
        var before = (int)(position % BlockBytes);
        if (before != 0 && source.Length > 0)
        {
            AesBlock firstBlock;
            var block = (byte*)&firstBlock;
            using var secret = new SecretScope(block, BlockBytes);
            var blockText = new Span<byte>(block + before, Math.Min(BlockBytes - before, source.Length));
            source.Slice(0, blockText.Length).CopyTo(blockText);
            arguments.Source = arguments.Destination = block;
            arguments.Length = BlockBytes;
            kernel.Run(AesOperation.TransformCtr, &arguments);
            Secret.Copy(blockText, destination);
            source = source.Slice(blockText.Length);
            destination = destination.Slice(blockText.Length);
        }

        fixed (byte* from = &SpanStart.Of(source), to = &SpanStart.Of(destination))
        {
            arguments.Source = from;
            arguments.Destination = to;
            arguments.Length = source.Length;
            kernel.Run(AesOperation.TransformCtr, &arguments);
        }
    }

    /// <summary>
    /// Sets the counter to the initial one plus <paramref name="blocks"/>, modulo 2^128. Without any, it is stored as a whole: a
    /// kernel that loads it so at once would wait for two halves.
    /// </summary>
    private static void SetCounter(byte* counter, ReadOnlySpan<byte> initialCounter, ulong blocks)
    {
        fixed (byte* initial = &SpanStart.Of(initialCounter))
        {
            if (blocks == 0)
            {
                Unsafe.WriteUnaligned(counter, Unsafe.ReadUnaligned<AesBlock>(initial));
                return;
            }

            // The carry out of the highest bit, without a branch: a counter may be secret.
            var before = BigEndian.Read64(initial + 8);
            var low = before + blocks;
            var carry = ((before & blocks) | ((before | blocks) & ~low)) >> 63;
            BigEndian.Write64(counter, BigEndian.Read64(initial) + carry);
            BigEndian.Write64(counter + 8, low);
        }
    }
}
