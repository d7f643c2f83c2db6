using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AES-GMAC (SP 800-38D): codes of 16 bytes that show who knows the key, and that nothing was changed. It is AES-GCM without a text.
/// </summary>
/// <remarks>
/// <para>
/// Keys have 16, 24 or 32 bytes, nonces 12 bytes. A nonce must never be used twice with one key: two messages with one nonce
/// let anyone forge others. Where nonces cannot be kept apart, take <see cref="AesCmac"/> or an HMAC. Messages are taken for
/// public, as are associated data of AES-GCM: pieces of them may stay on the stack.
/// </para>
/// <para>
/// An object keeps the expanded key. It is immutable: any number of threads may use one at once, and after
/// <see cref="Dispose"/>, which wipes the key, its calls throw <see cref="ObjectDisposedException"/>. A destination may overlap its
/// source.
/// </para>
/// </remarks>
public sealed unsafe class AesGmac : IDisposable
{
    /// <summary>Bits of a code.</summary>
    public const int HashSizeInBits = HashSizeInBytes * 8;

    /// <summary>Bytes of a code.</summary>
    public const int HashSizeInBytes = AesGcm.LargestTagBytes;

    private readonly AesGcm _gcm;

    /// <summary>Takes a key.</summary>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public AesGmac(byte[] key)
        : this(Algorithms.AesGcm.Kernels.Best, Arguments.RequiredBytes(key, nameof(key)))
    {
    }

    /// <inheritdoc cref="AesGmac(byte[])"/>
    public AesGmac(ReadOnlySpan<byte> key)
        : this(Algorithms.AesGcm.Kernels.Best, key)
    {
    }

    internal AesGmac(GcmKernel kernel, ReadOnlySpan<byte> key) =>
        _gcm = new AesGcm(kernel, key, HashSizeInBytes, typeof(AesGmac));

    /// <summary>Computes the code of a whole message; the key is expanded on the stack and wiped.</summary>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="nonce">12 bytes, never used with this key before.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the code in its first 16 bytes.</param>
    /// <returns>16, the number of bytes written.</returns>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    /// <exception cref="ArgumentException">The nonce has a wrong size, or the destination is too short.</exception>
    public static int HashData(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AesGcm.Seal(key, nonce, default, destination, source);

    /// <returns>The code, 16 bytes.</returns>
    /// <exception cref="ArgumentException">The nonce has a wrong size.</exception>
    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source)
    {
        var code = new byte[HashSizeInBytes];
        HashData(key, nonce, source, code);
        return code;
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static byte[] HashData(byte[] key, byte[] nonce, byte[] source) => HashData(
        Arguments.RequiredBytes(key, nameof(key)),
        Arguments.RequiredBytes(nonce, nameof(nonce)),
        Arguments.RequiredBytes(source, nameof(source)));

    /// <summary>Tells whether a code is that of a message, in the same time wherever it differs.</summary>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="nonce">The 12 bytes that the code was computed with.</param>
    /// <param name="source">The message.</param>
    /// <param name="hash">The code to verify, 16 bytes.</param>
    /// <returns>Whether it is right.</returns>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    /// <exception cref="ArgumentException"><paramref name="nonce"/> or <paramref name="hash"/> has a wrong size.</exception>
    public static bool Verify(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash)
    {
        Arguments.RequireSize(hash, HashSizeInBytes, nameof(hash));
        AesBlock code;
        HashData(key, nonce, source, new Span<byte>(&code, HashSizeInBytes));
        return AuthenticationTag.IsRight(&code, HashSizeInBytes, hash);
    }

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static bool Verify(byte[] key, byte[] nonce, byte[] source, byte[] hash) => Verify(
        Arguments.RequiredBytes(key, nameof(key)),
        Arguments.RequiredBytes(nonce, nameof(nonce)),
        Arguments.RequiredBytes(source, nameof(source)),
        Arguments.RequiredBytes(hash, nameof(hash)));

    /// <summary>Computes the code of a whole message.</summary>
    /// <param name="nonce">12 bytes, never used with this key before.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the code in its first 16 bytes.</param>
    /// <returns>16, the number of bytes written.</returns>
    /// <exception cref="ArgumentException">The nonce has a wrong size, or the destination is too short.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int ComputeHash(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, Span<byte> destination) =>
        _gcm.Seal(nonce, default, destination, source);

    /// <returns>The code, 16 bytes.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException">The nonce has a wrong size.</exception>
    /// <inheritdoc cref="ComputeHash(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    public byte[] ComputeHash(byte[] nonce, byte[] source)
    {
        var code = new byte[HashSizeInBytes];
        ComputeHash(
            Arguments.RequiredBytes(nonce, nameof(nonce)), Arguments.RequiredBytes(source, nameof(source)), code);
        return code;
    }

    /// <summary>Tells whether a code is that of a message, in the same time wherever it differs.</summary>
    /// <param name="nonce">The 12 bytes that the code was computed with.</param>
    /// <param name="source">The message.</param>
    /// <param name="hash">The code to verify, 16 bytes.</param>
    /// <returns>Whether it is right.</returns>
    /// <exception cref="ArgumentException"><paramref name="nonce"/> or <paramref name="hash"/> has a wrong size.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool VerifyHash(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash)
    {
        Arguments.RequireSize(hash, HashSizeInBytes, nameof(hash));
        AesBlock code;
        ComputeHash(nonce, source, new Span<byte>(&code, HashSizeInBytes));
        return AuthenticationTag.IsRight(&code, HashSizeInBytes, hash);
    }

    /// <summary>Wipes the key; further calls throw <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose() => _gcm.Dispose();
}
