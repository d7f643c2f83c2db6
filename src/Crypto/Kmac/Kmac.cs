using System;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>What KMAC appends to its message: the length of its output, or that this may be any.</summary>
internal enum KmacEnd
{
    Length,
    AnyLength,
}

/// <summary>
/// KMAC (SP 800-185, section 4): cSHAKE of the key, padded to whole blocks, the message, and the length of the output. Name,
/// customization and key are blocks of their own, which are absorbed once for each key.
/// </summary>
internal static unsafe class Kmac
{
    private static ReadOnlySpan<byte> Name => "KMAC"u8;

    /// <summary>Computes the code of a whole message on the stack.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Hash(
        MessageHash hash,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> customization,
        ReadOnlySpan<byte> source,
        Span<byte> destination,
        KmacEnd end)
    {
        HashState state;
        using var secret = new SecretScope(&state, sizeof(HashState));
        Absorb(hash, &state, key, customization, source, destination.Length, end);
        XofOutput.Read(hash, &state, destination);
    }

    /// <summary>Whether a code is that of a whole message.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool Verify(
        MessageHash hash,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> customization,
        ReadOnlySpan<byte> source,
        ReadOnlySpan<byte> code,
        KmacEnd end)
    {
        HashState state;
        using var secret = new SecretScope(&state, sizeof(HashState));
        Absorb(hash, &state, key, customization, source, code.Length, end);
        return XofOutput.Verify(hash, &state, code);
    }

    /// <summary>Refuses a code of no bytes, which would be right for every message.</summary>
    public static void RequireCode(ReadOnlySpan<byte> hash)
    {
        if (hash.IsEmpty)
            throw new ArgumentException("A code has a byte or more.", nameof(hash));
    }

    /// <summary>Begins a message under a key; nothing is in the buffer afterwards.</summary>
    public static void Begin(MessageHash hash, HashState* state, ReadOnlySpan<byte> key, ReadOnlySpan<byte> customization)
    {
        hash.Begin(state);
        AppendNumber(hash, state, (uint)hash.BlockBytes, isAfter: false);
        AppendString(hash, state, Name);
        AppendString(hash, state, customization);
        FillBlock(hash, state);
        AppendNumber(hash, state, (uint)hash.BlockBytes, isAfter: false);
        AppendString(hash, state, key);
        FillBlock(hash, state);
    }

    /// <summary>Appends what ends the message.</summary>
    public static void End(MessageHash hash, HashState* state, KmacEnd end, int outputBytes) =>
        AppendNumber(hash, state, end == KmacEnd.Length ? 8 * (ulong)outputBytes : 0, isAfter: true);

    private static void Absorb(
        MessageHash hash,
        HashState* state,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> customization,
        ReadOnlySpan<byte> source,
        int codeBytes,
        KmacEnd end)
    {
        Begin(hash, state, key, customization);
        fixed (byte* message = &SpanStart.Of(source))
            hash.Update(state, message, source.Length);
        End(hash, state, end, codeBytes);
        XofOutput.Begin(hash, state);
    }

    /// <summary>encode_string: the length in bits, and the bytes.</summary>
    private static void AppendString(MessageHash hash, HashState* state, ReadOnlySpan<byte> text)
    {
        AppendNumber(hash, state, 8 * (ulong)text.Length, isAfter: false);
        fixed (byte* bytes = &SpanStart.Of(text))
            hash.Update(state, bytes, text.Length);
    }

    /// <summary>left_encode or right_encode: as few bytes as the number takes, the highest first, and how many before or after them.</summary>
    private static void AppendNumber(MessageHash hash, HashState* state, ulong number, bool isAfter)
    {
        var bytes = 1;
        while (bytes < sizeof(ulong) && number >> (8 * bytes) != 0)
            bytes++;
        var encoded = stackalloc byte[sizeof(ulong) + 1];
        encoded[isAfter ? bytes : 0] = (byte)bytes;
        for (var i = 0; i < bytes; i++)
            encoded[isAfter ? i : i + 1] = (byte)(number >> (8 * (bytes - 1 - i)));
        hash.Update(state, encoded, bytes + 1);
    }

    /// <summary>bytepad: zeros to the end of the block.</summary>
    private static void FillBlock(MessageHash hash, HashState* state)
    {
        if (state->Buffered == 0)
            return;
        var zeros = default(HashBuffer);
        hash.Update(state, (byte*)&zeros, hash.BlockBytes - state->Buffered);
    }
}
