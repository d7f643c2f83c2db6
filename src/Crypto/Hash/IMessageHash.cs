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

/// <summary>One that can be claimed for a whole message, whose parts come from elsewhere.</summary>
internal interface IClaimableHash : IMessageHash
{
    /// <summary>
    /// Claims the object until what is returned is disposed of: that alone takes the rest of the message meanwhile, and all other calls are
    /// refused. Disposal of the object itself is carried out then, and refuses what comes before.
    /// </summary>
    IMessageHash Claim();
}

/// <summary>A hash or code that can be compared with one that a caller gave.</summary>
internal interface IMessageCode : IMessageHash
{
    /// <summary>Ends the message and begins the next.</summary>
    /// <returns>Whether a code, of the right length, is that of the message: in a time that depends on that length alone.</returns>
    bool VerifyAndReset(ReadOnlySpan<byte> code);
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
