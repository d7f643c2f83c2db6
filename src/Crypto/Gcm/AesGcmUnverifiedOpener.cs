using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Opens messages of AES-GCM (NIST SP 800-38D) in pieces, and so gives out text before anybody can know whether it is genuine.
/// </summary>
/// <remarks>
/// <para>
/// Only the tag, which comes after the last piece, tells. Until <see cref="VerifyTag(ReadOnlySpan{byte})"/> has passed, an attacker may
/// have chosen every bit of the text. So nothing may act on it: keep it where it can be thrown away (a temporary file, a
/// transaction that is not committed), do not parse, show, run or send it on, and throw it away if the tag is wrong or never comes.
/// If the ciphertext can be read twice, nobody needs this type:
/// <see cref="AesGcm.Decrypt(ReadOnlySpan{byte}, System.IO.Stream, ReadOnlySpan{byte}, System.IO.Stream, ReadOnlySpan{byte})"/>
/// verifies the whole of a stream before it decrypts the first byte. If you may choose the format, seal each piece as a message
/// of its own.
/// </para>
/// <para>
/// A message is its associated data, if there are any, then its text, each in pieces of any lengths, and at last its tag.
/// <see cref="Begin(ReadOnlySpan{byte})"/> begins the next. A wrong order throws <see cref="InvalidOperationException"/> and changes
/// nothing.
/// </para>
/// <para>
/// Keys have 16, 24 or 32 bytes, tags 12 to 16 bytes, nonces 12 bytes, or for interoperability any other number but zero.
/// </para>
/// <para>
/// An object serves one call at a time: it throws <see cref="CryptographicException"/> to a second caller, and
/// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, which wipes its key and state. A call that races the disposal may
/// zero its output and throw that, too.
/// </para>
/// </remarks>
public sealed class AesGcmUnverifiedOpener : IDisposable
{
    private readonly AesGcm _gcm;
    private readonly RunningGcm _message;

    /// <summary>Takes a key, and begins a message.</summary>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <param name="nonce">The nonce that the message was sealed with.</param>
    /// <param name="tagSizeInBytes">12 to 16 bytes.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="nonce"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="nonce"/> is empty, or <paramref name="tagSizeInBytes"/> is another size.
    /// </exception>
    public AesGcmUnverifiedOpener(byte[] key, byte[] nonce, int tagSizeInBytes)
        : this(Arguments.RequiredBytes(key, nameof(key)), Arguments.RequiredBytes(nonce, nameof(nonce)), tagSizeInBytes)
    {
    }

    /// <inheritdoc cref="AesGcmUnverifiedOpener(byte[], byte[], int)"/>
    public AesGcmUnverifiedOpener(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, int tagSizeInBytes)
        : this(Algorithms.AesGcm.Kernels.Best, key, nonce, tagSizeInBytes)
    {
    }

    internal AesGcmUnverifiedOpener(GcmKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, int tagSizeInBytes)
    {
        GcmNonce.Require(nonce, takesAny: true);
        _gcm = new AesGcm(kernel, key, tagSizeInBytes, typeof(AesGcmUnverifiedOpener));
        _message = _gcm.BeginMessage(nonce, this);
        TagSizeInBytes = tagSizeInBytes;
    }

    /// <summary>The size of the tags, in bytes.</summary>
    public int TagSizeInBytes { get; }

    /// <summary>Begins another message, and forgets one whose tag has not come: none of its text is verified.</summary>
    /// <param name="nonce">The nonce that the message was sealed with.</param>
    /// <exception cref="ArgumentException"><paramref name="nonce"/> is empty; the message before may still go on.</exception>
    /// <exception cref="CryptographicException">Another thread is using the object.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void Begin(ReadOnlySpan<byte> nonce) => _message.Begin(nonce, refusesLast: false);

    /// <inheritdoc cref="Begin(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="nonce"/> is null.</exception>
    public void Begin(byte[] nonce) => Begin(Arguments.RequiredBytes(nonce, nameof(nonce)));

    /// <summary>Takes a piece of the associated data that the message was sealed with.</summary>
    /// <param name="associatedData">The next piece, of any length.</param>
    /// <exception cref="InvalidOperationException">The message has text already, or its tag has come.</exception>
    /// <exception cref="CryptographicException">Another thread is using the object.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void AppendAssociatedData(ReadOnlySpan<byte> associatedData) => _message.AppendAssociatedData(associatedData);

