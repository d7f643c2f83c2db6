using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A CMAC, whose memory is a <see cref="CmacState"/> and the expanded key.</summary>
internal readonly unsafe struct CmacEngine(AesKernel kernel) : IMessageEngine
{
    public int MemoryBytes => CmacState.HeadBytes + kernel.EncryptionScheduleBytes;

    public int StateBytes => CmacState.HeadBytes;

    public int DigestBytes => AesBlock.Bytes;

    /// <summary>Begins a message under a key of 16, 24 or 32 bytes.</summary>
    public static RunningMessage<CmacEngine> Begin(AesKernel kernel, object owner, ReadOnlySpan<byte> key)
    {
        Arguments.RequireAesKey(key);
        var running = new RunningMessage<CmacEngine>(new(kernel), owner);
        SetKey(running, key);
        return running;
    }

    /// <summary>Takes another key of 16, 24 or 32 bytes, and forgets the message so far.</summary>
    public static void SetKey(RunningMessage<CmacEngine> running, ReadOnlySpan<byte> key)
    {
        Arguments.RequireAesKey(key);
        using var scope = running.Slot.Enter(running.Owner);
        CmacState.SetKey(running.Engine.Kernel, (CmacState*)scope.Bytes, key);
    }

    /// <summary>A copy of the key.</summary>
    public static byte[] GetKey(RunningMessage<CmacEngine> running)
    {
        using var scope = running.Slot.Enter(running.Owner);
        return Secret.ToArray(CmacState.Key((CmacState*)scope.Bytes));
    }

    private AesKernel Kernel => kernel;

    public void Begin(byte* memory) => CmacState.Begin((CmacState*)memory);

    public void Append(byte* memory, byte* source, nint length)
    {
        CmacState.Append(kernel, (CmacState*)memory, source, (int)length);
        Secret.ForgetGeneralRegisters();
    }

    public void Finish(byte* memory, byte* source, nint length, Span<byte> digest)
    {
        Append(memory, source, length);
        fixed (byte* code = &SpanStart.Of(digest))
            CmacState.Finish(kernel, (CmacState*)memory, code);
    }

    public bool Verify(byte* memory, ReadOnlySpan<byte> code)
    {
        AesBlock right;
        CmacState.Finish(kernel, (CmacState*)memory, (byte*)&right);
        return AuthenticationTag.IsRight(&right, AesBlock.Bytes, code);
    }
}
