// Written by tools/TypeGenerator from the catalogue, src/Crypto/Algorithms.cs. Do not edit: change it there, and run
//     dotnet run --project tools/TypeGenerator
using System;
using System.IO;
using System.Security.Cryptography;
#if NET
using System.Threading;
using System.Threading.Tasks;
#endif

#pragma warning disable CS1573 // What overloads have in common is documented once.
#pragma warning disable CS0109 // Members that hide one of the base class do so on newer frameworks only.

namespace ManagedCrypto;

/// <summary>
/// KMACXOF128 (SP 800-185): a code of any length under a key, 128 bits of security. A drop-in for
/// <c>System.Security.Cryptography.KmacXof128</c> that needs no native library.
/// </summary>
/// <remarks>
/// Of one message, a short code is the beginning of a longer one.
/// Keys and messages may have any length and lie at any address; a key of less than 16 bytes has less security. A
/// destination may overlap its source. Compare codes by <c>Verify</c>, in constant time. Static members may be called from
/// many threads at once. An instance serves one call at a time: it throws <see cref="CryptographicException"/> to a
/// second caller, and <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, which wipes its key and state.
/// </remarks>
public sealed class KmacXof128 : IDisposable
{
    private const KmacEnd End = KmacEnd.AnyLength;

    private readonly RunningMessage<KmacEngine> _hash;

    /// <summary>Begins a message.</summary>
    /// <param name="key">The key, of any length. It is copied.</param>
    /// <param name="customizationString">
    /// What the codes are for, so that two uses of one key have nothing in common; may be null, or empty.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public KmacXof128(byte[] key, byte[]? customizationString = null)
        : this(Best, Arguments.Required(key, nameof(key)), customizationString)
    {
    }

    /// <inheritdoc cref="KmacXof128(byte[], byte[])"/>
    public KmacXof128(ReadOnlySpan<byte> key, ReadOnlySpan<byte> customizationString = default)
        : this(Best, key, customizationString)
    {
    }

    internal KmacXof128(MessageHash hash, ReadOnlySpan<byte> key, ReadOnlySpan<byte> customizationString) =>
        _hash = KmacEngine.Begin(hash, this, key, customizationString, End);

    private KmacXof128(KmacXof128 original) => _hash = original._hash.Clone(this);

    /// <summary>True: it is supported everywhere.</summary>
    public static bool IsSupported => true;

    private static MessageHash Best => field ?? Algorithms.Shake128.KeepBestOfKmac(ref field);

    /// <summary>Computes the code of a whole message.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The message.</param>
    /// <param name="outputLength">Bytes of the code.</param>
    /// <param name="customizationString">
    /// What the codes are for, so that two uses of one key have nothing in common; may be null, or empty.
    /// </param>
    /// <returns>The code, <paramref name="outputLength"/> bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>
    public static byte[] HashData(byte[] key, byte[] source, int outputLength, byte[]? customizationString = null)
    {
        Arguments.Required(key, nameof(key));
        Arguments.Required(source, nameof(source));
        return HashData(
            new ReadOnlySpan<byte>(key),
            new ReadOnlySpan<byte>(source),
            outputLength,
            new ReadOnlySpan<byte>(customizationString));
    }

    /// <inheritdoc cref="HashData(byte[], byte[], int, byte[])"/>
    public static byte[] HashData(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> source,
        int outputLength,
        ReadOnlySpan<byte> customizationString = default)
    {
        var code = new byte[XofOutput.RequireLength(outputLength)];
        Kmac.Hash(Best, key, customizationString, source, code, End);
        return code;
    }

    /// <inheritdoc cref="HashData(byte[], byte[], int, byte[])"/>
    /// <param name="destination">Is filled with the code.</param>
    public static void HashData(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> source,
        Span<byte> destination,
        ReadOnlySpan<byte> customizationString = default) =>
        Kmac.Hash(Best, key, customizationString, source, destination, End);

    /// <summary>Computes the code of a stream from where it stands to its end.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The stream, which is left open.</param>
    /// <param name="outputLength">Bytes of the code.</param>
    /// <param name="customizationString">
    /// What the codes are for, so that two uses of one key have nothing in common; may be null, or empty.
    /// </param>
    /// <returns>The code, <paramref name="outputLength"/> bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static byte[] HashData(byte[] key, Stream source, int outputLength, byte[]? customizationString = null) =>
        HashData(
            new ReadOnlySpan<byte>(Arguments.Required(key, nameof(key))),
            source, outputLength, new ReadOnlySpan<byte>(customizationString));

