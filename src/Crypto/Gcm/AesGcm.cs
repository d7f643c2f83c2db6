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
/// Plaintext and ciphertext may be the same memory, byte for byte. Where an output overlaps otherwise what is still to be
/// read, <c>Encrypt</c> and <c>Decrypt</c> copy that first, and wipe the copy; <c>Seal</c> and <c>Open</c> refuse it before anything
/// is written.
/// </para>
/// </remarks>
public sealed partial class AesGcm : IDisposable
{
    private const string TagSizeObsolete =
        "AesGcm should indicate the required tag size for encryption and decryption. "
        + "Use a constructor that accepts the tag size.";

    private const int SmallestTagBytes = 12;
    internal const int LargestTagBytes = 16;

    private readonly KeySlot _slot;
    private readonly AeadKey _key;
    private readonly GcmKernel _kernel;
    private readonly bool _takesAnyNonce;

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

    /// <summary>Takes a kernel; the owner is the type that exceptions name, if it is another.</summary>
    internal AesGcm(
        GcmKernel kernel, ReadOnlySpan<byte> key, int? tagSizeInBytes, Type? owner = null, bool takesAnyNonce = false)
    {
        Arguments.RequireAesKey(key);
        if (tagSizeInBytes is { } size && (size < SmallestTagBytes || size > LargestTagBytes))
            throw new ArgumentException($"A tag of {size} bytes: AES-GCM takes 12 to 16.", nameof(tagSizeInBytes));

        KeySizeInBytes = key.Length;
        TagSizeInBytes = tagSizeInBytes;
        _slot = new KeySlot(kernel.KeyBytes, owner ?? typeof(AesGcm));
        _key = new AeadKey(kernel, key, long.MaxValue, _slot.Hold());
        (_kernel, _takesAnyNonce) = (kernel, takesAnyNonce);
    }

    /// <summary>True: the portable kernels run anywhere.</summary>
    public static bool IsSupported => true;

    /// <summary>Sizes of a nonce, in bytes: 12, unless <see cref="CreateForAnyNonce(byte[], int)"/> made the object.</summary>
    public static KeySizes NonceByteSizes => field ??= new(GcmKernel.NonceBytes, GcmKernel.NonceBytes, 1);

    /// <summary>Sizes of a tag, in bytes: 12 to 16.</summary>
    public static KeySizes TagByteSizes => field ??= new(SmallestTagBytes, LargestTagBytes, 1);

    /// <summary>The size of the key, in bytes: 16, 24 or 32 (a member of .NET 11's class).</summary>
    public int KeySizeInBytes { get; }

    /// <summary>The size of the tags, in bytes, that was given at construction; null if none was.</summary>
    public int? TagSizeInBytes { get; }

    /// <summary>
    /// Takes a key, for nonces of any length from one byte on, and for tags of exactly <paramref name="tagSizeInBytes"/> bytes.
    /// </summary>
    /// <remarks>
    /// For messages that others seal with nonces of other lengths. For your own take 12 bytes: the others are hashed to a counter
    /// under the key (SP 800-38D, section 7.1), which takes time, and two of them may, if improbably, come to one counter.
    /// </remarks>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <param name="tagSizeInBytes">12 to 16 bytes.</param>
    /// <returns>A new object, for the caller to dispose.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    /// <exception cref="ArgumentException"><paramref name="tagSizeInBytes"/> is another size.</exception>
    public static AesGcm CreateForAnyNonce(byte[] key, int tagSizeInBytes) =>
        CreateForAnyNonce(Arguments.RequiredBytes(key, nameof(key)), tagSizeInBytes);

    /// <inheritdoc cref="CreateForAnyNonce(byte[], int)"/>
    public static AesGcm CreateForAnyNonce(ReadOnlySpan<byte> key, int tagSizeInBytes) =>
        new(Algorithms.AesGcm.Kernels.Best, key, tagSizeInBytes, takesAnyNonce: true);

    private int Rounds => AesKernel.RoundsFor(KeySizeInBytes);

    private int TagBytes => TagSizeInBytes ?? LargestTagBytes;

    /// <summary>Wipes the key; further calls throw <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose() => _slot.Dispose();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CheckNonce(ReadOnlySpan<byte> nonce, bool takesAny)
    {
        if (nonce.Length != GcmKernel.NonceBytes)
            GcmNonce.Require(nonce, takesAny);
    }

    private void CheckTag(ReadOnlySpan<byte> tag)
    {
        if (tag.Length < SmallestTagBytes || tag.Length > LargestTagBytes || tag.Length != (TagSizeInBytes ?? tag.Length))
            Throw(tag.Length, TagSizeInBytes);

        static void Throw(int bytes, int? expected) => throw new ArgumentException(
            $"A tag of {bytes} bytes: {(expected is null ? "AES-GCM takes 12 to 16" : $"this object was made for {expected}")}.",
            nameof(tag));
    }
}
