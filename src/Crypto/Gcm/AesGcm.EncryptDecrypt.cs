// Written by tools/TypeGenerator. Do not edit: change it there, and run
//     dotnet run --project tools/TypeGenerator
using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;

namespace ManagedCrypto;

/// <content>.NET's form: the tag apart from the ciphertext.</content>
public sealed partial class AesGcm
{
    /// <summary>Encrypts a message and computes its tag.</summary>
    /// <param name="nonce">12 bytes, never used with this key before.</param>
    /// <param name="plaintext">The message, of any length.</param>
    /// <param name="ciphertext">
    /// Receives as many bytes as the message has. May overlap all but the tag; unless it begins at the same byte as the message, what
    /// it overlaps is copied first, and the copy wiped.
    /// </param>
    /// <param name="tag">Receives the tag: 12 to 16 bytes, or as many as were given at construction.</param>
    /// <param name="associatedData">Data that the tag covers, too; null for none. The same are needed for decryption.</param>
    /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The nonce or the tag has a wrong size, the texts differ in length, or the tag overlaps the ciphertext; nothing was written.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void Encrypt(byte[] nonce, byte[] plaintext, byte[] ciphertext, byte[] tag, byte[]? associatedData = null) =>
        Encrypt(
            Arguments.RequiredBytes(nonce, nameof(nonce)),
            Arguments.RequiredBytes(plaintext, nameof(plaintext)),
            Arguments.Required(ciphertext, nameof(ciphertext)).AsSpan(),
            Arguments.Required(tag, nameof(tag)).AsSpan(),
            associatedData);

    /// <inheritdoc cref="Encrypt(byte[], byte[], byte[], byte[], byte[])"/>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Encrypt(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> ciphertext,
        Span<byte> tag,
        ReadOnlySpan<byte> associatedData = default)
    {
        Arguments.RequireOneLength(plaintext, ciphertext);
        _key.CheckNonce(nonce);
        CheckTag(tag);
        Arguments.RefuseOverlap(tag, ciphertext, nameof(tag), nameof(ciphertext));
        if (Arguments.OverlapInPart(plaintext, ciphertext) || Arguments.Overlap(associatedData, ciphertext))
            EncryptCopies(nonce, plaintext, ciphertext, tag, associatedData);
        else
            _key.Seal(_slot.Hold(), nonce, plaintext, ciphertext, tag, associatedData);
    }

    /// <summary>Decrypts a message if its tag is right.</summary>
    /// <param name="nonce">The 12 bytes that the message was encrypted with.</param>
    /// <param name="ciphertext">The encrypted message, of any length.</param>
    /// <param name="tag">The tag: 12 to 16 bytes, or as many as were given at construction.</param>
    /// <param name="plaintext">
    /// Receives as many bytes as the ciphertext has. May overlap everything; unless it begins at the same byte as the ciphertext,
    /// what it overlaps is copied first. Zeroed if the tag is wrong; during the call, it may hold text that is not yet authenticated.
    /// </param>
    /// <param name="associatedData">The associated data that the message was encrypted with; null for none.</param>
    /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The nonce or the tag has a wrong size, or the texts differ in length; nothing was written.
    /// </exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The tag is wrong: nonce, ciphertext, tag, associated data or key are not those of the encryption.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void Decrypt(byte[] nonce, byte[] ciphertext, byte[] tag, byte[] plaintext, byte[]? associatedData = null) =>
        Decrypt(
            Arguments.RequiredBytes(nonce, nameof(nonce)),
            Arguments.RequiredBytes(ciphertext, nameof(ciphertext)),
            Arguments.RequiredBytes(tag, nameof(tag)),
            Arguments.Required(plaintext, nameof(plaintext)).AsSpan(),
            associatedData);

    /// <inheritdoc cref="Decrypt(byte[], byte[], byte[], byte[], byte[])"/>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Decrypt(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData = default)
    {
        Arguments.RequireOneLength(plaintext, ciphertext);
        _key.CheckNonce(nonce);
        CheckTag(tag);
        if (Arguments.OverlapInPart(ciphertext, plaintext) || Arguments.Overlap(tag, plaintext)
            || Arguments.Overlap(associatedData, plaintext))
        {
            DecryptCopies(nonce, ciphertext, tag, plaintext, associatedData);
        }
        else
        {
            _key.Open(_slot.Hold(), nonce, ciphertext, tag, plaintext, associatedData);
        }
    }

    /// <summary>For what shares memory with the ciphertext, which would be written over it before it is read.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EncryptCopies(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> ciphertext,
        Span<byte> tag,
        ReadOnlySpan<byte> associatedData)
    {
        using PinnedScratch text = new(plaintext), data = new(associatedData);
        Encrypt(nonce, text.Bytes, ciphertext, tag, data.Bytes);
    }

    /// <summary>For what shares memory with the plaintext, which would be written over it before it is read.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void DecryptCopies(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData)
    {
        using PinnedScratch text = new(ciphertext), code = new(tag), data = new(associatedData);
        Decrypt(nonce, text.Bytes, code.Bytes, plaintext, data.Bytes);
    }
}
