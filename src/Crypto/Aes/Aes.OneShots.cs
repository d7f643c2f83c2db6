#if !NET
using System;
using System.Buffers;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <content>The one-shots that .NET's own base class has and older frameworks lack, with the same names and behaviour.</content>
public sealed partial class Aes
{
    /// <summary>Sets the key, as <see cref="Key"/> does, to a copy of what is given.</summary>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <exception cref="CryptographicException">The key is of another length.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void SetKey(ReadOnlySpan<byte> key)
    {
        if (key.Length is not (16 or 24 or 32))
            throw new CryptographicException($"A key of {key.Length} bytes was given: AES takes 16, 24 or 32.");
        SetCheckedKey(key);
    }

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
    /// <exception cref="ArgumentOutOfRangeException">The feedback size is not positive.</exception>
    /// <exception cref="ArgumentException">The feedback size is not whole bytes.</exception>
    /// <inheritdoc cref="GetCiphertextLengthCbc"/>
#pragma warning disable CA1822 // An instance method, as on .NET.
    public int GetCiphertextLengthCfb(int plaintextLength, PaddingMode paddingMode = PaddingMode.None, int feedbackSizeInBits = 8)
    {
        if (plaintextLength < 0)
            throw new ArgumentOutOfRangeException(nameof(plaintextLength), plaintextLength, "It is negative.");
        if (feedbackSizeInBits <= 0)
            throw new ArgumentOutOfRangeException(nameof(feedbackSizeInBits), feedbackSizeInBits, "It must be positive.");
        if (feedbackSizeInBits % 8 != 0)
            throw new ArgumentException($"{feedbackSizeInBits} bits are not whole bytes.", nameof(feedbackSizeInBits));
        CheckPadding(paddingMode);

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
    public byte[] EncryptCbc(byte[] plaintext, byte[] iv, PaddingMode paddingMode = PaddingMode.PKCS7)
    {
        CheckNotNull(plaintext, nameof(plaintext));
        CheckNotNull(iv, nameof(iv));
        return EncryptCbc(plaintext.AsSpan(), iv.AsSpan(), paddingMode);
    }

    /// <summary>Enciphers a message in CBC.</summary>
    /// <param name="plaintext">The message; without padding, whole blocks.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>The ciphertext.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">
    /// The IV is not of 16 bytes; or without padding, the plaintext is not whole blocks.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] EncryptCbc(ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, PaddingMode paddingMode = PaddingMode.PKCS7)
    {
        CheckPadding(paddingMode);
        CheckIV(iv);
        var ciphertext = new byte[GetCiphertextLengthCbc(plaintext.Length, paddingMode)];
        TryEncrypt(AesMode.Cbc, plaintext, iv, ciphertext, paddingMode, out _);
        return ciphertext;
    }

    /// <summary>Enciphers a message in CBC.</summary>
    /// <param name="plaintext">The message; without padding, whole blocks.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="destination">Room for the ciphertext; it may overlap the plaintext in any way.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>Bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">The IV is not of 16 bytes; or the destination is too short.</exception>
    /// <exception cref="CryptographicException">Without padding, the plaintext is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int EncryptCbc(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination,
        PaddingMode paddingMode = PaddingMode.PKCS7) =>
        TryEncryptCbc(plaintext, iv, destination, out var written, paddingMode) ? written : throw TooShort(destination);

