using System;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A hash function on one of its kernels: how a message is cut into blocks, buffered and padded. Everything that hashes stands on this
/// class: one-shots, objects, streams, HMAC. What it leaves to the <see cref="HashConstruction"/> is the padding.
/// </summary>
internal sealed unsafe class MessageHash : BlockHash
{
    private readonly int _buffersBelow;

    /// <inheritdoc cref="BlockHash(string, HashConstruction, int, HashKernel)"/>
    public MessageHash(string name, HashConstruction construction, int digestBytes, HashKernel kernel)
        : base(name, construction, digestBytes, kernel)
    {
        _buffersBelow = Math.Max(BlockBytes, (sizeof(HashBuffer) / BlockBytes * BlockBytes) - (2 * construction.WordBytes));
    }

    /// <summary>Hashes a whole message on the stack.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Hash(ReadOnlySpan<byte> source, Span<byte> digest)
    {
        HashState state;
        using var secret = new SecretScope(&state, StateBytes);
        Begin(&state);
        fixed (byte* message = &SpanStart.Of(source), destination = &SpanStart.Of(digest))
            Finish(&state, message, source.Length, destination);
    }

    /// <summary>Hashes one block followed by a message; the state is working memory.</summary>
    public void Hash(HashState* state, HashBlock* block, byte* source, nint length, byte* digest)
    {
        Begin(state);
        state->Length = (ulong)(BlockBytes + length);
        nint blocks = 1;
        if (length >= BlockBytes)
        {
            var sourceBlocks = WholeBlocks(length);
            Compress(state, (byte*)block, blocks, source, sourceBlocks);
            source += sourceBlocks * BlockBytes;
            length -= sourceBlocks * BlockBytes;
            blocks = 0;
        }

        End(state, (byte*)block, blocks, source, (int)length);
        WriteDigest(state, digest);
    }

    /// <summary>Goes on after blocks of this length that left a chaining value.</summary>
    public void Resume(HashState* state, HashChain* chain, ulong length)
    {
        CopyChain(chain, &state->Chain);
        Count(state, length, 0);
    }

    /// <summary>Goes on after a block that left a chaining value, with the digest of the message that has ended.</summary>
    public void ResumeWithDigest(HashState* state, HashChain* chain)
    {
        // By whole lines, since padding reads words of the last one, which would have to wait for the store of a part.
        WriteWords(state, (byte*)&state->Buffer, (DigestBytes + Words128.Bytes - 1) & -Words128.Bytes);
        CopyChain(chain, &state->Chain);
        Count(state, (uint)(BlockBytes + DigestBytes), DigestBytes);
    }

    /// <summary>Whether the buffer has room for a whole message and its padding.</summary>
    public bool FitsBuffer(int length) => length < _buffersBelow;

    /// <summary>Begins a message of which all is at hand: what its whole blocks leave over is in the buffer, or all of it if it fits.</summary>
    /// <returns>Its whole blocks, which nothing was done with: zero if it fits.</returns>
    public nint BeginWhole(HashState* state, byte* message, int length)
    {
        Begin(state);
        var blocks = FitsBuffer(length) ? 0 : WholeBlocks(length);
        var skipped = blocks * BlockBytes;
        state->Length = (uint)length;
        state->Buffered = (int)(length - skipped);
        Words128.Copy(message + skipped, (byte*)&state->Buffer, state->Buffered);
        return blocks;
    }

    /// <summary>Pads what <see cref="BeginWhole"/> left in the buffer.</summary>
    /// <returns>Blocks in the buffer.</returns>
    public nint Pad(HashState* state)
    {
        var blocks = WholeBlocks(state->Buffered);
        var whole = blocks * BlockBytes;
        return blocks + Construction.Pad((byte*)&state->Buffer + whole, (int)(state->Buffered - whole), state->Length);
    }

