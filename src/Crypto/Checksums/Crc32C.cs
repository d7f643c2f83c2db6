// Written by tools/TypeGenerator from the catalogue, src/Crypto/Algorithms.cs. Do not edit: change it there, and run
//     dotnet run --project tools/TypeGenerator
using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;

#pragma warning disable CS1573 // What overloads have in common is documented once.
#pragma warning disable CS0109 // Members that hide one of the base class do so on newer frameworks only.

namespace ManagedCrypto;

/// <summary>
/// CRC-32C, a checksum of 4 bytes:
/// the cyclic redundancy check of iSCSI (RFC 3720), SCTP, ext4 and Btrfs, of the polynomial 0x1EDC6F41 (Castagnoli).
/// It finds errors of transmission and storage. It does not show tampering: anyone can give any message any checksum.
/// </summary>
/// <remarks>
/// The digest is little-endian, as iSCSI sends it after its data.
/// System.IO.Hashing gives the same bytes: its CRCs are little-endian, too, and its Adler-32 big-endian.
/// <see cref="HashToUInt32"/> gives the checksum as a number, as it is printed. Messages may have any length and lie
/// at any address; a destination may overlap its source. Static members may be called from many threads at once; an
/// instance serves one at a time. It throws <see cref="ObjectDisposedException"/> after
/// <see cref="HashAlgorithm.Dispose()"/>.
/// </remarks>
public sealed class Crc32C : HashAlgorithm
{
    /// <summary>Bits of a digest.</summary>
    public const int HashSizeInBits = 4 * 8;

    /// <summary>Bytes of a digest.</summary>
    public const int HashSizeInBytes = 4;

    private readonly RunningChecksum _hash;

    /// <summary>Begins a message.</summary>
    public Crc32C()
        : this(Best)
    {
    }

    internal Crc32C(MessageChecksum checksum)
    {
        _hash = new RunningChecksum(checksum, this);
        HashSizeValue = HashSizeInBits;
    }

    private static MessageChecksum Best => field is { IsFaulty: false } best ? best : Algorithms.Crc32C.KeepBest(ref field);

    /// <summary>Begins a message.</summary>
    /// <returns>A new object, for the caller to dispose.</returns>
    public static new Crc32C Create() => new();

    /// <summary>
    /// Begins a message, if the name is that of this checksum; capitals do not matter.
    /// </summary>
    /// <param name="hashName">
    /// <c>Crc32C</c>, <c>CRC-32C</c> or <c>ManagedCrypto.Crc32C</c>.
    /// </param>
    /// <returns>A new object, for the caller to dispose, or null if this type does not go by the name.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="hashName"/> is null; the exception says <c>name</c>, as the BCL's does.
    /// </exception>
    public static new Crc32C? Create(string hashName) =>
        Algorithms.Crc32C.Type.GoesBy(hashName) ? new() : null;

    /// <summary>Computes the checksum of a whole message as a number.</summary>
    /// <param name="source">The message.</param>
    /// <returns>The checksum, such as 0xE3069283 for the nine digits "123456789".</returns>
    public static uint HashToUInt32(ReadOnlySpan<byte> source) => Best.Hash(source);

    /// <summary>Computes the checksum of a whole message.</summary>
    /// <param name="source">The message.</param>
    /// <returns>The digest, 4 bytes.</returns>
    public static byte[] HashData(ReadOnlySpan<byte> source)
    {
        var digest = new byte[HashSizeInBytes];
        Best.Hash(source, digest);
        return digest;
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static byte[] HashData(byte[] source) =>
        HashData(new ReadOnlySpan<byte>(Arguments.Required(source, nameof(source))));

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte})"/>
    /// <param name="destination">Receives the digest in its first 4 bytes.</param>
    /// <returns>4, the number of bytes written.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than 4 bytes.</exception>
    public static int HashData(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Arguments.RequireRoom(destination, HashSizeInBytes);
        Best.Hash(source, destination);
        return HashSizeInBytes;
    }

    /// <summary>Computes the checksum of a whole message, if the destination has room for the digest.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest in its first 4 bytes.</param>
    /// <param name="bytesWritten">4, or 0 if the destination is shorter than that.</param>
    /// <returns>Whether the destination has 4 bytes or more.</returns>
    public static bool TryHashData(
        ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
    {
        bytesWritten = destination.Length < HashSizeInBytes ? 0 : HashData(source, destination);
        return bytesWritten != 0;
    }

    /// <summary>Computes the checksum of a stream from where it stands to its end.</summary>
    /// <param name="source">The stream, which is left open.</param>
    /// <returns>The digest, 4 bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static byte[] HashData(Stream source) =>
        HashStreams.Hash(new RunningChecksum(Best, typeof(Crc32C)), source);

    /// <inheritdoc cref="HashData(Stream)"/>
    /// <param name="destination">Receives the digest in its first 4 bytes.</param>
    /// <returns>4, the number of bytes written.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, or <paramref name="destination"/> is shorter than 4 bytes.
    /// </exception>
    public static int HashData(Stream source, Span<byte> destination) =>
        HashStreams.Hash(new RunningChecksum(Best, typeof(Crc32C)), source, destination);

#if NET
    /// <inheritdoc cref="HashData(Stream)"/>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<byte[]> HashDataAsync(
        Stream source, CancellationToken cancellationToken = default) =>
        HashStreams.HashAsync(new RunningChecksum(Best, typeof(Crc32C)), source, cancellationToken);

    /// <inheritdoc cref="HashData(Stream, Span{byte})"/>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<int> HashDataAsync(
        Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
        HashStreams.HashAsync(new RunningChecksum(Best, typeof(Crc32C)), source, destination, cancellationToken);
#endif

    /// <summary>Forgets the message so far and begins another.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override void Initialize() => _hash.Reset();

    /// <inheritdoc/>
    protected override void HashCore(byte[] array, int ibStart, int cbSize) =>
        _hash.Append(array, ibStart, cbSize);

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
    /// <param name="destination">Receives the digest in its first 4 bytes.</param>
    /// <param name="bytesWritten">4, or 0 if the destination is shorter than that.</param>
    /// <returns>Whether the destination has 4 bytes or more.</returns>
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
    /// <returns>The digest, 4 bytes.</returns>
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
    /// <returns>The digest, 4 bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="inputStream"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public Task<byte[]> ComputeHashAsync(Stream inputStream, CancellationToken cancellationToken = default) =>
        HashStreams.ComputeAsync(_hash, inputStream, Keep, cancellationToken);
#endif

    private void Keep(byte[]? digest)
    {
        HashValue = digest;
        State = 0;
    }
}
