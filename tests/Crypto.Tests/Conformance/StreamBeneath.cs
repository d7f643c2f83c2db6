using System;
using System.IO;
#if NET
using System.Runtime.InteropServices;
#endif
using System.Threading;
using System.Threading.Tasks;
#if NET
using Xunit;
#endif

namespace ManagedCrypto.Tests.Conformance;

/// <summary>A stream in memory that reads as little as it likes, waits before it answers, fails, or lacks a direction.</summary>
internal sealed class StreamBeneath : MemoryStream
{
    /// <summary>The most bytes that a read gives.</summary>
    public int MostBytes { get; set; } = int.MaxValue;

    /// <summary>What it says that it read, of so many bytes that it was asked for; null if it tells the truth.</summary>
    public Func<int, int>? Claim { get; set; }

    /// <summary>So many reads are told rightly before.</summary>
    public int HonestReads { get; set; }

    /// <summary>What it said last, and what it had been asked for.</summary>
    public int Claimed { get; private set; }

    public int Asked { get; private set; }

    /// <summary>Whether asynchronous calls complete later, on another thread.</summary>
    public bool IsLate { get; set; }

    /// <summary>What asynchronous calls wait for.</summary>
    public Task Gate { get; set; } = Task.CompletedTask;

    /// <summary>Is called once, during the next read, write or flush.</summary>
    public Action? During { get; set; }

    /// <summary>The array that a call was given last.</summary>
    public byte[]? Given { get; private set; }

    public bool IsReadable { get; set; } = true;

    public bool IsWritable { get; set; } = true;

    public bool IsSeekable { get; set; } = true;

    /// <summary>After so many writes all others fail.</summary>
    public int WritesToSucceed { get; set; } = int.MaxValue;

    public int Reads { get; private set; }

    public int Writes { get; private set; }

    public int Flushes { get; private set; }

    public bool IsDisposed { get; private set; }

    public override bool CanRead => IsReadable && base.CanRead;

    public override bool CanWrite => IsWritable && base.CanWrite;

    public override bool CanSeek => IsSeekable && base.CanSeek;

    public override int Read(byte[] buffer, int offset, int count)
    {
        Given = buffer;
        Reads++;
        CallDuring();
        return Claims(count) ? Claimed : base.Read(buffer, offset, Math.Min(count, MostBytes));
    }

    public override void Write(byte[] buffer, int offset, int count)
    {
        Given = buffer;
        Store(buffer, offset, count);
    }

    private void Store(byte[] buffer, int offset, int count)
    {
        CallDuring();
        if (WritesToSucceed-- <= 0)
            throw new IOException("The disk is full.");
        Writes++;
        base.Write(buffer, offset, count);
    }

    public override void Flush()
    {
        Flushes++;
        CallDuring();
    }

    public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        Given = buffer;
        await Wait(cancellationToken);
        return Read(buffer, offset, count);
    }

    public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        Given = buffer;
        await Wait(cancellationToken);
        Write(buffer, offset, count);
    }

    public override async Task FlushAsync(CancellationToken cancellationToken)
    {
        await Wait(cancellationToken);
        Flush();
    }

#if NET
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Assert.True(MemoryMarshal.TryGetArray<byte>(buffer, out var part));
        Given = part.Array;
        await Wait(cancellationToken);
        return Read(part.Array!, part.Offset, part.Count);
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Given = MemoryMarshal.TryGetArray(buffer, out var part) ? part.Array : null;
        await Wait(cancellationToken);
        var bytes = buffer.ToArray();
        Store(bytes, 0, bytes.Length);
    }
#endif

    protected override void Dispose(bool disposing)
    {
        IsDisposed = true;
        base.Dispose(disposing);
    }

    private void CallDuring()
    {
        var during = During;
        During = null;
        during?.Invoke();
    }

    private bool Claims(int asked)
    {
        if (Claim is null || HonestReads-- > 0)
            return false;
        (Claimed, Asked) = (Claim(asked), asked);
        return true;
    }

    private async Task Wait(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        await Gate;
        if (IsLate)
            await Task.Yield();
    }
}
