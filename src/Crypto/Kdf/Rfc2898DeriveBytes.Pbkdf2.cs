using System;
using System.Security.Cryptography;
using System.Text;
using ManagedCrypto.Intrinsics;

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

public sealed unsafe partial class Rfc2898DeriveBytes
{
    /// <summary>Derives a key from a password.</summary>
    /// <param name="password">The password, of any length.</param>
    /// <param name="salt">The salt, of any length: 16 random bytes, as a rule.</param>
    /// <param name="iterations">How many times the hash is applied: the more, the longer a guess takes.</param>
    /// <param name="hashAlgorithm">The hash function of the HMAC.</param>
    /// <param name="outputLength">Bytes of the key.</param>
    /// <returns>The key.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="password"/>, <paramref name="salt"/> or the name in <paramref name="hashAlgorithm"/> is null.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="iterations"/> is not positive, or <paramref name="outputLength"/> is negative.
    /// </exception>
    /// <exception cref="ArgumentException">The name in <paramref name="hashAlgorithm"/> is empty.</exception>
    /// <exception cref="CryptographicException"><paramref name="hashAlgorithm"/> is not a known hash function, or is MD5.</exception>
    public static byte[] Pbkdf2(
        byte[] password, byte[] salt, int iterations, HashAlgorithmName hashAlgorithm, int outputLength) =>
        Pbkdf2(
            Arguments.RequiredBytes(password, nameof(password)),
            Arguments.RequiredBytes(salt, nameof(salt)),
            iterations,
            hashAlgorithm,
            outputLength);

    /// <inheritdoc cref="Pbkdf2(byte[], byte[], int, HashAlgorithmName, int)"/>
    /// <exception cref="ArgumentNullException">The name in <paramref name="hashAlgorithm"/> is null.</exception>
    public static byte[] Pbkdf2(
        ReadOnlySpan<byte> password, ReadOnlySpan<byte> salt, int iterations, HashAlgorithmName hashAlgorithm, int outputLength)
    {
        RequirePositive(iterations);
        var key = new byte[RequireLength(outputLength)];
        Pbkdf2(password, salt, key, iterations, hashAlgorithm);
        return key;
    }

    /// <summary>Derives a key from a password.</summary>
    /// <param name="destination">Receives the key, of its length. It may overlap the other arguments.</param>
    /// <inheritdoc cref="Pbkdf2(ReadOnlySpan{byte}, ReadOnlySpan{byte}, int, HashAlgorithmName, int)"/>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="iterations"/> is not positive.</exception>
    public static void Pbkdf2(
        ReadOnlySpan<byte> password, ReadOnlySpan<byte> salt, Span<byte> destination, int iterations, HashAlgorithmName hashAlgorithm)
    {
        RequirePositive(iterations);
        Pbkdf2State.Derive(
            HashNames.RequiredForKeys(hashAlgorithm, nameof(hashAlgorithm)), password, salt, iterations, destination);
    }

    /// <param name="password">The password, which is taken in UTF-8.</param>
    /// <inheritdoc cref="Pbkdf2(byte[], byte[], int, HashAlgorithmName, int)"/>
    /// <exception cref="EncoderFallbackException"><paramref name="password"/> has half of a surrogate pair.</exception>
    public static byte[] Pbkdf2(
        string password, byte[] salt, int iterations, HashAlgorithmName hashAlgorithm, int outputLength) =>
        Pbkdf2(
            Arguments.Required(password, nameof(password)).AsSpan(),
            Arguments.RequiredBytes(salt, nameof(salt)),
            iterations,
            hashAlgorithm,
            outputLength);

    /// <param name="password">The password, which is taken in UTF-8.</param>
    /// <inheritdoc cref="Pbkdf2(ReadOnlySpan{byte}, ReadOnlySpan{byte}, int, HashAlgorithmName, int)"/>
    /// <exception cref="EncoderFallbackException"><paramref name="password"/> has half of a surrogate pair.</exception>
    public static byte[] Pbkdf2(
        ReadOnlySpan<char> password, ReadOnlySpan<byte> salt, int iterations, HashAlgorithmName hashAlgorithm, int outputLength)
    {
        RequireLength(outputLength);
        RequirePositive(iterations);
        var key = new byte[outputLength];
        Pbkdf2(password, salt, key, iterations, hashAlgorithm);
        return key;
    }

    /// <param name="password">The password, which is taken in UTF-8.</param>
    /// <inheritdoc cref="Pbkdf2(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, int, HashAlgorithmName)"/>
    /// <exception cref="EncoderFallbackException"><paramref name="password"/> has half of a surrogate pair.</exception>
    public static void Pbkdf2(
        ReadOnlySpan<char> password, ReadOnlySpan<byte> salt, Span<byte> destination, int iterations, HashAlgorithmName hashAlgorithm)
    {
        RequirePositive(iterations);
        var hash = HashNames.RequiredForKeys(hashAlgorithm, nameof(hashAlgorithm));
        if (destination.IsEmpty)
            return;
        Span<byte> onStack = stackalloc byte[StrictUtf8.OnStack];
        var utf8 = StrictUtf8.Room(password, onStack);
        fixed (byte* pinned = utf8)
        {
            using var secret = new SecretScope(pinned, utf8.Length);
            StrictUtf8.Encode(password, utf8);
            Pbkdf2State.Derive(hash, utf8, salt, iterations, destination);
        }
    }

    private static int RequirePositive(int iterations) => iterations > 0
        ? iterations
        : throw new ArgumentOutOfRangeException(nameof(iterations), iterations, "There is one iteration or more.");

    private static int RequireLength(int outputLength) => outputLength >= 0
        ? outputLength
        : throw new ArgumentOutOfRangeException(nameof(outputLength), outputLength, "It is negative.");
}
