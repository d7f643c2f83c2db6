using System;
using System.Security.Cryptography;

namespace ManagedCrypto;

/// <summary>
/// The hash or HMAC (FIPS 198-1) of a message that is appended in parts. A drop-in for
/// <see cref="System.Security.Cryptography.IncrementalHash"/> that needs no native library.
/// </summary>
/// <remarks>
/// Parts may have any length and lie at any address. An instance serves one call at a time: it throws
/// <see cref="CryptographicException"/> to a second caller, and <see cref="ObjectDisposedException"/> after
/// <see cref="Dispose"/>, which wipes its key and state.
/// </remarks>
public sealed class IncrementalHash : IDisposable
{
    private readonly IRunningMessage _hash;
    private bool _isDisposed;

    internal IncrementalHash(MessageHash hash)
    {
        AlgorithmName = new HashAlgorithmName(hash.Name);
        _hash = HashEngine.Begin(hash, this);
    }

    internal IncrementalHash(MessageHash hash, ReadOnlySpan<byte> key)
    {
        AlgorithmName = new HashAlgorithmName("HMAC" + hash.Name);
        _hash = HmacEngine.Begin(hash, this, key);
    }

    private IncrementalHash(IncrementalHash original)
    {
        AlgorithmName = original.AlgorithmName;
        _hash = original._hash.CloneFor(this);
    }

    /// <summary>The algorithm, such as <c>SHA256</c> or <c>HMACSHA256</c>.</summary>
    public HashAlgorithmName AlgorithmName { get; }

    /// <summary>Bytes of the hash or code.</summary>
    public int HashLengthInBytes => _hash.DigestBytes;

    /// <summary>Begins a message to hash.</summary>
    /// <param name="hashAlgorithm">The hash function.</param>
    /// <returns>A new object, for the caller to dispose.</returns>
    /// <exception cref="ArgumentNullException">The name in <paramref name="hashAlgorithm"/> is null.</exception>
    /// <exception cref="ArgumentException">The name in <paramref name="hashAlgorithm"/> is empty.</exception>
    /// <exception cref="CryptographicException"><paramref name="hashAlgorithm"/> is not a known hash function.</exception>
    public static IncrementalHash CreateHash(HashAlgorithmName hashAlgorithm) =>
        new(HashNames.Required(hashAlgorithm, nameof(hashAlgorithm)));

    /// <summary>Begins a message to compute an HMAC of.</summary>
    /// <param name="hashAlgorithm">The hash function.</param>
    /// <param name="key">The key, of any length. It is copied.</param>
    /// <returns>A new object, for the caller to dispose.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="key"/> or the name in <paramref name="hashAlgorithm"/> is null.
    /// </exception>
    /// <exception cref="ArgumentException">The name in <paramref name="hashAlgorithm"/> is empty.</exception>
    /// <exception cref="CryptographicException"><paramref name="hashAlgorithm"/> is not a known hash function.</exception>
    public static IncrementalHash CreateHMAC(HashAlgorithmName hashAlgorithm, byte[] key) =>
        CreateHMAC(hashAlgorithm, new ReadOnlySpan<byte>(Arguments.Required(key, nameof(key))));

    /// <inheritdoc cref="CreateHMAC(HashAlgorithmName, byte[])"/>
    /// <exception cref="ArgumentNullException">The name in <paramref name="hashAlgorithm"/> is null.</exception>
    public static IncrementalHash CreateHMAC(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key) =>
        new(HashNames.Required(hashAlgorithm, nameof(hashAlgorithm)), key);

    /// <summary>Appends to the message.</summary>
    /// <param name="data">Its next part.</param>
    /// <exception cref="ArgumentNullException"><paramref name="data"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void AppendData(byte[] data) => AppendData(new ReadOnlySpan<byte>(Arguments.Required(data, nameof(data))));

    /// <summary>Appends to the message.</summary>
    /// <param name="data">Holds its next part.</param>
    /// <param name="offset">Bytes of <paramref name="data"/> before the part.</param>
    /// <param name="count">Bytes of the part.</param>
    /// <exception cref="ArgumentNullException"><paramref name="data"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="offset"/> is negative, or <paramref name="count"/> is negative or more than <paramref name="data"/> has.
    /// </exception>
    /// <exception cref="ArgumentException">The part ends after <paramref name="data"/>.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void AppendData(byte[] data, int offset, int count)
    {
        if (offset >= 0 && count > Arguments.Required(data, nameof(data)).Length)
            throw new ArgumentOutOfRangeException(nameof(count), count, $"The count is from zero to {data.Length}.");
        AppendData(Arguments.HashInput(data, offset, count));
    }

    /// <summary>Appends to the message.</summary>
    /// <param name="data">Its next part.</param>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void AppendData(ReadOnlySpan<byte> data)
    {
        RequireAlive();
        _hash.Append(data);
    }

    /// <summary>Ends the message, gives its hash or code, and begins another.</summary>
    /// <returns>The hash or code, <see cref="HashLengthInBytes"/> bytes.</returns>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] GetHashAndReset()
    {
        var hash = new byte[HashLengthInBytes];
        GetHashAndReset(hash);
        return hash;
    }

