using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>Seals messages of AES-GCM (NIST SP 800-38D) in pieces: those that are too long for memory, or not complete yet.</summary>
/// <remarks>
/// <para>
/// A message is its associated data, if there are any, then its text, each in pieces of any lengths, and at last
/// <see cref="Finish()"/>, which gives the tag. <see cref="Begin(ReadOnlySpan{byte})"/> begins the next, with another nonce. The result
/// is that of <see cref="AesGcm"/> for the whole message. A wrong order throws <see cref="InvalidOperationException"/> and changes
/// nothing.
/// </para>
/// <para>
/// Keys have 16, 24 or 32 bytes, tags 12 to 16 bytes, nonces 12 bytes, or for interoperability any other number but zero. A nonce must
/// never be used twice with one key. A text has at most 2^36 - 32 bytes.
/// </para>
/// <para>
/// An object serves one call at a time: it throws <see cref="CryptographicException"/> to a second caller, and
/// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, which wipes its key and state. A call that races the disposal may
/// zero its output and throw that, too.
/// </para>
/// </remarks>
public sealed class AesGcmSealer : IDisposable
{
    private readonly AesGcm _gcm;
    private readonly RunningGcm _message;

    /// <summary>Takes a key, and begins a message.</summary>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <param name="nonce">12 bytes, never used with this key before; or any other number but zero.</param>
    /// <param name="tagSizeInBytes">12 to 16 bytes.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="nonce"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="nonce"/> is empty, or <paramref name="tagSizeInBytes"/> is another size.
    /// </exception>
    public AesGcmSealer(byte[] key, byte[] nonce, int tagSizeInBytes)
        : this(Arguments.RequiredBytes(key, nameof(key)), Arguments.RequiredBytes(nonce, nameof(nonce)), tagSizeInBytes)
    {
    }

    /// <inheritdoc cref="AesGcmSealer(byte[], byte[], int)"/>
    public AesGcmSealer(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, int tagSizeInBytes)
        : this(Algorithms.AesGcm.Kernels.Best, key, nonce, tagSizeInBytes)
    {
    }

    internal AesGcmSealer(GcmKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, int tagSizeInBytes)
    {
        GcmNonce.Require(nonce, takesAny: true);
        _gcm = new AesGcm(kernel, key, tagSizeInBytes, typeof(AesGcmSealer));
        _message = _gcm.BeginMessage(nonce, this);
        TagSizeInBytes = tagSizeInBytes;
    }

    /// <summary>The size of the tags, in bytes.</summary>
    public int TagSizeInBytes { get; }

    /// <summary>Begins another message, and forgets one that has not been finished.</summary>
    /// <param name="nonce">12 bytes, never used with this key before; or any other number but zero.</param>
    /// <exception cref="ArgumentException">
    /// <paramref name="nonce"/> is empty, or that of the message before; that one may still go on.
    /// </exception>
    /// <exception cref="CryptographicException">Another thread is using the object.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void Begin(ReadOnlySpan<byte> nonce) => _message.Begin(nonce, refusesLast: true);

    /// <inheritdoc cref="Begin(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="nonce"/> is null.</exception>
    public void Begin(byte[] nonce) => Begin(Arguments.RequiredBytes(nonce, nameof(nonce)));

    /// <summary>Takes a piece of the associated data: the tag covers them, too, and the same are needed for opening.</summary>
    /// <param name="associatedData">The next piece, of any length.</param>
    /// <exception cref="InvalidOperationException">The message has text already, or has been finished.</exception>
    /// <exception cref="CryptographicException">Another thread is using the object.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void AppendAssociatedData(ReadOnlySpan<byte> associatedData) => _message.AppendAssociatedData(associatedData);

    /// <inheritdoc cref="AppendAssociatedData(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="associatedData"/> is null.</exception>
    public void AppendAssociatedData(byte[] associatedData) =>
        AppendAssociatedData(Arguments.RequiredBytes(associatedData, nameof(associatedData)));

    /// <summary>Encrypts a piece of the text.</summary>
    /// <param name="plaintext">The next piece, of any length.</param>
    /// <param name="destination">
    /// Receives as many bytes as the piece has. May begin at the same byte as the piece.
    /// </param>
    /// <returns>The bytes written: those of the piece.</returns>
    /// <exception cref="ArgumentException">The destination is too short, or buffers overlap; nothing was written.</exception>
    /// <exception cref="InvalidOperationException">The message has been finished.</exception>
    /// <exception cref="CryptographicException">
    /// The text would have more than 2^36 - 32 bytes, or another thread is using the object.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int Seal(ReadOnlySpan<byte> plaintext, Span<byte> destination)
    {
        Arguments.RequireRoom(destination, plaintext.Length);
        destination = destination.Slice(0, plaintext.Length);
        Arguments.RefusePartialOverlap(plaintext, destination, nameof(plaintext), nameof(destination));
        _message.Transform(plaintext, destination, isOpening: false);
        return plaintext.Length;
    }

    /// <returns>The piece, encrypted: as many bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="plaintext"/> is null.</exception>
    /// <inheritdoc cref="Seal(ReadOnlySpan{byte}, Span{byte})"/>
    public byte[] SealToArray(byte[] plaintext)
    {
        var ciphertext = new byte[Arguments.Required(plaintext, nameof(plaintext)).Length];
        Seal(plaintext, ciphertext);
        return ciphertext;
    }

    /// <summary>Finishes the message and gives its tag; nothing more is taken until <see cref="Begin(ReadOnlySpan{byte})"/>.</summary>
    /// <param name="destination">Receives the tag: at least <see cref="TagSizeInBytes"/> bytes.</param>
    /// <returns>The bytes written: <see cref="TagSizeInBytes"/>.</returns>
    /// <exception cref="ArgumentException">The destination is too short; the message may still go on.</exception>
    /// <exception cref="InvalidOperationException">The message has been finished already.</exception>
    /// <exception cref="CryptographicException">Another thread is using the object.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int Finish(Span<byte> destination)
    {
        Arguments.RequireRoom(destination, TagSizeInBytes);
        _message.Finish(destination.Slice(0, TagSizeInBytes));
        return TagSizeInBytes;
    }

    /// <returns>The tag.</returns>
    /// <inheritdoc cref="Finish(Span{byte})"/>
    public byte[] Finish()
    {
        var tag = new byte[TagSizeInBytes];
        Finish(tag);
        return tag;
    }

    /// <summary>Wipes key and state; further calls throw <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose()
    {
        _message.Dispose();
        _gcm.Dispose();
    }
}
