using System;
using System.IO;
using System.Security.Cryptography;
#if NET
using System.Threading;
using System.Threading.Tasks;
#endif
using ManagedCrypto.Intrinsics;

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <summary>
/// Comparison and wiping of secrets, and hashes and HMACs by the names of their hash functions. A drop-in for
/// <c>System.Security.Cryptography.CryptographicOperations</c> that needs no native library. Its members may be called from
/// many threads at once.
/// </summary>
public static partial class CryptographicOperations
{
    /// <summary>Compares two secrets in a time that depends on their lengths alone.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    /// <returns>Whether they have the same length and the same bytes.</returns>
    public static bool FixedTimeEquals(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right) => Secret.FixedTimeEquals(left, right);

    /// <summary>Compares each byte of a secret with one value, in a time that depends on the number of bytes alone.</summary>
    /// <param name="source">The secret.</param>
    /// <param name="value">What each byte is compared with.</param>
    /// <returns>Whether all bytes have the value; true if there are none.</returns>
    public static bool FixedTimeEquals(ReadOnlySpan<byte> source, byte value) => Secret.FixedTimeEquals(source, value);

    /// <summary>Zeroes a secret, even if nothing reads the memory again.</summary>
    /// <param name="buffer">Holds the secret.</param>
    public static void ZeroMemory(Span<byte> buffer) => Secret.Wipe(buffer);

    /// <summary>Hashes a whole message.</summary>
    /// <param name="hashAlgorithm">The hash function.</param>
    /// <param name="source">The message.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="source"/> or the name in <paramref name="hashAlgorithm"/> is null.
    /// </exception>
    /// <exception cref="ArgumentException">The name in <paramref name="hashAlgorithm"/> is empty.</exception>
    /// <exception cref="CryptographicException"><paramref name="hashAlgorithm"/> is not a known hash function.</exception>
    public static byte[] HashData(HashAlgorithmName hashAlgorithm, byte[] source) =>
        HashData(hashAlgorithm, Arguments.RequiredBytes(source, nameof(source)));

    /// <inheritdoc cref="HashData(HashAlgorithmName, byte[])"/>
    /// <exception cref="ArgumentNullException">The name in <paramref name="hashAlgorithm"/> is null.</exception>
    public static byte[] HashData(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> source)
    {
        var hash = Find(hashAlgorithm);
        var digest = new byte[hash.DigestBytes];
        hash.Hash(source, digest);
        return digest;
    }

    /// <inheritdoc cref="HashData(HashAlgorithmName, ReadOnlySpan{byte})"/>
    /// <param name="destination">Receives the digest at its beginning.</param>
    /// <returns>Bytes of the digest.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is shorter than the digest, or the name in <paramref name="hashAlgorithm"/> is empty.
    /// </exception>
    public static int HashData(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        var hash = Find(hashAlgorithm);
        Arguments.RequireRoom(destination, hash.DigestBytes);
        hash.Hash(source, destination);
        return hash.DigestBytes;
    }

    /// <summary>Hashes a whole message, if the destination has room for the digest.</summary>
    /// <inheritdoc cref="HashData(HashAlgorithmName, ReadOnlySpan{byte})"/>
    /// <param name="destination">Receives the digest at its beginning.</param>
    /// <param name="bytesWritten">Bytes of the digest, or 0 if the destination is shorter.</param>
    /// <returns>Whether the destination has room for it.</returns>
    public static bool TryHashData(
        HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
    {
        var hash = Find(hashAlgorithm);
        bytesWritten = destination.Length < hash.DigestBytes ? 0 : HashData(hashAlgorithm, source, destination);
        return bytesWritten != 0;
    }

    /// <summary>Hashes a stream from where it stands to its end.</summary>
    /// <param name="hashAlgorithm">The hash function.</param>
    /// <param name="source">The stream, which is left open.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="source"/> or the name in <paramref name="hashAlgorithm"/> is null.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, or the name in <paramref name="hashAlgorithm"/> is empty.
    /// </exception>
    /// <exception cref="CryptographicException"><paramref name="hashAlgorithm"/> is not a known hash function.</exception>
    public static byte[] HashData(HashAlgorithmName hashAlgorithm, Stream source) =>
        HashStreams.Hash(Begin(hashAlgorithm), source);

    /// <inheritdoc cref="HashData(HashAlgorithmName, Stream)"/>
    /// <param name="destination">Receives the digest at its beginning.</param>
    /// <returns>Bytes of the digest.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, <paramref name="destination"/> is shorter than the digest, or the name in
    /// <paramref name="hashAlgorithm"/> is empty.
    /// </exception>
    public static int HashData(HashAlgorithmName hashAlgorithm, Stream source, Span<byte> destination) =>
        HashStreams.Hash(Begin(hashAlgorithm), source, destination);

#if NET
    /// <inheritdoc cref="HashData(HashAlgorithmName, Stream)"/>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<byte[]> HashDataAsync(
        HashAlgorithmName hashAlgorithm, Stream source, CancellationToken cancellationToken = default) =>
        HashStreams.HashAsync(Begin(hashAlgorithm), source, cancellationToken);

    /// <inheritdoc cref="HashData(HashAlgorithmName, Stream, Span{byte})"/>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<int> HashDataAsync(
        HashAlgorithmName hashAlgorithm, Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
        HashStreams.HashAsync(Begin(hashAlgorithm), source, destination, cancellationToken);
#endif

    private static MessageHash Find(HashAlgorithmName hashAlgorithm) => HashNames.Required(hashAlgorithm, nameof(hashAlgorithm));

    private static RunningMessage<HashEngine> Begin(HashAlgorithmName hashAlgorithm) =>
        HashEngine.Begin(Find(hashAlgorithm), typeof(CryptographicOperations));
}
