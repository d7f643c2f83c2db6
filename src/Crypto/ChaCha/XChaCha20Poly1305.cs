// Written by tools/TypeGenerator. Do not edit: change it there, and run
//     dotnet run --project tools/TypeGenerator

using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha): ChaCha20-Poly1305 with nonces so long that random ones do not meet. <c>Seal</c> draws a
/// nonce and puts it in front of the ciphertext, where <c>Open</c> finds it. <c>Encrypt</c> and <c>Decrypt</c> are given one.
/// </summary>
/// <remarks>
/// <para>
/// Keys have 32 bytes, nonces 24 bytes, tags 16 bytes. A nonce must never be used twice with one key. Random nonces keep to that:
/// after 2^80 messages under one key, two of them have met with a probability below 2^-32. Each message has a key of its own, derived
/// from the key and the first 16 bytes of the nonce; ChaCha20-Poly1305 takes it with the other 8.
/// </para>
/// <para>
/// Immutable after construction: any number of threads may use one object at once. A call that races
/// <see cref="Dispose"/> either completes under the key or zeroes its output and throws
/// <see cref="ObjectDisposedException"/>; until then, the output buffer may hold bytes made under a wiped key.
/// </para>
/// <para>
/// Plaintext and ciphertext may be the same memory, byte for byte. Where an output overlaps otherwise what is still to be
/// read, <c>Encrypt</c> and <c>Decrypt</c> copy that first, and wipe the copy; <c>Seal</c> and <c>Open</c> refuse it before anything
/// is written.
/// </para>
/// </remarks>
public sealed unsafe class XChaCha20Poly1305 : IDisposable
{
    private const int NonceBytes = 24;
    private const int LargestTagBytes = 16;

    private readonly KeySlot _slot;
    private readonly AeadKey _key;

    /// <summary>Takes a key.</summary>
    /// <param name="key">32 bytes; copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public XChaCha20Poly1305(byte[] key)
        : this(Algorithms.XChaCha20Poly1305.Best, Arguments.Required(key, nameof(key)))
    {
    }

    /// <inheritdoc cref="XChaCha20Poly1305(byte[])"/>
    public XChaCha20Poly1305(ReadOnlySpan<byte> key)
        : this(Algorithms.XChaCha20Poly1305.Best, key)
    {
    }

    internal XChaCha20Poly1305(XChaChaPoly kernel, ReadOnlySpan<byte> key)
    {
        CheckKey(key);
        _slot = new KeySlot(kernel.KeyBytes, typeof(XChaCha20Poly1305));
        _key = new AeadKey(kernel, key, long.MaxValue, _slot.Hold());
    }

    /// <summary>True: the portable kernels run anywhere.</summary>
    public static bool IsSupported => true;

    /// <summary>Sizes of a nonce, in bytes: 24.</summary>
    public static KeySizes NonceByteSizes => field ??= new(NonceBytes, NonceBytes, 1);

    /// <summary>Sizes of a tag, in bytes: 16.</summary>
    public static KeySizes TagByteSizes => field ??= new(LargestTagBytes, LargestTagBytes, 1);

    /// <summary>Wipes the key; further calls throw <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose() => _slot.Dispose();

    private static void CheckKey(ReadOnlySpan<byte> key)
    {
        if (key.Length is not 32)
            Throw(key.Length);

        static void Throw(int bytes) => throw new CryptographicException(
            $"A key of {bytes} bytes: XChaCha20-Poly1305 takes 32.");
    }

    private static void CheckNonce(ReadOnlySpan<byte> nonce) => Arguments.RequireSize(nonce, NonceBytes, nameof(nonce));

    private static void CheckTag(ReadOnlySpan<byte> tag) => Arguments.RequireSize(tag, LargestTagBytes, nameof(tag));

