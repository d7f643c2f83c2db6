using System;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>A text piece by piece, to enumerate without allocating; the last one is what is left.</summary>
internal struct Pieces(ArraySegment<byte> text, int pieceBytes)
{
    private ArraySegment<byte> _left = text;

    public ArraySegment<byte> Current { get; private set; }

    public readonly Pieces GetEnumerator() => this;

    public bool MoveNext()
    {
        Current = _left[..Math.Min(_left.Count, pieceBytes)];
        _left = _left[Current.Count..];
        return Current.Count > 0;
    }
}
