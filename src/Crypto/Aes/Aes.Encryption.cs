#if !NET
using System;
using System.Security.Cryptography;

namespace ManagedCrypto;

/// <content>
/// The one-shots that encrypt, with names and behaviour of .NET's own base class, which has none in older frameworks.
/// </content>
public sealed partial class Aes
{
    /// <summary>Bytes of the ciphertext in ECB.</summary>
    /// <inheritdoc cref="GetCiphertextLengthCbc"/>
    public int GetCiphertextLengthEcb(int plaintextLength, PaddingMode paddingMode) =>
        GetCiphertextLengthCbc(plaintextLength, paddingMode);

    /// <summary>Bytes of the ciphertext in CBC.</summary>
    /// <param name="plaintextLength">Bytes of the plaintext.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The length is negative, or the ciphertext would be longer than <see cref="int.MaxValue"/>; or there is no such padding.
    /// </exception>
    /// <exception cref="ArgumentException">Without padding, the length is not whole blocks.</exception>
    public int GetCiphertextLengthCbc(int plaintextLength, PaddingMode paddingMode = PaddingMode.PKCS7) =>
        GetCiphertextLengthCfb(plaintextLength, paddingMode, BlockBits);

    /// <summary>Bytes of the ciphertext in CFB, where a segment takes the place of the block.</summary>
    /// <param name="plaintextLength">Bytes of the plaintext.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <param name="feedbackSizeInBits">Bits of a segment: any positive multiple of 8, though AES takes 8 and 128 only.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The length is negative, or the ciphertext would be longer than <see cref="int.MaxValue"/>; or there is no such padding; or
    /// the feedback size is not positive.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The feedback size is not whole bytes; or without padding, the length is not whole segments.
    /// </exception>
#pragma warning disable CA1822 // An instance method, as on .NET.
    public int GetCiphertextLengthCfb(int plaintextLength, PaddingMode paddingMode = PaddingMode.None, int feedbackSizeInBits = 8)
    {
        if (plaintextLength < 0)
            throw new ArgumentOutOfRangeException(nameof(plaintextLength), plaintextLength, "It is negative.");
        if (feedbackSizeInBits <= 0)
            throw new ArgumentOutOfRangeException(nameof(feedbackSizeInBits), feedbackSizeInBits, "It must be positive.");
        if (feedbackSizeInBits % 8 != 0)
            throw new ArgumentException($"{feedbackSizeInBits} bits are not whole bytes.", nameof(feedbackSizeInBits));
        AesPadding.RequireKnown(paddingMode);

        var length = AesPadding.PaddedLength(plaintextLength, feedbackSizeInBits / 8, paddingMode);
        if (length < 0)
        {
            throw new ArgumentException(
                $"A plaintext of {plaintextLength} bytes is not whole units of {feedbackSizeInBits / 8} and would need padding.",
                nameof(plaintextLength));
        }

        if (length > int.MaxValue)
            throw new ArgumentOutOfRangeException(nameof(plaintextLength), plaintextLength, "There is no room for the padding.");
        return (int)length;
    }
#pragma warning restore CA1822

    /// <inheritdoc cref="EncryptCbc(ReadOnlySpan{byte}, ReadOnlySpan{byte}, PaddingMode)"/>
    /// <exception cref="ArgumentNullException">An array is null.</exception>
    public byte[] EncryptCbc(byte[] plaintext, byte[] iv, PaddingMode paddingMode = PaddingMode.PKCS7) =>
        EncryptCbc(Arguments.RequiredBytes(plaintext, nameof(plaintext)), Arguments.RequiredBytes(iv, nameof(iv)), paddingMode);

    /// <returns>The ciphertext.</returns>
    /// <exception cref="ArgumentException">
    /// The IV is not of 16 bytes; or without padding, the plaintext is not whole blocks.
    /// </exception>
    /// <inheritdoc cref="TryEncryptCbc"/>
    public byte[] EncryptCbc(ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, PaddingMode paddingMode = PaddingMode.PKCS7)
    {
        AesPadding.RequireKnown(paddingMode);
        Arguments.RequireSize(iv, AesBlock.Bytes, nameof(iv));
        var ciphertext = new byte[GetCiphertextLengthCbc(plaintext.Length, paddingMode)];
        TryEncrypt(AesMode.Cbc, plaintext, iv, ciphertext, paddingMode, out _);
        return ciphertext;
    }

    /// <returns>Bytes written.</returns>
    /// <exception cref="ArgumentException">The IV is not of 16 bytes; or the destination is too short.</exception>
    /// <inheritdoc cref="TryEncryptCbc"/>
    public int EncryptCbc(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination,
        PaddingMode paddingMode = PaddingMode.PKCS7) =>
        TryEncryptCbc(plaintext, iv, destination, out var written, paddingMode) ? written : throw TooShort(destination);

