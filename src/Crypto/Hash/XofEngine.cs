using System;

namespace ManagedCrypto;

/// <summary>A SHAKE function, whose memory is a <see cref="HashState"/>; its output may be read in parts.</summary>
/// <param name="hash">The function.</param>
/// <param name="outputBytes">Of the output that <see cref="HashStreams"/> asks for.</param>
internal readonly unsafe struct XofEngine(MessageHash hash, int outputBytes) : IMessageEngine
{
    public int MemoryBytes => sizeof(HashState);

    public int StateBytes => sizeof(HashState);

    public int DigestBytes => outputBytes;

    /// <summary>Begins a message.</summary>
    public static RunningMessage<XofEngine> Begin(MessageHash hash, object owner, int outputBytes = 0)
    {
        var running = new RunningMessage<XofEngine>(new(hash, outputBytes), owner);
        running.Reset();
        return running;
    }

    /// <summary>Ends the message, if it has not been, and fills the destination with what follows of its output.</summary>
    public static void Read(RunningMessage<XofEngine> running, Span<byte> destination)
    {
        using var scope = running.Slot.Enter(running.Owner);
        running.Engine.Read((HashState*)scope.Bytes, destination);
    }

    public void Begin(byte* memory) => hash.Begin((HashState*)memory);

    public void Append(byte* memory, byte* source, nint length)
    {
        RequireUnread((HashState*)memory);
        hash.Update((HashState*)memory, source, length);
    }

    public void Finish(byte* memory, byte* source, nint length, Span<byte> digest)
    {
        Append(memory, source, length);
        Read((HashState*)memory, digest);
    }

    public bool Verify(byte* memory, ReadOnlySpan<byte> code)
    {
        Finish(memory, null, 0, default);
        return XofOutput.Verify(hash, (HashState*)memory, code);
    }

    private void Read(HashState* state, Span<byte> destination)
    {
        if (!state->IsRead)
            XofOutput.Begin(hash, state);
        XofOutput.Read(hash, state, destination);
    }

    private static void RequireUnread(HashState* state)
    {
        if (state->IsRead)
            Throw();

        static void Throw() => throw new InvalidOperationException("Output has been read: call Reset before another message.");
    }
}
