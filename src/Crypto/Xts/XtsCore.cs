using System;
using System.IO;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AES-XTS of sectors: one of plaintext, that is read and written in parts, and a batch of ciphertext on its way from or to the underlying
/// stream. The batch is read or written, a dirty sector before.
/// </summary>
internal sealed unsafe class XtsCore : StreamCore
{
    private const int SmallestSectorBytes = 512;
    private const int LargestSectorBytes = 64 * 1024;

    /// <summary>Large enough that a system call is no burden, and small enough for a core's own cache.</summary>
    private const int BatchBytes = 64 * 1024;

    /// <summary>That nothing is known of the underlying stream's length, or that nothing has been fetched.</summary>
    private const int Unknown = -1;

    // What has been answered.
    private const int Going = 1, Measured = 2, BufferStored = 3, Fetched = 4, Stored = 5, ZerosStored = 6, Cut = 7;

    private readonly AesXts _xts;
    private readonly StateSlot _slot;
    private readonly byte[] _batch;
    private readonly int _sectorBytes;
    private readonly long _firstSector;

    /// <summary>The place of the sector in the slot, if there is one.</summary>
    private long _buffered = -1;

    /// <summary>Whether that sector has to be written.</summary>
    private bool _isDirty;

    /// <summary>Of the call under way: bytes of the underlying stream, and bytes of the batch that were fetched.</summary>
    private long _bytesBeneath;
    private int _fetched;

    /// <param name="kernel">The kernel.</param>
    /// <param name="key">32 or 64 bytes.</param>
    /// <param name="sectorBytes">Bytes of a sector.</param>
    /// <param name="firstSector">The number of the sector at the beginning.</param>
    public XtsCore(AesKernel kernel, ReadOnlySpan<byte> key, int sectorBytes, long firstSector)
    {
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
        (_sectorBytes, _firstSector) = (sectorBytes, firstSector);
    }

    public override bool Reads => true;

    public override bool Writes => true;

    public override bool IsWholeStream => true;

    public override bool EndsByWriting => true;

    /// <summary>Where the last whole sector below 2^63 ends.</summary>
    private long EndOfSectors => long.MaxValue - (long.MaxValue % _sectorBytes);

    public override bool Read(Span<byte> text, ref CoreCall call)
    {
        if (!Settle(ref call))
            return false;
        RequireReach(text.Length, "buffer");
        while (call.Done < text.Length)
        {
            var position = Position + call.Done;
            var rest = text.Slice(call.Done);
            if (IsBuffered(position))
            {
                call.Done += ReadBuffered(position, rest);
                continue;
            }

            if (_isDirty)
                return StoreBuffered(ref call);
            if (_fetched == Unknown)
                return Fetch(position, BytesToFetch(position, rest.Length), ref call);
            var fetched = _fetched;
            _fetched = Unknown;
            if (IsEnd(fetched, call.Done))
                break;
            call.Done += ReadFetched(position, fetched, rest);
        }

        Position += call.Done;
        return true;
    }

    public override bool Write(ReadOnlySpan<byte> text, ref CoreCall call)
    {
        if (!Settle(ref call))
            return false;
        RequireReach(text.Length, "buffer");
        if (call.Done == 0 && !text.IsEmpty && !ExtendTo(Sector(Position), ref call))
            return false;
        while (call.Done < text.Length)
        {
            var position = Position + call.Done;
            var rest = text.Slice(call.Done);
            if (IsBuffered(position))
            {
                call.Done += WriteToBuffered(position, rest);
                continue;
            }

            if (_isDirty)
                return StoreBuffered(ref call);
            if (IsDirect(position, rest.Length))
                return call.WantsWrite(Stored, _batch, 0, EncryptDirect(position, rest), position);
            if (_fetched == Unknown)
                return Fetch(position, _sectorBytes, ref call);
            var fetched = _fetched;
            _fetched = Unknown;
            BufferFetched(position, fetched);
        }

        Position += call.Done;
        return true;
    }

    /// <summary>Writes the buffered sector.</summary>
    public override bool Flush(ref CoreCall call) => Settle(ref call) && (!_isDirty || StoreBuffered(ref call));

    public override bool End(ref CoreCall call) => Flush(ref call);

    public override void GiveUp() => _isDirty = false;

    public override bool FindLength(ref CoreCall call)
    {
        Settle(ref call);
        if (_bytesBeneath == Unknown)
            return call.WantsLength(Measured);
        var sectors = Sector(_bytesBeneath) + (OffsetInSector(_bytesBeneath) == 0 ? 0 : 1);
        call.Answer = (_isDirty ? Math.Max(sectors, _buffered + 1) : sectors) * _sectorBytes;
        return true;
    }

