// Written by tools/TypeGenerator from the catalogue, src/Crypto/Algorithms.cs. Do not edit: change it there, and run
//     dotnet run --project tools/TypeGenerator
using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;

#pragma warning disable CS1573 // What overloads have in common is documented once.
#pragma warning disable CS0109 // Members that hide one of the base class do so on newer frameworks only.
#pragma warning disable CA1707 // .NET calls such types so.

namespace ManagedCrypto;

/// <summary>
/// HMAC (FIPS 198-1, RFC 2104) over SHA-512/256: codes of 32 bytes. The BCL has no such type. It derives from
/// <see cref="HMAC"/>.
/// </summary>
/// <remarks>
/// Keys and messages may have any length and lie at any address; a destination may overlap its source. Compare codes
/// by <c>Verify</c>, in constant time. Static members may be called from many threads at once. An instance serves one call
/// at a time: it throws <see cref="CryptographicException"/> to a second caller, and
/// <see cref="ObjectDisposedException"/> after <see cref="HashAlgorithm.Dispose()"/>, which wipes its key and state.
/// </remarks>
public sealed partial class HMACSHA512_256 : HMAC
{
    /// <summary>Bits of a code.</summary>
    public const int HashSizeInBits = 32 * 8;

    /// <summary>Bytes of a code.</summary>
    public const int HashSizeInBytes = 32;

    private const int BlockBytes = 128;

    private readonly RunningMessage<HmacEngine> _hash;

    /// <summary>Begins a message under a random key of a block, 128 bytes.</summary>
    public HMACSHA512_256()
        : this(Best, null)
    {
    }

    /// <summary>Begins a message.</summary>
    /// <param name="key">The key, of any length. It is copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public HMACSHA512_256(byte[] key)
        : this(Best, Arguments.Required(key, nameof(key)))
    {
    }

    internal HMACSHA512_256(MessageHash hash, byte[]? key)
    {
        _hash = key is null ? HmacEngine.BeginUnderRandomKey(hash, this) : HmacEngine.Begin(hash, this, key);
        HashName = "SHA512-256";
        HashSizeValue = HashSizeInBits;
        BlockSizeValue = BlockBytes;
    }

    /// <summary>
    /// The key: a copy of it, or of its digest if it is longer than a block of 128 bytes.
    /// </summary>
    /// <remarks>
    /// Setting a key forgets the message so far; the BCL of the .NET Framework refuses that until
    /// <see cref="Initialize"/>.
    /// </remarks>
    /// <exception cref="ArgumentNullException">The key is set to null; the parameter's name is <c>value</c>.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override byte[] Key
    {
        get => HmacEngine.GetKey(_hash);
        set => HmacEngine.SetKey(_hash, Arguments.Required(value, nameof(value)));
    }

    private static MessageHash Best => field ?? Algorithms.Sha512_256.KeepBest(ref field);

    /// <summary>Begins a message under a random key.</summary>
    /// <returns>A new object, for the caller to dispose.</returns>
    public static new HMACSHA512_256 Create() => new();

    /// <summary>
    /// Begins a message under a random key, if the name is one of this HMAC's; capitals do not matter.
    /// </summary>
    /// <param name="algorithmName">
    /// <c>HMACSHA512_256</c>, <c>HMAC-SHA-512/256</c> or <c>ManagedCrypto.HMACSHA512_256</c>.
    /// </param>
    /// <returns>A new object, for the caller to dispose, or null if this type does not go by the name.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="algorithmName"/> is null; the exception says <c>name</c>, as the BCL's does.
    /// </exception>
    public static new HMACSHA512_256? Create(string algorithmName) =>
        Algorithms.Sha512_256.HmacType.GoesBy(algorithmName) ? new() : null;

