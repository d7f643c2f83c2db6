using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A stream over another that holds sectors encrypted by AES-XTS (IEEE 1619): the pages of a database, the image of a disk. It reads
/// and writes at any position, any number of bytes; each sector is what <see cref="AesXts"/> makes of it under its number.
/// </summary>
/// <remarks>
/// <para>
/// Nothing is authenticated: whoever may write to the underlying stream can put an older version of each 16 bytes back, or turn them into
/// noise, and nobody notices. One key is for one stream: the same text in the same sector of two becomes the same ciphertext.
/// </para>
/// <para>
/// Whole sectors go straight through, many at a time. A part of one goes through a buffer with one sector, which is written
/// when another is needed, by <see cref="MessageStream.Flush"/>, and at the end. The length is always whole sectors: what a new one was not given is
/// zeros, as are the sectors between the end and a position behind it that is written to. These are encrypted and written like others.
/// </para>
/// <para>
/// A read or write that fails leaves <see cref="MessageStream.Position"/> where it was. After a failed write, or a cancelled one, each of its
/// sectors is as before or as it was to become, and one may be torn if the underlying stream tears what it writes. Where the stream
/// beneath ends within a sector, reading and writing parts of that sector throws <see cref="EndOfStreamException"/>, and nothing is
/// changed. All others can be used; writing all of that sector mends it, and <see cref="MessageStream.SetLength"/> cuts it off.
/// </para>
/// <para>
/// It serves one call at a time: a second one throws <see cref="CryptographicException"/>, and disposal during a call is carried out as that
/// call ends. The buffered sector and the key lie in memory that is wiped when the stream is disposed of
/// or finalized; a finalizer does not write, so dispose of it.
/// </para>
/// </remarks>
public sealed class AesXtsStream : MessageStream
{
    /// <summary>Takes the underlying stream and a key.</summary>
    /// <param name="stream">
    /// The stream with the sectors, from its beginning on; it can seek. Nobody else reads, writes or moves it meanwhile.
    /// </param>
    /// <param name="key">32 bytes for AES-128, or 64 for AES-256, as <see cref="AesXts"/> takes them; copied.</param>
    /// <param name="sectorBytes">Bytes of a sector: 512 to 65,536, a multiple of 16.</param>
    /// <param name="leaveOpen">Whether the underlying stream stays open when this one is disposed of.</param>
    /// <param name="firstSector">The number of the sector at the beginning.</param>
    /// <exception cref="ArgumentNullException">The stream or the key is null.</exception>
    /// <exception cref="ArgumentException">The stream cannot seek.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A sector cannot have that length, or the first one that number: it is negative, or leaves too few numbers for those after it.
    /// </exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length, or equal halves.</exception>
    public AesXtsStream(Stream stream, byte[] key, int sectorBytes, bool leaveOpen = false, long firstSector = 0)
        : this(stream, Arguments.RequiredBytes(key, nameof(key)), sectorBytes, leaveOpen, firstSector)
    {
    }

    /// <inheritdoc cref="AesXtsStream(Stream, byte[], int, bool, long)"/>
    public AesXtsStream(Stream stream, ReadOnlySpan<byte> key, int sectorBytes, bool leaveOpen = false, long firstSector = 0)
        : this(Algorithms.Aes.Kernels.Best, stream, key, sectorBytes, leaveOpen, firstSector)
    {
    }

    internal AesXtsStream(
        AesKernel kernel, Stream stream, ReadOnlySpan<byte> key, int sectorBytes, bool leaveOpen = false, long firstSector = 0)
        : base(RequiredSeekable(stream), new XtsCore(kernel, key, sectorBytes, firstSector), leaveOpen)
    {
    }

    private static Stream RequiredSeekable(Stream stream) => Arguments.Required(stream, nameof(stream)).CanSeek ? stream
        : throw new ArgumentException("The stream cannot seek.", nameof(stream));
}
