using System;
using System.Buffers;
using System.Collections.Generic;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A list of messages, of which the longest are begun first, unless they are short: so those that share the lanes have about the same
/// length, and none that is long is left alone at the end. A message is pinned while it is in a lane; one that is shorter than a
/// block is copied instead.
/// </summary>
internal unsafe struct ListedMessages : IMessages
{
    /// <summary>With fewer blocks on average, sorting takes longer than what it saves.</summary>
    private const int BlocksToSort = 8;

    private readonly IReadOnlyList<ReadOnlyMemory<byte>> _messages;
    private readonly byte* _digests;

    /// <summary>By lanes; null as long as no message had to be pinned.</summary>
    private MemoryHandle[]? _pins;

    /// <summary>Numbers of messages in their lower halves; null if the order of the list will do.</summary>
    private long[]? _order;

    public ListedMessages(IReadOnlyList<ReadOnlyMemory<byte>> messages, int count, byte* digests)
    {
        _messages = messages;
        _digests = digests;
        Count = count;
    }

    public int Count { get; }

    /// <summary>Checks the messages, and sorts them if that pays.</summary>
    /// <exception cref="ArgumentException">One of them overlaps the digests.</exception>
    public void Arrange(Span<byte> digests, int blockBytes)
    {
        long bytes = 0;
        int first = 0, others = 0;
        for (var i = 0; i < Count; i++)
        {
            var message = _messages[i].Span;
            Arguments.RefuseOverlap(message, digests, "messages", nameof(digests));
            first = i == 0 ? message.Length : first;
            others += message.Length == first ? 0 : 1;
            bytes += message.Length;
        }

        if (others == 0 || bytes < (long)BlocksToSort * blockBytes * Count)
            return;
        _order = ArrayPool<long>.Shared.Rent(Count);
        for (var i = 0; i < Count; i++)
            _order[i] = ((long)-(_messages[i].Length / blockBytes) << 32) + i;
        Array.Sort(_order, 0, Count);
    }

    public void Begin(ManyMessages hash, int index, HashLane* lane)
    {
        if (_order is not null)
            index = (int)_order[index];
        var message = _messages[index];
        var digest = _digests + ((nint)index * hash.DigestBytes);
        if (hash.IsCopied(message.Length))
        {
            fixed (byte* bytes = message.Span)
                hash.Begin(lane, bytes, message.Length, digest);
        }
        else
        {
            _pins ??= RentPins();
            _pins[lane->Number] = message.Pin();
            hash.Begin(lane, (byte*)_pins[lane->Number].Pointer, message.Length, digest);
        }
    }

    public readonly void End(HashLane* lane)
    {
        if (_pins is not null)
            Unpin(lane->Number);
    }

    /// <summary>Gives back all that was pinned or rented.</summary>
    public readonly void Release()
    {
        if (_order is not null)
            ArrayPool<long>.Shared.Return(_order);
        if (_pins is null)
            return;
        for (var i = 0; i < HashLanesKernel.MaxLanes; i++)
            Unpin(i);
        ArrayPool<MemoryHandle>.Shared.Return(_pins);
    }

    /// <summary>What another user of the pool left in the array is not ours to give back.</summary>
    private static MemoryHandle[] RentPins()
    {
        var pins = ArrayPool<MemoryHandle>.Shared.Rent(HashLanesKernel.MaxLanes);
        Array.Clear(pins, 0, HashLanesKernel.MaxLanes);
        return pins;
    }

    private readonly void Unpin(nint lane)
    {
        _pins![lane].Dispose();
        _pins[lane] = default;
    }
}
