using System;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

/// <summary>
/// Buffers at any alignment: up against an unreadable page after or before them, where a byte too many ends the process, or
/// between bytes that are looked at when the case has ended.
/// </summary>
internal sealed class Arena : IDisposable
{
    private const int Buffers = 8, LargestBytes = 256 * 1024, CanaryBytes = 64, OddPlaces = 66;
    private const byte Canary = 0xC5;

    private readonly GuardedBuffer[] _memory = new GuardedBuffer[Buffers];
    private readonly (bool AtEnd, int Before, int Bytes, int After)[] _placed = new (bool, int, int, int)[Buffers];
    private int _used;

    public Arena()
    {
        for (var i = 0; i < Buffers; i++)
            _memory[i] = new GuardedBuffer(LargestBytes);
    }

    /// <summary>A buffer that holds anything, until <see cref="CheckAndClear"/>.</summary>
    public Placed Place(Choices choices, int bytes)
    {
        var place = choices.Draw("place", OddPlaces);
        var before = place == 1 ? 0 : CanaryBytes + Math.Max(place - 1, 0);
        _placed[_used] = (place == 0, before, bytes, place == 0 ? 0 : CanaryBytes);
        var whole = Whole(_used++);
        whole[..before].Fill(Canary);
        whole[(before + bytes)..].Fill(Canary);
        return new Placed(whole.Slice(before, bytes));
    }

    /// <summary>Gives all buffers back.</summary>
    public void Clear() => _used = 0;

    /// <summary>Gives all buffers back.</summary>
    /// <exception cref="FindingException">A byte beside one was written.</exception>
    public void CheckAndClear()
    {
        for (var i = 0; i < _used; i++)
        {
            var (_, before, bytes, _) = _placed[i];
            var whole = Whole(i);
            if (whole[..before].ContainsAnyExcept(Canary) || whole[(before + bytes)..].ContainsAnyExcept(Canary))
                throw new FindingException($"a byte beside buffer {i}, of {bytes} bytes, was written");
        }

        Clear();
    }

    public void Dispose()
    {
        foreach (var memory in _memory)
            memory.Dispose();
    }

    private Span<byte> Whole(int index)
    {
        var (atEnd, before, bytes, after) = _placed[index];
        return atEnd ? _memory[index].AtEnd(before + bytes + after) : _memory[index].AtStart(before + bytes + after);
    }
}
