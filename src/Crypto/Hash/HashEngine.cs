using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A hash, whose memory is a <see cref="HashState"/>.</summary>
internal readonly unsafe struct HashEngine(MessageHash hash) : IMessageEngine
{
    public int MemoryBytes => hash.StateBytes;

    public int StateBytes => hash.StateBytes;

    public int DigestBytes => hash.DigestBytes;

    /// <summary>Begins a message.</summary>
    public static RunningMessage<HashEngine> Begin(MessageHash hash, object owner)
    {
        var running = new RunningMessage<HashEngine>(new(hash), owner);
        running.Reset();
        return running;
    }

    public void Begin(byte* memory) => hash.Begin((HashState*)memory);

    public void Append(byte* memory, byte* source, nint length) => hash.Update((HashState*)memory, source, length);

    public void Finish(byte* memory, byte* source, nint length, Span<byte> digest)
    {
        fixed (byte* destination = &SpanStart.Of(digest))
            hash.Finish((HashState*)memory, source, length, destination);
    }

    public bool Verify(byte* memory, ReadOnlySpan<byte> code)
    {
        HashWords room;
        hash.Finish((HashState*)memory, null, 0, (byte*)&room);
        return AuthenticationTag.IsRight(&room, DigestBytes, code);
    }
}
