using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A stream over another that holds a message encrypted by AES in counter mode: see <see cref="AesCtr"/>. It reads and writes any number of
/// bytes, and at any position if the underlying stream can seek.
/// </summary>
/// <remarks>
/// <para>
/// Nothing is authenticated: where that matters, take <see cref="Cobblestone"/>. Write each position once: whoever sees what two texts
/// became at one position has their XOR. To change a text in place, take <see cref="AesXtsStream"/>.
/// </para>
/// <para>
/// The message begins where the underlying stream stands when it is given, and a byte has the same position in the message and in
/// the keystream. Over a stream that cannot seek, the position counts what was read and what was written together. What lies between the
/// end and a position behind it that is written to, or an end that is set, is left to the underlying stream, and reads as noise.
/// </para>
/// <para>
/// Nothing waits in a buffer: what is written goes on at once, in pieces of up to 32 KiB, and a read is one read of the stream
/// beneath, of as many bytes at most. A read that fails leaves <see cref="MessageStream.Position"/> where it was. After a failed or cancelled write it
/// is behind what the underlying stream may have got, in place of which it must get nothing else; to write the same once more, set it back.
/// </para>
/// <para>
/// It serves one call at a time: a second one throws <see cref="CryptographicException"/>, and disposal during a call wipes when that call
/// ends. The key lies in memory that is wiped when the stream is disposed of or finalized.
/// </para>
/// </remarks>
public sealed class AesCtrStream : MessageStream
{
    /// <summary>Takes the underlying stream, a key and where the keystream begins.</summary>
    /// <param name="stream">The stream with the ciphertext. Nobody else reads, writes or moves it meanwhile.</param>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <param name="initialCounter">The 16-byte counter block at the beginning of the message; copied.</param>
    /// <param name="leaveOpen">Whether the underlying stream stays open when this one is disposed of.</param>
    /// <param name="position">Where in the message the underlying stream stands, such as after a download that is resumed.</param>
    /// <exception cref="ArgumentNullException">The stream, the key or the counter is null.</exception>
    /// <exception cref="ArgumentException">The counter has another length.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The position is negative.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public AesCtrStream(Stream stream, byte[] key, byte[] initialCounter, bool leaveOpen = false, long position = 0)
        : this(
            stream,
            Arguments.RequiredBytes(key, nameof(key)),
            Arguments.RequiredBytes(initialCounter, nameof(initialCounter)),
            leaveOpen,
            position)
    {
    }

    /// <inheritdoc cref="AesCtrStream(Stream, byte[], byte[], bool, long)"/>
    public AesCtrStream(
        Stream stream, ReadOnlySpan<byte> key, ReadOnlySpan<byte> initialCounter, bool leaveOpen = false, long position = 0)
        : this(Algorithms.Aes.Kernels.Best, stream, key, initialCounter, leaveOpen, position)
    {
    }

    internal AesCtrStream(
        AesKernel kernel, Stream stream, ReadOnlySpan<byte> key, ReadOnlySpan<byte> initialCounter, bool leaveOpen, long position)
        : base(Arguments.Required(stream, nameof(stream)), new CtrCore(kernel, key, initialCounter, position), leaveOpen)
    {
    }
}
