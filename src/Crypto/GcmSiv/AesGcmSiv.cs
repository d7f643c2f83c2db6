using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AES-GCM-SIV (RFC 8452) with members like those of .NET's <c>AesGcm</c>, and with <c>Seal</c> and <c>Open</c> in the form of
/// RFC 5116.
/// </summary>
/// <remarks>
/// <para>
/// Keys have 16 or 32 bytes, nonces 12 bytes, tags 16 bytes. A nonce that is used twice with one key betrays only whether both messages
/// and their associated data were the same; the same nonce for many messages weakens the key all the same, so nonces are counted or
/// random. Every message derives keys of its own from the nonce.
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
public sealed partial class AesGcmSiv : IDisposable
{
    private const int NonceBytes = 12;
    private const int LargestTagBytes = 16;

    private readonly KeySlot _slot;
    private readonly GcmSivKey _key;

    /// <summary>Takes a key.</summary>
    /// <param name="key">16 or 32 bytes; copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public AesGcmSiv(byte[] key)
        : this(Algorithms.AesGcmSiv.Kernels.Best, Arguments.Required(key, nameof(key)))
    {
    }

    /// <inheritdoc cref="AesGcmSiv(byte[])"/>
    public AesGcmSiv(ReadOnlySpan<byte> key)
        : this(Algorithms.AesGcmSiv.Kernels.Best, key)
    {
    }

    internal AesGcmSiv(GcmSivKernel kernel, ReadOnlySpan<byte> key)
    {
        CheckKey(key);
        _slot = new KeySlot(GcmSivKey.ExpandedBytes(kernel), typeof(AesGcmSiv));
        _key = new GcmSivKey(kernel, key, _slot.Hold());
    }

    /// <summary>True: the portable kernels run anywhere.</summary>
    public static bool IsSupported => true;

    /// <summary>Sizes of a nonce, in bytes: 12.</summary>
    public static KeySizes NonceByteSizes => field ??= new(NonceBytes, NonceBytes, 1);

    /// <summary>Sizes of a tag, in bytes: 16.</summary>
    public static KeySizes TagByteSizes => field ??= new(LargestTagBytes, LargestTagBytes, 1);

    /// <summary>Wipes the key. Further calls throw <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose() => _slot.Dispose();

    private static void CheckKey(ReadOnlySpan<byte> key)
    {
        if (key.Length is not (16 or 32))
            Throw(key.Length);

        static void Throw(int bytes) => throw new CryptographicException(
            $"A key of {bytes} bytes: AES-GCM-SIV takes 16 and 32.");
    }

    private static void CheckNonce(ReadOnlySpan<byte> nonce) => Arguments.RequireSize(nonce, NonceBytes, nameof(nonce));

    private static void CheckTag(ReadOnlySpan<byte> tag)
    {
        if (tag.Length != LargestTagBytes)
            Throw(tag.Length);

        static void Throw(int bytes) => throw new ArgumentException(
            $"A tag of {bytes} bytes: AES-GCM-SIV takes 16.", nameof(tag));
    }
}
