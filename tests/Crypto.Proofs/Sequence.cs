using System;

namespace ManagedCrypto.Proofs;

/// <summary>Numbers in their order, as a key: equal to others that are the same.</summary>
internal sealed class Sequence : IEquatable<Sequence>
{
    private readonly int _hash;

    public Sequence(int[] items)
    {
        Items = items;
        var hash = default(HashCode);
        foreach (var item in items)
            hash.Add(item);
        _hash = hash.ToHashCode();
    }

    public int[] Items { get; }

    public bool Equals(Sequence? other) => other is not null && _hash == other._hash && Items.AsSpan().SequenceEqual(other.Items);

    public override bool Equals(object? obj) => Equals(obj as Sequence);

    public override int GetHashCode() => _hash;
}
