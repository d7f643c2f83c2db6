using System.Collections.Generic;
using System.Linq;
using System.Numerics;

namespace ManagedCrypto.Proofs;

/// <summary>
/// Bytes that were given a name, whose bits are XORs of parts: of what is the XOR of some of these bits, which of them. A kernel may keep a
/// byte in another basis than the standard does.
/// </summary>
internal sealed class NamedForms
{
    private const int Bits = 8;

    private readonly Dictionary<int, int[][]> _forms = [];

    /// <summary>By the sums of parts' random numbers, the byte and its bits.</summary>
    private readonly Dictionary<ulong, (int Atom, int Mask)> _combinations = [];

    /// <summary>Adds a byte by the atom that stands for it.</summary>
    public void Add(int atom, int[][] bits)
    {
        _forms.Add(atom, bits);
        var sums = new ulong[1 << Bits];
        for (var mask = 1; mask < sums.Length; mask++)
        {
            sums[mask] = sums[mask & (mask - 1)] ^ SumOf(bits[BitOperations.TrailingZeroCount(mask)]);
            _combinations.TryAdd(sums[mask], (atom, mask));
        }
    }

    /// <summary>The bits of a name whose XOR this is, if there are any.</summary>
    public (int Atom, int Mask)? Find(int[] parts)
    {
        if (!_combinations.TryGetValue(SumOf(parts), out var found))
            return null;

        // Different parts may have the same sum.
        var same = new HashSet<int>(parts);
        foreach (var (_, form) in _forms[found.Atom].Index().Where(bit => ((found.Mask >> bit.Index) & 1) != 0))
            same.SymmetricExceptWith(form);
        return same.Count == 0 ? found : null;
    }

    private static ulong SumOf(int[] parts)
    {
        var sum = 0UL;
        foreach (var part in parts)
            sum ^= Random(part);
        return sum;
    }

    /// <summary>A number that belongs to a part and is like no other: SplitMix64.</summary>
    private static ulong Random(int part)
    {
        var mixed = (ulong)part * 0x9E3779B97F4A7C15;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    }
}
