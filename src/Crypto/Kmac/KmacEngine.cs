using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A code of KMAC.</summary>
/// <param name="hash">cSHAKE.</param>
/// <param name="end">What the message ends with.</param>
/// <param name="codeBytes">Of the code that <see cref="HashStreams"/> asks for.</param>
internal readonly unsafe struct KmacEngine(MessageHash hash, KmacEnd end, int codeBytes) : IMessageEngine
{
    public int MemoryBytes => sizeof(Memory);

    public int StateBytes => sizeof(HashState);

    public int DigestBytes => codeBytes;

    /// <summary>Begins a message under a key.</summary>
    public static RunningMessage<KmacEngine> Begin(
        MessageHash hash,
        object owner,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> customization,
        KmacEnd end,
        int codeBytes = 0)
    {
        var running = new RunningMessage<KmacEngine>(new(hash, end, codeBytes), owner);
        using var scope = running.Slot.Enter(running.Owner);
        var memory = (Memory*)scope.Bytes;
        Kmac.Begin(hash, &memory->State, key, customization);
        hash.CopyChain(&memory->State.Chain, &memory->Keyed);
        Secret.ForgetAllRegisters();
        return running;
    }

    public void Begin(byte* memory) => hash.Resume(&((Memory*)memory)->State, &((Memory*)memory)->Keyed, 0);

    public void Append(byte* memory, byte* source, nint length) => hash.Update((HashState*)memory, source, length);

    public void Finish(byte* memory, byte* source, nint length, Span<byte> digest)
    {
        Append(memory, source, length);
        End((HashState*)memory, digest.Length);
        XofOutput.Read(hash, (HashState*)memory, digest);
    }

    public bool Verify(byte* memory, ReadOnlySpan<byte> code)
    {
        End((HashState*)memory, code.Length);
        return XofOutput.Verify(hash, (HashState*)memory, code);
    }

    private void End(HashState* state, int outputBytes)
    {
        Kmac.End(hash, state, end, outputBytes);
        XofOutput.Begin(hash, state);
    }

    private struct Memory
    {
        public HashState State;

        /// <summary>After the blocks of name, customization and key.</summary>
        public HashChain Keyed;
    }
}
