using System;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// What a sponge gives out after its message: as many bytes as are wanted, in parts of any length (FIPS 202, section 4, "squeezing").
/// </summary>
internal static unsafe class XofOutput
{
    /// <summary>The output of a whole message, of a SHAKE function.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Hash(MessageHash hash, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        HashState state;
        using var secret = new SecretScope(&state, sizeof(HashState));
        hash.Begin(&state);
        fixed (byte* message = &SpanStart.Of(source))
            hash.End(&state, message, source.Length);
        BeginReading(&state);
        Read(hash, &state, destination);
    }

    /// <summary>Refuses an output of less than nothing.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    public static int RequireLength(int outputLength) =>
        outputLength >= 0 ? outputLength
        : throw new ArgumentOutOfRangeException(nameof(outputLength), outputLength, "An output has no length below zero.");

    /// <summary>Ends the message; reading begins.</summary>
    public static void Begin(MessageHash hash, HashState* state)
    {
        hash.End(state, null, 0);
        BeginReading(state);
    }

    /// <summary>Writes the next bytes.</summary>
    public static void Read(MessageHash hash, HashState* state, Span<byte> destination)
    {
        fixed (byte* start = &SpanStart.Of(destination))
        {
            var next = start;
            for (var left = destination.Length; left > 0;)
            {
                if (state->Buffered == hash.BlockBytes)
                {
                    hash.Permute(state);
                    state->Buffered = 0;
                }

                var part = Math.Min(left, hash.BlockBytes - state->Buffered);
                Write((ulong*)&state->Chain, state->Buffered, next, part);
                state->Buffered += part;
                next += part;
                left -= part;
            }
        }
    }

    /// <summary>Whether the next bytes are the expected ones: in a time that depends on their number alone.</summary>
    public static bool Verify(MessageHash hash, HashState* state, ReadOnlySpan<byte> expected)
    {
        HashWords room;
        var isRight = true;
        while (!expected.IsEmpty)
        {
            var right = new Span<byte>(&room, Math.Min(sizeof(HashWords), expected.Length));
            Read(hash, state, right);
            isRight &= AuthenticationTag.IsRight(&room, right.Length, expected.Slice(0, right.Length));
            expected = expected.Slice(right.Length);
        }

        return isRight;
    }

    private static void BeginReading(HashState* state)
    {
        state->Buffered = 0;
        state->IsRead = true;
    }

    /// <summary>Bytes of the state, whose lanes begin with their lowest byte; whole lanes at once.</summary>
    private static void Write(ulong* lanes, int from, byte* destination, int bytes)
    {
        for (var end = from + bytes; from < end;)
        {
            var within = from & (sizeof(ulong) - 1);
            if (within == 0 && end - from >= sizeof(ulong))
            {
                LittleEndian.Write64(destination, lanes[from / sizeof(ulong)]);
                destination += sizeof(ulong);
                from += sizeof(ulong);
            }
            else
            {
                *destination++ = (byte)(lanes[from / sizeof(ulong)] >> (8 * within));
                from++;
            }
        }
    }
}