    /// <summary>Enciphers a message in CBC, if the destination has room.</summary>
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
        CheckPadding(paddingMode);
        CheckIV(iv);
        return TryEncrypt(AesMode.Cbc, plaintext, iv, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc cref="EncryptEcb(ReadOnlySpan{byte}, PaddingMode)"/>
    /// <exception cref="ArgumentNullException">An array is null.</exception>
    public byte[] EncryptEcb(byte[] plaintext, PaddingMode paddingMode)
    {
        CheckNotNull(plaintext, nameof(plaintext));
        return EncryptEcb(plaintext.AsSpan(), paddingMode);
    }

    /// <summary>Enciphers a message in ECB.</summary>
    /// <param name="plaintext">The message; without padding, whole blocks.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>The ciphertext.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">Without padding, the plaintext is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] EncryptEcb(ReadOnlySpan<byte> plaintext, PaddingMode paddingMode)
    {
        CheckPadding(paddingMode);
        var ciphertext = new byte[GetCiphertextLengthEcb(plaintext.Length, paddingMode)];
        TryEncrypt(AesMode.Ecb, plaintext, default, ciphertext, paddingMode, out _);
        return ciphertext;
    }

    /// <summary>Enciphers a message in ECB.</summary>
    /// <param name="plaintext">The message; without padding, whole blocks.</param>
    /// <param name="destination">Room for the ciphertext; it may overlap the plaintext in any way.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>Bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <exception cref="CryptographicException">Without padding, the plaintext is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int EncryptEcb(ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode) =>
        TryEncryptEcb(plaintext, destination, paddingMode, out var written) ? written : throw TooShort(destination);

    /// <summary>Enciphers a message in ECB, if the destination has room.</summary>
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
        CheckPadding(paddingMode);
        return TryEncrypt(AesMode.Ecb, plaintext, default, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc cref="EncryptCfb(ReadOnlySpan{byte}, ReadOnlySpan{byte}, PaddingMode, int)"/>
    public byte[] EncryptCfb(
        byte[] plaintext, byte[] iv, PaddingMode paddingMode = PaddingMode.None, int feedbackSizeInBits = 8) =>
        EncryptCfb(plaintext.AsSpan(), iv.AsSpan(), paddingMode, feedbackSizeInBits);

    /// <summary>Enciphers a message in CFB.</summary>
    /// <param name="plaintext">The message; without padding, whole segments.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <param name="feedbackSizeInBits">Bits of a segment: 8 or 128.</param>
    /// <returns>The ciphertext.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">
    /// The IV is not of 16 bytes; or the feedback size is no multiple of 8 from 8 to 128; or without padding, the plaintext is
    /// not whole segments.
    /// </exception>
    /// <exception cref="CryptographicException">The feedback size is neither 8 nor 128.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] EncryptCfb(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, PaddingMode paddingMode = PaddingMode.None,
        int feedbackSizeInBits = 8)
    {
        CheckPadding(paddingMode);
        CheckIV(iv);
        CheckFeedback(feedbackSizeInBits);
        var ciphertext = new byte[GetCiphertextLengthCfb(plaintext.Length, paddingMode, feedbackSizeInBits)];
        TryEncrypt(CfbMode(feedbackSizeInBits), plaintext, iv, ciphertext, paddingMode, out _);
        return ciphertext;
    }

    /// <summary>Enciphers a message in CFB.</summary>
    /// <param name="plaintext">The message; without padding, whole segments.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="destination">Room for the ciphertext; it may overlap the plaintext in any way.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <param name="feedbackSizeInBits">Bits of a segment: 8 or 128.</param>
    /// <returns>Bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">
    /// The IV is not of 16 bytes; or the feedback size is no multiple of 8 from 8 to 128; or the destination is too short.
    /// </exception>
    /// <exception cref="CryptographicException">
    /// The feedback size is neither 8 nor 128; or without padding, the plaintext is not whole segments.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int EncryptCfb(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode = PaddingMode.None,
        int feedbackSizeInBits = 8) =>
        TryEncryptCfb(plaintext, iv, destination, out var written, paddingMode, feedbackSizeInBits)
            ? written
            : throw TooShort(destination);

    /// <summary>Enciphers a message in CFB, if the destination has room.</summary>
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
        CheckPadding(paddingMode);
        CheckIV(iv);
        CheckFeedback(feedbackSizeInBits);
        return TryEncrypt(CfbMode(feedbackSizeInBits), plaintext, iv, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc cref="DecryptCbc(ReadOnlySpan{byte}, ReadOnlySpan{byte}, PaddingMode)"/>
    /// <exception cref="ArgumentNullException">An array is null.</exception>
    public byte[] DecryptCbc(byte[] ciphertext, byte[] iv, PaddingMode paddingMode = PaddingMode.PKCS7)
    {
        CheckNotNull(ciphertext, nameof(ciphertext));
        CheckNotNull(iv, nameof(iv));
        return DecryptCbc(ciphertext.AsSpan(), iv.AsSpan(), paddingMode);
    }

    /// <summary>Deciphers a message in CBC.</summary>
    /// <param name="ciphertext">Whole blocks.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="paddingMode">The padding to remove; zeros stay.</param>
    /// <returns>The plaintext.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">The IV is not of 16 bytes.</exception>
    /// <exception cref="CryptographicException">
    /// The ciphertext is not whole blocks; or what it holds does not end in the padding.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] DecryptCbc(ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, PaddingMode paddingMode = PaddingMode.PKCS7)
    {
        CheckPadding(paddingMode);
        CheckIV(iv);
        return DecryptToArray(AesMode.Cbc, ciphertext, iv, paddingMode);
    }

    /// <summary>Deciphers a message in CBC.</summary>
    /// <param name="ciphertext">Whole blocks.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="destination">
    /// Room for the plaintext; it may overlap the ciphertext in any way. Zeroed when the padding is wrong.
    /// </param>
    /// <param name="paddingMode">The padding to remove; zeros stay.</param>
    /// <returns>Bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">The IV is not of 16 bytes; or the destination is too short.</exception>
    /// <exception cref="CryptographicException">
    /// The ciphertext is not whole blocks; or what it holds does not end in the padding.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int DecryptCbc(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination,
        PaddingMode paddingMode = PaddingMode.PKCS7) =>
        TryDecryptCbc(ciphertext, iv, destination, out var written, paddingMode) ? written : throw TooShort(destination);

