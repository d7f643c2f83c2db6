// Written by tools/TypeGenerator. Do not edit: change it there, and run
//     dotnet run --project tools/TypeGenerator

using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AEGIS-128X2 (draft-irtf-cfrg-aegis-aead): two states of AEGIS-128L side by side, for CPUs that do two rounds of AES in one
/// instruction, with members like those of .NET's <c>AesGcm</c>, and with <c>Seal</c> and <c>Open</c> in the form of RFC 5116.
/// </summary>
/// <remarks>
/// <para>
/// Keys have 16 bytes, nonces 16 bytes, tags 16 or 32 bytes. Ciphertexts are others than those of AEGIS-128L.
/// Never reuse a nonce with the same key: an attacker learns the XOR of both texts, and can forge messages under it. Random nonces are safe for
/// 2^48 messages under one key. The specification is a draft, and may still change.
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
public sealed unsafe class Aegis128X2 : IDisposable
{
    private const int NonceBytes = 16;
    private const int SmallestTagBytes = 16;
    private const int LargestTagBytes = 32;
    private const int SealedTagBytes = 16;

    private readonly KeySlot _slot;
    private readonly AeadKey _key;

    /// <summary>Takes a key.</summary>
    /// <param name="key">16 bytes; copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public Aegis128X2(byte[] key)
        : this(Algorithms.Aegis128X2.Kernels.Best, Arguments.Required(key, nameof(key)))
    {
    }

    /// <inheritdoc cref="Aegis128X2(byte[])"/>
    public Aegis128X2(ReadOnlySpan<byte> key)
        : this(Algorithms.Aegis128X2.Kernels.Best, key)
    {
    }

    internal Aegis128X2(AegisKernel kernel, ReadOnlySpan<byte> key)
    {
        CheckKey(key);
        _slot = new KeySlot(kernel.KeyBytes, typeof(Aegis128X2));
        _key = new AeadKey(kernel, key, long.MaxValue, _slot.Hold());
    }

    /// <summary>True: the portable kernels run anywhere.</summary>
    public static bool IsSupported => true;

    /// <summary>Sizes of a nonce, in bytes: 16.</summary>
    public static KeySizes NonceByteSizes => field ??= new(NonceBytes, NonceBytes, 1);

    /// <summary>Sizes of a tag, in bytes: 16 and 32.</summary>
    public static KeySizes TagByteSizes => field ??= new(SmallestTagBytes, LargestTagBytes, 16);

    /// <summary>Wipes the key; further calls throw <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose() => _slot.Dispose();

    private static void CheckKey(ReadOnlySpan<byte> key)
    {
        if (key.Length is not 16)
            Throw(key.Length);

        static void Throw(int bytes) => throw new CryptographicException(
            $"A key of {bytes} bytes: AEGIS-128X2 takes 16.");
    }

    private static void CheckNonce(ReadOnlySpan<byte> nonce) => Arguments.RequireSize(nonce, NonceBytes, nameof(nonce));

    private static void CheckTag(ReadOnlySpan<byte> tag)
    {
        if (tag.Length is < SmallestTagBytes or > LargestTagBytes || tag.Length % 16 != 0)
            Throw(tag.Length);

        static void Throw(int bytes) => throw new ArgumentException(
            $"A tag of {bytes} bytes: AEGIS-128X2 takes 16 and 32.", nameof(tag));
    }

    /// <summary>Encrypts a message and computes its tag.</summary>
    /// <param name="nonce">16 bytes, never used with this key before.</param>
    /// <param name="plaintext">The message, of any length.</param>
    /// <param name="ciphertext">
    /// Receives as many bytes as the message has. May overlap all but the tag; unless it begins at the same byte as the message, what
    /// it overlaps is copied first, and the copy wiped.
    /// </param>
    /// <param name="tag">Receives the tag: 16 or 32 bytes.</param>
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
    /// <param name="nonce">The 16 bytes that the message was encrypted with.</param>
    /// <param name="ciphertext">The encrypted message, of any length.</param>
    /// <param name="tag">The tag: 16 or 32 bytes.</param>
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