    /// <summary>Appends what does not complete a block, without a call of the kernel and so without a pin.</summary>
    /// <returns>False if it would complete one: then nothing has been appended.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryBuffer(HashState* state, byte* source, nint length)
    {
        var buffered = state->Buffered;
        if (length >= BlockBytes - buffered)
            return false;
        Words128.Copy(source, (byte*)&state->Buffer + buffered, length);
        Count(state, state->Length + (ulong)length, buffered + (int)length);
        return true;
    }

    /// <summary>
    /// Writes how far a message has come: by the register that a line of the message or a chaining value went through before, since many
    /// calls end with that, and a call to forget all registers would cost them a tenth.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Count(HashState* state, ulong length, int buffered) =>
        Words128.WriteOver((ulong*)&state->Length, length, BitConverter.IsLittleEndian ? (uint)buffered : (ulong)buffered << 32);

    /// <summary>Appends what there is, and leaves nothing of it in a register.</summary>
    public void Update(HashState* state, byte* source, nint length)
    {
        if (TryBuffer(state, source, length))
            return;
        Append(state, source, length);
        if (state->Buffered == 0)
            return;

        // The rest was copied after the kernel had forgotten the registers.
        Secret.ForgetAllRegisters();
    }

    /// <inheritdoc cref="Update(HashState*, byte*, nint)"/>
    public void Update(HashState* state, ReadOnlySpan<byte> source)
    {
        fixed (byte* bytes = &SpanStart.Of(source))
            Update(state, bytes, source.Length);
    }

    /// <summary>Appends a number of four bytes, the highest first.</summary>
    public void Update(HashState* state, uint number)
    {
        uint bytes;
        BigEndian.Write32((byte*)&bytes, number);
        Update(state, (byte*)&bytes, sizeof(uint));
    }

    /// <summary>Appends what completes a block, or more.</summary>
    // Not inlined, for the sake of what is only buffered.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Append(HashState* state, byte* source, nint length)
    {
        var buffer = (byte*)&state->Buffer;
        var buffered = state->Buffered;
        state->Length += (ulong)length;

        nint bufferBlocks = 0;
        if (buffered > 0)
        {
            var missing = BlockBytes - buffered;
            Words128.Copy(source, buffer + buffered, missing);
            source += missing;
            length -= missing;
            bufferBlocks = 1;
        }

        var blocks = WholeBlocks(length);
        Compress(state, buffer, bufferBlocks, source, blocks);
        var whole = blocks * BlockBytes;
        state->Buffered = (int)(length - whole);
        Words128.Copy(source + whole, buffer, state->Buffered);
    }

    /// <summary>Ends the message with <paramref name="length"/> further bytes.</summary>
    public void Finish(HashState* state, byte* source, nint length, byte* digest)
    {
        End(state, source, length);
        WriteDigest(state, digest);
    }

    /// <inheritdoc cref="Finish"/>
    public void End(HashState* state, byte* source, nint length)
    {
        var buffer = (byte*)&state->Buffer;
        nint blocks = 0;
        if (state->Buffered > 0)
        {
            // The kernel comes after it, and forgets what that leaves.
            if (length > 0 && !TryBuffer(state, source, length))
                Append(state, source, length);
        }
        else if (length > 0)
        {
            state->Length += (ulong)length;
            blocks = WholeBlocks(length);
            var whole = blocks * BlockBytes;
            state->Buffered = (int)(length - whole);
            Words128.Copy(source + whole, buffer, state->Buffered);
        }

        Compress(state, source, blocks, buffer, Construction.Pad(buffer, state->Buffered, state->Length));
    }

    /// <summary>Ends a message, whose length the state has, by whole blocks and a rest shorter than one.</summary>
    private void End(HashState* state, byte* blocks, nint blockCount, byte* rest, int restBytes)
    {
        var buffer = (byte*)&state->Buffer;
        Words128.Copy(rest, buffer, restBytes);
        state->Buffered += restBytes;
        Compress(state, blocks, blockCount, buffer, Construction.Pad(buffer, state->Buffered, state->Length));
    }
}
