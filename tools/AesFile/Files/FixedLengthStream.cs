using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.AesFile.Files;

/// <summary>
/// A file as long as it was when it was opened, since an archive has said so before it has the content. What others add meanwhile is
/// left out; if they cut it, that is an error.
/// </summary>
internal sealed class FixedLengthStream(Stream beneath, long length, string name) : Stream
{
    private long _position;

    public override bool CanRead => true;

    public override bool CanWrite => false;

    /// <summary>It cannot; but an archive only asks for the length of what can, and keeps all else in memory.</summary>
    public override bool CanSeek => true;

    public override long Length => length;

    public override long Position
    {
        get => _position;
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        var room = buffer[..RoomIn(buffer.Length)];
        return room.IsEmpty ? 0 : Advance(beneath.Read(room));
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var room = buffer[..RoomIn(buffer.Length)];
        return room.IsEmpty ? 0 : Advance(await beneath.ReadAsync(room, cancellationToken));
    }

    public override void Flush() => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    private int RoomIn(int bytes) => (int)Math.Min(bytes, length - _position);

    private int Advance(int bytes)
    {
        if (bytes == 0)
            throw IsShorter(name);
        _position += bytes;
        return bytes;
    }

    public static AesFileException IsShorter(string name) =>
        AesFileException.Failed($"{Shown.Name(name)} changed while it was read: it is shorter than before.");
}
