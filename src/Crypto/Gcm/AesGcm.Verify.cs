using System;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <content>Verification without decryption.</content>
public sealed unsafe partial class AesGcm
{
    /// <summary>Tells whether a message's tag is right, and decrypts nothing.</summary>
    /// <param name="nonce">The 12 bytes that the message was encrypted with.</param>
    /// <param name="ciphertext">The encrypted message, of any length.</param>
    /// <param name="tag">The tag: 12 to 16 bytes, or as many as were given at construction.</param>
    /// <param name="associatedData">The associated data that the message was encrypted with.</param>
    /// <returns>Whether it is: if not, nonce, ciphertext, tag, associated data or key are not those of the encryption.</returns>
    /// <exception cref="ArgumentException">The nonce or the tag has a wrong size.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    [SkipLocalsInit]
    public bool Verify(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        ReadOnlySpan<byte> associatedData = default)
    {
        CheckNonce(nonce, _takesAnyNonce);
        CheckTag(tag);
        var held = _slot.Hold();
        GcmMessage message;
        Block128 block;
        using SecretScope secretMessage = new(&message, sizeof(GcmMessage)), secretBlock = new(&block, sizeof(Block128));
        var pieces = new GcmPieces(_kernel, Rounds, held.Bytes, &message);
        fixed (byte* n = &SpanStart.Of(nonce), source = &SpanStart.Of(ciphertext), data = &SpanStart.Of(associatedData))
        {
            _kernel.ExpandNonce(held.Bytes, Rounds, n, nonce.Length, &block);
            pieces.Begin(&block);
            pieces.AppendAssociatedData(data, associatedData.Length);
            pieces.AppendCiphertext(source, ciphertext.Length);
            pieces.Finish(&block);
        }

        if (!held.IsAlive)
            held.ThrowDisposed(default);
        return AuthenticationTag.IsRight(&block, sizeof(Block128), tag);
    }

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
    public bool Verify(byte[] nonce, byte[] ciphertext, byte[] tag, byte[]? associatedData = null) => Verify(
        Arguments.RequiredBytes(nonce, nameof(nonce)),
        Arguments.RequiredBytes(ciphertext, nameof(ciphertext)),
        Arguments.RequiredBytes(tag, nameof(tag)),
        associatedData);
}
