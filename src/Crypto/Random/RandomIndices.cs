using System;

namespace ManagedCrypto;

/// <summary>Fills a destination with random bytes.</summary>
internal delegate void RandomSource(Span<byte> destination);

/// <summary>
/// Random numbers below a limit, each as likely: as many random bits as the largest has, drawn again while they are too large. Random
/// bytes are asked for many at a time.
/// </summary>
internal ref struct RandomIndices
{
    private readonly RandomSource _source;
    private readonly Span<byte> _buffer;
    private Span<byte> _left;

    /// <param name="source">Gives the random bytes.</param>
    /// <param name="buffer">Room for those that are not needed yet, a multiple of four bytes; the caller wipes it.</param>
    public RandomIndices(RandomSource source, Span<byte> buffer)
    {
        _source = source;
        _buffer = buffer;
        _left = default;
    }

    /// <summary>A number from zero to <paramref name="most"/>.</summary>
    public uint UpTo(uint most)
    {
        var mask = most;
        for (var shift = 1; shift < 32; shift *= 2)
            mask |= mask >> shift;
        while (true)
        {
            var drawn = Draw(most <= byte.MaxValue ? 1 : most <= ushort.MaxValue ? 2 : 4) & mask;
            if (drawn <= most)
                return drawn;
        }
    }

    private uint Draw(int bytes)
    {
        if (_left.Length < bytes)
        {
            _source(_buffer);
            _left = _buffer;
        }

        var drawn = 0u;
        for (var i = 0; i < bytes; i++)
            drawn = (drawn << 8) | _left[i];
        _left = _left.Slice(bytes);
        return drawn;
    }
}
