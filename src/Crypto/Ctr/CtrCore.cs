using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>AES in counter mode at any position, by way of a batch of ciphertext.</summary>
internal sealed class CtrCore : StreamCore
{
    private const int Fetched = 1, Measured = 2, Cut = 3;

    private readonly AesCtr _ctr;
    private readonly byte[] _initialCounter;
    private byte[] _batch = [];

    public CtrCore(AesKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> initialCounter, long position)
    {
        Arguments.RequireSize(initialCounter, CtrKeystream.BlockBytes, nameof(initialCounter));
        _initialCounter = initialCounter.ToArray();
        Position = Arguments.RequiredPosition(position, nameof(position));
        _ctr = new AesCtr(kernel, key);
    }

    public override bool Reads => true;

    public override bool Writes => true;

    public override bool Read(Span<byte> text, ref CoreCall call)
    {
        if (call.Stage != Fetched)
        {
            StreamBatch.Grow(ref _batch, text.Length);
            return call.WantsRead(Fetched, _batch, 0, Math.Min(text.Length, _batch.Length), Position);
        }

        call.Done = (int)call.Answer;
        _ctr.Transform(_initialCounter, _batch.AsSpan(0, call.Done), text, Position);
        Position += call.Done;
        return true;
    }

    /// <summary>The position moves before a batch is written: if that fails, nothing else may be encrypted there.</summary>
    public override bool Write(ReadOnlySpan<byte> text, ref CoreCall call)
    {
        var rest = text.Slice(call.Done);
        if (rest.IsEmpty)
            return true;
        StreamBatch.Grow(ref _batch, rest.Length);
        var (at, bytes) = (Position, Math.Min(rest.Length, _batch.Length));
        _ctr.Transform(_initialCounter, rest.Slice(0, bytes), _batch, at);
        Position += bytes;
        call.Done += bytes;
        return call.WantsWrite(call.Stage, _batch, 0, bytes, at);
    }

    public override bool FindLength(ref CoreCall call)
    {
        if (call.Stage != Measured)
            return call.WantsLength(Measured);
        call.Answer = Math.Max(0, call.Answer);
        return true;
    }

    public override bool SetLength(long value, ref CoreCall call)
    {
        if (call.Stage != Cut)
            return call.WantsSetLength(Cut, Arguments.RequiredPosition(value, nameof(value)));
        Position = Math.Min(Position, value);
        return true;
    }

    public override void Dispose() => _ctr.Dispose();
}
