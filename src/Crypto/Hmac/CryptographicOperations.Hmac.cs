using System;
using System.IO;
using System.Security.Cryptography;
#if NET
using System.Threading;
using System.Threading.Tasks;
#endif

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

public static partial class CryptographicOperations
{
    /// <summary>Computes the HMAC of a whole message.</summary>
    /// <param name="hashAlgorithm">The hash function.</param>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The message.</param>
    /// <returns>The code.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="key"/>, <paramref name="source"/> or the name in <paramref name="hashAlgorithm"/> is null.
    /// </exception>
    /// <exception cref="ArgumentException">The name in <paramref name="hashAlgorithm"/> is empty.</exception>
    /// <exception cref="CryptographicException"><paramref name="hashAlgorithm"/> is not a known hash function.</exception>
    public static byte[] HmacData(HashAlgorithmName hashAlgorithm, byte[] key, byte[] source) => HmacData(
        hashAlgorithm, Arguments.RequiredBytes(key, nameof(key)), Arguments.RequiredBytes(source, nameof(source)));

    /// <inheritdoc cref="HmacData(HashAlgorithmName, byte[], byte[])"/>
    public static byte[] HmacData(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source)
    {
        var hash = Find(hashAlgorithm);
        var code = new byte[hash.DigestBytes];
        HmacState.Hash(hash, key, source, code);
        return code;
    }

    /// <inheritdoc cref="HmacData(HashAlgorithmName, byte[], byte[])"/>
    /// <param name="destination">Receives the code at its beginning.</param>
    /// <returns>Bytes of the code.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is shorter than the code, or the name in <paramref name="hashAlgorithm"/> is empty.
    /// </exception>
    public static int HmacData(
        HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        var hash = Find(hashAlgorithm);
        Arguments.RequireRoom(destination, hash.DigestBytes);
        HmacState.Hash(hash, key, source, destination);
        return hash.DigestBytes;
    }

    /// <summary>Computes the HMAC of a whole message, if the destination has room for the code.</summary>
    /// <inheritdoc cref="HmacData(HashAlgorithmName, byte[], byte[])"/>
    /// <param name="destination">Receives the code at its beginning.</param>
    /// <param name="bytesWritten">Bytes of the code, or 0 if the destination is shorter.</param>
    /// <returns>Whether the destination has room for it.</returns>
    public static bool TryHmacData(
        HashAlgorithmName hashAlgorithm,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> source,
        Span<byte> destination,
        out int bytesWritten)
    {
        var hash = Find(hashAlgorithm);
        bytesWritten = destination.Length < hash.DigestBytes ? 0 : HmacData(hashAlgorithm, key, source, destination);
        return bytesWritten != 0;
    }

    /// <summary>Computes the HMAC of a stream from where it stands to its end.</summary>
    /// <param name="hashAlgorithm">The hash function.</param>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The stream, which is left open.</param>
    /// <returns>The code.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="key"/>, <paramref name="source"/> or the name in <paramref name="hashAlgorithm"/> is null.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, or the name in <paramref name="hashAlgorithm"/> is empty.
    /// </exception>
    /// <exception cref="CryptographicException"><paramref name="hashAlgorithm"/> is not a known hash function.</exception>
    public static byte[] HmacData(HashAlgorithmName hashAlgorithm, byte[] key, Stream source) =>
        HmacData(hashAlgorithm, Arguments.RequiredBytes(key, nameof(key)), source);

    /// <inheritdoc cref="HmacData(HashAlgorithmName, byte[], Stream)"/>
    public static byte[] HmacData(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key, Stream source) =>
        HashStreams.Hash(Begin(hashAlgorithm, key), source);

    /// <inheritdoc cref="HmacData(HashAlgorithmName, byte[], Stream)"/>
    /// <param name="destination">Receives the code at its beginning.</param>
    /// <returns>Bytes of the code.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, <paramref name="destination"/> is shorter than the code, or the name in
    /// <paramref name="hashAlgorithm"/> is empty.
    /// </exception>
    public static int HmacData(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key, Stream source, Span<byte> destination) =>
        HashStreams.Hash(Begin(hashAlgorithm, key), source, destination);

    /// <summary>Tells whether a code is the HMAC of a message, in the same time wherever it differs.</summary>
    /// <param name="hash">The code to verify, of a digest's length.</param>
    /// <returns>Whether it is right.</returns>
    /// <inheritdoc cref="HmacData(HashAlgorithmName, byte[], byte[])"/>
    /// <exception cref="ArgumentException">
    /// <paramref name="hash"/> has another length, or the name in <paramref name="hashAlgorithm"/> is empty.
    /// </exception>
    public static bool VerifyHmac(
        HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash)
    {
        var function = Find(hashAlgorithm);
        Arguments.RequireSize(hash, function.DigestBytes, nameof(hash));
        return HmacState.Verify(function, key, source, hash);
    }

