using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <content>Key wrap without padding (RFC 3394), with the overloads that .NET 11 has.</content>
public sealed unsafe partial class Aes
{
    /// <summary>Tells how many bytes a key, or any text, has when it is wrapped without padding (RFC 3394).</summary>
    /// <param name="plaintextLengthInBytes">A multiple of 8, from 16 to 2,147,483,632.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is another.</exception>
    public static int GetKeyWrapLength(int plaintextLengthInBytes)
    {
        if (!AesKeyWrap.IsWhole(plaintextLengthInBytes) || plaintextLengthInBytes > int.MaxValue - 15)
        {
            throw new ArgumentOutOfRangeException(
                nameof(plaintextLengthInBytes),
                plaintextLengthInBytes,
                "A plaintext to wrap without padding is a multiple of 8 bytes, from 16 to 2147483632.");
        }

        return plaintextLengthInBytes + AesKeyWrap.SemiblockBytes;
    }

    /// <inheritdoc cref="EncryptKeyWrap(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">The plaintext is null.</exception>
    public byte[] EncryptKeyWrap(byte[] plaintext) => EncryptKeyWrap(Arguments.RequiredBytes(plaintext, nameof(plaintext)));

    /// <returns>The wrapped key.</returns>
    /// <exception cref="ArgumentException">The plaintext is of another length.</exception>
    /// <inheritdoc cref="EncryptKeyWrap(ReadOnlySpan{byte}, Span{byte})"/>
    public byte[] EncryptKeyWrap(ReadOnlySpan<byte> plaintext)
    {
        CheckToWrap(plaintext);
        var ciphertext = new byte[GetKeyWrapLength(plaintext.Length)];
        Wrap(plaintext, ciphertext, isPadded: false);
        return ciphertext;
    }

    /// <summary>Wraps a key, or any bytes, under the key of this object (RFC 3394).</summary>
    /// <param name="plaintext">A multiple of 8 bytes, 16 at least.</param>
    /// <param name="destination">Exactly <see cref="GetKeyWrapLength"/> bytes.</param>
    /// <exception cref="ArgumentException">The plaintext or the destination is of another length.</exception>
    /// <exception cref="CryptographicException">The buffers overlap.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void EncryptKeyWrap(ReadOnlySpan<byte> plaintext, Span<byte> destination)
    {
        CheckToWrap(plaintext);
        Arguments.RequireSize(destination, GetKeyWrapLength(plaintext.Length), nameof(destination));
        CheckApart(plaintext, destination);
        Wrap(plaintext, destination, isPadded: false);
    }

    /// <inheritdoc cref="DecryptKeyWrap(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">The ciphertext is null.</exception>
    public byte[] DecryptKeyWrap(byte[] ciphertext) => DecryptKeyWrap(Arguments.RequiredBytes(ciphertext, nameof(ciphertext)));

    /// <returns>The unwrapped key.</returns>
    /// <exception cref="CryptographicException">It was not wrapped under this key, or was changed.</exception>
    /// <inheritdoc cref="TryDecryptKeyWrap"/>
    public byte[] DecryptKeyWrap(ReadOnlySpan<byte> ciphertext)
    {
        var plaintext = new byte[UnwrappedLength(ciphertext)];
        Unwrap(ciphertext, plaintext, isPadded: false);
        return plaintext;
    }

    /// <returns>Bytes of the unwrapped key.</returns>
    /// <exception cref="ArgumentException">The ciphertext is of another length, or the destination too short.</exception>
    /// <inheritdoc cref="TryDecryptKeyWrap"/>
    public int DecryptKeyWrap(ReadOnlySpan<byte> ciphertext, Span<byte> destination) =>
        TryDecryptKeyWrap(ciphertext, destination, out var written) ? written : throw TooShort(destination);

    /// <summary>Unwraps a key that was wrapped under the key of this object (RFC 3394).</summary>
    /// <param name="ciphertext">A multiple of 8 bytes, 24 at least.</param>
    /// <param name="destination">Room for the key, which has 8 bytes fewer than the ciphertext.</param>
    /// <param name="bytesWritten">Bytes of the unwrapped key.</param>
    /// <returns>False when the destination is too short.</returns>
    /// <exception cref="ArgumentException">The ciphertext is of another length.</exception>
    /// <exception cref="CryptographicException">
    /// It was not wrapped under this key, or was changed; or the buffers overlap.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool TryDecryptKeyWrap(ReadOnlySpan<byte> ciphertext, Span<byte> destination, out int bytesWritten)
    {
        var length = UnwrappedLength(ciphertext);
        bytesWritten = 0;
        if (destination.Length < length)
            return false;

        destination = destination.Slice(0, length);
        CheckApart(ciphertext, destination);
        bytesWritten = Unwrap(ciphertext, destination, isPadded: false);
        return true;
    }

    private static void CheckToWrap(ReadOnlySpan<byte> plaintext)
    {
        if (!AesKeyWrap.IsWhole(plaintext.Length))
        {
            throw new ArgumentException(
                $"A plaintext of {plaintext.Length} bytes was given: without padding, a multiple of 8 bytes is wrapped, 16 at least.",
                nameof(plaintext));
        }
    }

    private static int UnwrappedLength(ReadOnlySpan<byte> ciphertext)
    {
        var length = ciphertext.Length - AesKeyWrap.SemiblockBytes;
        if (!AesKeyWrap.IsWhole(length))
        {
            throw new ArgumentException(
                $"A ciphertext of {ciphertext.Length} bytes was given: a key wrapped without padding is a multiple of 8 bytes, 24 at least.",
                nameof(ciphertext));
        }

        return length;
    }

    private static void CheckApart(ReadOnlySpan<byte> input, Span<byte> output)
    {
        if (input.Overlaps(output))
            throw new CryptographicException("The buffers overlap: key wrap needs them apart.");
    }

    private static ArgumentException TooShort(Span<byte> destination) =>
        new($"The destination of {destination.Length} bytes is too short for the result.", nameof(destination));

    private void Wrap(ReadOnlySpan<byte> source, Span<byte> destination, bool isPadded)
    {
        var key = GetKey();
        var held = key.Hold();
        fixed (byte* plaintext = source, ciphertext = destination)
            AesKeyWrap.Wrap(Cipher(AesMode.Ecb, key, held.Bytes), plaintext, source.Length, ciphertext, isPadded);
        Secret.ForgetRegisters();
        if (!held.IsAlive)
            ThrowReplaced(destination);
    }

    private int Unwrap(ReadOnlySpan<byte> source, Span<byte> destination, bool isPadded)
    {
        int length;
        var key = GetKey();
        var held = key.Hold();
        fixed (byte* ciphertext = source, plaintext = destination)
            length = AesKeyWrap.Unwrap(Cipher(AesMode.Ecb, key, held.Bytes), ciphertext, source.Length, plaintext, isPadded);
        if (!held.IsAlive)
            ThrowReplaced(destination);
        if (length < 0)
        {
            destination.Clear();
            Secret.ForgetRegisters();
            throw new CryptographicException("The ciphertext was not wrapped under this key, or was changed since.");
        }

        Secret.ForgetAllRegisters();
        return length;
    }
}