    /// <summary>Encrypts a message and appends its tag of 16 bytes.</summary>
    /// <param name="nonce">16 bytes, never used with this key before.</param>
    /// <param name="plaintext">The message, of any length.</param>
    /// <param name="destination">
    /// Receives ciphertext and tag: at least the bytes of the message and of the tag together. May begin at the same byte as
    /// the message.
    /// </param>
    /// <param name="associatedData">Data that the tag covers, too. The same are needed for opening.</param>
    /// <returns>The bytes written: 16 more than the message has.</returns>
    /// <exception cref="ArgumentException">
    /// The nonce has a wrong size, the destination is too short, or buffers overlap; nothing was written.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public int Seal(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> destination,
        ReadOnlySpan<byte> associatedData = default) =>
        Seal(_key, _slot.Hold(), SealedTagBytes, nonce, plaintext, destination, associatedData);

    /// <returns>Ciphertext and tag: 16 bytes more than the message has.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="nonce"/> or <paramref name="plaintext"/> is null.</exception>
    /// <exception cref="ArgumentException">The nonce has a wrong size.</exception>
    /// <inheritdoc cref="Seal(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    public byte[] SealToArray(byte[] nonce, byte[] plaintext, byte[]? associatedData = null)
    {
        Arguments.Required(nonce, nameof(nonce));
        var sealedMessage = new byte[Arguments.Required(plaintext, nameof(plaintext)).Length + SealedTagBytes];
        Seal(nonce, plaintext, sealedMessage, associatedData);
        return sealedMessage;
    }

    /// <summary>Decrypts a message if the tag of 16 bytes that follows it is right.</summary>
    /// <param name="nonce">The 16 bytes that the message was sealed with.</param>
    /// <param name="ciphertext">The ciphertext, followed by its tag.</param>
    /// <param name="destination">
    /// Receives the message: at least the bytes of the ciphertext without its tag. May begin at the same byte as the
    /// ciphertext. Zeroed if the tag is wrong; during the call, it may hold text that is not yet authenticated.
    /// </param>
    /// <param name="associatedData">The associated data that the message was sealed with.</param>
    /// <returns>The bytes written: those of the ciphertext without its tag.</returns>
    /// <exception cref="ArgumentException">
    /// The nonce has a wrong size, the destination is too short, or buffers overlap; nothing was written.
    /// </exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The tag is wrong or incomplete: nonce, ciphertext, associated data or key are not those of the sealing.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public int Open(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        Span<byte> destination,
        ReadOnlySpan<byte> associatedData = default) =>
        Open(_key, _slot.Hold(), SealedTagBytes, nonce, ciphertext, destination, associatedData);

    /// <returns>The message: the bytes of the ciphertext without its tag.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="nonce"/> or <paramref name="ciphertext"/> is null.</exception>
    /// <exception cref="ArgumentException">The nonce has a wrong size.</exception>
    /// <inheritdoc cref="Open(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    public byte[] OpenToArray(byte[] nonce, byte[] ciphertext, byte[]? associatedData = null)
    {
        Arguments.Required(nonce, nameof(nonce));
        var message = new byte[Math.Max(0, Arguments.Required(ciphertext, nameof(ciphertext)).Length - SealedTagBytes)];
        Open(nonce, ciphertext, message, associatedData);
        return message;
    }

    /// <summary>Encrypts one message and appends its 16-byte tag; the key is expanded on the stack and wiped.</summary>
    /// <param name="key">16 bytes.</param>
    /// <param name="nonce">16 bytes, never used with this key before.</param>
    /// <param name="plaintext">The message, of any length.</param>
    /// <param name="destination">
    /// Receives ciphertext and tag: at least 16 bytes more than the message has. May begin at the same byte as the message.
    /// </param>
    /// <param name="associatedData">Data that the tag covers, too. The same are needed for opening.</param>
    /// <returns>The bytes written: 16 more than the message has.</returns>
    /// <exception cref="ArgumentException">
    /// The nonce has a wrong size, the destination is too short, or buffers overlap; nothing was written.
    /// </exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public static int Seal(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> destination,
        ReadOnlySpan<byte> associatedData = default) =>
        Seal(Algorithms.Aegis128X2.Kernels.Best, key, nonce, plaintext, destination, associatedData);

    /// <returns>Ciphertext and tag: 16 bytes more than the message has.</returns>
    /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
    /// <exception cref="ArgumentException">The nonce has a wrong size.</exception>
    /// <inheritdoc
    /// cref="Seal(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    public static byte[] SealToArray(byte[] key, byte[] nonce, byte[] plaintext, byte[]? associatedData = null)
    {
        Arguments.Required(key, nameof(key));
        Arguments.Required(nonce, nameof(nonce));
        var sealedMessage = new byte[Arguments.Required(plaintext, nameof(plaintext)).Length + SealedTagBytes];
        Seal(key, nonce, plaintext, sealedMessage, associatedData);
        return sealedMessage;
    }

    /// <summary>
    /// Decrypts one message if the 16-byte tag that follows it is right; the key is expanded on the stack and wiped.
    /// </summary>
    /// <param name="key">16 bytes.</param>
    /// <param name="nonce">The 16 bytes that the message was sealed with.</param>
    /// <param name="ciphertext">The ciphertext, followed by its tag.</param>
    /// <param name="destination">
    /// Receives the message: at least the bytes of the ciphertext less 16. May begin at the same byte as the ciphertext.
    /// Zeroed if the tag is wrong; during the call, it may hold text that is not yet authenticated.
    /// </param>
    /// <param name="associatedData">The associated data that the message was sealed with.</param>
    /// <returns>The bytes written: 16 fewer than the ciphertext has.</returns>
    /// <exception cref="ArgumentException">
    /// The nonce has a wrong size, the destination is too short, or buffers overlap; nothing was written.
    /// </exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The tag is wrong or incomplete: nonce, ciphertext, associated data or key are not those of the sealing.
    /// </exception>
    public static int Open(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        Span<byte> destination,
        ReadOnlySpan<byte> associatedData = default) =>
        Open(Algorithms.Aegis128X2.Kernels.Best, key, nonce, ciphertext, destination, associatedData);

    /// <returns>The message: 16 bytes fewer than the ciphertext has.</returns>
    /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
    /// <exception cref="ArgumentException">The nonce has a wrong size.</exception>
    /// <inheritdoc
    /// cref="Open(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    public static byte[] OpenToArray(byte[] key, byte[] nonce, byte[] ciphertext, byte[]? associatedData = null)
    {
        Arguments.Required(key, nameof(key));
        Arguments.Required(nonce, nameof(nonce));
        var message = new byte[Math.Max(0, Arguments.Required(ciphertext, nameof(ciphertext)).Length - SealedTagBytes)];
        Open(key, nonce, ciphertext, message, associatedData);
        return message;
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static int Seal(
        AegisKernel kernel,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> destination,
        ReadOnlySpan<byte> associatedData)
    {
        CheckKey(key);
        KeyMemory memory;
        var expanded = KeyScope.Align(&memory);
        using var secret = new SecretScope(expanded, kernel.KeyBytesFor(long.MaxValue));
        var onStack = new KeyScope(expanded);
        var expandedKey = new AeadKey(kernel, key, long.MaxValue, onStack);
        return Seal(expandedKey, onStack, SealedTagBytes, nonce, plaintext, destination, associatedData);
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static int Open(
        AegisKernel kernel,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        Span<byte> destination,
        ReadOnlySpan<byte> associatedData)
    {
        CheckKey(key);
        KeyMemory memory;
        var expanded = KeyScope.Align(&memory);
        using var secret = new SecretScope(expanded, kernel.KeyBytesFor(long.MaxValue));
        var onStack = new KeyScope(expanded);
        var expandedKey = new AeadKey(kernel, key, long.MaxValue, onStack);
        return Open(expandedKey, onStack, SealedTagBytes, nonce, ciphertext, destination, associatedData);
    }

    /// <summary>Room for a key on the stack, whatever its kernel.</summary>
    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = AegisKernel.LargestKeyBytes + KeyScope.Alignment)]
    private struct KeyMemory
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Seal(
        in AeadKey key,
        KeyScope expanded,
        int tagBytes,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> destination,
        ReadOnlySpan<byte> associatedData)
    {
        CheckNonce(nonce);
        Arguments.RequireRoom(destination, (long)plaintext.Length + tagBytes);

        var ciphertext = destination.Slice(0, plaintext.Length);
        var tag = destination.Slice(plaintext.Length, tagBytes);
        Arguments.RefusePartialOverlap(plaintext, ciphertext, nameof(plaintext), nameof(destination));
        Arguments.RefuseOverlap(associatedData, ciphertext, nameof(associatedData), nameof(destination));
        key.Seal(expanded, nonce, plaintext, ciphertext, tag, associatedData);
        return plaintext.Length + tagBytes;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Open(
        in AeadKey key,
        KeyScope expanded,
        int tagBytes,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        Span<byte> destination,
        ReadOnlySpan<byte> associatedData)
    {
        CheckNonce(nonce);
        var length = ciphertext.Length - tagBytes;
        if (length < 0)
            ThrowWithoutTag(ciphertext.Length, tagBytes);
        Arguments.RequireRoom(destination, length);

        var plaintext = destination.Slice(0, length);
        Arguments.RefusePartialOverlap(ciphertext, plaintext, nameof(ciphertext), nameof(destination));
        Arguments.RefuseOverlap(associatedData, plaintext, nameof(associatedData), nameof(destination));
        key.Open(expanded, nonce, ciphertext.Slice(0, length), ciphertext.Slice(length), plaintext, associatedData);
        return length;

        static void ThrowWithoutTag(int bytes, int tagBytes) => throw new AuthenticationTagMismatchException(
            $"A ciphertext of {bytes} bytes: its tag alone would have {tagBytes}.");
    }
}
