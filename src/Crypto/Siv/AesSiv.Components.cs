using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <content>Messages with any number of associated data: RFC 5297 takes them as strings apart, not joined.</content>
public sealed unsafe partial class AesSiv
{
    /// <summary>S2V is for 127 strings, of which the plaintext is the last (RFC 5297, section 7).</summary>
    private const int MostComponents = 126;

    /// <summary>Encrypts a message with any number of associated data, and computes its tag (RFC 5297, section 2.6).</summary>
    /// <param name="nonce">0 to 64 bytes, best never used with this key before; none for deterministic encryption.</param>
    /// <param name="plaintext">The message, of any length.</param>
    /// <param name="ciphertext">
    /// Receives as many bytes as the message has. May overlap all but the tag; unless it begins at the same byte as the message, that is
    /// copied first, and the copy wiped.
    /// </param>
    /// <param name="tag">Receives the tag: 16 bytes.</param>
    /// <param name="associatedData">
    /// Strings that the tag covers, too, each of any length: 126 at most, or 125 if there is a nonce. The same in the same order are needed
    /// for decryption. One string gives the same result as <see cref="Encrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    /// with it; an empty string is not the same as none.
    /// </param>
    /// <exception cref="ArgumentException">
    /// The nonce or the tag has a wrong size, the texts differ in length, the tag overlaps the ciphertext, or there are too many associated
    /// data; nothing was written.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void Encrypt(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> ciphertext,
        Span<byte> tag,
        ReadOnlySpan<ReadOnlyMemory<byte>> associatedData)
    {
        Arguments.RequireOneLength(plaintext.Length, ciphertext.Length);
        CheckNonce(nonce);
        CheckTag(tag);
        CheckComponents(nonce, associatedData);
        Arguments.RefuseOverlap(tag, ciphertext, nameof(tag), nameof(ciphertext));
        if (Arguments.OverlapInPart(plaintext, ciphertext))
            EncryptCopy(nonce, plaintext, ciphertext, tag, associatedData);
        else
            Seal(_slot.Hold(), nonce, plaintext, ciphertext, tag, associatedData);
    }

    /// <summary>Decrypts a message with any number of associated data if its tag is right (RFC 5297, section 2.7).</summary>
    /// <param name="nonce">The 0 to 64 bytes that the message was encrypted with.</param>
    /// <param name="ciphertext">The encrypted message, of any length.</param>
    /// <param name="tag">The tag: 16 bytes.</param>
    /// <param name="plaintext">
    /// Receives as many bytes as the ciphertext has. May overlap everything; unless it begins at the same byte as the ciphertext, that is
    /// copied first, as is the tag. Zeroed if the tag is wrong; during the call, it may hold text that is not yet authenticated.
    /// </param>
    /// <param name="associatedData">The strings that the message was encrypted with, in the same order.</param>
    /// <exception cref="ArgumentException">
    /// The nonce or the tag has a wrong size, the texts differ in length, or there are too many associated data; nothing was written.
    /// </exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The tag is wrong: nonce, ciphertext, tag, associated data or key are not those of the encryption.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void Decrypt(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<ReadOnlyMemory<byte>> associatedData)
    {
        Arguments.RequireOneLength(plaintext.Length, ciphertext.Length);
        CheckNonce(nonce);
        CheckTag(tag);
        CheckComponents(nonce, associatedData);
        if (Arguments.OverlapInPart(ciphertext, plaintext) || Arguments.Overlap(tag, plaintext))
            DecryptCopies(nonce, ciphertext, tag, plaintext, associatedData);
        else
            Open(_slot.Hold(), nonce, ciphertext, tag, plaintext, associatedData);
    }

    /// <summary>Encrypts a message with any number of associated data, and puts its tag of 16 bytes in front (RFC 5297, section 2.6).</summary>
    /// <param name="nonce">0 to 64 bytes, best never used with this key before; none for deterministic encryption.</param>
    /// <param name="plaintext">The message, of any length.</param>
    /// <param name="destination">
    /// Receives tag and ciphertext: at least the bytes of the message and of the tag together. May hold the message where the ciphertext
    /// goes, from its byte 16 on, and may overlap associated data.
    /// </param>
    /// <param name="associatedData">
    /// Strings that the tag covers, too, each of any length: 126 at most, or 125 if there is a nonce. The same in the same order are needed
    /// for opening.
    /// </param>
    /// <returns>The bytes written: 16 more than the message has.</returns>
    /// <exception cref="ArgumentException">
    /// The nonce has a wrong size, there are too many associated data, the destination is too short, or it overlaps the message otherwise;
    /// nothing was written.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int Seal(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> destination,
        ReadOnlySpan<ReadOnlyMemory<byte>> associatedData)
    {
        CheckNonce(nonce);
        CheckComponents(nonce, associatedData);
        Arguments.RequireRoom(destination, (long)plaintext.Length + LargestTagBytes);

        var ciphertext = destination.Slice(LargestTagBytes, plaintext.Length);
        var tag = destination.Slice(0, LargestTagBytes);
        Arguments.RefusePartialOverlap(plaintext, ciphertext, nameof(plaintext), nameof(destination));
        Seal(_slot.Hold(), nonce, plaintext, ciphertext, tag, associatedData);
        return plaintext.Length + LargestTagBytes;
    }

    /// <summary>Decrypts a message with any number of associated data if the tag of 16 bytes in front of it is right (RFC 5297, section 2.7).</summary>
    /// <param name="nonce">The 0 to 64 bytes that the message was sealed with.</param>
    /// <param name="ciphertext">The tag, followed by the ciphertext.</param>
    /// <param name="destination">
    /// Receives the message: at least the bytes of the ciphertext without its tag. May begin where the ciphertext does, at byte 16 of that,
    /// and may overlap associated data. Zeroed if the tag is wrong; during the call, it may hold text that is not yet authenticated.
    /// </param>
    /// <param name="associatedData">The strings that the message was sealed with, in the same order.</param>
    /// <returns>The bytes written: those of the ciphertext without its tag.</returns>
    /// <exception cref="ArgumentException">
    /// The nonce has a wrong size, there are too many associated data, the destination is too short, or it overlaps the ciphertext otherwise;
    /// nothing was written.
    /// </exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The tag is wrong or incomplete: nonce, ciphertext, associated data or key are not those of the sealing.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int Open(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        Span<byte> destination,
        ReadOnlySpan<ReadOnlyMemory<byte>> associatedData)
    {
        CheckNonce(nonce);
        CheckComponents(nonce, associatedData);
        var length = ciphertext.Length - LargestTagBytes;
        if (length < 0)
            ThrowWithoutTag(ciphertext.Length);
        Arguments.RequireRoom(destination, length);

        var plaintext = destination.Slice(0, length);
        ReadOnlySpan<byte> tag = ciphertext.Slice(0, LargestTagBytes), text = ciphertext.Slice(LargestTagBytes);
        Arguments.RefusePartialOverlap(text, plaintext, nameof(ciphertext), nameof(destination));
        Arguments.RefuseOverlap(tag, plaintext, nameof(destination), nameof(ciphertext));
        Open(_slot.Hold(), nonce, text, tag, plaintext, associatedData);
        return length;
    }

    private static void CheckComponents(ReadOnlySpan<byte> nonce, ReadOnlySpan<ReadOnlyMemory<byte>> associatedData)
    {
        var most = nonce.IsEmpty ? MostComponents : MostComponents - 1;
        if (associatedData.Length > most)
            Throw(associatedData.Length, most);

        static void Throw(int count, int most) => throw new ArgumentException(
            $"{count} strings: AES-SIV takes {most} at most, besides the nonce.", nameof(associatedData));
    }

    private static void ThrowWithoutTag(int bytes) => throw new AuthenticationTagMismatchException(
        $"A ciphertext of {bytes} bytes: its tag alone would have {LargestTagBytes}.");

    /// <summary>For a plaintext that shares memory with the ciphertext. Associated data are read before anything is written.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EncryptCopy(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> ciphertext,
        Span<byte> tag,
        ReadOnlySpan<ReadOnlyMemory<byte>> associatedData)
    {
        using PinnedScratch text = new(plaintext);
        Encrypt(nonce, text.Bytes, ciphertext, tag, associatedData);
    }

    /// <summary>For what shares memory with the plaintext and is read after that is written.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void DecryptCopies(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<ReadOnlyMemory<byte>> associatedData)
    {
        using PinnedScratch text = new(ciphertext), code = new(tag);
        Decrypt(nonce, text.Bytes, code.Bytes, plaintext, associatedData);
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Seal(
        KeyScope key,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> ciphertext,
        Span<byte> tag,
        ReadOnlySpan<ReadOnlyMemory<byte>> associatedData)
    {
        Block128 sum;
        using var secret = new SecretScope(&sum, sizeof(Block128));
        Absorb(key, associatedData, &sum, ciphertext);
        AfterAssociatedData.Seal(key, nonce, plaintext, ciphertext, tag, new ReadOnlySpan<byte>(&sum, sizeof(Block128)));
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Open(
        KeyScope key,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<ReadOnlyMemory<byte>> associatedData)
    {
        Block128 sum;
        using var secret = new SecretScope(&sum, sizeof(Block128));
        Absorb(key, associatedData, &sum, plaintext);
        AfterAssociatedData.Open(key, nonce, ciphertext, tag, plaintext, new ReadOnlySpan<byte>(&sum, sizeof(Block128)));
    }

    private AeadKey AfterAssociatedData => _key.For(((AesSivComposed)_key.Kernel).AfterAssociatedData);

    /// <summary>S2V of the associated data. Each is pinned for its own turn alone.</summary>
    /// <exception cref="ObjectDisposedException">The slot was disposed; the output is zeroed.</exception>
    private void Absorb(KeyScope key, ReadOnlySpan<ReadOnlyMemory<byte>> associatedData, Block128* sum, Span<byte> output)
    {
        var kernel = (AesSivComposed)_key.Kernel;
        kernel.Begin(key.Bytes, sum);
        foreach (var component in associatedData)
        {
            var data = component.Span;
            fixed (byte* bytes = data)
                kernel.Absorb(key.Bytes, _key.Rounds, sum, bytes, data.Length);
        }

        if (!key.IsAlive)
            key.ThrowDisposed(output);
    }
}
