using System;
using System.Text;

namespace ManagedCrypto;

/// <summary>Text in UTF-8 that refuses half of a surrogate pair: in memory of the caller if it is short.</summary>
internal static unsafe class StrictUtf8
{
    /// <summary>Bytes that a caller should have on its stack.</summary>
    public const int OnStack = 256;

    private static UTF8Encoding Encoding => field ??= new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>As many bytes as the text takes, still without it, so that those of a secret are pinned before they hold it.</summary>
    /// <exception cref="EncoderFallbackException">The text has half of a surrogate pair.</exception>
    public static Span<byte> Room(ReadOnlySpan<char> text, Span<byte> onStack)
    {
        if (text.IsEmpty)
            return default;
        fixed (char* characters = text)
        {
            var bytes = Encoding.GetByteCount(characters, text.Length);
            return bytes <= onStack.Length ? onStack.Slice(0, bytes) : new byte[bytes];
        }
    }

    /// <summary>Writes the text into its room.</summary>
    public static void Encode(ReadOnlySpan<char> text, Span<byte> room)
    {
        if (text.IsEmpty)
            return;
        fixed (char* characters = text)
        fixed (byte* bytes = room)
            Encoding.GetBytes(characters, text.Length, bytes, room.Length);
    }
}
