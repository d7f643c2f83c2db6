using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Hashes messages together: each takes a lane of a kernel until it ends, padding included, and leaves it to the next. When too few
/// are left for all lanes to pay, a kernel with fewer lanes goes on with them, and the last is ended by itself.
/// </summary>
internal sealed unsafe class ManyMessages
{
    private readonly MessageHash _one;
    private readonly HashLanesKernel _kernel, _kernelOfFew;
    private readonly int _fewest, _fewestOfFew;

    /// <param name="one">The hash on its kernel of one stream.</param>
    /// <param name="kernel">The kernel with lanes.</param>
    /// <param name="kernelOfFew">The kernel for fewer messages than that one takes, or the same.</param>
    public ManyMessages(MessageHash one, HashLanesKernel kernel, HashLanesKernel kernelOfFew)
    {
        _one = one;
        _kernel = kernel;
        _kernelOfFew = kernelOfFew;
        _fewest = kernel.FewestMessages;
        _fewestOfFew = kernelOfFew.FewestMessages;
    }

    public int DigestBytes => _one.DigestBytes;

    public int BlockBytes => _one.BlockBytes;

    /// <summary>Hashes messages of one length, each behind the other.</summary>
    public void Hash(ReadOnlySpan<byte> source, int messageBytes, Span<byte> digests)
    {
        if (messageBytes <= 0)
            ThrowLength(messageBytes);
        if (source.Length % messageBytes != 0)
            ThrowRest(source.Length, messageBytes);
        digests = Room(digests, source.Length / messageBytes);
        Arguments.RefuseOverlap(source, digests, nameof(source), nameof(digests));
        fixed (byte* message = &SpanStart.Of(source), digest = &SpanStart.Of(digests))
        {
            var messages = new EqualMessages(message, messageBytes, digest, source.Length / messageBytes);
            Run(ref messages);
        }

        static void ThrowLength(int messageBytes) => throw new ArgumentOutOfRangeException(
            nameof(messageBytes), messageBytes, "Messages have one byte or more.");

        static void ThrowRest(int bytes, int messageBytes) => throw new ArgumentException(
            $"The source has {bytes} bytes, which is no whole number of messages of {messageBytes}.", nameof(source));
    }

    /// <summary>Hashes messages of any lengths.</summary>
    public void Hash(IReadOnlyList<ReadOnlyMemory<byte>> messages, Span<byte> digests)
    {
        var count = Arguments.Required(messages, nameof(messages)).Count;
        digests = Room(digests, count);
        fixed (byte* digest = &SpanStart.Of(digests))
        {
            var listed = new ListedMessages(messages, count, digest);
            try
            {
                listed.Arrange(digests, BlockBytes);
                Run(ref listed);
            }
            finally
            {
                listed.Release();
            }
        }
    }

    /// <summary>Whether nothing of a message is read once it has begun.</summary>
    public bool IsCopied(int length) => _one.FitsBuffer(length);

    /// <summary>Begins a message.</summary>
    public void Begin(HashLane* lane, byte* message, int length, byte* digest)
    {
        lane->Blocks = _one.BeginWhole(lane->State, message, length);
        if (lane->PaddedLength != length || lane->State->Buffered % Words128.Bytes != 0)
        {
            lane->PaddedBlocks = _one.Pad(lane->State);
            lane->PaddedLength = length;
        }

        lane->TailBlocks = lane->PaddedBlocks;
        lane->Source = message;
        lane->Digest = digest;
        if (lane->Blocks == 0)
            GoToTail(lane);
    }

    private static void GoToTail(HashLane* lane)
    {
        lane->Source = (byte*)&lane->State->Buffer;
        lane->Blocks = lane->TailBlocks;
        lane->TailBlocks = 0;
    }

