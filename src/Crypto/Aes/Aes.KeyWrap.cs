#if !NET
using System;
using System.Security.Cryptography;

namespace ManagedCrypto;

/// <content>Key wrap, which .NET's own base class has and older frameworks lack, with the same names and behaviour.</content>
public sealed partial class Aes
{
    /// <summary>Wraps a key, or any bytes, under the key of this object (RFC 5649).</summary>
    /// <param name="plaintext">1 byte or more.</param>
    /// <returns>The wrapped key.</returns>
    /// <exception cref="ArgumentException">The plaintext is null or empty.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] EncryptKeyWrapPadded(byte[] plaintext) => EncryptKeyWrapPadded(plaintext.AsSpan());

    /// <inheritdoc cref="EncryptKeyWrapPadded(byte[])"/>
    public byte[] EncryptKeyWrapPadded(ReadOnlySpan<byte> plaintext)
    {
        CheckNotEmpty(plaintext);
        var ciphertext = new byte[GetKeyWrapPaddedLength(plaintext.Length)];
        Wrap(plaintext, ciphertext);
        return ciphertext;
    }

    /// <summary>Wraps a key, or any bytes, under the key of this object (RFC 5649).</summary>
    /// <param name="plaintext">1 byte or more.</param>
    /// <param name="destination">Exactly <see cref="GetKeyWrapPaddedLength"/> bytes.</param>
    /// <exception cref="ArgumentException">The plaintext is empty, or the destination of another length.</exception>
    /// <exception cref="CryptographicException">The buffers overlap.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void EncryptKeyWrapPadded(ReadOnlySpan<byte> plaintext, Span<byte> destination)
    {
        CheckNotEmpty(plaintext);
        var length = GetKeyWrapPaddedLength(plaintext.Length);
        if (destination.Length != length)
            throw new ArgumentException($"The destination of {destination.Length} bytes must have {length}.", nameof(destination));
        CheckApart(plaintext, destination);
        Wrap(plaintext, destination);
    }

    /// <inheritdoc cref="DecryptKeyWrapPadded(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">The ciphertext is null.</exception>
    public byte[] DecryptKeyWrapPadded(byte[] ciphertext)
    {
        CheckNotNull(ciphertext, nameof(ciphertext));
        return DecryptKeyWrapPadded(ciphertext.AsSpan());
    }

    /// <summary>Unwraps a key that was wrapped under the key of this object (RFC 5649).</summary>
    /// <param name="ciphertext">A multiple of 8 bytes, 16 at least.</param>
    /// <returns>The unwrapped key.</returns>
    /// <exception cref="ArgumentException">The ciphertext is of another length.</exception>
    /// <exception cref="CryptographicException">It was not wrapped under this key, or was changed.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] DecryptKeyWrapPadded(ReadOnlySpan<byte> ciphertext)
    {
        CheckWrapped(ciphertext);
        using var plaintext = new PinnedScratch(ciphertext.Length - AesKeyWrap.SemiblockBytes);
        return plaintext.Bytes.Slice(0, Unwrap(ciphertext, plaintext.Bytes)).ToArray();
    }

    /// <summary>Unwraps a key that was wrapped under the key of this object (RFC 5649).</summary>
    /// <param name="ciphertext">A multiple of 8 bytes, 16 at least.</param>
    /// <param name="destination">Room for the key; what of the ciphertext's length less 8 bytes is behind it is zeroed.</param>
    /// <returns>Bytes of the unwrapped key.</returns>
    /// <exception cref="ArgumentException">The ciphertext is of another length, or the destination too short.</exception>
    /// <exception cref="CryptographicException">
    /// It was not wrapped under this key, or was changed; or the buffers overlap.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int DecryptKeyWrapPadded(ReadOnlySpan<byte> ciphertext, Span<byte> destination) =>
        TryDecryptKeyWrapPadded(ciphertext, destination, out var written) ? written : throw TooShort(destination);

    /// <summary>Unwraps a key that was wrapped under the key of this object (RFC 5649), if the destination has room.</summary>
    /// <param name="ciphertext">A multiple of 8 bytes, 16 at least.</param>
    /// <param name="destination">Room for the key; what of the ciphertext's length less 8 bytes is behind it is zeroed.</param>
    /// <param name="bytesWritten">Bytes of the unwrapped key.</param>
    /// <returns>False when the destination is too short.</returns>
    /// <exception cref="ArgumentException">The ciphertext is of another length.</exception>
    /// <exception cref="CryptographicException">
    /// It was not wrapped under this key, or was changed; or the buffers overlap.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool TryDecryptKeyWrapPadded(ReadOnlySpan<byte> ciphertext, Span<byte> destination, out int bytesWritten)
    {
        CheckWrapped(ciphertext);
        bytesWritten = 0;
        var longest = ciphertext.Length - AesKeyWrap.SemiblockBytes;
        if (destination.Length <= longest - AesKeyWrap.SemiblockBytes)
            return false;

        destination = destination.Slice(0, Math.Min(destination.Length, longest));
        CheckApart(ciphertext, destination);
        using var plaintext = new PinnedScratch(longest);
        int length;
        try
        {
            length = Unwrap(ciphertext, plaintext.Bytes);
        }
        catch
        {
            destination.Clear();
            throw;
        }

        if (length > destination.Length)
            return false;

        // Zeros follow the plaintext in the scratch.
        plaintext.Bytes.Slice(0, destination.Length).CopyTo(destination);
        bytesWritten = length;
        return true;
    }

    private static void CheckNotEmpty(ReadOnlySpan<byte> plaintext)
    {
        if (plaintext.IsEmpty)
            throw new ArgumentException("There is nothing to wrap: 1 byte at least is needed.", nameof(plaintext));
    }

    private static void CheckWrapped(ReadOnlySpan<byte> ciphertext)
    {
        if (ciphertext.Length < 2 * AesKeyWrap.SemiblockBytes || ciphertext.Length % AesKeyWrap.SemiblockBytes != 0)
        {
            throw new ArgumentException(
                $"A ciphertext of {ciphertext.Length} bytes was given: a wrapped key is a multiple of 8 bytes, 16 at least.",
                nameof(ciphertext));
        }
    }

    private static void CheckApart(ReadOnlySpan<byte> input, Span<byte> output)
    {
        if (input.Overlaps(output))
            throw new CryptographicException("The buffers overlap: key wrap needs them apart.");
    }
}
#endif