    /// <summary>Deciphers a message in CBC, if the destination has room.</summary>
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
        CheckPadding(paddingMode);
        CheckIV(iv);
        return TryDecrypt(AesMode.Cbc, ciphertext, iv, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc cref="DecryptEcb(ReadOnlySpan{byte}, PaddingMode)"/>
    /// <exception cref="ArgumentNullException">An array is null.</exception>
    public byte[] DecryptEcb(byte[] ciphertext, PaddingMode paddingMode)
    {
        CheckNotNull(ciphertext, nameof(ciphertext));
        return DecryptEcb(ciphertext.AsSpan(), paddingMode);
    }

    /// <summary>Deciphers a message in ECB.</summary>
    /// <param name="ciphertext">Whole blocks.</param>
    /// <param name="paddingMode">The padding to remove; zeros stay.</param>
    /// <returns>The plaintext.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="CryptographicException">
    /// The ciphertext is not whole blocks; or what it holds does not end in the padding.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] DecryptEcb(ReadOnlySpan<byte> ciphertext, PaddingMode paddingMode)
    {
        CheckPadding(paddingMode);
        return DecryptToArray(AesMode.Ecb, ciphertext, default, paddingMode);
    }

    /// <summary>Deciphers a message in ECB.</summary>
    /// <param name="ciphertext">Whole blocks.</param>
    /// <param name="destination">
    /// Room for the plaintext; it may overlap the ciphertext in any way. Zeroed when the padding is wrong.
    /// </param>
    /// <param name="paddingMode">The padding to remove; zeros stay.</param>
    /// <returns>Bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <exception cref="CryptographicException">
    /// The ciphertext is not whole blocks; or what it holds does not end in the padding.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int DecryptEcb(ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode) =>
        TryDecryptEcb(ciphertext, destination, paddingMode, out var written) ? written : throw TooShort(destination);

    /// <summary>Deciphers a message in ECB, if the destination has room.</summary>
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
        CheckPadding(paddingMode);
        return TryDecrypt(AesMode.Ecb, ciphertext, default, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc cref="DecryptCfb(ReadOnlySpan{byte}, ReadOnlySpan{byte}, PaddingMode, int)"/>
    /// <exception cref="ArgumentNullException">An array is null.</exception>
    public byte[] DecryptCfb(byte[] ciphertext, byte[] iv, PaddingMode paddingMode = PaddingMode.None, int feedbackSizeInBits = 8)
    {
        CheckNotNull(ciphertext, nameof(ciphertext));
        CheckNotNull(iv, nameof(iv));
        return DecryptCfb(ciphertext.AsSpan(), iv.AsSpan(), paddingMode, feedbackSizeInBits);
    }

    /// <summary>Deciphers a message in CFB.</summary>
    /// <param name="ciphertext">Whole segments.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="paddingMode">
    /// The padding to remove; zeros stay. In CFB8 as much as 16 bytes of it, since older frameworks pad to that.
    /// </param>
    /// <param name="feedbackSizeInBits">Bits of a segment: 8 or 128.</param>
    /// <returns>The plaintext.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">
    /// The IV is not of 16 bytes; or the feedback size is no multiple of 8 from 8 to 128.
    /// </exception>
    /// <exception cref="CryptographicException">
    /// The feedback size is neither 8 nor 128; or the ciphertext is not whole segments; or what it holds does not end in the
    /// padding.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] DecryptCfb(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, PaddingMode paddingMode = PaddingMode.None,
        int feedbackSizeInBits = 8)
    {
        CheckPadding(paddingMode);
        CheckIV(iv);
        CheckFeedback(feedbackSizeInBits);
        return DecryptToArray(CfbMode(feedbackSizeInBits), ciphertext, iv, paddingMode);
    }

    /// <summary>Deciphers a message in CFB.</summary>
    /// <param name="ciphertext">Whole segments.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="destination">
    /// Room for the plaintext; it may overlap the ciphertext in any way. Zeroed when the padding is wrong.
    /// </param>
    /// <param name="paddingMode">
    /// The padding to remove; zeros stay. In CFB8 as much as 16 bytes of it, since older frameworks pad to that.
    /// </param>
    /// <param name="feedbackSizeInBits">Bits of a segment: 8 or 128.</param>
    /// <returns>Bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="ArgumentException">
    /// The IV is not of 16 bytes; or the feedback size is no multiple of 8 from 8 to 128; or the destination is too short.
    /// </exception>
    /// <exception cref="CryptographicException">
    /// The feedback size is neither 8 nor 128; or the ciphertext is not whole segments; or what it holds does not end in the
    /// padding.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int DecryptCfb(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode = PaddingMode.None,
        int feedbackSizeInBits = 8) =>
        TryDecryptCfb(ciphertext, iv, destination, out var written, paddingMode, feedbackSizeInBits)
            ? written
            : throw TooShort(destination);

