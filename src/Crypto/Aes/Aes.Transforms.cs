using System;
using System.Security.Cryptography;

namespace ManagedCrypto;

/// <content>Encryptors and decryptors of messages in pieces.</content>
public sealed unsafe partial class Aes
{
    /// <summary>An encryptor with the <see cref="Key"/> and <see cref="IV"/> of this object.</summary>
    /// <exception cref="CryptographicException">CFB with a feedback other than of 8 or 128 bits.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override ICryptoTransform CreateEncryptor() => CreateTransform(encrypting: true);

    /// <summary>An encryptor with a key and an IV of its own; mode, padding and feedback are this object's.</summary>
    /// <param name="rgbKey">16, 24 or 32 bytes.</param>
    /// <param name="rgbIV">16 bytes; in ECB, which needs none, it may be null.</param>
    /// <exception cref="ArgumentNullException">The key is null.</exception>
    /// <exception cref="ArgumentException">Key or IV is of another length.</exception>
    /// <exception cref="CryptographicException">
    /// CFB with a feedback other than of 8 or 128 bits, or no IV where one is needed.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override ICryptoTransform CreateEncryptor(byte[] rgbKey, byte[]? rgbIV) =>
        CreateTransform(rgbKey, rgbIV, encrypting: true);

    /// <summary>A decryptor with the <see cref="Key"/> and <see cref="IV"/> of this object.</summary>
    /// <inheritdoc cref="CreateEncryptor()"/>
    public override ICryptoTransform CreateDecryptor() => CreateTransform(encrypting: false);

    /// <summary>A decryptor with a key and an IV of its own; mode, padding and feedback are this object's.</summary>
    /// <inheritdoc cref="CreateEncryptor(byte[], byte[])"/>
    public override ICryptoTransform CreateDecryptor(byte[] rgbKey, byte[]? rgbIV) =>
        CreateTransform(rgbKey, rgbIV, encrypting: false);

    private AesTransform CreateTransform(bool encrypting)
    {
        var key = GetKey();
        var iv = IV;
        var held = key.Hold();
        var transform = CreateTransform(new ReadOnlySpan<byte>(held.Bytes, key.Bytes), iv, encrypting);
        if (!held.IsAlive)
        {
            transform.Dispose();
            ThrowReplaced();
        }

        return transform;
    }

    private AesTransform CreateTransform(byte[] rgbKey, byte[]? rgbIV, bool encrypting)
    {
        if (!Arguments.IsAesKeySize(Arguments.Required(rgbKey, nameof(rgbKey)).Length))
            throw new ArgumentException(Arguments.AesKeyMessage(rgbKey.Length), nameof(rgbKey));
        if (rgbIV is not null)
            Arguments.RequireSize(rgbIV, AesBlock.Bytes, nameof(rgbIV));
        ThrowIfDisposed();
        return CreateTransform(rgbKey.AsSpan(), rgbIV, encrypting);
    }

    private AesTransform CreateTransform(ReadOnlySpan<byte> key, byte[]? iv, bool encrypting)
    {
        var mode = ModeValue switch
        {
            CipherMode.ECB => AesMode.Ecb,
            CipherMode.CBC => AesMode.Cbc,
            _ => CfbMode(FeedbackSizeValue),
        };
        if (iv is null && mode != AesMode.Ecb)
            throw new CryptographicException($"No IV was given: {ModeValue} needs one of {AesBlock.Bytes} bytes.");
        return new AesTransform(_kernel, key, iv, mode, PaddingValue, encrypting);
    }

    private static AesMode CfbMode(int feedbackSizeInBits) => feedbackSizeInBits switch
    {
        8 => AesMode.Cfb8,
        BlockBits => AesMode.Cfb128,
        _ => throw new CryptographicException($"A feedback of {feedbackSizeInBits} bits was given: AES takes 8 or 128."),
    };
}