    /// <summary>Encrypts a message in CBC.</summary>
    /// <param name="plaintext">The message; without padding, whole blocks.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="destination">Room for the ciphertext; it may overlap the plaintext in any way.</param>
    /// <param name="bytesWritten">Bytes written.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>False when the destination is too short: then nothing is written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">The IV is not of 16 bytes.</exception>
    /// <exception cref="CryptographicException">Without padding, the plaintext is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool TryEncryptCbc(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, out int bytesWritten,
        PaddingMode paddingMode = PaddingMode.PKCS7)
    {
        AesPadding.RequireKnown(paddingMode);
        Arguments.RequireSize(iv, AesBlock.Bytes, nameof(iv));
        return TryEncrypt(AesMode.Cbc, plaintext, iv, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc cref="EncryptEcb(ReadOnlySpan{byte}, PaddingMode)"/>
    /// <exception cref="ArgumentNullException">An array is null.</exception>
    public byte[] EncryptEcb(byte[] plaintext, PaddingMode paddingMode) =>
        EncryptEcb(Arguments.RequiredBytes(plaintext, nameof(plaintext)), paddingMode);

    /// <returns>The ciphertext.</returns>
    /// <exception cref="ArgumentException">Without padding, the plaintext is not whole blocks.</exception>
    /// <inheritdoc cref="TryEncryptEcb"/>
    public byte[] EncryptEcb(ReadOnlySpan<byte> plaintext, PaddingMode paddingMode)
    {
        AesPadding.RequireKnown(paddingMode);
        var ciphertext = new byte[GetCiphertextLengthEcb(plaintext.Length, paddingMode)];
        TryEncrypt(AesMode.Ecb, plaintext, default, ciphertext, paddingMode, out _);
        return ciphertext;
    }

    /// <returns>Bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <inheritdoc cref="TryEncryptEcb"/>
    public int EncryptEcb(ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode) =>
        TryEncryptEcb(plaintext, destination, paddingMode, out var written) ? written : throw TooShort(destination);

    /// <summary>Encrypts a message in ECB.</summary>
    /// <param name="plaintext">The message; without padding, whole blocks.</param>
    /// <param name="destination">Room for the ciphertext; it may overlap the plaintext in any way.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <param name="bytesWritten">Bytes written.</param>
    /// <returns>False when the destination is too short: then nothing is written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="CryptographicException">Without padding, the plaintext is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool TryEncryptEcb(ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        AesPadding.RequireKnown(paddingMode);
        return TryEncrypt(AesMode.Ecb, plaintext, default, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc cref="EncryptCfb(ReadOnlySpan{byte}, ReadOnlySpan{byte}, PaddingMode, int)"/>
    public byte[] EncryptCfb(
        byte[] plaintext, byte[] iv, PaddingMode paddingMode = PaddingMode.None, int feedbackSizeInBits = 8) =>
        EncryptCfb(plaintext.AsSpan(), iv.AsSpan(), paddingMode, feedbackSizeInBits);

    /// <returns>The ciphertext.</returns>
    /// <exception cref="ArgumentException">
    /// The IV is not of 16 bytes; or the feedback size is no multiple of 8 from 8 to 128; or without padding, the plaintext is
    /// not whole segments.
    /// </exception>
    /// <inheritdoc cref="TryEncryptCfb"/>
    public byte[] EncryptCfb(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, PaddingMode paddingMode = PaddingMode.None,
        int feedbackSizeInBits = 8)
    {
        AesPadding.RequireKnown(paddingMode);
        Arguments.RequireSize(iv, AesBlock.Bytes, nameof(iv));
        CheckFeedback(feedbackSizeInBits);
        var ciphertext = new byte[GetCiphertextLengthCfb(plaintext.Length, paddingMode, feedbackSizeInBits)];
        TryEncrypt(CfbMode(feedbackSizeInBits), plaintext, iv, ciphertext, paddingMode, out _);
        return ciphertext;
    }

    /// <returns>Bytes written.</returns>
    /// <exception cref="ArgumentException">
    /// The IV is not of 16 bytes; or the feedback size is no multiple of 8 from 8 to 128; or the destination is too short.
    /// </exception>
    /// <inheritdoc cref="TryEncryptCfb"/>
    public int EncryptCfb(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination,
        PaddingMode paddingMode = PaddingMode.None, int feedbackSizeInBits = 8) =>
        TryEncryptCfb(plaintext, iv, destination, out var written, paddingMode, feedbackSizeInBits)
            ? written
            : throw TooShort(destination);

    /// <summary>Encrypts a message in CFB.</summary>
    /// <param name="plaintext">The message; without padding, whole segments.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="destination">Room for the ciphertext; it may overlap the plaintext in any way.</param>
    /// <param name="bytesWritten">Bytes written.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <param name="feedbackSizeInBits">Bits of a segment: 8 or 128.</param>
    /// <returns>False when the destination is too short: then nothing is written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">
    /// The IV is not of 16 bytes; or the feedback size is no multiple of 8 from 8 to 128.
    /// </exception>
    /// <exception cref="CryptographicException">
    /// The feedback size is neither 8 nor 128; or without padding, the plaintext is not whole segments.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool TryEncryptCfb(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, out int bytesWritten,
        PaddingMode paddingMode = PaddingMode.None, int feedbackSizeInBits = 8)
    {
        AesPadding.RequireKnown(paddingMode);
        Arguments.RequireSize(iv, AesBlock.Bytes, nameof(iv));
        CheckFeedback(feedbackSizeInBits);
        return TryEncrypt(CfbMode(feedbackSizeInBits), plaintext, iv, destination, paddingMode, out bytesWritten);
    }

    private static void CheckFeedback(int feedbackSizeInBits)
    {
        if (feedbackSizeInBits is < 8 or > BlockBits || feedbackSizeInBits % 8 != 0)
        {
            throw new ArgumentException(
                $"A feedback of {feedbackSizeInBits} bits was given: it must be 8, 16, ... or 128.", nameof(feedbackSizeInBits));
        }
    }
}
#endif
