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
/// SHAKE256 (FIPS 202): an extendable-output function, whose output has any length; a digest of
/// 64 bytes has its full security, 256 bits. A drop-in for <c>System.Security.Cryptography.Shake256</c> that needs
/// no native library.
/// </summary>
/// <remarks>
/// Of one message, a short output is the beginning of a longer one. Messages may have any length, and lie at any address;
/// a destination may overlap its source. Static members may be called from many threads at once. An instance serves one
/// call at a time: it throws <see cref="CryptographicException"/> to a second caller, and
/// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, which wipes its state.
/// </remarks>
public sealed class Shake256 : IDisposable
{
    private readonly RunningMessage<XofEngine> _hash;

    /// <summary>Begins a message.</summary>
    public Shake256()
        : this(Best)
    {
    }

    internal Shake256(MessageHash hash) => _hash = XofEngine.Begin(hash, this);

    private Shake256(Shake256 original) => _hash = original._hash.Clone(this);

    /// <summary>True: it is supported everywhere.</summary>
    public static bool IsSupported => true;

    private static MessageHash Best => field ?? Algorithms.Shake256.KeepBest(ref field);

    /// <summary>Hashes a whole message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="outputLength">Bytes of the output.</param>
    /// <returns>The output, <paramref name="outputLength"/> bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>
    public static byte[] HashData(byte[] source, int outputLength) =>
        HashData(new ReadOnlySpan<byte>(Arguments.Required(source, nameof(source))), outputLength);

    /// <inheritdoc cref="HashData(byte[], int)"/>
    public static byte[] HashData(ReadOnlySpan<byte> source, int outputLength)
    {
        var output = new byte[XofOutput.RequireLength(outputLength)];
        XofOutput.Hash(Best, source, output);
        return output;
    }

    /// <summary>Hashes a whole message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Is filled with output.</param>
    public static void HashData(ReadOnlySpan<byte> source, Span<byte> destination) =>
        XofOutput.Hash(Best, source, destination);

    /// <summary>Hashes a stream from where it stands to its end.</summary>
    /// <param name="source">The stream, which is left open.</param>
    /// <param name="outputLength">Bytes of the output.</param>
    /// <returns>The output, <paramref name="outputLength"/> bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static byte[] HashData(Stream source, int outputLength) =>
        HashStreams.Hash(Begin(Arguments.Required(source, nameof(source)), outputLength), source);

    /// <summary>Hashes a stream from where it stands to its end.</summary>
    /// <param name="source">The stream, which is left open.</param>
    /// <param name="destination">Is filled with output.</param>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static void HashData(Stream source, Span<byte> destination) =>
        HashStreams.Hash(Begin(Arguments.Required(source, nameof(source)), destination.Length), source, destination);

#if NET
    /// <inheritdoc cref="HashData(Stream, int)"/>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<byte[]> HashDataAsync(
        Stream source, int outputLength, CancellationToken cancellationToken = default) =>
        HashStreams.HashAsync(Begin(Arguments.Required(source, nameof(source)), outputLength), source, cancellationToken);

    /// <inheritdoc cref="HashData(Stream, Span{byte})"/>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <returns>A task that ends when the destination is filled.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask HashDataAsync(
        Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
        new(HashStreams.HashAsync(
            Begin(Arguments.Required(source, nameof(source)), destination.Length),
            source, destination, cancellationToken).AsTask());
#endif

    /// <summary>Appends to the message, which must not have been read.</summary>
    /// <param name="data">Its next part.</param>
    /// <exception cref="ArgumentNullException"><paramref name="data"/> is null.</exception>
    /// <exception cref="InvalidOperationException">Output has been read.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void AppendData(byte[] data) => _hash.Append(Arguments.Required(data, nameof(data)));

    /// <inheritdoc cref="AppendData(byte[])"/>
    public void AppendData(ReadOnlySpan<byte> data) => _hash.Append(data);

    /// <summary>Ends the message, gives its output, and begins another.</summary>
    /// <param name="outputLength">Bytes of the output.</param>
    /// <returns>The output, <paramref name="outputLength"/> bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>
    /// <exception cref="InvalidOperationException">Output has been read.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] GetHashAndReset(int outputLength)
    {
        var output = new byte[XofOutput.RequireLength(outputLength)];
        _hash.FinishAndReset(output);
        return output;
    }

    /// <summary>Ends the message, gives its output, and begins another.</summary>
    /// <param name="destination">Is filled with output.</param>
    /// <exception cref="InvalidOperationException">Output has been read.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void GetHashAndReset(Span<byte> destination) => _hash.FinishAndReset(destination);

    /// <summary>The output of the message so far, which goes on.</summary>
    /// <param name="outputLength">Bytes of the output.</param>
    /// <returns>The output, <paramref name="outputLength"/> bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>
    /// <exception cref="InvalidOperationException">Output has been read.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] GetCurrentHash(int outputLength)
    {
        var output = new byte[XofOutput.RequireLength(outputLength)];
        _hash.Current(output);
        return output;
    }

    /// <summary>The output of the message so far, which goes on.</summary>
    /// <param name="destination">Is filled with output.</param>
    /// <exception cref="InvalidOperationException">Output has been read.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void GetCurrentHash(Span<byte> destination) => _hash.Current(destination);

    /// <summary>Copies the object: both go on independently from the same place.</summary>
    /// <returns>A new object, for the caller to dispose.</returns>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public Shake256 Clone() => new(this);

    /// <summary>Wipes the state; further calls have no effect.</summary>
    public void Dispose() => _hash.Dispose();

    /// <summary>Ends the message, if it has not ended, and gives what follows of its output.</summary>
    /// <param name="outputLength">Bytes of the next part of the output.</param>
    /// <returns>The part, <paramref name="outputLength"/> bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] Read(int outputLength)
    {
        var output = new byte[XofOutput.RequireLength(outputLength)];
        XofEngine.Read(_hash, output);
        return output;
    }

    /// <summary>Ends the message, if it has not ended, and gives what follows of its output.</summary>
    /// <param name="destination">Is filled with the next part of the output.</param>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void Read(Span<byte> destination) => XofEngine.Read(_hash, destination);

    /// <summary>Forgets the message so far, and begins another.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void Reset() => _hash.Reset();

    private static RunningMessage<XofEngine> Begin(Stream source, int outputLength) =>
        XofEngine.Begin(Best, typeof(Shake256), XofOutput.RequireLength(outputLength));
}