    public override bool SetLength(long value, ref CoreCall call)
    {
        if (value < 0 || value % _sectorBytes != 0)
            throw new ArgumentOutOfRangeException(nameof(value), value, $"The length is whole sectors of {_sectorBytes} bytes.");
        if (call.Stage == Cut)
            EmptyBuffer(Sector(value), long.MaxValue);
        Settle(ref call);
        if (_isDirty)
            return StoreBuffered(ref call);
        if (_bytesBeneath == Unknown)
            return call.WantsLength(Measured);
        if (value < _bytesBeneath)
            return call.WantsSetLength(Cut, value);
        if (!ExtendTo(Sector(value), ref call))
            return false;
        Position = Math.Min(Position, value);
        return true;
    }

    public override void Dispose()
    {
        _slot.Dispose();
        _xts.Dispose();
    }

    /// <summary>Takes note of what was answered.</summary>
    /// <returns>Whether that was all: a fetch goes on until there is what was wanted, or the end.</returns>
    private bool Settle(ref CoreCall call)
    {
        switch (call.Stage)
        {
            case 0:
                (_bytesBeneath, _fetched) = (Unknown, Unknown);
                break;
            case Measured:
                _bytesBeneath = RequiredLength(call.Answer);
                break;
            case BufferStored:
                (_isDirty, _bytesBeneath) = (false, Unknown);
                break;
            case Cut:
                _bytesBeneath = call.Wanted.At;
                break;
            case Stored:
                call.Done += call.Wanted.To;
                break;
            case ZerosStored:
                _bytesBeneath += call.Wanted.To;
                break;
            case Fetched:
                var (from, to) = (call.Wanted.From + (int)call.Answer, call.Wanted.To);
                if (call.Answer > 0 && from < to)
                    return call.WantsRead(Fetched, _batch, from, to, Here);
                _fetched = from;
                break;
        }

        call.Stage = Going;
        return true;
    }

    /// <summary>Fetches ciphertext into the batch, from the beginning of a sector to the end of the underlying stream at most.</summary>
    private bool Fetch(long position, int bytes, ref CoreCall call) =>
        call.WantsRead(Fetched, _batch, 0, bytes, position - OffsetInSector(position));

    private bool StoreBuffered(ref CoreCall call)
    {
        EncryptBuffered();
        return call.WantsWrite(BufferStored, _batch, 0, _sectorBytes, _buffered * _sectorBytes);
    }

    /// <summary>Writes zeros up to a sector, if the stream ends before it.</summary>
    /// <returns>Whether it does not, or not any more.</returns>
    private bool ExtendTo(long sector, ref CoreCall call)
    {
        if (_bytesBeneath == Unknown)
            return call.WantsLength(Measured);
        var end = Sector(_bytesBeneath);
        if (sector <= end)
            return true;
        if (_isDirty)
            return StoreBuffered(ref call);
        RequireWhole(_bytesBeneath);
        return call.WantsWrite(ZerosStored, _batch, 0, EncryptZeros(end, sector), _bytesBeneath);
    }

    /// <summary>Whether nothing more can be read; a sector that is not whole is an error once there is nothing else to return.</summary>
    private bool IsEnd(int fetched, int done)
    {
        if (done == 0 && fetched < _sectorBytes)
            RequireWhole(fetched);
        return fetched < _sectorBytes;
    }

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
        using var scope = _slot.Enter(Owner);
        var source = Rest(scope, position, destination.Length);
        source.CopyTo(destination);
        Secret.ForgetRegisters();
        return source.Length;
    }

    /// <summary>Copies into the buffered sector, to its end at most.</summary>
    private int WriteToBuffered(long position, ReadOnlySpan<byte> source)
    {
        using var scope = _slot.Enter(Owner);
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
        using var scope = _slot.Enter(Owner);
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
        EmptyBuffer(Sector(position), Sector(position + bytes));
        return bytes;
    }

    /// <summary>Encrypts the buffered sector into the batch.</summary>
    private void EncryptBuffered()
    {
        using var scope = _slot.Enter(Owner);
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

    /// <summary>Empties the buffer if its sector is one of these: the underlying stream has, or will have, another.</summary>
    private void EmptyBuffer(long sector, long end)
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
        if (bytes > end - Position)
        {
            throw new ArgumentOutOfRangeException(
                name, bytes, $"From position {Position}, {bytes} bytes: a stream of sectors of {_sectorBytes} bytes ends at {end}.");
        }
    }

    /// <summary>A length of the underlying stream, with which nothing that is computed overflows.</summary>
    /// <exception cref="IOException">It is none that a stream of sectors has.</exception>
    private long RequiredLength(long bytes) => bytes >= 0 && bytes <= EndOfSectors ? bytes
        : throw new IOException($"The underlying stream has {bytes} bytes: one of sectors of {_sectorBytes} bytes has 0 to {EndOfSectors}.");

    /// <exception cref="EndOfStreamException">The underlying stream ends within a sector.</exception>
    private void RequireWhole(long bytes)
    {
        var torn = bytes % _sectorBytes;
        if (torn != 0)
            throw new EndOfStreamException($"The underlying stream ends within a sector, after {torn} of its {_sectorBytes} bytes.");
    }
}
