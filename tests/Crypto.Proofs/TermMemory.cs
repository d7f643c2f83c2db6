using System;
using System.Collections.Generic;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>Memory that has what was put there and nothing else.</summary>
/// <param name="recording">What takes note of loads, if anything does.</param>
internal class TermMemory(Recording? recording = null) : IMemory<int>
{
    private readonly Dictionary<ulong, int> _bytes = [];
    private readonly HashSet<ulong> _writable = [];

    public void Put(ulong address, ReadOnlySpan<int> bytes, bool isWritable)
    {
        for (var i = 0; i < bytes.Length; i++)
        {
            _bytes[address + (ulong)i] = bytes[i];
            if (isWritable)
                _writable.Add(address + (ulong)i);
        }
    }

    public void Load(ulong address, Span<int> to)
    {
        Peek(address, to);
        recording?.Load(to.ToArray());
    }

    /// <summary>What memory holds, which no instruction loads.</summary>
    public void Peek(ulong address, Span<int> to)
    {
        for (var i = 0; i < to.Length; i++)
            to[i] = _bytes.TryGetValue(address + (ulong)i, out var value) ? value : LoadOther(address + (ulong)i);
    }

    public void Store(ulong address, ReadOnlySpan<int> from)
    {
        for (var i = 0; i < from.Length; i++)
        {
            if (!_writable.Contains(address + (ulong)i) && !MayStore(address + (ulong)i, from[i]))
                throw new InvalidOperationException($"writes to {address + (ulong)i:x}, which is not its to write");
            _bytes[address + (ulong)i] = from[i];
        }
    }

    /// <summary>A byte that was not put, nor written.</summary>
    protected virtual int LoadOther(ulong address) => throw new InvalidOperationException($"reads {address:x}, where nothing is");

    /// <summary>Whether a byte may be written where nothing writable was put.</summary>
    protected virtual bool MayStore(ulong address, int value) => false;
}
