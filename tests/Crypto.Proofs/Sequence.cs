using System;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Proofs;

/// <summary>Numbers in their order, as a key: equal to others that are the same.</summary>
internal sealed class Sequence : IEquatable<Sequence>
{
    private readonly int _hash;

    public Sequence(int[] items)
    {
        Items = items;
        var hash = default(HashCode);
        hash.AddBytes(MemoryMarshal.AsBytes(items.AsSpan()));
        _hash = hash.ToHashCode();
    }

    public int[] Items { get; }

    public bool Equals(Sequence? other) => other is not null && _hash == other._hash && Items.AsSpan().SequenceEqual(other.Items);

    public override bool Equals(object? obj) => Equals(obj as Sequence);

    public override int GetHashCode() => _hash;
}
