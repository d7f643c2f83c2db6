using System;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A hash function on one of its kernels: how a message is cut into blocks, padded, and handed to the kernel. Everything that
/// hashes stands on this class: one-shots, objects, streams, HMAC.
/// <para>
/// The construction is that of Merkle and Damgard. What is peculiar to it are <see cref="WholeBlocks"/>, <see cref="Buffered"/>
/// (a block is a power of two), <see cref="Pad"/> and <see cref="WriteDigest"/>.
/// </para>
/// </summary>
internal sealed unsafe class MessageHash
{
    private readonly HashKernel _kernel;
    private readonly HashChain _initialChain;
    private readonly int _wordBytes;
    private readonly int _blockShift;
    private readonly bool _isLittleEndian;

    public MessageHash(HashFunction function, HashKernel kernel)
    {
        Function = function;
        DigestBytes = function.DigestBytes;
        BlockBytes = kernel.BlockBytes;
        _kernel = kernel;
        _initialChain = function.InitialChain;
        _wordBytes = function.WordBytes;
        _blockShift = BlockBytes == 64 ? 6 : 7;
        _isLittleEndian = function.IsLittleEndian;
    }

    public HashFunction Function { get; }

    public int DigestBytes { get; }

    public int BlockBytes { get; }

    /// <summary>Hashes a whole message on the stack.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Hash(ReadOnlySpan<byte> source, Span<byte> digest)
    {
        HashState state;
        Begin(&state);
        fixed (byte* message = source, destination = digest)
            Finish(&state, message, source.Length, destination);
        Secret.Wipe(&state, sizeof(HashState));
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

        Finish(state, (byte*)block, blocks, source, (int)length, digest);
    }

    public void Begin(HashState* state)
    {
        state->Chain = _initialChain;
        state->Length = 0;
    }

    /// <summary>Begins a message of which all is at hand: what its whole blocks leave over is in the buffer.</summary>
    /// <returns>Its whole blocks, which nothing was done with.</returns>
    public nint BeginWhole(HashState* state, byte* message, int length)
    {
        Begin(state);
        state->Length = (uint)length;
        var blocks = WholeBlocks(length);
        var whole = blocks * BlockBytes;
        Copy(message + whole, (byte*)&state->Buffer, (int)(length - whole));
        return blocks;
    }

    /// <summary>Appends what does not complete a block, without a call of the kernel and so without a pin.</summary>
    /// <returns>False if it would complete one: then nothing has been appended.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryBuffer(HashState* state, byte* source, int length)
    {
        var buffered = Buffered(state);
        if (length >= BlockBytes - buffered)
            return false;
        Copy(source, (byte*)&state->Buffer + buffered, length);
        state->Length += (uint)length;
        return true;
    }

    /// <summary>Appends what completes a block, or more.</summary>
    // Not inlined, for the sake of what is only buffered.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Append(HashState* state, byte* source, nint length)
    {
        var buffer = (byte*)&state->Buffer;
        var buffered = Buffered(state);
        state->Length += (ulong)length;

        nint bufferBlocks = 0;
        if (buffered > 0)
        {
            var missing = BlockBytes - buffered;
            Copy(source, buffer + buffered, missing);
            source += missing;
            length -= missing;
            bufferBlocks = 1;
        }

        var blocks = WholeBlocks(length);
        Compress(state, buffer, bufferBlocks, source, blocks);
        var whole = blocks * BlockBytes;
        Copy(source + whole, buffer, (int)(length - whole));
    }

    /// <summary>Ends the message with <paramref name="length"/> further bytes: none if something is in the buffer.</summary>
    public void Finish(HashState* state, byte* source, nint length, byte* digest)
    {
        var blocks = WholeBlocks(length);
        var whole = blocks * BlockBytes;
        state->Length += (ulong)length;
        Finish(state, source, blocks, source + whole, (int)(length - whole), digest);
    }

