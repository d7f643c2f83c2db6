using System;
using System.Security.Cryptography;

/// <summary>Digests and tags of small messages; no call allocates. An object is for one thread at a time.</summary>
internal sealed class SmallMessages(byte[] key) : IDisposable
{
    private readonly ManagedCrypto.IncrementalHash _hmac =
        ManagedCrypto.IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, key);

    /// <summary>The digests of messages of <paramref name="size"/> bytes each, which lie one after the other.</summary>
    public static void Digest(ReadOnlySpan<byte> messages, int size, Span<byte> digests) =>
        ManagedCrypto.SHA256.HashMany(messages, size, digests);

    /// <summary>The HMAC of one message. The key's part of the work was done once, by the constructor.</summary>
    public void Tag(ReadOnlySpan<byte> message, Span<byte> tag)
    {
        _hmac.AppendData(message);
        _hmac.GetHashAndReset(tag);
    }

    public void Dispose() => _hmac.Dispose();
}