    /// <inheritdoc cref="VerifyHmac(HashAlgorithmName, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    public static bool VerifyHmac(HashAlgorithmName hashAlgorithm, byte[] key, byte[] source, byte[] hash) => VerifyHmac(
        hashAlgorithm,
        Arguments.RequiredBytes(key, nameof(key)),
        Arguments.RequiredBytes(source, nameof(source)),
        Arguments.RequiredBytes(hash, nameof(hash)));

    /// <summary>Whether a code is the HMAC of a stream from where it stands to its end.</summary>
    /// <param name="hash">The code to verify, of a digest's length.</param>
    /// <returns>Whether it is right.</returns>
    /// <inheritdoc cref="HmacData(HashAlgorithmName, byte[], Stream)"/>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, <paramref name="hash"/> has another length, or the name in
    /// <paramref name="hashAlgorithm"/> is empty.
    /// </exception>
    public static bool VerifyHmac(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key, Stream source, ReadOnlySpan<byte> hash)
    {
        var function = Find(hashAlgorithm);
        Arguments.Required(source, nameof(source));
        Arguments.RequireSize(hash, function.DigestBytes, nameof(hash));
        return HashStreams.Verify(Begin(hashAlgorithm, key), source, hash);
    }

    /// <inheritdoc cref="VerifyHmac(HashAlgorithmName, ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte})"/>
    public static bool VerifyHmac(HashAlgorithmName hashAlgorithm, byte[] key, Stream source, byte[] hash) => VerifyHmac(
        hashAlgorithm, Arguments.RequiredBytes(key, nameof(key)), source, Arguments.RequiredBytes(hash, nameof(hash)));

#if NET
    /// <inheritdoc cref="HmacData(HashAlgorithmName, byte[], Stream)"/>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<byte[]> HmacDataAsync(
        HashAlgorithmName hashAlgorithm, byte[] key, Stream source, CancellationToken cancellationToken = default) =>
        HmacDataAsync(
            hashAlgorithm, new ReadOnlyMemory<byte>(Arguments.Required(key, nameof(key))), source, cancellationToken);

    /// <inheritdoc cref="HmacDataAsync(HashAlgorithmName, byte[], Stream, CancellationToken)"/>
    public static ValueTask<byte[]> HmacDataAsync(
        HashAlgorithmName hashAlgorithm, ReadOnlyMemory<byte> key, Stream source, CancellationToken cancellationToken = default) =>
        HashStreams.HashAsync(Begin(hashAlgorithm, key.Span), source, cancellationToken);

    /// <inheritdoc cref="HmacData(HashAlgorithmName, ReadOnlySpan{byte}, Stream, Span{byte})"/>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<int> HmacDataAsync(
        HashAlgorithmName hashAlgorithm,
        ReadOnlyMemory<byte> key,
        Stream source,
        Memory<byte> destination,
        CancellationToken cancellationToken = default) =>
        HashStreams.HashAsync(Begin(hashAlgorithm, key.Span), source, destination, cancellationToken);

    /// <inheritdoc cref="VerifyHmac(HashAlgorithmName, ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte})"/>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<bool> VerifyHmacAsync(
        HashAlgorithmName hashAlgorithm,
        ReadOnlyMemory<byte> key,
        Stream source,
        ReadOnlyMemory<byte> hash,
        CancellationToken cancellationToken = default)
    {
        var function = Find(hashAlgorithm);
        Arguments.Required(source, nameof(source));
        Arguments.RequireSize(hash.Span, function.DigestBytes, nameof(hash));
        return HashStreams.VerifyAsync(Begin(hashAlgorithm, key.Span), source, hash, cancellationToken);
    }

    /// <inheritdoc cref="VerifyHmacAsync(HashAlgorithmName, ReadOnlyMemory{byte}, Stream, ReadOnlyMemory{byte}, CancellationToken)"/>
    public static ValueTask<bool> VerifyHmacAsync(
        HashAlgorithmName hashAlgorithm, byte[] key, Stream source, byte[] hash, CancellationToken cancellationToken = default) =>
        VerifyHmacAsync(
            hashAlgorithm,
            new ReadOnlyMemory<byte>(Arguments.Required(key, nameof(key))),
            source,
            new ReadOnlyMemory<byte>(Arguments.Required(hash, nameof(hash))),
            cancellationToken);
#endif

    private static RunningMessage<HmacEngine> Begin(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key) =>
        HmacEngine.Begin(Find(hashAlgorithm), typeof(CryptographicOperations), key);
}