    /// <summary>Deciphers a message in CFB, if the destination has room.</summary>
    /// <param name="ciphertext">Whole segments.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="destination">
    /// Room for the plaintext; it may overlap the ciphertext in any way. Zeroed when the padding is wrong.
    /// </param>
    /// <param name="bytesWritten">Bytes written.</param>
    /// <param name="paddingMode">
    /// The padding to remove; zeros stay. In CFB8 as much as 16 bytes of it, since older frameworks pad to that.
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
        CheckPadding(paddingMode);
        CheckIV(iv);
        CheckFeedback(feedbackSizeInBits);
        return TryDecrypt(CfbMode(feedbackSizeInBits), ciphertext, iv, destination, paddingMode, out bytesWritten);
    }

    private static void CheckNotNull(byte[] argument, string name)
    {
        if (argument is null)
            throw new ArgumentNullException(name);
    }

    private static void CheckPadding(PaddingMode paddingMode)
    {
        if (paddingMode is < PaddingMode.None or > PaddingMode.ISO10126)
            throw new ArgumentOutOfRangeException(nameof(paddingMode), paddingMode, "It is none of PaddingMode.");
    }

    private static void CheckIV(ReadOnlySpan<byte> iv)
    {
        if (iv.Length != AesBlock.Bytes)
            throw new ArgumentException($"An IV of {iv.Length} bytes was given: it must have {AesBlock.Bytes}.", nameof(iv));
    }

    private static void CheckFeedback(int feedbackSizeInBits)
    {
        if (feedbackSizeInBits is < 8 or > BlockBits || feedbackSizeInBits % 8 != 0)
        {
            throw new ArgumentException(
                $"A feedback of {feedbackSizeInBits} bits was given: it must be 8, 16, ... or 128.", nameof(feedbackSizeInBits));
        }
    }

    private static ArgumentException TooShort(Span<byte> destination) =>
        new($"The destination of {destination.Length} bytes is too short for the result.", nameof(destination));

    private byte[] DecryptToArray(AesMode mode, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, PaddingMode paddingMode)
    {
        using var plaintext = new PinnedScratch(ciphertext.Length);
        TryDecrypt(mode, ciphertext, iv, plaintext.Bytes, paddingMode, out var written);
        return plaintext.Bytes.Slice(0, written).ToArray();
    }

    /// <summary>Pooled memory for a plaintext of unknown length: pinned while in use, and wiped.</summary>
    private readonly ref struct PinnedScratch(int length)
    {
        private readonly GCHandle _array = GCHandle.Alloc(ArrayPool<byte>.Shared.Rent(length), GCHandleType.Pinned);

        public Span<byte> Bytes => ((byte[])_array.Target!).AsSpan(0, length);

        public void Dispose()
        {
            Secret.Wipe(Bytes);
            var array = (byte[])_array.Target!;
            _array.Free();
            ArrayPool<byte>.Shared.Return(array);
        }
    }
}
#endif
