using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>The hash, HMAC or checksum of a message that comes in parts.</summary>
internal interface IMessageHash : IDisposable
{
    int DigestBytes { get; }

    void Append(ReadOnlySpan<byte> source);

    /// <summary>Ends the message into a destination of a digest's length or more, and begins the next.</summary>
    void FinishAndReset(Span<byte> destination);
}

/// <summary>What every <see cref="IMessageHash"/> does alike.</summary>
internal static class MessageHashes
{
    /// <summary>Appends part of an array.</summary>
    /// <inheritdoc cref="Arguments.RequireHashInput"/>
    public static void Append(this IMessageHash hash, byte[] source, int offset, int count) =>
        hash.Append(Arguments.HashInput(source, offset, count));

    /// <summary>Ends the message and begins the next.</summary>
    /// <returns>The digest.</returns>
    public static byte[] FinishAndReset(this IMessageHash hash)
    {
        var digest = new byte[hash.DigestBytes];
        hash.FinishAndReset(digest);
        return digest;
    }

    /// <summary>Ends the message and begins the next.</summary>
    /// <returns>Whether a digest, of the right length, is that of the message.</returns>
    public static unsafe bool VerifyAndReset(this IMessageHash hash, ReadOnlySpan<byte> digest)
    {
        HashWords room;
        var right = new Span<byte>(&room, hash.DigestBytes);
        hash.FinishAndReset(right);
        var isRight = Secret.FixedTimeEquals(right, digest);
        Secret.Wipe(right);
        return isRight;
    }

    /// <summary>Ends the message with the source, if the destination has room for the digest, and begins the next.</summary>
    /// <returns>Whether it has.</returns>
    public static bool TryFinishAndReset(
        this IMessageHash hash, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
    {
        hash.Append(default); // Refuses a disposed object.
        bytesWritten = 0;
        if (destination.Length < hash.DigestBytes)
            return false;
        hash.Append(source);
        hash.FinishAndReset(destination);
        bytesWritten = hash.DigestBytes;
        return true;
    }
}