    /// <inheritdoc cref="HashData(byte[], Stream, int, byte[])"/>
    public static byte[] HashData(
        ReadOnlySpan<byte> key, Stream source, int outputLength, ReadOnlySpan<byte> customizationString = default) =>
        HashStreams.Hash(Begin(key, source, outputLength, customizationString), source);

    /// <inheritdoc cref="HashData(byte[], Stream, int, byte[])"/>
    /// <param name="destination">Is filled with the code.</param>
    public static void HashData(
        ReadOnlySpan<byte> key, Stream source, Span<byte> destination, ReadOnlySpan<byte> customizationString = default) =>
        HashStreams.Hash(Begin(key, source, destination.Length, customizationString), source, destination);

#if NET
    /// <inheritdoc cref="HashData(byte[], Stream, int, byte[])"/>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<byte[]> HashDataAsync(
        byte[] key,
        Stream source,
        int outputLength,
        byte[]? customizationString = null,
        CancellationToken cancellationToken = default) =>
        HashDataAsync(
            new ReadOnlyMemory<byte>(Arguments.Required(key, nameof(key))),
            source, outputLength, new ReadOnlyMemory<byte>(customizationString), cancellationToken);

    /// <inheritdoc cref="HashDataAsync(byte[], Stream, int, byte[], CancellationToken)"/>
    public static ValueTask<byte[]> HashDataAsync(
        ReadOnlyMemory<byte> key,
        Stream source,
        int outputLength,
        ReadOnlyMemory<byte> customizationString = default,
        CancellationToken cancellationToken = default) =>
        HashStreams.HashAsync(
            Begin(key.Span, source, outputLength, customizationString.Span), source, cancellationToken);

    /// <inheritdoc cref="HashDataAsync(byte[], Stream, int, byte[], CancellationToken)"/>
    /// <param name="destination">Is filled with the code.</param>
    /// <returns>A task that ends when the destination is filled.</returns>
    public static ValueTask HashDataAsync(
        ReadOnlyMemory<byte> key,
        Stream source,
        Memory<byte> destination,
        ReadOnlyMemory<byte> customizationString = default,
        CancellationToken cancellationToken = default) =>
        new(HashStreams.HashAsync(
            Begin(key.Span, source, destination.Length, customizationString.Span),
            source, destination, cancellationToken).AsTask());
#endif

    /// <summary>Tells whether a code is that of a message, in the same time wherever it differs.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The message.</param>
    /// <param name="hash">The code to verify. A shorter one is guessed more easily.</param>
    /// <param name="customizationString">What the codes are for; may be null, or empty.</param>
    /// <returns>Whether it is right.</returns>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty.</exception>
    public static bool Verify(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> source,
        ReadOnlySpan<byte> hash,
        ReadOnlySpan<byte> customizationString = default)
    {
        Kmac.RequireCode(hash);
        return Kmac.Verify(Best, key, customizationString, source, hash, End);
    }

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">
    /// An argument other than <paramref name="customizationString"/> is null.
    /// </exception>
    public static bool Verify(byte[] key, byte[] source, byte[] hash, byte[]? customizationString = null) => Verify(
        Arguments.RequiredBytes(key, nameof(key)),
        Arguments.RequiredBytes(source, nameof(source)),
        Arguments.RequiredBytes(hash, nameof(hash)),
        new ReadOnlySpan<byte>(customizationString));

    /// <summary>Whether a code is that of a stream from where it stands to its end.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The stream, which is left open.</param>
    /// <param name="hash">The code to verify. A shorter one is guessed more easily.</param>
    /// <param name="customizationString">What the codes are for; may be null, or empty.</param>
    /// <returns>Whether it is right.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, or <paramref name="hash"/> is empty.
    /// </exception>
    public static bool Verify(
        ReadOnlySpan<byte> key,
        Stream source,
        ReadOnlySpan<byte> hash,
        ReadOnlySpan<byte> customizationString = default)
    {
        Arguments.Required(source, nameof(source));
        Kmac.RequireCode(hash);
        return HashStreams.Verify(Begin(key, source, hash.Length, customizationString), source, hash);
    }

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">
    /// An argument other than <paramref name="customizationString"/> is null.
    /// </exception>
    public static bool Verify(byte[] key, Stream source, byte[] hash, byte[]? customizationString = null) => Verify(
        Arguments.RequiredBytes(key, nameof(key)),
        source,
        Arguments.RequiredBytes(hash, nameof(hash)),
        new ReadOnlySpan<byte>(customizationString));

