#if !NET
using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <content>
/// The one-shots that decrypt, with names and behaviour of .NET's own base class, which has none in older frameworks.
/// </content>
public sealed partial class Aes
{
    /// <inheritdoc cref="DecryptCbc(ReadOnlySpan{byte}, ReadOnlySpan{byte}, PaddingMode)"/>
    /// <exception cref="ArgumentNullException">An array is null.</exception>
    public byte[] DecryptCbc(byte[] ciphertext, byte[] iv, PaddingMode paddingMode = PaddingMode.PKCS7) =>
        DecryptCbc(Arguments.RequiredBytes(ciphertext, nameof(ciphertext)), Arguments.RequiredBytes(iv, nameof(iv)), paddingMode);

    /// <returns>The plaintext.</returns>
    /// <inheritdoc cref="TryDecryptCbc"/>
    public byte[] DecryptCbc(ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, PaddingMode paddingMode = PaddingMode.PKCS7)
    {
        AesPadding.RequireKnown(paddingMode);
        Arguments.RequireSize(iv, AesBlock.Bytes, nameof(iv));
        return DecryptToArray(AesMode.Cbc, ciphertext, iv, paddingMode);
    }

    /// <returns>Bytes written.</returns>
    /// <exception cref="ArgumentException">The IV is not of 16 bytes; or the destination is too short.</exception>
    /// <inheritdoc cref="TryDecryptCbc"/>
    public int DecryptCbc(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination,
        PaddingMode paddingMode = PaddingMode.PKCS7) =>
        TryDecryptCbc(ciphertext, iv, destination, out var written, paddingMode) ? written : throw TooShort(destination);

