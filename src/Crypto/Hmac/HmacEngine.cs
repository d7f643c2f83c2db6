using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>An HMAC, whose memory is an <see cref="HmacState"/>.</summary>
internal readonly unsafe struct HmacEngine(MessageHash hash) : IMessageEngine
{
    public int MemoryBytes => sizeof(HmacState);

    public int StateBytes => hash.StateBytes;

    public int DigestBytes => hash.DigestBytes;

    /// <summary>Begins a message under a key of any length.</summary>
    public static RunningMessage<HmacEngine> Begin(MessageHash hash, object owner, ReadOnlySpan<byte> key)
    {
        var running = new RunningMessage<HmacEngine>(new(hash), owner);
        SetKey(running, key);
        return running;
    }

    /// <summary>Begins a message under a random key of a block, which is nowhere but in the slot.</summary>
    public static RunningMessage<HmacEngine> BeginUnderRandomKey(MessageHash hash, object owner)
    {
        var running = new RunningMessage<HmacEngine>(new(hash), owner);
        using var scope = running.Slot.Enter(running.Owner);
        var key = new Span<byte>(&((HmacState*)scope.Bytes)->State.Buffer, hash.BlockBytes);
        RandomBytes.Fill(key);
        running.Engine.SetKey(scope.Bytes, key);
        return running;
    }

    /// <summary>Takes another key, and forgets the message so far.</summary>
    public static void SetKey(RunningMessage<HmacEngine> running, ReadOnlySpan<byte> key)
    {
        using var scope = running.Slot.Enter(running.Owner);
        running.Engine.SetKey(scope.Bytes, key);
    }

    /// <summary>A copy of the key, or of its digest if it is longer than a block.</summary>
    public static byte[] GetKey(RunningMessage<HmacEngine> running)
    {
        using var scope = running.Slot.Enter(running.Owner);
        var hmac = (HmacState*)scope.Bytes;
        return Secret.ToArray(new(&hmac->PaddedKey, hmac->KeyBytes));
    }

    public void Begin(byte* memory) => HmacState.Begin(hash, (HmacState*)memory);

    public void Append(byte* memory, byte* source, nint length) => hash.Update(&((HmacState*)memory)->State, source, length);

    public void Finish(byte* memory, byte* source, nint length, Span<byte> digest)
    {
        fixed (byte* destination = &SpanStart.Of(digest))
            HmacState.Finish(hash, (HmacState*)memory, source, length, destination);
    }

    public bool Verify(byte* memory, ReadOnlySpan<byte> code)
    {
        HashWords room;
        HmacState.Finish(hash, (HmacState*)memory, null, 0, (byte*)&room);
        return AuthenticationTag.IsRight(&room, DigestBytes, code);
    }

    private void SetKey(byte* memory, ReadOnlySpan<byte> key)
    {
        HmacState.SetKey(hash, (HmacState*)memory, key);
        Begin(memory);
        Secret.ForgetGeneralRegisters();
    }
}