    /// <summary>Whole blocks, those of the tail after those of the source.</summary>
    // Not inlined: the working memory in the argument struct would be among the locals of a caller that zeroes them.
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Compress(HashState* state, byte* source, nint sourceBlocks, byte* tail, nint tailBlocks)
    {
#if NET
        HashArguments memory;
        var arguments = &memory;
#else
        // Mono clears locals even so, and not what is allocated: 1.5 KiB take it as long as three blocks.
        var memory = stackalloc byte[sizeof(HashArguments)];
        var arguments = (HashArguments*)memory;
#endif
        arguments->State = &state->Chain;
        arguments->Source = source;
        arguments->SourceBlocks = sourceBlocks;
        arguments->Tail = tail;
        arguments->TailBlocks = tailBlocks;
        _kernel.Compress(arguments);
    }

    /// <summary>The iterations of PBKDF2, whose chaining values, block and number the arguments have.</summary>
    public void Iterate(Pbkdf2Arguments* arguments)
    {
        arguments->DigestBytes = DigestBytes;
        arguments->IsLittleEndian = _isLittleEndian ? 1 : 0;
        _kernel.Iterate(arguments);
    }

    /// <summary>
    /// Copies less than a block, by words of which the last two may overlap: in place, since a call of the runtime's copy takes a
    /// small message as long as its work, and on Mono many times as long.
    /// </summary>
    private static void Copy(byte* source, byte* destination, int bytes)
    {
        if (bytes >= sizeof(ulong))
        {
            var last = bytes - sizeof(ulong);
            for (var at = 0; at < last; at += sizeof(ulong))
                CopyWord(source + at, destination + at);
            CopyWord(source + last, destination + last);
            return;
        }

        for (; bytes > 0; bytes--)
            *destination++ = *source++;
    }

    private static void CopyWord(byte* source, byte* destination) =>
        Unsafe.WriteUnaligned(destination, Unsafe.ReadUnaligned<ulong>(source));

    /// <summary>Ends a message, whose length the state has, by whole blocks and a rest shorter than one.</summary>
    private void Finish(HashState* state, byte* blocks, nint blockCount, byte* rest, int restBytes, byte* digest)
    {
        var buffer = (byte*)&state->Buffer;
        Copy(rest, buffer, restBytes);
        Compress(state, blocks, blockCount, buffer, Pad(state));
        WriteDigest(state, digest);
    }

    private nint WholeBlocks(nint length) => length >> _blockShift;

    private int Buffered(HashState* state) => (int)(state->Length & (uint)(BlockBytes - 1));

    /// <summary>Pads what is in the buffer (FIPS 180-4, section 5.1): the length in bits is an integer of two words, in RFC 1321
    /// with its lowest byte first.</summary>
    /// <returns>Blocks in the buffer, one or two.</returns>
    public nint Pad(HashState* state)
    {
        var end = Buffered(state);
        var buffer = (byte*)&state->Buffer;
        buffer[end++] = 0x80;

        var blocks = end + (2 * _wordBytes) <= BlockBytes ? 1 : 2;
        var bytes = blocks << _blockShift;
        new Span<byte>(buffer + end, bytes - end).Clear();
        if (_isLittleEndian)
        {
            LittleEndian.Write32(buffer + bytes - 8, (uint)(state->Length << 3));
            LittleEndian.Write32(buffer + bytes - 4, (uint)(state->Length >> 29));
            return blocks;
        }

        BigEndian.Write64(buffer + bytes - 8, state->Length << 3);
        if (_wordBytes == 8)
            BigEndian.Write64(buffer + bytes - 16, state->Length >> 61);
        return blocks;
    }

    public void WriteDigest(HashState* state, byte* digest)
    {
        if (_isLittleEndian)
            LittleEndian.WriteWords(digest, &state->Chain, DigestBytes);
        else
            BigEndian.WriteWords(digest, &state->Chain, DigestBytes, _wordBytes);
    }
}