#if NET
    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<bool> VerifyAsync(
        ReadOnlyMemory<byte> key,
        Stream source,
        ReadOnlyMemory<byte> hash,
        ReadOnlyMemory<byte> customizationString = default,
        CancellationToken cancellationToken = default)
    {
        Arguments.Required(source, nameof(source));
        Kmac.RequireCode(hash.Span);
        return HashStreams.VerifyAsync(
            Begin(key.Span, source, hash.Length, customizationString.Span), source, hash, cancellationToken);
    }

    /// <inheritdoc
    /// cref="VerifyAsync(ReadOnlyMemory{byte}, Stream, ReadOnlyMemory{byte}, ReadOnlyMemory{byte}, CancellationToken)"/>
    /// <exception cref="ArgumentNullException">
    /// An argument other than <paramref name="customizationString"/> is null.
    /// </exception>
    public static ValueTask<bool> VerifyAsync(
        byte[] key,
        Stream source,
        byte[] hash,
        byte[]? customizationString = null,
        CancellationToken cancellationToken = default) =>
        VerifyAsync(
            new ReadOnlyMemory<byte>(Arguments.Required(key, nameof(key))),
            source,
            new ReadOnlyMemory<byte>(Arguments.Required(hash, nameof(hash))),
            new ReadOnlyMemory<byte>(customizationString),
            cancellationToken);
#endif

    /// <summary>Appends to the message.</summary>
    /// <param name="data">Its next part.</param>
    /// <exception cref="ArgumentNullException"><paramref name="data"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void AppendData(byte[] data) => _hash.Append(Arguments.Required(data, nameof(data)));

    /// <inheritdoc cref="AppendData(byte[])"/>
    public void AppendData(ReadOnlySpan<byte> data) => _hash.Append(data);

    /// <summary>Ends the message, gives its output, and begins another.</summary>
    /// <param name="outputLength">Bytes of the output.</param>
    /// <returns>The output, <paramref name="outputLength"/> bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] GetHashAndReset(int outputLength)
    {
        var output = new byte[XofOutput.RequireLength(outputLength)];
        _hash.FinishAndReset(output);
        return output;
    }

    /// <summary>Ends the message, gives its output, and begins another.</summary>
    /// <param name="destination">Is filled with output.</param>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void GetHashAndReset(Span<byte> destination) => _hash.FinishAndReset(destination);

    /// <summary>The output of the message so far, which goes on.</summary>
    /// <param name="outputLength">Bytes of the output.</param>
    /// <returns>The output, <paramref name="outputLength"/> bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] GetCurrentHash(int outputLength)
    {
        var output = new byte[XofOutput.RequireLength(outputLength)];
        _hash.Current(output);
        return output;
    }

    /// <summary>The output of the message so far, which goes on.</summary>
    /// <param name="destination">Is filled with output.</param>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void GetCurrentHash(Span<byte> destination) => _hash.Current(destination);

    /// <summary>Copies the object: both go on independently from the same place.</summary>
    /// <returns>A new object, for the caller to dispose.</returns>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public KmacXof128 Clone() => new(this);

    /// <summary>Wipes the state; further calls have no effect.</summary>
    public void Dispose() => _hash.Dispose();

    /// <summary>Ends the message, tells whether a code is its own, and begins another.</summary>
    /// <param name="hash">The code to verify. A shorter one is guessed more easily.</param>
    /// <returns>Whether it is right. The comparison takes the same time wherever they differ.</returns>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty; the message goes on.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool VerifyHashAndReset(ReadOnlySpan<byte> hash)
    {
        Kmac.RequireCode(hash);
        return _hash.VerifyAndReset(hash);
    }

    /// <inheritdoc cref="VerifyHashAndReset(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="hash"/> is null.</exception>
    public bool VerifyHashAndReset(byte[] hash) => VerifyHashAndReset(Arguments.RequiredBytes(hash, nameof(hash)));

    /// <summary>Whether a code is that of the message so far, which goes on.</summary>
    /// <param name="hash">The code to verify. A shorter one is guessed more easily.</param>
    /// <returns>Whether it is right. The comparison takes the same time wherever they differ.</returns>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool VerifyCurrentHash(ReadOnlySpan<byte> hash)
    {
        Kmac.RequireCode(hash);
        return _hash.VerifyCurrent(hash);
    }

    /// <inheritdoc cref="VerifyCurrentHash(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="hash"/> is null.</exception>
    public bool VerifyCurrentHash(byte[] hash) => VerifyCurrentHash(Arguments.RequiredBytes(hash, nameof(hash)));

    private static RunningMessage<KmacEngine> Begin(
        ReadOnlySpan<byte> key, Stream source, int outputLength, ReadOnlySpan<byte> customizationString)
    {
        Arguments.Required(source, nameof(source));
        XofOutput.RequireLength(outputLength);
        return KmacEngine.Begin(Best, typeof(KmacXof128), key, customizationString, End, outputLength);
    }
}
