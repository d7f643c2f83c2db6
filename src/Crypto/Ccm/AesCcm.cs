using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AES-CCM (NIST SP 800-38C) with the members of .NET's own <c>AesCcm</c>, and with
/// <c>Seal</c> and <c>Open</c> in the form of RFC 5116.
/// </summary>
/// <remarks>
/// <para>
/// Keys have 16, 24 or 32 bytes, nonces 7 to 13 bytes, tags an even number from 4 to 16. A nonce must never be used twice with one
/// key. The longer it is, the shorter are messages: with 13 bytes, 65,535 bytes at most; with 12, 16,777,215. A forger needs about
/// 2^32 attempts for a tag of 4 bytes: take 16 where the protocol does not say otherwise.
/// </para>
/// <para>
/// Immutable after construction: any number of threads may use one object at once. A call that races
/// <see cref="Dispose"/> either completes under the key or zeroes its output and throws
/// <see cref="ObjectDisposedException"/>; until then, the output buffer may hold bytes made under a wiped key.
/// </para>
/// <para>
/// Plaintext and ciphertext may be the same memory, byte for byte; any other overlap of an output with what is still to be
/// read is refused before anything is written.
/// </para>
/// </remarks>
public sealed partial class AesCcm : IDisposable
{
    private const int ShortestNonceBytes = 7;
    private const int LongestNonceBytes = 13;
    private const int SmallestTagBytes = 4;
    private const int LargestTagBytes = 16;

    private readonly KeySlot _slot;
    private readonly CcmKey _key;

    /// <summary>Takes a key.</summary>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public AesCcm(byte[] key)
        : this(Algorithms.Aes.Kernels.Best, Arguments.Required(key, nameof(key)))
    {
    }

    /// <inheritdoc cref="AesCcm(byte[])"/>
    public AesCcm(ReadOnlySpan<byte> key)
        : this(Algorithms.Aes.Kernels.Best, key)
    {
    }

    internal AesCcm(AesKernel kernel, ReadOnlySpan<byte> key)
    {
        Arguments.RequireAesKey(key);
        _slot = new KeySlot(kernel.EncryptionScheduleBytes);
        _key = new CcmKey(kernel, key, _slot.Hold());
    }

    /// <summary>True: the portable kernels run anywhere.</summary>
    public static bool IsSupported => true;

    /// <summary>Sizes of a nonce, in bytes: 7 to 13.</summary>
    public static KeySizes NonceByteSizes { get; } = new(ShortestNonceBytes, LongestNonceBytes, 1);

    /// <summary>Sizes of a tag, in bytes: 4, 6, 8, 10, 12, 14 and 16.</summary>
    public static KeySizes TagByteSizes { get; } = new(SmallestTagBytes, LargestTagBytes, 2);

    /// <summary>Encrypts a message and computes its tag.</summary>
    /// <param name="nonce">7 to 13 bytes, never used with this key before.</param>
    /// <param name="plaintext">The message; its length is limited by that of the nonce.</param>
    /// <param name="ciphertext">Receives as many bytes as the message has; may be the same memory.</param>
    /// <param name="tag">Receives the tag: 4, 6, 8, 10, 12, 14 or 16 bytes.</param>
    /// <param name="associatedData">Data that the tag covers, too; null for none. The same are needed for decryption.</param>
    /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The nonce or the tag has a wrong size, the texts differ in length, or buffers overlap; nothing was written.
    /// </exception>
    /// <exception cref="CryptographicException">The message is too long for the nonce; nothing was written.</exception>
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
        CheckSizes(plaintext, ciphertext, nonce, tag);
        Arguments.RefusePartialOverlap(plaintext, ciphertext, nameof(plaintext), nameof(ciphertext));
        Arguments.RefuseOverlap(tag, ciphertext, nameof(tag), nameof(ciphertext));
        Arguments.RefuseOverlap(associatedData, ciphertext, nameof(associatedData), nameof(ciphertext));
        _key.Seal(_slot.Hold(), nonce, plaintext, ciphertext, tag, associatedData);
    }

    /// <summary>Decrypts a message if its tag is right.</summary>
    /// <param name="nonce">The 7 to 13 bytes that the message was encrypted with.</param>
    /// <param name="ciphertext">The encrypted message.</param>
    /// <param name="tag">The tag: 4, 6, 8, 10, 12, 14 or 16 bytes.</param>
    /// <param name="plaintext">
    /// Receives as many bytes as the ciphertext has; may be the same memory. Zeroed if the tag is wrong; during the call, it may
    /// hold text that is not yet authenticated.
    /// </param>
    /// <param name="associatedData">The associated data that the message was encrypted with; null for none.</param>
    /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The nonce or the tag has a wrong size, the texts differ in length, or buffers overlap; nothing was written.
    /// </exception>
    /// <exception cref="CryptographicException">The message is too long for the nonce; nothing was written.</exception>
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
        CheckSizes(plaintext, ciphertext, nonce, tag);
        Arguments.RefusePartialOverlap(ciphertext, plaintext, nameof(ciphertext), nameof(plaintext));
        Arguments.RefuseOverlap(tag, plaintext, nameof(tag), nameof(plaintext));
        Arguments.RefuseOverlap(associatedData, plaintext, nameof(associatedData), nameof(plaintext));
        _key.Open(_slot.Hold(), nonce, ciphertext, tag, plaintext, associatedData);
    }

    /// <summary>Wipes the key. Further calls throw <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose() => _slot.Dispose();

    private static void CheckSizes(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> tag)
    {
        if (plaintext.Length != ciphertext.Length)
            ThrowDifferentLengths(plaintext.Length, ciphertext.Length);
        CheckNonce(nonce);
        if (tag.Length is < SmallestTagBytes or > LargestTagBytes || tag.Length % 2 != 0)
            ThrowTagSize(tag.Length);
        CheckLength(plaintext.Length, nonce);

        static void ThrowDifferentLengths(int plaintextBytes, int ciphertextBytes) => throw new ArgumentException(
            $"A plaintext of {plaintextBytes} bytes and a ciphertext of {ciphertextBytes}: they must be of one length.");

        static void ThrowTagSize(int bytes) => throw new ArgumentException(
            $"A tag of {bytes} bytes: AES-CCM takes 4, 6, 8, 10, 12, 14 and 16.", nameof(tag));
    }

    private static void CheckNonce(ReadOnlySpan<byte> nonce)
    {
        if (nonce.Length is < ShortestNonceBytes or > LongestNonceBytes)
            Throw(nonce.Length);

        static void Throw(int bytes) => throw new ArgumentException($"It has {bytes} bytes: AES-CCM takes 7 to 13.", nameof(nonce));
    }

    /// <summary>The nonce leaves 15 bytes less its own for the length of the message (SP 800-38C, appendix A.1).</summary>
    private static void CheckLength(int length, ReadOnlySpan<byte> nonce)
    {
        var longest = (1L << (8 * Math.Min(4, 15 - nonce.Length))) - 1;
        if (length > longest)
            Throw(length, nonce.Length, longest);

        static void Throw(int length, int nonceBytes, long longest) => throw new CryptographicException(
            $"A message of {length} bytes: with a nonce of {nonceBytes} bytes, AES-CCM takes {longest} at most.");
    }
}
