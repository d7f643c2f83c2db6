using System;
#if !NET10_0_OR_GREATER
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
#endif

namespace ManagedCrypto;

/// <content>
/// Key wrap with padding (RFC 5649). The overloads are those of .NET's own base class, which calls the overrides there; in
/// older frameworks it has none.
/// </content>
public sealed partial class Aes
{
    /// <summary>Tells how many bytes a key, or any text, has when it is wrapped with padding (RFC 5649).</summary>
    /// <param name="plaintextLengthInBytes">From 1 to 2,147,483,632.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is another.</exception>
#if NET10_0_OR_GREATER
    public static new int GetKeyWrapPaddedLength(int plaintextLengthInBytes)
#else
    public static int GetKeyWrapPaddedLength(int plaintextLengthInBytes)
#endif
    {
        if (plaintextLengthInBytes is <= 0 or > int.MaxValue - 15)
        {
            throw new ArgumentOutOfRangeException(
                nameof(plaintextLengthInBytes), plaintextLengthInBytes, "A plaintext to wrap has from 1 to 2147483632 bytes.");
        }

        return AesKeyWrap.WrappedLength(plaintextLengthInBytes);
    }

#if NET10_0_OR_GREATER
    /// <inheritdoc/>
    protected override void EncryptKeyWrapPaddedCore(ReadOnlySpan<byte> source, Span<byte> destination) =>
        Wrap(source, destination, isPadded: true);

    /// <inheritdoc/>
    protected override int DecryptKeyWrapPaddedCore(ReadOnlySpan<byte> source, Span<byte> destination) =>
        Unwrap(source, destination, isPadded: true);
#else
    /// <inheritdoc cref="EncryptKeyWrapPadded(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentException">The plaintext is null or empty.</exception>
    public byte[] EncryptKeyWrapPadded(byte[] plaintext) => EncryptKeyWrapPadded(plaintext.AsSpan());

    /// <returns>The wrapped key.</returns>
    /// <exception cref="ArgumentException">The plaintext is empty.</exception>
    /// <inheritdoc cref="EncryptKeyWrapPadded(ReadOnlySpan{byte}, Span{byte})"/>
    public byte[] EncryptKeyWrapPadded(ReadOnlySpan<byte> plaintext)
    {
        CheckNotEmpty(plaintext);
        var ciphertext = new byte[GetKeyWrapPaddedLength(plaintext.Length)];
        Wrap(plaintext, ciphertext, isPadded: true);
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
        Arguments.RequireSize(destination, GetKeyWrapPaddedLength(plaintext.Length), nameof(destination));
        CheckApart(plaintext, destination);
        Wrap(plaintext, destination, isPadded: true);
    }

    /// <inheritdoc cref="DecryptKeyWrapPadded(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">The ciphertext is null.</exception>
    public byte[] DecryptKeyWrapPadded(byte[] ciphertext) =>
        DecryptKeyWrapPadded(Arguments.RequiredBytes(ciphertext, nameof(ciphertext)));

    /// <returns>The unwrapped key.</returns>
    /// <exception cref="CryptographicException">It was not wrapped under this key, or was changed.</exception>
    /// <inheritdoc cref="TryDecryptKeyWrapPadded"/>
    public byte[] DecryptKeyWrapPadded(ReadOnlySpan<byte> ciphertext)
    {
        CheckWrapped(ciphertext);
        using var plaintext = new PinnedScratch(ciphertext.Length - AesKeyWrap.SemiblockBytes);
        return Secret.ToArray(plaintext.Bytes.Slice(0, Unwrap(ciphertext, plaintext.Bytes, isPadded: true)));
    }

    /// <returns>Bytes of the unwrapped key.</returns>
    /// <exception cref="ArgumentException">The ciphertext is of another length, or the destination too short.</exception>
    /// <inheritdoc cref="TryDecryptKeyWrapPadded"/>
    public int DecryptKeyWrapPadded(ReadOnlySpan<byte> ciphertext, Span<byte> destination) =>
        TryDecryptKeyWrapPadded(ciphertext, destination, out var written) ? written : throw TooShort(destination);

    /// <summary>Unwraps a key that was wrapped under the key of this object (RFC 5649).</summary>
    /// <param name="ciphertext">A multiple of 8 bytes, 16 at least.</param>
    /// <param name="destination">
    /// Room for the key, which zeros follow up to the ciphertext's length less 8 bytes, or to the end.
    /// </param>
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
            length = Unwrap(ciphertext, plaintext.Bytes, isPadded: true);
        }
        catch
        {
            destination.Clear();
            throw;
        }

        if (length > destination.Length)
            return false;

        // Zeros follow the plaintext in the scratch.
        Secret.Copy(plaintext.Bytes.Slice(0, destination.Length), destination);
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
#endif
}
