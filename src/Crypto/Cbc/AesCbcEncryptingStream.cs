using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Encrypts what is written to it by AES in CBC (SP 800-38A), and writes the ciphertext to an underlying stream: one message, which only
/// <see cref="Complete"/> or <see cref="CompleteAsync"/> ends. <see cref="AesCbcDecryptingStream"/> reads it.
/// </summary>
/// <remarks>
/// <para>
/// Nothing is authenticated, and whoever can send changed messages and sees which are refused for their padding, can decrypt: for new
/// formats take <see cref="Cobblestone"/>. The IV must not be known before the text is: draw it at random for each message.
/// </para>
/// <para>
/// Whole blocks go on at once, in pieces of up to 32 KiB; less than 16 bytes wait for their block to be filled. After a write to the stream
/// beneath failed or was cancelled the message cannot be completed any more: further calls throw. Disposal does not complete a message, so
/// that a source that failed never becomes a whole, shorter one.
/// </para>
/// <para>
/// It serves one call at a time: a second one throws <see cref="CryptographicException"/>, and disposal during a call wipes when that call
/// ends. The key and what waits lie in memory that is wiped when the stream is disposed of or finalized.
/// </para>
/// </remarks>
public sealed class AesCbcEncryptingStream : MessageStream
{
    /// <summary>Takes the underlying stream, a key and an IV.</summary>
    /// <param name="destination">Receives the ciphertext from where it stands. Nobody else writes or moves it meanwhile.</param>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <param name="iv">16 bytes, which differ from message to message at random; copied. They are not written.</param>
    /// <param name="paddingMode">How the last block is filled up.</param>
    /// <param name="leaveOpen">Whether the underlying stream stays open when this one is disposed of.</param>
    /// <exception cref="ArgumentNullException">The stream, the key or the IV is null.</exception>
    /// <exception cref="ArgumentException">The stream cannot be written, or the IV has another length.</exception>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public AesCbcEncryptingStream(
        Stream destination, byte[] key, byte[] iv, PaddingMode paddingMode = PaddingMode.PKCS7, bool leaveOpen = false)
        : this(
            destination,
            Arguments.RequiredBytes(key, nameof(key)),
            Arguments.RequiredBytes(iv, nameof(iv)),
            paddingMode,
            leaveOpen)
    {
    }

    /// <inheritdoc cref="AesCbcEncryptingStream(Stream, byte[], byte[], PaddingMode, bool)"/>
    public AesCbcEncryptingStream(
        Stream destination,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> iv,
        PaddingMode paddingMode = PaddingMode.PKCS7,
        bool leaveOpen = false)
        : this(Algorithms.Aes.Kernels.Best, destination, key, iv, paddingMode, leaveOpen)
    {
    }

    internal AesCbcEncryptingStream(
        AesKernel kernel, Stream destination, ReadOnlySpan<byte> key, ReadOnlySpan<byte> iv, PaddingMode paddingMode, bool leaveOpen)
        : base(Arguments.RequiredWritable(destination), new CbcEncryptingCore(kernel, key, iv, paddingMode), leaveOpen)
    {
    }

    /// <summary>Ends the message: pads, encrypts and writes what is left.</summary>
    /// <remarks>Nothing can be written after it; a second call has no effect.</remarks>
    /// <exception cref="CryptographicException">
    /// Without padding, the text is not whole blocks: the rest of it can still be written. Or another thread is using the stream.
    /// </exception>
    /// <exception cref="InvalidOperationException">An earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public void Complete() => CompleteMessage();

    /// <summary>Does what <see cref="Complete"/> does, without waiting for the underlying stream.</summary>
    /// <param name="cancellationToken">Cancels the call; the message cannot be completed then, if writing had begun.</param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="Complete"/>
    public Task CompleteAsync(CancellationToken cancellationToken = default) => CompleteMessageAsync(cancellationToken);
}
