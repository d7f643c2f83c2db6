using System;
using System.IO;
using System.Security.Cryptography;
#if NET
using System.Threading;
using System.Threading.Tasks;
#endif

namespace ManagedCrypto;

/// <content>Streams: verification without decryption, and the decryption that it makes safe.</content>
public sealed partial class AesGcm
{
    /// <summary>
    /// Tells whether the tag is right of a ciphertext that a stream has from where it stands to its end, and decrypts nothing.
    /// </summary>
    /// <param name="nonce">The 12 bytes that the message was encrypted with.</param>
    /// <param name="source">The stream, which is left open.</param>
    /// <param name="tag">The tag: 12 to 16 bytes, or as many as were given at construction.</param>
    /// <param name="associatedData">The associated data that the message was encrypted with.</param>
    /// <returns>Whether it is: if not, nonce, ciphertext, tag, associated data or key are not those of the encryption.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The nonce or the tag has a wrong size, or <paramref name="source"/> cannot be read.
    /// </exception>
    /// <exception cref="CryptographicException">The stream has more than 2^36 - 32 bytes.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool Verify(
        ReadOnlySpan<byte> nonce, Stream source, ReadOnlySpan<byte> tag, ReadOnlySpan<byte> associatedData = default)
    {
        CheckNonce(nonce, _takesAnyNonce);
        CheckTag(tag);
        return HashStreams.Verify(BeginMessage(nonce, associatedData), source, tag);
    }

    /// <summary>
    /// Decrypts what a stream has from where it stands to its end, if the tag is right; it is read twice, so that nothing is written
    /// before the whole of it has been verified.
    /// </summary>
    /// <param name="nonce">The 12 bytes that the message was encrypted with.</param>
    /// <param name="source">The stream with the ciphertext, which can be read and sought; it is left open, at its end.</param>
    /// <param name="tag">The tag: 12 to 16 bytes, or as many as were given at construction.</param>
    /// <param name="destination">Another stream, which receives the plaintext; it is left open.</param>
    /// <param name="associatedData">The associated data that the message was encrypted with.</param>
    /// <exception cref="ArgumentNullException">A stream is null.</exception>
    /// <exception cref="ArgumentException">
    /// The nonce or the tag has a wrong size, <paramref name="source"/> cannot be read or sought, <paramref name="destination"/> cannot
    /// be written, or they are one stream; nothing was written.
    /// </exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The tag is wrong; nothing was written. Or the message says that the source changed while it was read: then what was written must
    /// be thrown away.
    /// </exception>
    /// <exception cref="CryptographicException">The stream has more than 2^36 - 32 bytes; nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">
    /// The object was disposed. If that was while it decrypted, what was written must be thrown away.
    /// </exception>
    public void Decrypt(
        ReadOnlySpan<byte> nonce,
        Stream source,
        ReadOnlySpan<byte> tag,
        Stream destination,
        ReadOnlySpan<byte> associatedData = default)
    {
        GcmStreams.RequireTwoPasses(source, destination);
        var start = source.Position;
        if (!Verify(nonce, source, tag, associatedData))
            throw new AuthenticationTagMismatchException();

        source.Position = start;
        using var message = BeginMessage(nonce, associatedData);
        GcmStreams.Decrypt(message, source, destination);
        GcmStreams.RequireUnchanged(message.FinishAndCompare(tag));
    }

#if NET
    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <param name="nonce">The 12 bytes that the message was encrypted with.</param>
    /// <param name="source">The stream, which is left open.</param>
    /// <param name="tag">The tag: 12 to 16 bytes, or as many as were given at construction.</param>
    /// <param name="associatedData">The associated data that the message was encrypted with.</param>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public ValueTask<bool> VerifyAsync(
        ReadOnlyMemory<byte> nonce,
        Stream source,
        ReadOnlyMemory<byte> tag,
        ReadOnlyMemory<byte> associatedData = default,
        CancellationToken cancellationToken = default)
    {
        CheckNonce(nonce.Span, _takesAnyNonce);
        CheckTag(tag.Span);
        return HashStreams.VerifyAsync(BeginMessage(nonce.Span, associatedData.Span), source, tag, cancellationToken);
    }

    /// <inheritdoc cref="Decrypt(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte})"/>
    /// <param name="nonce">The 12 bytes that the message was encrypted with.</param>
    /// <param name="source">The stream with the ciphertext, which can be read and sought; it is left open, at its end.</param>
    /// <param name="tag">The tag: 12 to 16 bytes, or as many as were given at construction.</param>
    /// <param name="destination">Another stream, which receives the plaintext; it is left open.</param>
    /// <param name="associatedData">The associated data that the message was encrypted with.</param>
    /// <param name="cancellationToken">Ends the work early: then what was written must be thrown away.</param>
    /// <returns>The work.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public ValueTask DecryptAsync(
        ReadOnlyMemory<byte> nonce,
        Stream source,
        ReadOnlyMemory<byte> tag,
        Stream destination,
        ReadOnlyMemory<byte> associatedData = default,
        CancellationToken cancellationToken = default)
    {
        GcmStreams.RequireTwoPasses(source, destination);
        var start = source.Position;
        var verification = VerifyAsync(nonce, source, tag, associatedData, cancellationToken);
        return Run();

        async ValueTask Run()
        {
            if (!await verification.ConfigureAwait(false))
                throw new AuthenticationTagMismatchException();

            source.Position = start;
            using var message = BeginMessage(nonce.Span, associatedData.Span);
            await GcmStreams.DecryptAsync(message, source, destination, cancellationToken).ConfigureAwait(false);
            GcmStreams.RequireUnchanged(message.FinishAndCompare(tag.Span));
        }
    }
#endif

    /// <summary>Begins a message that comes in pieces under this object's key.</summary>
    /// <param name="nonce">At least one byte.</param>
    /// <param name="owner">The object named in exceptions.</param>
    internal RunningGcm BeginMessage(ReadOnlySpan<byte> nonce, object owner) => new(_kernel, Rounds, _slot, owner, nonce);

    private RunningGcm BeginMessage(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> associatedData)
    {
        var message = BeginMessage(nonce, this);
        message.AppendAssociatedData(associatedData);
        return message;
    }
}
