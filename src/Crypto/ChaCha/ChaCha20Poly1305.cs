using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// ChaCha20-Poly1305 (RFC 8439) with the members of .NET's <c>ChaCha20Poly1305</c>, and with <c>Seal</c> and <c>Open</c> in the form of
/// RFC 5116.
/// </summary>
/// <remarks>
/// <para>
/// Keys have 32 bytes, nonces 12 bytes, tags 16 bytes. A nonce must never be used twice with one key: count them, or take
/// <see cref="XChaCha20Poly1305"/>, whose nonces may be random.
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
public sealed partial class ChaCha20Poly1305 : IDisposable
{
    private const int KeyBytes = 32;
    private const int NonceBytes = 12;
    private const int LargestTagBytes = 16;

    private readonly KeySlot _slot;
    private readonly ChaChaKey _key;

    /// <summary>Takes a key.</summary>
    /// <param name="key">32 bytes; copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public ChaCha20Poly1305(byte[] key)
        : this(Algorithms.ChaCha20Poly1305.Kernels.Best, Arguments.Required(key, nameof(key)))
    {
    }

    /// <inheritdoc cref="ChaCha20Poly1305(byte[])"/>
    public ChaCha20Poly1305(ReadOnlySpan<byte> key)
        : this(Algorithms.ChaCha20Poly1305.Kernels.Best, key)
    {
    }

    internal ChaCha20Poly1305(ChaChaPolyKernel kernel, ReadOnlySpan<byte> key)
    {
        CheckKey(key);
        _slot = new KeySlot(ChaChaKey.ExpandedBytes(kernel), typeof(ChaCha20Poly1305));
        _key = new ChaChaKey(kernel, key, _slot.Hold());
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
        if (key.Length != KeyBytes)
            Throw(key.Length);

        static void Throw(int bytes) => throw new CryptographicException($"A key of {bytes} bytes: ChaCha20-Poly1305 takes 32.");
    }

    private static void CheckNonce(ReadOnlySpan<byte> nonce) => Arguments.RequireSize(nonce, NonceBytes, nameof(nonce));

    private static void CheckTag(ReadOnlySpan<byte> tag) => Arguments.RequireSize(tag, LargestTagBytes, nameof(tag));
}
