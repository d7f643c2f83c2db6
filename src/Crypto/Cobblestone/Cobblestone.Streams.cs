using System;
using System.IO;
using System.Security.Cryptography;

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <content>Messages that need not be in memory.</content>
public static partial class Cobblestone
{
    /// <summary>Seals what is written to the stream that it returns.</summary>
    /// <param name="destination">Receives the ciphertext.</param>
    /// <param name="key">16 or 32 random bytes; copied.</param>
    /// <param name="context">What the message is bound to; null is as empty.</param>
    /// <param name="leaveOpen">Whether the destination stays open when the stream is disposed of.</param>
    /// <param name="options">How many threads work; null is one.</param>
    /// <returns>A new stream, for the caller to complete, and to dispose of.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> or <paramref name="key"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> cannot be written.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public static CobblestoneSealingStream CreateSealingStream(
        Stream destination, byte[] key, byte[]? context = null, bool leaveOpen = false, CobblestoneOptions? options = null) =>
        CreateSealingStream(destination, Arguments.RequiredBytes(key, nameof(key)), context, leaveOpen, options);

    /// <inheritdoc cref="CreateSealingStream(Stream, byte[], byte[], bool, CobblestoneOptions)"/>
    public static CobblestoneSealingStream CreateSealingStream(
        Stream destination,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> context = default,
        bool leaveOpen = false,
        CobblestoneOptions? options = null) =>
        new(Algorithms.AesGcm.Kernels.Best, destination, key, context, leaveOpen, options);

    /// <summary>Opens a ciphertext as far as the stream that it returns is read, and reads nothing before.</summary>
    /// <param name="source">
    /// The stream with the ciphertext, from where it stands to its end. Nobody else reads or moves it meanwhile.
    /// </param>
    /// <param name="key">The 16 or 32 bytes that the message was sealed with; copied.</param>
    /// <param name="context">What the message is bound to; copied. Null is as empty.</param>
    /// <param name="leaveOpen">Whether the source stays open when the stream is disposed of.</param>
    /// <param name="options">How many threads work; null is one.</param>
    /// <returns>A new stream, for the caller to dispose of; it can seek if the source can.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> or <paramref name="key"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public static CobblestoneOpeningStream CreateOpeningStream(
        Stream source, byte[] key, byte[]? context = null, bool leaveOpen = false, CobblestoneOptions? options = null) =>
        CreateOpeningStream(source, Arguments.RequiredBytes(key, nameof(key)), context, leaveOpen, options);

    /// <inheritdoc cref="CreateOpeningStream(Stream, byte[], byte[], bool, CobblestoneOptions)"/>
    public static CobblestoneOpeningStream CreateOpeningStream(
        Stream source,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> context = default,
        bool leaveOpen = false,
        CobblestoneOptions? options = null) =>
        new(Algorithms.AesGcm.Kernels.Best, source, key, context, leaveOpen, options);
}