    /// <returns>As much as the digests take.</returns>
    /// <exception cref="ArgumentException">There is less.</exception>
    private Span<byte> Room(Span<byte> digests, int count)
    {
        var bytes = (long)count * DigestBytes;
        if (digests.Length < bytes)
            Throw(digests.Length, count, bytes);
        return digests.Slice(0, (int)bytes);

        static void Throw(int room, int count, long bytes) => throw new ArgumentException(
            $"It has {room} bytes; the digests of {count} messages need {bytes}.", nameof(digests));
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Run<TMessages>(ref TMessages messages)
        where TMessages : struct, IMessages
    {
        HashLaneStates states;
        HashLaneTable table;
        var lanes = (HashLane*)&table;

        // Once the kernel has run, idle lanes have states, too.
        var used = messages.Count < _fewest ? messages.Count : _kernel.Lanes;
        for (var i = 0; i < used; i++)
        {
            lanes[i].State = (HashState*)&states + i;
            lanes[i].Number = i;
            lanes[i].PaddedLength = -1;
        }

        using var secret = new SecretScope(&states, used * sizeof(HashState));
        for (table.Busy = 0; table.Busy < used && table.Busy < messages.Count; table.Busy++)
            messages.Begin(this, table.Busy, lanes + table.Busy);
        table.Begun = table.Busy;
        while (table.Busy > 0)
        {
            if (table.Busy >= _fewest)
                Compress(_kernel, ref messages, &table);
            else if (table.Busy >= _fewestOfFew)
                Compress(_kernelOfFew, ref messages, &table);
            else
                FinishLast(ref messages, &table);
        }
    }

    /// <summary>As many blocks as all lanes of the kernel have: the last busy ones, if there are more.</summary>
    private void Compress<TMessages>(HashLanesKernel kernel, ref TMessages messages, HashLaneTable* table)
        where TMessages : struct, IMessages
    {
        var count = kernel.Lanes;
        var busy = Math.Min(table->Busy, count);
        var lanes = (HashLane*)table + table->Busy - busy;
        HashLanesArguments arguments;
        arguments.States = (byte**)&table->States;
        arguments.Sources = (byte**)&table->Sources;
        arguments.Blocks = lanes->Blocks;
        arguments.BlockBytes = BlockBytes;
        for (var i = 0; i < count; i++)
        {
            // An idle lane does in a state of its own what the first one does.
            arguments.States[i] = (byte*)&lanes[i].State->Chain;
            arguments.Sources[i] = i < busy ? lanes[i].Source : lanes->Source;
            if (i < busy && lanes[i].Blocks < arguments.Blocks)
                arguments.Blocks = lanes[i].Blocks;
        }

        kernel.Compress(&arguments);
        for (var lane = lanes + busy - 1; lane >= lanes; lane--)
        {
            lane->Source += arguments.Blocks * BlockBytes;
            lane->Blocks -= arguments.Blocks;
            if (lane->Blocks > 0)
                continue;
            if (lane->TailBlocks > 0)
                GoToTail(lane);
            else
                Replace(ref messages, table, lane);
        }
    }

    /// <summary>What is left of the message in the last busy lane.</summary>
    private void FinishLast<TMessages>(ref TMessages messages, HashLaneTable* table)
        where TMessages : struct, IMessages
    {
        var lane = (HashLane*)table + table->Busy - 1;
        _one.Compress(lane->State, lane->Source, lane->Blocks, (byte*)&lane->State->Buffer, lane->TailBlocks);
        Replace(ref messages, table, lane);
    }

    /// <summary>Ends a message, and begins the next in its lane, or has the last busy lane take its place.</summary>
    private void Replace<TMessages>(ref TMessages messages, HashLaneTable* table, HashLane* lane)
        where TMessages : struct, IMessages
    {
        _one.WriteDigest(lane->State, lane->Digest);
        messages.End(lane);
        if (table->Begun < messages.Count)
        {
            messages.Begin(this, table->Begun++, lane);
            return;
        }

        var last = (HashLane*)table + --table->Busy;
        (*lane, *last) = (*last, *lane);
    }
}