    /// <summary>Ends the message, gives its hash or code, and begins another.</summary>
    /// <param name="destination">Receives the hash or code in its first <see cref="HashLengthInBytes"/> bytes.</param>
    /// <returns>The number of bytes written, <see cref="HashLengthInBytes"/>.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is shorter than <see cref="HashLengthInBytes"/> bytes; the message goes on.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int GetHashAndReset(Span<byte> destination)
    {
        RequireAlive();
        Arguments.RequireRoom(destination, HashLengthInBytes);
        _hash.FinishAndReset(destination);
        return HashLengthInBytes;
    }

    /// <summary>Ends the message and begins another, if the destination has room for the hash or code.</summary>
    /// <param name="destination">Receives the hash or code in its first <see cref="HashLengthInBytes"/> bytes.</param>
    /// <param name="bytesWritten"><see cref="HashLengthInBytes"/>, or 0 if the destination is shorter than that.</param>
    /// <returns>Whether the destination has <see cref="HashLengthInBytes"/> bytes or more.</returns>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool TryGetHashAndReset(Span<byte> destination, out int bytesWritten)
    {
        RequireAlive();
        bytesWritten = destination.Length < HashLengthInBytes ? 0 : GetHashAndReset(destination);
        return bytesWritten != 0;
    }

    /// <summary>The hash or code of the message so far, which goes on.</summary>
    /// <returns>The hash or code, <see cref="HashLengthInBytes"/> bytes.</returns>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] GetCurrentHash()
    {
        var hash = new byte[HashLengthInBytes];
        GetCurrentHash(hash);
        return hash;
    }

    /// <summary>The hash or code of the message so far, which goes on.</summary>
    /// <param name="destination">Receives the hash or code in its first <see cref="HashLengthInBytes"/> bytes.</param>
    /// <returns>The number of bytes written, <see cref="HashLengthInBytes"/>.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is shorter than <see cref="HashLengthInBytes"/> bytes.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int GetCurrentHash(Span<byte> destination)
    {
        RequireAlive();
        Arguments.RequireRoom(destination, HashLengthInBytes);
        _hash.Current(destination);
        return HashLengthInBytes;
    }

    /// <summary>The hash or code of the message so far, which goes on, if the destination has room for it.</summary>
    /// <param name="destination">Receives the hash or code in its first <see cref="HashLengthInBytes"/> bytes.</param>
    /// <param name="bytesWritten"><see cref="HashLengthInBytes"/>, or 0 if the destination is shorter than that.</param>
    /// <returns>Whether the destination has <see cref="HashLengthInBytes"/> bytes or more.</returns>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool TryGetCurrentHash(Span<byte> destination, out int bytesWritten)
    {
        RequireAlive();
        bytesWritten = destination.Length < HashLengthInBytes ? 0 : GetCurrentHash(destination);
        return bytesWritten != 0;
    }

    /// <summary>Ends the message, tells whether a hash or code is its own, and begins another.</summary>
    /// <param name="hash">The hash or code to verify, <see cref="HashLengthInBytes"/> bytes.</param>
    /// <returns>Whether it is right. The comparison takes the same time wherever they differ.</returns>
    /// <exception cref="ArgumentException"><paramref name="hash"/> has another length; the message goes on.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool VerifyHashAndReset(ReadOnlySpan<byte> hash)
    {
        RequireAlive();
        Arguments.RequireSize(hash, HashLengthInBytes, nameof(hash));
        return _hash.VerifyAndReset(hash);
    }

    /// <inheritdoc cref="VerifyHashAndReset(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="hash"/> is null.</exception>
    public bool VerifyHashAndReset(byte[] hash) => VerifyHashAndReset(Arguments.RequiredBytes(hash, nameof(hash)));

    /// <summary>Whether a hash or code is that of the message so far, which goes on.</summary>
    /// <param name="hash">The hash or code to verify, <see cref="HashLengthInBytes"/> bytes.</param>
    /// <returns>Whether it is right. The comparison takes the same time wherever they differ.</returns>
    /// <exception cref="ArgumentException"><paramref name="hash"/> has another length.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool VerifyCurrentHash(ReadOnlySpan<byte> hash)
    {
        RequireAlive();
        Arguments.RequireSize(hash, HashLengthInBytes, nameof(hash));
        return _hash.VerifyCurrent(hash);
    }

    /// <inheritdoc cref="VerifyCurrentHash(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="hash"/> is null.</exception>
    public bool VerifyCurrentHash(byte[] hash) => VerifyCurrentHash(Arguments.RequiredBytes(hash, nameof(hash)));

    /// <summary>Copies the object: both go on independently from the same part of the same message, under the same key.</summary>
    /// <returns>A new object, for the caller to dispose.</returns>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public IncrementalHash Clone()
    {
        RequireAlive();
        return new IncrementalHash(this);
    }

    /// <summary>Wipes the key and the state; further calls have no effect.</summary>
    public void Dispose()
    {
        _isDisposed = true;
        _hash.Dispose();
    }

    private void RequireAlive()
    {
        if (_isDisposed)
            throw new ObjectDisposedException(typeof(IncrementalHash).FullName);
    }
}