    /// <summary>Decrypts a message in CBC.</summary>
    /// <param name="ciphertext">Whole blocks.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="destination">
    /// Room for the plaintext; it may overlap the ciphertext in any way. Zeroed when the padding is wrong.
    /// </param>
    /// <param name="bytesWritten">Bytes written.</param>
    /// <param name="paddingMode">The padding to remove; zeros stay.</param>
    /// <returns>False when the destination is too short: then nothing is written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">The IV is not of 16 bytes.</exception>
    /// <exception cref="CryptographicException">
    /// The ciphertext is not whole blocks; or what it holds does not end in the padding.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool TryDecryptCbc(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, out int bytesWritten,
        PaddingMode paddingMode = PaddingMode.PKCS7)
    {
        AesPadding.RequireKnown(paddingMode);
        Arguments.RequireSize(iv, AesBlock.Bytes, nameof(iv));
        return TryDecrypt(AesMode.Cbc, ciphertext, iv, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc cref="DecryptEcb(ReadOnlySpan{byte}, PaddingMode)"/>
    /// <exception cref="ArgumentNullException">An array is null.</exception>
    public byte[] DecryptEcb(byte[] ciphertext, PaddingMode paddingMode) =>
        DecryptEcb(Arguments.RequiredBytes(ciphertext, nameof(ciphertext)), paddingMode);

    /// <returns>The plaintext.</returns>
    /// <inheritdoc cref="TryDecryptEcb"/>
    public byte[] DecryptEcb(ReadOnlySpan<byte> ciphertext, PaddingMode paddingMode)
    {
        AesPadding.RequireKnown(paddingMode);
        return DecryptToArray(AesMode.Ecb, ciphertext, default, paddingMode);
    }

    /// <returns>Bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <inheritdoc cref="TryDecryptEcb"/>
    public int DecryptEcb(ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode) =>
        TryDecryptEcb(ciphertext, destination, paddingMode, out var written) ? written : throw TooShort(destination);

    /// <summary>Decrypts a message in ECB.</summary>
    /// <param name="ciphertext">Whole blocks.</param>
    /// <param name="destination">
    /// Room for the plaintext; it may overlap the ciphertext in any way. Zeroed when the padding is wrong.
    /// </param>
    /// <param name="paddingMode">The padding to remove; zeros stay.</param>
    /// <param name="bytesWritten">Bytes written.</param>
    /// <returns>False when the destination is too short: then nothing is written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="CryptographicException">
    /// The ciphertext is not whole blocks; or what it holds does not end in the padding.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool TryDecryptEcb(
        ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        AesPadding.RequireKnown(paddingMode);
        return TryDecrypt(AesMode.Ecb, ciphertext, default, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc cref="DecryptCfb(ReadOnlySpan{byte}, ReadOnlySpan{byte}, PaddingMode, int)"/>
    /// <exception cref="ArgumentNullException">An array is null.</exception>
    public byte[] DecryptCfb(
        byte[] ciphertext, byte[] iv, PaddingMode paddingMode = PaddingMode.None, int feedbackSizeInBits = 8) =>
        DecryptCfb(
            Arguments.RequiredBytes(ciphertext, nameof(ciphertext)), Arguments.RequiredBytes(iv, nameof(iv)), paddingMode,
            feedbackSizeInBits);

    /// <returns>The plaintext.</returns>
    /// <inheritdoc cref="TryDecryptCfb"/>
    public byte[] DecryptCfb(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, PaddingMode paddingMode = PaddingMode.None,
        int feedbackSizeInBits = 8)
    {
        AesPadding.RequireKnown(paddingMode);
        Arguments.RequireSize(iv, AesBlock.Bytes, nameof(iv));
        CheckFeedback(feedbackSizeInBits);
        return DecryptToArray(CfbMode(feedbackSizeInBits), ciphertext, iv, paddingMode);
    }

    /// <returns>Bytes written.</returns>
    /// <exception cref="ArgumentException">
    /// The IV is not of 16 bytes; or the feedback size is no multiple of 8 from 8 to 128; or the destination is too short.
    /// </exception>
    /// <inheritdoc cref="TryDecryptCfb"/>
    public int DecryptCfb(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination,
        PaddingMode paddingMode = PaddingMode.None, int feedbackSizeInBits = 8) =>
        TryDecryptCfb(ciphertext, iv, destination, out var written, paddingMode, feedbackSizeInBits)
            ? written
            : throw TooShort(destination);

    /// <summary>Decrypts a message in CFB.</summary>
    /// <param name="ciphertext">Whole segments.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="destination">
    /// Room for the plaintext; it may overlap the ciphertext in any way. Zeroed when the padding is wrong.
    /// </param>
    /// <param name="bytesWritten">Bytes written.</param>
    /// <param name="paddingMode">
    /// The padding to remove; zeros stay. In CFB8 up to 16 bytes are removed, since older frameworks pad to that.
    /// </param>
    /// <param name="feedbackSizeInBits">Bits of a segment: 8 or 128.</param>
    /// <returns>False when the destination is too short: then nothing is written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">
    /// The IV is not of 16 bytes; or the feedback size is no multiple of 8 from 8 to 128.
    /// </exception>
    /// <exception cref="CryptographicException">
    /// The feedback size is neither 8 nor 128; or the ciphertext is not whole segments; or what it holds does not end in the
    /// padding.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool TryDecryptCfb(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, out int bytesWritten,
        PaddingMode paddingMode = PaddingMode.None, int feedbackSizeInBits = 8)
    {
        AesPadding.RequireKnown(paddingMode);
        Arguments.RequireSize(iv, AesBlock.Bytes, nameof(iv));
        CheckFeedback(feedbackSizeInBits);
        return TryDecrypt(CfbMode(feedbackSizeInBits), ciphertext, iv, destination, paddingMode, out bytesWritten);
    }

    private byte[] DecryptToArray(AesMode mode, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, PaddingMode paddingMode)
    {
        using var plaintext = new PinnedScratch(ciphertext.Length);
        TryDecrypt(mode, ciphertext, iv, plaintext.Bytes, paddingMode, out var written);
        return Secret.ToArray(plaintext.Bytes.Slice(0, written));
    }
}
#endif
