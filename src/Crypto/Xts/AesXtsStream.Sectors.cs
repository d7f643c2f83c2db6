using System;
using System.IO;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <content>
/// Sectors in memory: one of plaintext, that is read and written in parts, and a batch of ciphertext on its way from or to the stream
/// beneath. The batch is read or written, a dirty sector before; what happens between has no I/O, and so is the same for all calls.
/// </content>
public sealed unsafe partial class AesXtsStream
{
    /// <summary>Large enough that a system call is no burden, and small enough for a core's own cache.</summary>
    private const int BatchBytes = 64 * 1024;

    private readonly AesXts _xts;
    private readonly StateSlot _slot;
    private readonly byte[] _batch;
    private readonly int _sectorBytes;
    private readonly long _firstSector;

    /// <summary>The place of the sector in the slot, if there is one.</summary>
    private long _buffered = -1;

    /// <summary>Whether that sector has to be written.</summary>
    private bool _isDirty;

    /// <summary>Where the last whole sector below 2^63 ends.</summary>
    private long EndOfSectors => long.MaxValue - (long.MaxValue % _sectorBytes);

    private long Sector(long position) => position / _sectorBytes;

    private int OffsetInSector(long position) => (int)(position % _sectorBytes);

    private bool IsBuffered(long position) => Sector(position) == _buffered;

    /// <summary>Whether whole sectors lie there, and go straight through.</summary>
    private bool IsDirect(long position, int bytes) => OffsetInSector(position) == 0 && bytes >= _sectorBytes;

    /// <summary>How much of the batch goes into a direct transfer.</summary>
    private int DirectBytes(int bytes) => Math.Min(bytes - (bytes % _sectorBytes), _batch.Length);

    /// <summary>How much ciphertext to read for plaintext: of one sector, or of whole ones.</summary>
    private int BytesToFetch(long position, int bytes) => IsDirect(position, bytes) ? DirectBytes(bytes) : _sectorBytes;

    /// <summary>Copies from the buffered sector, to its end at most.</summary>
    private int ReadBuffered(long position, Span<byte> destination)
    {
        using var scope = _slot.Enter(this);
        var source = Rest(scope, position, destination.Length);
        source.CopyTo(destination);
        Secret.ForgetRegisters();
        return source.Length;
    }

    /// <summary>Copies into the buffered sector, to its end at most.</summary>
    private int WriteToBuffered(long position, ReadOnlySpan<byte> source)
    {
        using var scope = _slot.Enter(this);
        var destination = Rest(scope, position, source.Length);
        source.Slice(0, destination.Length).CopyTo(destination);
        Secret.ForgetRegisters();
        _isDirty = true;
        return destination.Length;
    }

    private Span<byte> Rest(StateScope scope, long position, int bytes)
    {
        var offset = OffsetInSector(position);
        return new(scope.Bytes + offset, Math.Min(bytes, _sectorBytes - offset));
    }

    /// <summary>Decrypts what was fetched, one sector or more: straight to the destination, or by way of the buffer.</summary>
    private int ReadFetched(long position, int fetched, Span<byte> destination)
    {
        if (!IsDirect(position, destination.Length))
        {
            BufferFetched(position, fetched);
            return ReadBuffered(position, destination);
        }

        fetched -= fetched % _sectorBytes;
        for (var at = 0; at < fetched; at += _sectorBytes)
            _xts.Decrypt(NumberOf(position + at), InBatch(at), destination.Slice(at, _sectorBytes));
        return fetched;
    }

    /// <summary>Decrypts the sector that was fetched into the buffer; one behind the end is new, and zeros.</summary>
    private void BufferFetched(long position, int fetched)
    {
        RequireWhole(fetched);
        using var scope = _slot.Enter(this);
        var sector = new Span<byte>(scope.Bytes, _sectorBytes);
        _buffered = -1;
        if (fetched == 0)
            sector.Clear();
        else
            _xts.Decrypt(NumberOf(position), InBatch(0), sector);
        _buffered = Sector(position);
    }

    /// <summary>Encrypts whole sectors into the batch.</summary>
    private int EncryptDirect(long position, ReadOnlySpan<byte> source)
    {
        var bytes = DirectBytes(source.Length);
        for (var at = 0; at < bytes; at += _sectorBytes)
            _xts.Encrypt(NumberOf(position + at), source.Slice(at, _sectorBytes), InBatch(at));
        Forget(Sector(position), Sector(position + bytes));
        return bytes;
    }

    /// <summary>Encrypts the buffered sector into the batch.</summary>
    private void EncryptBuffered()
    {
        using var scope = _slot.Enter(this);
        _xts.Encrypt(_firstSector + _buffered, new ReadOnlySpan<byte>(scope.Bytes, _sectorBytes), InBatch(0));
    }

    /// <summary>Encrypts zeros into the batch, for sectors from one to another that is not among them.</summary>
    private int EncryptZeros(long sector, long end)
    {
        var bytes = (int)Math.Min((end - sector) * _sectorBytes, _batch.Length);
        Array.Clear(_batch, 0, bytes);
        for (var at = 0; at < bytes; at += _sectorBytes, sector++)
            _xts.Encrypt(_firstSector + sector, InBatch(at), InBatch(at));
        return bytes;
    }

    /// <summary>Empties the buffer if its sector is one of these: the stream beneath has, or will have, another.</summary>
    private void Forget(long sector, long end)
    {
        if (_buffered >= sector && _buffered < end)
            (_buffered, _isDirty) = (-1, false);
    }

    private long NumberOf(long position) => _firstSector + Sector(position);

    private Span<byte> InBatch(int at) => _batch.AsSpan(at, _sectorBytes);

    /// <exception cref="ArgumentOutOfRangeException">The text would end where no whole sector does.</exception>
    private void RequireReach(int bytes, string name)
    {
        var end = EndOfSectors;
        if (bytes > end - _position)
        {
            throw new ArgumentOutOfRangeException(
                name, bytes, $"From position {_position}, {bytes} bytes: a stream of sectors of {_sectorBytes} bytes ends at {end}.");
        }
    }

    /// <summary>The length of the stream beneath, with which nothing that is computed overflows.</summary>
    /// <exception cref="IOException">It is none that a stream of sectors has.</exception>
    private long BytesBeneath()
    {
        var bytes = _stream.Length;
        return bytes >= 0 && bytes <= EndOfSectors ? bytes
            : throw new IOException($"The stream beneath has {bytes} bytes: one of sectors of {_sectorBytes} bytes has 0 to {EndOfSectors}.");
    }

    /// <exception cref="EndOfStreamException">The stream beneath ends within a sector.</exception>
    private void RequireWhole(long bytes)
    {
        var torn = bytes % _sectorBytes;
        if (torn != 0)
            throw new EndOfStreamException($"The stream beneath ends within a sector, after {torn} of its {_sectorBytes} bytes.");
    }

    private void RequireReadable()
    {
        _claim.RequireUndisposed();
        if (!_stream.CanRead)
            throw new NotSupportedException("The stream beneath cannot be read.");
    }

    private void RequireWritable()
    {
        _claim.RequireUndisposed();
        if (!_stream.CanWrite)
            throw new NotSupportedException("The stream beneath cannot be written.");
    }
}
