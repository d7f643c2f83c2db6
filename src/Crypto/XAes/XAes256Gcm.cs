using System;
using System.Security.Cryptography;

namespace ManagedCrypto;

/// <summary>
/// XAES-256-GCM (c2sp.org/XAES-256-GCM): AES-GCM with nonces so long that random ones do not meet. <c>Seal</c> draws a nonce and puts
/// it in front of the ciphertext, where <c>Open</c> finds it. <c>Encrypt</c> and <c>Decrypt</c> are given one.
/// </summary>
/// <remarks>
/// <para>
/// Keys have 32 bytes, nonces 24 bytes, tags 16 bytes. A nonce must never be used twice with one key. Random nonces keep to that:
/// after 2^80 messages under one key, two of them have met with a probability below 2^-32. Each message has a key of its own, derived
/// from the key and the first half of the nonce; AES-GCM takes it with the other half.
/// </para>
/// <para>
/// Immutable after construction: any number of threads may use one object at once. A call that races
/// <see cref="Dispose"/> either completes under the key or zeroes its output and throws <see cref="ObjectDisposedException"/>.
/// </para>
/// <para>
/// Plaintext and ciphertext may be the same memory, byte for byte. Where an output overlaps otherwise what is still to be
/// read, <c>Encrypt</c> and <c>Decrypt</c> copy that first, and wipe the copy; <c>Seal</c> and <c>Open</c> refuse it before anything
/// is written.
/// </para>
/// </remarks>
public sealed partial class XAes256Gcm : IDisposable
{
    private const int KeyBytes = 32;
    private const int NonceBytes = 24;
    private const int TagBytes = 16;

    private readonly KeySlot _slot;
    private readonly XAesKey _key;

    /// <summary>Takes a key.</summary>
    /// <param name="key">32 bytes; copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public XAes256Gcm(byte[] key)
        : this(XAesKernels.Best, Arguments.Required(key, nameof(key)))
    {
    }

    /// <inheritdoc cref="XAes256Gcm(byte[])"/>
    public XAes256Gcm(ReadOnlySpan<byte> key)
        : this(XAesKernels.Best, key)
    {
    }

    internal XAes256Gcm(XAesKernels kernels, ReadOnlySpan<byte> key)
    {
        CheckKey(key);
        _slot = new KeySlot(XAesKey.ExpandedBytes(kernels), typeof(XAes256Gcm));
        _key = new XAesKey(kernels, key, _slot.Hold());
    }

    /// <summary>True: the portable kernels run anywhere.</summary>
    public static bool IsSupported => true;

    /// <summary>Sizes of a nonce, in bytes: 24.</summary>
    public static KeySizes NonceByteSizes => field ??= new(NonceBytes, NonceBytes, 1);

    /// <summary>Sizes of a tag, in bytes: 16.</summary>
    public static KeySizes TagByteSizes => field ??= new(TagBytes, TagBytes, 1);

    /// <summary>Wipes the key. Further calls throw <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose() => _slot.Dispose();

    private static void CheckKey(ReadOnlySpan<byte> key)
    {
        if (key.Length != KeyBytes)
            Throw(key.Length);

        static void Throw(int bytes) => throw new CryptographicException($"A key of {bytes} bytes: XAES-256-GCM takes 32.");
    }

    private static void CheckNonce(ReadOnlySpan<byte> nonce) => Arguments.RequireSize(nonce, NonceBytes, nameof(nonce));

    private static void CheckTag(ReadOnlySpan<byte> tag) => Arguments.RequireSize(tag, TagBytes, nameof(tag));
}