    /// <summary>Encrypts a message and computes its tag.</summary>
    /// <param name="nonce">24 bytes, drawn at random, or else never used with this key before.</param>
    /// <param name="plaintext">The message, of any length.</param>
    /// <param name="ciphertext">
    /// Receives as many bytes as the message has. May overlap all but the tag; unless it begins at the same byte as the message, what
    /// it overlaps is copied first, and the copy wiped.
    /// </param>
    /// <param name="tag">Receives the tag: 16 bytes.</param>
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
        Arguments.RequireOneLength(plaintext.Length, ciphertext.Length);
        CheckNonce(nonce);
        CheckTag(tag);
        Arguments.RefuseOverlap(tag, ciphertext, nameof(tag), nameof(ciphertext));
        if (Arguments.OverlapInPart(plaintext, ciphertext) || Arguments.Overlap(associatedData, ciphertext))
            EncryptCopies(nonce, plaintext, ciphertext, tag, associatedData);
        else
            _key.Seal(_slot.Hold(), nonce, plaintext, ciphertext, tag, associatedData);
    }

    /// <summary>Decrypts a message if its tag is right.</summary>
    /// <param name="nonce">The 24 bytes that the message was encrypted with.</param>
    /// <param name="ciphertext">The encrypted message, of any length.</param>
    /// <param name="tag">The tag: 16 bytes.</param>
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
        Arguments.RequireOneLength(plaintext.Length, ciphertext.Length);
        CheckNonce(nonce);
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

    private const int OverheadBytes = NonceBytes + LargestTagBytes;

    /// <summary>Encrypts a message under a nonce drawn at random.</summary>
    /// <param name="plaintext">The message, of any length.</param>
    /// <param name="destination">
    /// Receives the nonce, the ciphertext and its tag: at least 40 bytes more than the message has. May hold the message where the
    /// ciphertext goes, from its byte 24 on.
    /// </param>
    /// <param name="associatedData">Data that the tag covers, too. The same are needed for opening.</param>
    /// <returns>The bytes written: 40 more than the message has.</returns>
    /// <exception cref="ArgumentException">The destination is too short, or buffers overlap; nothing was written.</exception>
    /// <exception cref="CryptographicException">The operating system gave no random bytes.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int Seal(ReadOnlySpan<byte> plaintext, Span<byte> destination, ReadOnlySpan<byte> associatedData = default) =>
        Seal(_key, _slot.Hold(), plaintext, destination, associatedData);

    /// <returns>The nonce, the ciphertext and its tag: 40 bytes more than the message has.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="plaintext"/> is null.</exception>
    /// <inheritdoc cref="Seal(ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    public byte[] SealToArray(byte[] plaintext, byte[]? associatedData = null)
    {
        var sealedMessage = new byte[Arguments.Required(plaintext, nameof(plaintext)).Length + OverheadBytes];
        Seal(plaintext, sealedMessage, associatedData);
        return sealedMessage;
    }

    /// <summary>Decrypts a message if its tag is right.</summary>
    /// <param name="ciphertext">What sealing gave: the nonce, the ciphertext and its tag.</param>
    /// <param name="destination">
    /// Receives the message: at least 40 bytes fewer than it was sealed to. May begin at byte 24 of that, where the ciphertext
    /// does. Zeroed if the tag is wrong; during the call, it may hold text that is not yet authenticated.
    /// </param>
    /// <param name="associatedData">The associated data that the message was sealed with.</param>
    /// <returns>The bytes written: 40 fewer than the message was sealed to.</returns>
    /// <exception cref="ArgumentException">The destination is too short, or buffers overlap; nothing was written.</exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The tag is wrong, or the message incomplete: nonce, ciphertext, associated data or key are not those of the sealing.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int Open(ReadOnlySpan<byte> ciphertext, Span<byte> destination, ReadOnlySpan<byte> associatedData = default) =>
        Open(_key, _slot.Hold(), ciphertext, destination, associatedData);

    /// <returns>The message: 40 bytes fewer than it was sealed to.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="ciphertext"/> is null.</exception>
    /// <inheritdoc cref="Open(ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    public byte[] OpenToArray(byte[] ciphertext, byte[]? associatedData = null)
    {
        var message = new byte[Math.Max(0, Arguments.Required(ciphertext, nameof(ciphertext)).Length - OverheadBytes)];
        Open(ciphertext, message, associatedData);
        return message;
    }

    /// <summary>Encrypts one message under a nonce drawn at random; the key is expanded on the stack and wiped.</summary>
    /// <param name="key">32 bytes.</param>
    /// <param name="plaintext">The message, of any length.</param>
    /// <param name="destination">
    /// Receives the nonce, the ciphertext and its tag: at least 40 bytes more than the message has. May hold the message where the
    /// ciphertext goes, from its byte 24 on.
    /// </param>
    /// <param name="associatedData">Data that the tag covers, too. The same are needed for opening.</param>
    /// <returns>The bytes written: 40 more than the message has.</returns>
    /// <exception cref="ArgumentException">The destination is too short, or buffers overlap; nothing was written.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> has another length, or the operating system gave no random bytes.
    /// </exception>
    public static int Seal(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> plaintext, Span<byte> destination, ReadOnlySpan<byte> associatedData = default) =>
        Seal(Algorithms.XChaCha20Poly1305.Best, key, plaintext, destination, associatedData);

    /// <returns>The nonce, the ciphertext and its tag: 40 bytes more than the message has.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="plaintext"/> is null.</exception>
    /// <inheritdoc cref="Seal(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    public static byte[] SealToArray(byte[] key, byte[] plaintext, byte[]? associatedData = null)
    {
        Arguments.Required(key, nameof(key));
        var sealedMessage = new byte[Arguments.Required(plaintext, nameof(plaintext)).Length + OverheadBytes];
        Seal(key, plaintext, sealedMessage, associatedData);
        return sealedMessage;
    }

    /// <summary>Decrypts one message if its tag is right; the key is expanded on the stack and wiped.</summary>
    /// <param name="key">32 bytes.</param>
    /// <param name="ciphertext">What sealing gave: the nonce, the ciphertext and its tag.</param>
    /// <param name="destination">
    /// Receives the message: at least 40 bytes fewer than it was sealed to. May begin at byte 24 of that, where the ciphertext
    /// does. Zeroed if the tag is wrong; during the call, it may hold text that is not yet authenticated.
    /// </param>
    /// <param name="associatedData">The associated data that the message was sealed with.</param>
    /// <returns>The bytes written: 40 fewer than the message was sealed to.</returns>
    /// <exception cref="ArgumentException">The destination is too short, or buffers overlap; nothing was written.</exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The tag is wrong, or the message incomplete: nonce, ciphertext, associated data or key are not those of the sealing.
    /// </exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public static int Open(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> ciphertext, Span<byte> destination, ReadOnlySpan<byte> associatedData = default) =>
        Open(Algorithms.XChaCha20Poly1305.Best, key, ciphertext, destination, associatedData);

    /// <returns>The message: 40 bytes fewer than it was sealed to.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="ciphertext"/> is null.</exception>
    /// <inheritdoc cref="Open(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    public static byte[] OpenToArray(byte[] key, byte[] ciphertext, byte[]? associatedData = null)
    {
        Arguments.Required(key, nameof(key));
        var message = new byte[Math.Max(0, Arguments.Required(ciphertext, nameof(ciphertext)).Length - OverheadBytes)];
        Open(key, ciphertext, message, associatedData);
        return message;
    }

    [SkipLocalsInit]
    internal static int Seal(
        XChaChaPoly kernel,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> plaintext,
        Span<byte> destination,
        ReadOnlySpan<byte> associatedData)
    {
        CheckKey(key);
        KeyMemory memory;
        var expanded = KeyScope.Align(&memory);
        using var secret = new SecretScope(expanded, kernel.KeyBytes);
        var onStack = new KeyScope(expanded);
        return Seal(new AeadKey(kernel, key, long.MaxValue, onStack), onStack, plaintext, destination, associatedData);
    }

    [SkipLocalsInit]
    internal static int Open(
        XChaChaPoly kernel,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> ciphertext,
        Span<byte> destination,
        ReadOnlySpan<byte> associatedData)
    {
        CheckKey(key);
        KeyMemory memory;
        var expanded = KeyScope.Align(&memory);
        using var secret = new SecretScope(expanded, kernel.KeyBytes);
        var onStack = new KeyScope(expanded);
        return Open(new AeadKey(kernel, key, long.MaxValue, onStack), onStack, ciphertext, destination, associatedData);
    }

    private static int Seal(
        in AeadKey key, KeyScope expanded, ReadOnlySpan<byte> plaintext, Span<byte> destination, ReadOnlySpan<byte> associatedData)
    {
        Arguments.RequireRoom(destination, (long)plaintext.Length + OverheadBytes);

        var ciphertext = destination.Slice(NonceBytes, plaintext.Length);
        var tag = destination.Slice(NonceBytes + plaintext.Length, LargestTagBytes);
        Arguments.RefusePartialOverlap(plaintext, ciphertext, nameof(plaintext), nameof(destination));
        Arguments.RefuseOverlap(associatedData, ciphertext, nameof(associatedData), nameof(destination));
        DrawnNonce memory;
        var nonce = new Span<byte>(&memory, NonceBytes);
        RandomBytes.Fill(nonce);
        key.Seal(expanded, nonce, plaintext, ciphertext, tag, associatedData);

        // Last, as its place may hold the end of the text or of the associated data.
        nonce.CopyTo(destination);
        return plaintext.Length + OverheadBytes;
    }

    private static int Open(
        in AeadKey key, KeyScope expanded, ReadOnlySpan<byte> ciphertext, Span<byte> destination, ReadOnlySpan<byte> associatedData)
    {
        var length = ciphertext.Length - OverheadBytes;
        if (length < 0)
            ThrowIncomplete(ciphertext.Length);
        Arguments.RequireRoom(destination, length);

        // The nonce has been used up before the text is written.
        var nonce = ciphertext.Slice(0, NonceBytes);
        var textAndTag = ciphertext.Slice(NonceBytes);
        var plaintext = destination.Slice(0, length);
        Arguments.RefusePartialOverlap(textAndTag, plaintext, nameof(ciphertext), nameof(destination));
        Arguments.RefuseOverlap(associatedData, plaintext, nameof(associatedData), nameof(destination));
        key.Open(expanded, nonce, textAndTag.Slice(0, length), textAndTag.Slice(length), plaintext, associatedData);
        return length;

        static void ThrowIncomplete(int bytes) => throw new AuthenticationTagMismatchException(
            $"A message of {bytes} bytes: its nonce and tag alone would have {OverheadBytes}.");
    }

    /// <summary>Room for a key on the stack, whatever its kernel.</summary>
    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = ChaChaPolyKernel.CipherKeyBytes + KeyScope.Alignment)]
    private struct KeyMemory
    {
    }

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = NonceBytes)]
    private struct DrawnNonce
    {
    }
}
