using System;
using System.Security.Cryptography;

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <summary>
/// Cobblestone-128 and Cobblestone-256, the two instances of C2SP's chunked encryption (c2sp.org/chunked-encryption): messages of any
/// length up to 4 PiB, sealed with AES-GCM in chunks of 16 KiB, each of which can be verified and opened alone.
/// </summary>
/// <remarks>
/// <para>
/// The key, of 16 bytes (Cobblestone-128) or 32 (Cobblestone-256), is random; it is not a password. Each message has a random salt and,
/// derived from key, salt and context by HKDF with SHA-512, a key of its own: there is no nonce to choose. One key may seal 2^45
/// messages of 1 GiB. The context is what the application binds the message to, such as the name of a file; whoever opens
/// the message must give the same. A ciphertext is 56 bytes, the salt and a commitment to the key, and 16 more for each chunk, of
/// which the last is shorter than 16 KiB.
/// </para>
/// <para>
/// A changed, moved, missing or added chunk, a wrong key or another context is an <see cref="AuthenticationTagMismatchException"/>. The
/// key commitment is checked first: a ciphertext cannot be opened under two keys. All members may be called from many threads at once.
/// </para>
/// </remarks>
public static partial class Cobblestone
{
    /// <summary>Tells how many bytes the ciphertext of a message has.</summary>
    /// <param name="messageLength">Bytes of the message: 0 to 2^52 - 1.</param>
    /// <returns>Bytes of salt, commitment, all chunks and their tags.</returns>
    /// <exception cref="ArgumentOutOfRangeException">No message has that length.</exception>
    public static long GetCiphertextLength(long messageLength)
    {
        if (messageLength is < 0 or > CobblestoneLayout.LongestMessage)
            throw new ArgumentOutOfRangeException(nameof(messageLength), messageLength, "A message has 0 to 2^52 - 1 bytes.");
        return CobblestoneLayout.CiphertextBytes(messageLength);
    }

    /// <summary>Tells how many bytes a message has, by the length of its ciphertext, which nothing verifies.</summary>
    /// <param name="ciphertextLength">Bytes of the ciphertext.</param>
    /// <returns>Bytes of the message.</returns>
    /// <exception cref="ArgumentOutOfRangeException">No ciphertext has that length.</exception>
    public static long GetMessageLength(long ciphertextLength)
    {
        var chunkBytes = ciphertextLength - CobblestoneLayout.HeaderBytes;
        var (whole, last) = (chunkBytes / CobblestoneLayout.SealedChunkBytes, chunkBytes % CobblestoneLayout.SealedChunkBytes);
        if (last < CobblestoneLayout.TagBytes || whole >= CobblestoneLayout.MostChunks)
            throw new ArgumentOutOfRangeException(nameof(ciphertextLength), ciphertextLength, "No ciphertext has that length.");
        return (whole * CobblestoneLayout.ChunkBytes) + last - CobblestoneLayout.TagBytes;
    }

    /// <summary>Seals a message.</summary>
    /// <param name="key">16 or 32 random bytes.</param>
    /// <param name="message">The message.</param>
    /// <param name="context">What the message is bound to; null is as empty.</param>
    /// <param name="options">How many threads work; null is one.</param>
    /// <returns>The ciphertext, of <see cref="GetCiphertextLength"/> bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="message"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    /// <exception cref="OverflowException">The ciphertext would be longer than an array can be.</exception>
    public static byte[] SealToArray(byte[] key, byte[] message, byte[]? context = null, CobblestoneOptions? options = null)
    {
        var given = Arguments.RequiredBytes(key, nameof(key));
        var ciphertext = new byte[checked((int)GetCiphertextLength(Arguments.Required(message, nameof(message)).Length))];
        Seal(given, message, ciphertext, context, options);
        return ciphertext;
    }

    /// <param name="destination">
    /// Receives the ciphertext: at least <see cref="GetCiphertextLength"/> bytes, none in common with the message.
    /// </param>
    /// <returns>Bytes of the ciphertext.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is too short or overlaps another argument; nothing was written.
    /// </exception>
    /// <inheritdoc cref="SealToArray"/>
    public static int Seal(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> message,
        Span<byte> destination,
        ReadOnlySpan<byte> context = default,
        CobblestoneOptions? options = null) =>
        CobblestoneMessage.Seal(Algorithms.AesGcm.Kernels.Best, key, message, destination, context, options);

    /// <summary>Opens a message.</summary>
    /// <param name="key">The 16 or 32 bytes that it was sealed with.</param>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="context">What the message is bound to; null is as empty.</param>
    /// <param name="options">How many threads work; null is one.</param>
    /// <returns>The message, of <see cref="GetMessageLength"/> bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="ciphertext"/> is null.</exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The ciphertext is not genuine: it was changed or truncated, or sealed with another key or context.
    /// </exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public static byte[] OpenToArray(byte[] key, byte[] ciphertext, byte[]? context = null, CobblestoneOptions? options = null)
    {
        var given = Arguments.RequiredBytes(key, nameof(key));
        var message = new byte[CobblestoneMessage.LengthOf(Arguments.Required(ciphertext, nameof(ciphertext)))];
        Open(given, ciphertext, message, context, options);
        return message;
    }

    /// <param name="destination">
    /// Receives the message: at least <see cref="GetMessageLength"/> bytes, none in common with the ciphertext. Zeroed if that is not
    /// genuine; during the call, it may hold text that is not yet verified.
    /// </param>
    /// <returns>Bytes of the message.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is too short or overlaps the ciphertext; nothing was written.
    /// </exception>
    /// <inheritdoc cref="OpenToArray"/>
    public static int Open(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> ciphertext,
        Span<byte> destination,
        ReadOnlySpan<byte> context = default,
        CobblestoneOptions? options = null) =>
        CobblestoneMessage.Open(Algorithms.AesGcm.Kernels.Best, key, ciphertext, destination, context, options);
}