    /// <summary>Computes the code of a whole message.</summary>
    /// <param name="key">The key, of any length; the safest has 32 to 128 bytes.</param>
    /// <param name="source">The message.</param>
    /// <returns>The code, 32 bytes.</returns>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source)
    {
        var code = new byte[HashSizeInBytes];
        HmacState.Hash(Best, key, source, code);
        return code;
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    public static byte[] HashData(byte[] key, byte[] source)
    {
        Arguments.Required(key, nameof(key));
        Arguments.Required(source, nameof(source));
        return HashData(new ReadOnlySpan<byte>(key), new ReadOnlySpan<byte>(source));
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <param name="destination">Receives the code in its first 32 bytes.</param>
    /// <returns>32, the number of bytes written.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than 32 bytes.</exception>
    public static int HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Arguments.RequireRoom(destination, HashSizeInBytes);
        HmacState.Hash(Best, key, source, destination);
        return HashSizeInBytes;
    }

    /// <summary>Computes the code of a whole message, if the destination has room for the code.</summary>
    /// <param name="key">The key, of any length; the safest has 32 to 128 bytes.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the code in its first 32 bytes.</param>
    /// <param name="bytesWritten">32, or 0 if the destination is shorter than that.</param>
    /// <returns>Whether the destination has 32 bytes or more.</returns>
    public static bool TryHashData(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
    {
        bytesWritten = destination.Length < HashSizeInBytes ? 0 : HashData(key, source, destination);
        return bytesWritten != 0;
    }

    /// <summary>Computes the code of a stream from where it stands to its end.</summary>
    /// <param name="key">The key, of any length; the safest has 32 to 128 bytes.</param>
    /// <param name="source">The stream, which is left open.</param>
    /// <returns>The code, 32 bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, Stream source) =>
        HashStreams.Hash(HmacEngine.Begin(Best, typeof(HMACSHA512_256), key), source);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    public static byte[] HashData(byte[] key, Stream source) =>
        HashData(new ReadOnlySpan<byte>(Arguments.Required(key, nameof(key))), source);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream)"/>
    /// <param name="destination">Receives the code in its first 32 bytes.</param>
    /// <returns>32, the number of bytes written.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, or <paramref name="destination"/> is shorter than 32 bytes.
    /// </exception>
    public static int HashData(ReadOnlySpan<byte> key, Stream source, Span<byte> destination) =>
        HashStreams.Hash(HmacEngine.Begin(Best, typeof(HMACSHA512_256), key), source, destination);

#if NET
    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream)"/>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<byte[]> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, CancellationToken cancellationToken = default) =>
        HashStreams.HashAsync(HmacEngine.Begin(Best, typeof(HMACSHA512_256), key.Span), source, cancellationToken);

    /// <inheritdoc cref="HashDataAsync(ReadOnlyMemory{byte}, Stream, CancellationToken)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    public static ValueTask<byte[]> HashDataAsync(
        byte[] key, Stream source, CancellationToken cancellationToken = default) =>
        HashDataAsync(new ReadOnlyMemory<byte>(Arguments.Required(key, nameof(key))), source, cancellationToken);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, Span{byte})"/>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<int> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
        HashStreams.HashAsync(HmacEngine.Begin(Best, typeof(HMACSHA512_256), key.Span), source, destination, cancellationToken);
#endif

    /// <summary>Tells whether a code is that of a message, in the same time wherever it differs.</summary>
    /// <param name="key">The key, of any length; the safest has 32 to 128 bytes.</param>
    /// <param name="source">The message.</param>
    /// <param name="hash">The code to verify, 32 bytes.</param>
    /// <returns>Whether it is right.</returns>
    /// <exception cref="ArgumentException"><paramref name="hash"/> has another length.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash)
    {
        Arguments.RequireSize(hash, HashSizeInBytes, nameof(hash));
        return HmacState.Verify(Best, key, source, hash);
    }

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static bool Verify(byte[] key, byte[] source, byte[] hash) => Verify(
        Arguments.RequiredBytes(key, nameof(key)),
        Arguments.RequiredBytes(source, nameof(source)),
        Arguments.RequiredBytes(hash, nameof(hash)));

    /// <summary>Whether a code is that of a stream from where it stands to its end.</summary>
    /// <param name="key">The key, of any length; the safest has 32 to 128 bytes.</param>
    /// <param name="source">The stream, which is left open.</param>
    /// <param name="hash">The code to verify, 32 bytes.</param>
    /// <returns>Whether it is right.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, or <paramref name="hash"/> has not 32 bytes.
    /// </exception>
    public static bool Verify(ReadOnlySpan<byte> key, Stream source, ReadOnlySpan<byte> hash)
    {
        Arguments.Required(source, nameof(source));
        Arguments.RequireSize(hash, HashSizeInBytes, nameof(hash));
        return HashStreams.Verify(HmacEngine.Begin(Best, typeof(HMACSHA512_256), key), source, hash);
    }

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static bool Verify(byte[] key, Stream source, byte[] hash) =>
        Verify(Arguments.RequiredBytes(key, nameof(key)), source, Arguments.RequiredBytes(hash, nameof(hash)));

