using System;

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
    /// <summary>Ends the message and begins the next.</summary>
    /// <returns>The digest.</returns>
    public static byte[] FinishAndReset(this IMessageHash hash)
    {
        var digest = new byte[hash.DigestBytes];
        hash.FinishAndReset(digest);
        return digest;
    }
}
