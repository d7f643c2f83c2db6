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
/// Nothing is authenticated: whoever may write to the stream beneath can put an older version of each 16 bytes back, or turn them into
/// noise, and nobody notices. One key is for one stream: the same text in the same sector of two becomes the same ciphertext.
/// </para>
/// <para>
/// Whole sectors go straight through, many at a time. A part of one goes through a buffer with one sector, which is written
/// when another is needed, by <see cref="Flush"/>, and at the end. The length is always whole sectors: what a new one was not given is
/// zeros, as are the sectors between the end and a position behind it that is written to. These are encrypted and written like others.
/// </para>
/// <para>
/// A read or write that fails leaves <see cref="Position"/> where it was. After a failed write, or a cancelled one, each of its
/// sectors is as before or as it was to become, and one may be torn if the stream beneath tears what it writes. Where the stream
/// beneath ends within a sector, reading and writing parts of that sector throws <see cref="EndOfStreamException"/>, and nothing is
/// changed. All others can be used; writing all of that sector mends it, and <see cref="SetLength"/> cuts it off.
/// </para>
/// <para>
/// It serves one call at a time: a second one throws <see cref="CryptographicException"/>, and disposal during a call is carried out as that
/// call ends. The buffered sector and the key lie in memory that is wiped when the stream is disposed of
/// or finalized; a finalizer does not write, so dispose of it.
/// </para>
/// </remarks>
public sealed partial class AesXtsStream : Stream
{
    private const int SmallestSectorBytes = 512;
    private const int LargestSectorBytes = 64 * 1024;

    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private readonly StreamClaim _claim;
    private long _position;

    /// <summary>Takes the stream beneath and a key.</summary>
    /// <param name="stream">
    /// The stream with the sectors, from its beginning on; it can seek. Nobody else reads, writes or moves it meanwhile.
    /// </param>
    /// <param name="key">32 bytes for AES-128, or 64 for AES-256, as <see cref="AesXts"/> takes them; copied.</param>
    /// <param name="sectorBytes">Bytes of a sector: 512 to 65,536, a multiple of 16.</param>
    /// <param name="leaveOpen">Whether the stream beneath stays open when this one is disposed of.</param>
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
    {
        if (!Arguments.Required(stream, nameof(stream)).CanSeek)
            throw new ArgumentException("The stream cannot seek.", nameof(stream));
        if (sectorBytes is < SmallestSectorBytes or > LargestSectorBytes || sectorBytes % AesBlock.Bytes != 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(sectorBytes), sectorBytes, "A sector has 512 to 65,536 bytes, a multiple of 16.");
        }

        if (firstSector < 0 || firstSector > long.MaxValue - (long.MaxValue / sectorBytes))
        {
            throw new ArgumentOutOfRangeException(
                nameof(firstSector), firstSector, "The numbers of all sectors that a stream can have are 0 to 2^63 - 1.");
        }

        _xts = new AesXts(kernel, key);
        _slot = new StateSlot(sectorBytes);
        _batch = new byte[Math.Max(BatchBytes / sectorBytes, 1) * sectorBytes];
        (_stream, _sectorBytes, _leaveOpen, _firstSector) = (stream, sectorBytes, leaveOpen, firstSector);
        _claim = new StreamClaim(this, End);
    }

    /// <summary>Whether the stream beneath can be read; false after disposal.</summary>
    public override bool CanRead => !_claim.IsDisposed && _stream.CanRead;

    /// <summary>Whether the stream beneath can be written; false after disposal. Writing parts of sectors needs reading, too.</summary>
    public override bool CanWrite => !_claim.IsDisposed && _stream.CanWrite;

    /// <summary>Whether the stream beneath can seek; false after disposal.</summary>
    public override bool CanSeek => !_claim.IsDisposed && _stream.CanSeek;

    /// <summary>Bytes of all sectors. Where the stream beneath ends within one, that one counts as well.</summary>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override long Length
    {
        get
        {
            using var scope = _claim.Enter();
            return TextLength();
        }
    }

    /// <summary>Where the next byte is read or written; may be behind the end.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override long Position
    {
        get
        {
            using var scope = _claim.Enter();
            return _position;
        }

        set
        {
            using var scope = _claim.Enter();
            _position = Arguments.RequiredPosition(value, nameof(value));
        }
    }

    /// <summary>Sets the position.</summary>
    /// <param name="offset">Bytes from <paramref name="origin"/> on.</param>
    /// <param name="origin">From where: the beginning, the position, the end.</param>
    /// <returns>The position.</returns>
    /// <exception cref="IOException">The position would be before the beginning.</exception>
    /// <exception cref="ArgumentException">There is no such origin.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override long Seek(long offset, SeekOrigin origin)
    {
        using var scope = _claim.Enter();
        return _position = Arguments.SoughtPosition(offset, origin, _position, origin == SeekOrigin.End ? TextLength() : 0);
    }

    /// <summary>Cuts sectors off, or adds some that hold zeros.</summary>
    /// <param name="value">Bytes: whole sectors. A position behind them is set to the end.</param>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative or not whole sectors; nothing was changed.</exception>
    /// <exception cref="EndOfStreamException">The stream beneath ends within a sector, which is not cut off; nothing was changed.</exception>
    /// <exception cref="NotSupportedException">The stream beneath cannot be written.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override void SetLength(long value)
    {
        RequireWritable();
        using var scope = _claim.Enter();
        if (value < 0 || value % _sectorBytes != 0)
            throw new ArgumentOutOfRangeException(nameof(value), value, $"The length is whole sectors of {_sectorBytes} bytes.");
        WriteBuffered();
        if (value < _stream.Length)
        {
            _stream.SetLength(value);
            Forget(Sector(value), long.MaxValue);
        }

        ExtendTo(Sector(value));
        _position = Math.Min(_position, value);
    }

    /// <summary>Writes the buffered sector, and flushes the stream beneath.</summary>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override void Flush()
    {
        using var scope = _claim.Enter();
        WriteBuffered();
        _stream.Flush();
    }

    /// <summary>
    /// Writes the buffered sector, wipes it and the key, and disposes of the stream beneath unless that is to stay open: all that even
    /// if the sector cannot be written.
    /// </summary>
    /// <param name="disposing">True: there is no finalizer.</param>
    protected override void Dispose(bool disposing)
    {
        try
        {
            _claim.Dispose();
        }
        finally
        {
            base.Dispose(disposing);
        }
    }

    private long TextLength()
    {
        var bytes = BytesBeneath();
        var sectors = Sector(bytes) + (OffsetInSector(bytes) == 0 ? 0 : 1);
        return (_isDirty ? Math.Max(sectors, _buffered + 1) : sectors) * _sectorBytes;
    }

    private void End()
    {
        try
        {
            WriteBuffered();
        }
        finally
        {
            _slot.Dispose();
            _xts.Dispose();
            if (!_leaveOpen)
                _stream.Dispose();
        }
    }
}