#if NET
    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte})"/>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<bool> VerifyAsync(
        ReadOnlyMemory<byte> key, Stream source, ReadOnlyMemory<byte> hash, CancellationToken cancellationToken = default)
    {
        Arguments.Required(source, nameof(source));
        Arguments.RequireSize(hash.Span, HashSizeInBytes, nameof(hash));
        return HashStreams.VerifyAsync(HmacEngine.Begin(Best, typeof(HMACSHA512_256), key.Span), source, hash, cancellationToken);
    }

    /// <inheritdoc cref="VerifyAsync(ReadOnlyMemory{byte}, Stream, ReadOnlyMemory{byte}, CancellationToken)"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static ValueTask<bool> VerifyAsync(
        byte[] key, Stream source, byte[] hash, CancellationToken cancellationToken = default) =>
        VerifyAsync(
            new ReadOnlyMemory<byte>(Arguments.Required(key, nameof(key))),
            source,
            new ReadOnlyMemory<byte>(Arguments.Required(hash, nameof(hash))),
            cancellationToken);
#endif

    /// <summary>Forgets the message so far and begins another.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override void Initialize() => _hash.Reset();

    /// <inheritdoc/>
    protected override void HashCore(byte[] rgb, int ib, int cb) =>
        _hash.Append(rgb, ib, cb);

    /// <inheritdoc/>
    protected override byte[] HashFinal() => _hash.FinishAndReset();

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _hash.Dispose();
        base.Dispose(disposing);
    }

    /// <summary>Ends the message with the source, if the destination has room, and begins another.</summary>
    /// <param name="source">The end of the message, or the whole of it.</param>
    /// <param name="destination">Receives the code in its first 32 bytes.</param>
    /// <param name="bytesWritten">32, or 0 if the destination is shorter than that.</param>
    /// <returns>Whether the destination has 32 bytes or more.</returns>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public new bool TryComputeHash(ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
    {
        if (!_hash.TryFinishAndReset(source, destination, out bytesWritten))
            return false;
        Keep(null);
        return true;
    }

    /// <summary>Hashes a stream from where it stands to its end, in fewer and longer reads than the base class.</summary>
    /// <param name="inputStream">The stream, which is left open.</param>
    /// <returns>The code, 32 bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="inputStream"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public new byte[] ComputeHash(Stream inputStream) => HashStreams.Compute(_hash, inputStream, Keep);

#if NET
    /// <inheritdoc/>
    protected override void HashCore(ReadOnlySpan<byte> source) => _hash.Append(source);

    /// <inheritdoc/>
    protected override bool TryHashFinal(Span<byte> destination, out int bytesWritten) =>
        _hash.TryFinishAndReset(default, destination, out bytesWritten);
#else
    /// <summary>Hashes a stream from where it stands to its end.</summary>
    /// <param name="inputStream">The stream, which is left open.</param>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <returns>The code, 32 bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="inputStream"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public Task<byte[]> ComputeHashAsync(Stream inputStream, CancellationToken cancellationToken = default) =>
        HashStreams.ComputeAsync(_hash, inputStream, Keep, cancellationToken);
#endif

    private void Keep(byte[]? code)
    {
        HashValue = code;
        State = 0;
    }
}