    /// <inheritdoc cref="AppendAssociatedData(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="associatedData"/> is null.</exception>
    public void AppendAssociatedData(byte[] associatedData) =>
        AppendAssociatedData(Arguments.RequiredBytes(associatedData, nameof(associatedData)));

    /// <summary>Decrypts a piece of the text, of which nobody knows yet whether it is genuine.</summary>
    /// <param name="ciphertext">The next piece, of any length.</param>
    /// <param name="destination">
    /// Receives as many bytes as the piece has: not to be acted on before the tag is verified. May begin at the same byte as the piece.
    /// </param>
    /// <returns>The bytes written: those of the piece.</returns>
    /// <exception cref="ArgumentException">The destination is too short, or buffers overlap; nothing was written.</exception>
    /// <exception cref="InvalidOperationException">The message's tag has come.</exception>
    /// <exception cref="CryptographicException">
    /// The text would have more than 2^36 - 32 bytes, or another thread is using the object.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int OpenUnverified(ReadOnlySpan<byte> ciphertext, Span<byte> destination)
    {
        Arguments.RequireRoom(destination, ciphertext.Length);
        destination = destination.Slice(0, ciphertext.Length);
        Arguments.RefusePartialOverlap(ciphertext, destination, nameof(ciphertext), nameof(destination));
        _message.Transform(ciphertext, destination, isOpening: true);
        return ciphertext.Length;
    }

    /// <returns>The piece, decrypted: as many bytes, not to be acted on before the tag is verified.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="ciphertext"/> is null.</exception>
    /// <inheritdoc cref="OpenUnverified(ReadOnlySpan{byte}, Span{byte})"/>
    public byte[] OpenUnverifiedToArray(byte[] ciphertext)
    {
        var plaintext = new byte[Arguments.Required(ciphertext, nameof(ciphertext)).Length];
        OpenUnverified(ciphertext, plaintext);
        return plaintext;
    }

    /// <summary>
    /// Ends the message, and throws unless its tag is right: only then is the text that was given out genuine and complete.
    /// </summary>
    /// <remarks>Nothing more is taken until <see cref="Begin(ReadOnlySpan{byte})"/>.</remarks>
    /// <param name="tag">The tag: <see cref="TagSizeInBytes"/> bytes.</param>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The tag is wrong: all text that was given out must be thrown away. Nonce, ciphertext, tag, associated data or key are not those
    /// of the sealing.
    /// </exception>
    /// <exception cref="ArgumentException">The tag has a wrong size; the message may still go on.</exception>
    /// <exception cref="InvalidOperationException">The message's tag has come already.</exception>
    /// <exception cref="CryptographicException">Another thread is using the object.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void VerifyTag(ReadOnlySpan<byte> tag)
    {
        if (!TryVerifyTag(tag))
            throw new AuthenticationTagMismatchException();
    }

    /// <inheritdoc cref="VerifyTag(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="tag"/> is null.</exception>
    public void VerifyTag(byte[] tag) => VerifyTag(Arguments.RequiredBytes(tag, nameof(tag)));

    /// <summary>Ends the message, and tells whether its tag is right.</summary>
    /// <remarks>
    /// If it is not, all text that was given out must be thrown away. Nothing more is taken until <see cref="Begin(ReadOnlySpan{byte})"/>.
    /// </remarks>
    /// <param name="tag">The tag: <see cref="TagSizeInBytes"/> bytes.</param>
    /// <returns>Whether the tag is right: only then is the text that was given out genuine and complete.</returns>
    /// <exception cref="ArgumentException">The tag has a wrong size; the message may still go on.</exception>
    /// <exception cref="InvalidOperationException">The message's tag has come already.</exception>
    /// <exception cref="CryptographicException">Another thread is using the object.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool TryVerifyTag(ReadOnlySpan<byte> tag)
    {
        Arguments.RequireSize(tag, TagSizeInBytes, nameof(tag));
        return _message.FinishAndCompare(tag);
    }

    /// <inheritdoc cref="TryVerifyTag(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="tag"/> is null.</exception>
    public bool TryVerifyTag(byte[] tag) => TryVerifyTag(Arguments.RequiredBytes(tag, nameof(tag)));

    /// <summary>Wipes key and state; further calls throw <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose()
    {
        _message.Dispose();
        _gcm.Dispose();
    }
}
