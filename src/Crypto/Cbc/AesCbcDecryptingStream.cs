using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Reads a ciphertext from an underlying stream, and decrypts it by AES in CBC (SP 800-38A): what <see cref="AesCbcEncryptingStream"/>, or any
/// other implementation, wrote. It can seek if the underlying stream can.
/// </summary>
/// <remarks>
/// <para>
/// Nothing is authenticated: a changed ciphertext gives another text, mostly without an error. Never tell a sender whether it was the
/// padding that was wrong: whoever knows that of many messages can decrypt. For new formats take <see cref="Cobblestone"/>.
/// </para>
/// <para>
/// The padding at the end is checked before any text is given out if the underlying stream can seek, and else when its end is reached: so
/// far the last block is held back. A read gives out what one read of the underlying stream gives, of up to 32 KiB, which may be more than was
/// asked for: the rest waits. Errors leave <see cref="MessageStream.Position"/> where it was; those of the underlying stream may pass.
/// </para>
/// <para>
/// It serves one call at a time: a second one throws <see cref="CryptographicException"/>, and disposal during a call wipes when that call
/// ends. The key lies in memory that is wiped when the stream is disposed of or finalized; of the text nothing is kept.
/// </para>
/// </remarks>
public sealed class AesCbcDecryptingStream : MessageStream
{
    /// <summary>Takes the underlying stream, the key and the IV of the message.</summary>
    /// <param name="source">Has the ciphertext from where it stands to its end. Nobody else reads or moves it meanwhile.</param>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <param name="iv">16 bytes; copied.</param>
    /// <param name="paddingMode">The padding that is removed; zeros stay.</param>
    /// <param name="leaveOpen">Whether the underlying stream stays open when this one is disposed of.</param>
    /// <exception cref="ArgumentNullException">The stream, the key or the IV is null.</exception>
    /// <exception cref="ArgumentException">The stream cannot be read, or the IV has another length.</exception>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public AesCbcDecryptingStream(
        Stream source, byte[] key, byte[] iv, PaddingMode paddingMode = PaddingMode.PKCS7, bool leaveOpen = false)
        : this(
            source,
            Arguments.RequiredBytes(key, nameof(key)),
            Arguments.RequiredBytes(iv, nameof(iv)),
            paddingMode,
            leaveOpen)
    {
    }

    /// <inheritdoc cref="AesCbcDecryptingStream(Stream, byte[], byte[], PaddingMode, bool)"/>
    public AesCbcDecryptingStream(
        Stream source,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> iv,
        PaddingMode paddingMode = PaddingMode.PKCS7,
        bool leaveOpen = false)
        : this(Algorithms.Aes.Kernels.Best, source, key, iv, paddingMode, leaveOpen)
    {
    }

    internal AesCbcDecryptingStream(
        AesKernel kernel, Stream source, ReadOnlySpan<byte> key, ReadOnlySpan<byte> iv, PaddingMode paddingMode, bool leaveOpen)
        : base(Arguments.RequiredReadable(source), new CbcDecryptingCore(kernel, key, iv, paddingMode, source.CanSeek), leaveOpen)
    {
    }
}
