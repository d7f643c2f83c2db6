using System;
using System.Security.Cryptography;

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

public sealed partial class SP800108HmacCounterKdf
{
    /// <summary>Derives bytes from the key, a label and a context.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="hashAlgorithm">The hash function of the HMAC.</param>
    /// <param name="label">What they are for.</param>
    /// <param name="context">What else sets them apart from others.</param>
    /// <param name="derivedKeyLengthInBytes">How many: up to 2^29 - 1.</param>
    /// <returns>The bytes.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="key"/>, <paramref name="label"/>, <paramref name="context"/> or the name in
    /// <paramref name="hashAlgorithm"/> is null.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="derivedKeyLengthInBytes"/> is negative or too large.
    /// </exception>
    /// <exception cref="ArgumentException">The name in <paramref name="hashAlgorithm"/> is empty.</exception>
    /// <exception cref="CryptographicException"><paramref name="hashAlgorithm"/> is not a known hash function, or is MD5.</exception>
    public static byte[] DeriveBytes(
        byte[] key, HashAlgorithmName hashAlgorithm, byte[] label, byte[] context, int derivedKeyLengthInBytes) =>
        DeriveBytes(
            Arguments.RequiredBytes(key, nameof(key)),
            hashAlgorithm,
            Arguments.RequiredBytes(label, nameof(label)),
            Arguments.RequiredBytes(context, nameof(context)),
            derivedKeyLengthInBytes);

    /// <inheritdoc cref="DeriveBytes(byte[], HashAlgorithmName, byte[], byte[], int)"/>
    public static byte[] DeriveBytes(
        ReadOnlySpan<byte> key,
        HashAlgorithmName hashAlgorithm,
        ReadOnlySpan<byte> label,
        ReadOnlySpan<byte> context,
        int derivedKeyLengthInBytes)
    {
        var derived = new byte[CounterKdf.RequireLength(derivedKeyLengthInBytes)];
        DeriveBytes(key, hashAlgorithm, label, context, derived);
        return derived;
    }

    /// <summary>Derives bytes from the key, a label and a context.</summary>
    /// <param name="destination">Receives the bytes, whose number counts for what they are. It may overlap the other arguments.</param>
    /// <inheritdoc cref="DeriveBytes(byte[], HashAlgorithmName, byte[], byte[], int)"/>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="destination"/> is too long.</exception>
    public static void DeriveBytes(
        ReadOnlySpan<byte> key,
        HashAlgorithmName hashAlgorithm,
        ReadOnlySpan<byte> label,
        ReadOnlySpan<byte> context,
        Span<byte> destination)
    {
        CounterKdf.RequireLength(destination);
        var hash = HashNames.RequiredForKeys(hashAlgorithm, nameof(hashAlgorithm));
        CounterKdf.Derive(hash, key, expanded: null, label, context, destination);
    }

    /// <summary>Derives bytes, with a label and a context in UTF-8.</summary>
    /// <inheritdoc cref="DeriveBytes(byte[], HashAlgorithmName, byte[], byte[], int)"/>
    /// <exception cref="System.Text.EncoderFallbackException">A string has half of a surrogate pair.</exception>
    public static byte[] DeriveBytes(
        byte[] key, HashAlgorithmName hashAlgorithm, string label, string context, int derivedKeyLengthInBytes) =>
        DeriveBytes(
            Arguments.RequiredBytes(key, nameof(key)),
            hashAlgorithm,
            Arguments.Required(label, nameof(label)).AsSpan(),
            Arguments.Required(context, nameof(context)).AsSpan(),
            derivedKeyLengthInBytes);

    /// <summary>Derives bytes, with a label and a context in UTF-8.</summary>
    /// <inheritdoc cref="DeriveBytes(byte[], HashAlgorithmName, byte[], byte[], int)"/>
    /// <exception cref="System.Text.EncoderFallbackException">A text has half of a surrogate pair.</exception>
    public static byte[] DeriveBytes(
        ReadOnlySpan<byte> key,
        HashAlgorithmName hashAlgorithm,
        ReadOnlySpan<char> label,
        ReadOnlySpan<char> context,
        int derivedKeyLengthInBytes)
    {
        var derived = new byte[CounterKdf.RequireLength(derivedKeyLengthInBytes)];
        DeriveBytes(key, hashAlgorithm, label, context, derived);
        return derived;
    }

    /// <summary>Derives bytes, with a label and a context in UTF-8.</summary>
    /// <inheritdoc cref="DeriveBytes(ReadOnlySpan{byte}, HashAlgorithmName, ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="System.Text.EncoderFallbackException">A text has half of a surrogate pair.</exception>
    public static void DeriveBytes(
        ReadOnlySpan<byte> key,
        HashAlgorithmName hashAlgorithm,
        ReadOnlySpan<char> label,
        ReadOnlySpan<char> context,
        Span<byte> destination)
    {
        CounterKdf.RequireLength(destination);
        var hash = HashNames.RequiredForKeys(hashAlgorithm, nameof(hashAlgorithm));
        if (destination.IsEmpty)
            return;
        CounterKdf.Derive(hash, key, expanded: null, label, context, destination);
    }
}
