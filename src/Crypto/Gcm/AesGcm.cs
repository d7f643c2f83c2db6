using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AES-GCM (NIST SP 800-38D) with the members of .NET's own <c>AesGcm</c>, and with
/// <c>Seal</c> and <c>Open</c> in the form of RFC 5116.
/// </summary>
/// <remarks>
/// <para>
/// Keys have 16, 24 or 32 bytes, nonces 12 bytes, tags 12 to 16 bytes. A nonce must never be used twice with one key.
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
public sealed partial class AesGcm : IDisposable
{
    private const string TagSizeObsolete =
        "AesGcm should indicate the required tag size for encryption and decryption. "
        + "Use a constructor that accepts the tag size.";

    private const int NonceBytes = 12;
    private const int KeyAlignment = 64;
    private const int SmallestTagBytes = 12;
    internal const int LargestTagBytes = 16;

    private readonly KeySlot _slot;
    private readonly GcmKey _key;

    /// <summary>Takes a key, for tags of exactly <paramref name="tagSizeInBytes"/> bytes.</summary>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <param name="tagSizeInBytes">12 to 16 bytes.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    /// <exception cref="ArgumentException"><paramref name="tagSizeInBytes"/> is another size.</exception>
    public AesGcm(byte[] key, int tagSizeInBytes)
        : this(Algorithms.AesGcm.Kernels.Best, Arguments.Required(key, nameof(key)), tagSizeInBytes)
    {
    }

    /// <inheritdoc cref="AesGcm(byte[], int)"/>
    public AesGcm(ReadOnlySpan<byte> key, int tagSizeInBytes)
        : this(Algorithms.AesGcm.Kernels.Best, key, tagSizeInBytes)
    {
    }

    /// <summary>Takes a key, for tags of whatever size each call gives.</summary>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
#if NET
    [Obsolete(TagSizeObsolete, DiagnosticId = "SYSLIB0053", UrlFormat = "https://aka.ms/dotnet-warnings/{0}")]
#else
    [Obsolete(TagSizeObsolete)]
#endif
    public AesGcm(byte[] key)
        : this(Algorithms.AesGcm.Kernels.Best, Arguments.Required(key, nameof(key)), null)
    {
    }

    /// <inheritdoc cref="AesGcm(byte[])"/>
#if NET
    [Obsolete(TagSizeObsolete, DiagnosticId = "SYSLIB0053", UrlFormat = "https://aka.ms/dotnet-warnings/{0}")]
#else
    [Obsolete(TagSizeObsolete)]
#endif
    public AesGcm(ReadOnlySpan<byte> key)
        : this(Algorithms.AesGcm.Kernels.Best, key, null)
    {
    }

    internal AesGcm(GcmKernel kernel, ReadOnlySpan<byte> key, int? tagSizeInBytes)
    {
        Arguments.RequireAesKey(key);
        if (tagSizeInBytes is { } size && (size < SmallestTagBytes || size > LargestTagBytes))
            throw new ArgumentException($"A tag of {size} bytes: AES-GCM takes 12 to 16.", nameof(tagSizeInBytes));

        TagSizeInBytes = tagSizeInBytes;
        _slot = new KeySlot(kernel.KeyBytes);
        _key = new GcmKey(kernel, key, long.MaxValue, _slot.Hold());
    }

    /// <summary>True: the portable kernels run anywhere.</summary>
    public static bool IsSupported => true;

    /// <summary>Sizes of a nonce, in bytes: 12.</summary>
    public static KeySizes NonceByteSizes { get; } = new(NonceBytes, NonceBytes, 1);

    /// <summary>Sizes of a tag, in bytes: 12 to 16.</summary>
    public static KeySizes TagByteSizes { get; } = new(SmallestTagBytes, LargestTagBytes, 1);

    /// <summary>The size of the tags, in bytes, that was given at construction; null if none was.</summary>
    public int? TagSizeInBytes { get; }

    /// <summary>Encrypts a message and computes its tag.</summary>
    /// <param name="nonce">12 bytes, never used with this key before.</param>
    /// <param name="plaintext">The message, of any length.</param>
    /// <param name="ciphertext">Receives as many bytes as the message has; may be the same memory.</param>
    /// <param name="tag">Receives the tag: 12 to 16 bytes, or as many as were given at construction.</param>
    /// <param name="associatedData">Data that the tag covers, too; null for none. The same are needed for decryption.</param>
    /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The nonce or the tag has a wrong size, the texts differ in length, or buffers overlap; nothing was written.
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
        CheckSizes(plaintext, ciphertext, nonce, tag);
        Arguments.RefusePartialOverlap(plaintext, ciphertext, nameof(plaintext), nameof(ciphertext));
        Arguments.RefuseOverlap(tag, ciphertext, nameof(tag), nameof(ciphertext));
        Arguments.RefuseOverlap(associatedData, ciphertext, nameof(associatedData), nameof(ciphertext));
        _key.Seal(_slot.Hold(), nonce, plaintext, ciphertext, tag, associatedData);
    }

    /// <summary>Decrypts a message if its tag is right.</summary>
    /// <param name="nonce">The 12 bytes that the message was encrypted with.</param>
    /// <param name="ciphertext">The encrypted message, of any length.</param>
    /// <param name="tag">The tag: 12 to 16 bytes, or as many as were given at construction.</param>
    /// <param name="plaintext">
    /// Receives as many bytes as the ciphertext has; may be the same memory. Zeroed if the tag is wrong; during the call, it may
    /// hold text that is not yet authenticated.
    /// </param>
    /// <param name="associatedData">The associated data that the message was encrypted with; null for none.</param>
    /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The nonce or the tag has a wrong size, the texts differ in length, or buffers overlap; nothing was written.
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
        CheckSizes(plaintext, ciphertext, nonce, tag);
        Arguments.RefusePartialOverlap(ciphertext, plaintext, nameof(ciphertext), nameof(plaintext));
        Arguments.RefuseOverlap(tag, plaintext, nameof(tag), nameof(plaintext));
        Arguments.RefuseOverlap(associatedData, plaintext, nameof(associatedData), nameof(plaintext));
        _key.Open(_slot.Hold(), nonce, ciphertext, tag, plaintext, associatedData);
    }

    /// <summary>Wipes the key. Further calls throw <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose() => _slot.Dispose();

    private void CheckSizes(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> tag)
    {
        if (plaintext.Length != ciphertext.Length)
            ThrowDifferentLengths(plaintext.Length, ciphertext.Length);
        Arguments.RequireSize(nonce, NonceBytes, nameof(nonce));
        if (tag.Length < SmallestTagBytes || tag.Length > LargestTagBytes || tag.Length != (TagSizeInBytes ?? tag.Length))
            ThrowTagSize(tag.Length, TagSizeInBytes);

        static void ThrowDifferentLengths(int plaintextBytes, int ciphertextBytes) => throw new ArgumentException(
            $"A plaintext of {plaintextBytes} bytes and a ciphertext of {ciphertextBytes}: they must be of one length.");

        static void ThrowTagSize(int bytes, int? expected) => throw new ArgumentException(
            $"A tag of {bytes} bytes: {(expected is null ? "AES-GCM takes 12 to 16" : $"this object was made for {expected}")}.",
            nameof(tag));
    }
}
