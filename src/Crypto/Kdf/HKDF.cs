using System;
using System.Security.Cryptography;

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <summary>
/// HKDF (RFC 5869): keys from a secret that is random enough, such as an agreed key, and not from a password. A drop-in for
/// <c>System.Security.Cryptography.HKDF</c> that needs no native library, with all hash functions that
/// <see cref="IncrementalHash"/> knows. Its members may be called from many threads at once.
/// </summary>
public static class HKDF
{
    /// <summary>Makes a pseudorandom key of a digest's length of a secret (RFC 5869, section 2.2).</summary>
    /// <param name="hashAlgorithmName">The hash function of the HMAC.</param>
    /// <param name="ikm">The secret.</param>
    /// <param name="salt">Random bytes that need not be secret; none count as a digest's length of zeros.</param>
    /// <returns>The pseudorandom key.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="ikm"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="hashAlgorithmName"/> is not a known hash function.
    /// </exception>
    public static byte[] Extract(HashAlgorithmName hashAlgorithmName, byte[] ikm, byte[]? salt = null)
    {
        Arguments.Required(ikm, nameof(ikm));
        var hash = Find(hashAlgorithmName);
        var prk = new byte[hash.DigestBytes];
        HkdfSteps.Extract(hash, ikm, salt, prk);
        return prk;
    }

    /// <inheritdoc cref="Extract(HashAlgorithmName, byte[], byte[])"/>
    /// <param name="prk">Receives the pseudorandom key at its beginning. It may overlap the other arguments.</param>
    /// <returns>Bytes of the pseudorandom key.</returns>
    /// <exception cref="ArgumentException"><paramref name="prk"/> is shorter than a digest.</exception>
    public static int Extract(HashAlgorithmName hashAlgorithmName, ReadOnlySpan<byte> ikm, ReadOnlySpan<byte> salt, Span<byte> prk)
    {
        var hash = Find(hashAlgorithmName);
        RequireKey(hash, prk);
        HkdfSteps.Extract(hash, ikm, salt, prk);
        return hash.DigestBytes;
    }

    /// <summary>Makes keys of a pseudorandom key (RFC 5869, section 2.3).</summary>
    /// <param name="hashAlgorithmName">The hash function of the HMAC.</param>
    /// <param name="prk">The pseudorandom key, of a digest's length or more.</param>
    /// <param name="outputLength">Bytes to derive: up to 255 digests.</param>
    /// <param name="info">What sets these keys apart from others of the same pseudorandom key.</param>
    /// <returns>The derived bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="prk"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="prk"/> is shorter than a digest.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="outputLength"/> is not positive or too large, or <paramref name="hashAlgorithmName"/> is not a known hash
    /// function.
    /// </exception>
    public static byte[] Expand(HashAlgorithmName hashAlgorithmName, byte[] prk, int outputLength, byte[]? info = null)
    {
        Arguments.Required(prk, nameof(prk));
        RequirePositive(outputLength);
        var hash = Find(hashAlgorithmName);
        RequireKey(hash, prk);
        var output = new byte[RequireLength(hash, outputLength)];
        HkdfSteps.Expand(hash, prk, output, info);
        return output;
    }

    /// <summary>Makes keys of a pseudorandom key (RFC 5869, section 2.3).</summary>
    /// <param name="output">Receives the derived bytes: up to 255 digests. It may overlap the other arguments.</param>
    /// <inheritdoc cref="Expand(HashAlgorithmName, byte[], int, byte[])"/>
    /// <exception cref="ArgumentException">
    /// <paramref name="prk"/> is shorter than a digest, or <paramref name="output"/> is empty or too long.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="hashAlgorithmName"/> is not a known hash function.
    /// </exception>
    public static void Expand(
        HashAlgorithmName hashAlgorithmName, ReadOnlySpan<byte> prk, Span<byte> output, ReadOnlySpan<byte> info)
    {
        var hash = Find(hashAlgorithmName);
        RequireOutput(output);
        RequireKey(hash, prk);
        RequireOutput(hash, output);
        HkdfSteps.Expand(hash, prk, output, info);
    }

    /// <summary>Makes keys of a secret: <c>Extract</c> and <c>Expand</c>.</summary>
    /// <param name="hashAlgorithmName">The hash function of the HMAC.</param>
    /// <param name="ikm">The secret.</param>
    /// <param name="outputLength">Bytes to derive: up to 255 digests.</param>
    /// <param name="salt">Random bytes that need not be secret; none count as a digest's length of zeros.</param>
    /// <param name="info">What sets these keys apart from others of the same secret.</param>
    /// <returns>The derived bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="ikm"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="outputLength"/> is not positive or too large, or <paramref name="hashAlgorithmName"/> is not a known hash
    /// function.
    /// </exception>
    public static byte[] DeriveKey(
        HashAlgorithmName hashAlgorithmName, byte[] ikm, int outputLength, byte[]? salt = null, byte[]? info = null)
    {
        Arguments.Required(ikm, nameof(ikm));
        RequirePositive(outputLength);
        var hash = Find(hashAlgorithmName);
        var output = new byte[RequireLength(hash, outputLength)];
        HkdfSteps.Derive(hash, ikm, output, salt, info);
        return output;
    }

    /// <inheritdoc cref="DeriveKey(HashAlgorithmName, byte[], int, byte[], byte[])"/>
    /// <param name="output">Receives the derived bytes: up to 255 digests. It may overlap the other arguments.</param>
    /// <exception cref="ArgumentException"><paramref name="output"/> is empty or too long.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="hashAlgorithmName"/> is not a known hash function.
    /// </exception>
    public static void DeriveKey(
        HashAlgorithmName hashAlgorithmName,
        ReadOnlySpan<byte> ikm,
        Span<byte> output,
        ReadOnlySpan<byte> salt,
        ReadOnlySpan<byte> info)
    {
        var hash = Find(hashAlgorithmName);
        RequireOutput(output);
        RequireOutput(hash, output);
        HkdfSteps.Derive(hash, ikm, output, salt, info);
    }

    private static MessageHash Find(HashAlgorithmName hashAlgorithmName) =>
        HashNames.Find(hashAlgorithmName)?.Best ?? throw new ArgumentOutOfRangeException(
            nameof(hashAlgorithmName), hashAlgorithmName.Name, "It is not a known hash algorithm.");

    private static void RequireKey(MessageHash hash, ReadOnlySpan<byte> prk)
    {
        if (prk.Length < hash.DigestBytes)
            throw new ArgumentException($"It has {prk.Length} bytes and must have {hash.DigestBytes} or more.", nameof(prk));
    }

    private static void RequirePositive(int outputLength)
    {
        if (outputLength <= 0)
            throw new ArgumentOutOfRangeException(nameof(outputLength), outputLength, "It is not positive.");
    }

    private static int RequireLength(MessageHash hash, int outputLength) => outputLength <= MostBytes(hash)
        ? outputLength
        : throw new ArgumentOutOfRangeException(nameof(outputLength), outputLength, $"There are up to {MostBytes(hash)} bytes.");

    private static void RequireOutput(ReadOnlySpan<byte> output)
    {
        if (output.IsEmpty)
            throw new ArgumentException("It is empty.", nameof(output));
    }

    private static void RequireOutput(MessageHash hash, ReadOnlySpan<byte> output)
    {
        if (output.Length > MostBytes(hash))
            throw new ArgumentException($"It has {output.Length} bytes; there are up to {MostBytes(hash)}.", nameof(output));
    }

    /// <summary>The number of a block is a byte.</summary>
    private static int MostBytes(MessageHash hash) => byte.MaxValue * hash.DigestBytes;
}
