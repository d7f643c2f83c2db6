using System;
using System.Buffers.Binary;
using System.Threading;
using ManagedCrypto;

/// <summary>
/// One key for all threads, without a lock. A message is its nonce, the ciphertext and the tag. The nonce is the number of the
/// sender, which no other process and no later run may have under this key, and the number of the message.
/// </summary>
internal sealed class SharedKey(byte[] key, int sender) : IDisposable
{
    public const int Overhead = 12 + 16;

    private readonly AesGcm _gcm = new(key, tagSizeInBytes: 16);
    private long _messages;

    /// <returns>How many bytes of <paramref name="message"/> were written.</returns>
    public int Seal(ReadOnlySpan<byte> text, Span<byte> message)
    {
        BinaryPrimitives.WriteInt32BigEndian(message, sender);
        BinaryPrimitives.WriteInt64BigEndian(message[4..], Interlocked.Increment(ref _messages));
        return 12 + _gcm.Seal(message[..12], text, message[12..]);
    }

    /// <returns>How many bytes of <paramref name="text"/> were written.</returns>
    /// <exception cref="System.Security.Cryptography.AuthenticationTagMismatchException">Something was changed.</exception>
    public int Open(ReadOnlySpan<byte> message, Span<byte> text) => _gcm.Open(message[..12], message[12..], text);

    public void Dispose() => _gcm.Dispose();
}
