using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.AesFile.Files;

/// <summary>Tells how many bytes pass to or from the underlying stream, which stays open. A wait for it ends when it is cancelled.</summary>
internal sealed class CountingStream(Stream beneath, Action<int> count, CancellationToken cancellation) : Stream
{
    public override bool CanRead => beneath.CanRead;

    public override bool CanWrite => beneath.CanWrite;

    public override bool CanSeek => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        cancellation.ThrowIfCancellationRequested();
        var bytes = beneath.Read(buffer);
        count(bytes);
        return bytes;
    }

    /// <summary>A read of a pipe cannot be cancelled: it is given up, and ends with the process.</summary>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var bytes = await beneath.ReadAsync(buffer, cancellation).AsTask().WaitAsync(cancellation);
        count(bytes);
        return bytes;
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        cancellation.ThrowIfCancellationRequested();
        beneath.Write(buffer);
        count(buffer.Length);
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await beneath.WriteAsync(buffer, cancellation);
        count(buffer.Length);
    }

    public override void Flush() => beneath.Flush();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
