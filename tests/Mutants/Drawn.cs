using System;
using System.Linq;

namespace ManagedCrypto.Mutants;

/// <summary>A part of all mutants, for where all would take too long.</summary>
internal static class Drawn
{
    /// <summary>So many of them, in their order.</summary>
    public static T[] From<T>(T[] all, int count, int seed)
    {
        var numbers = Enumerable.Range(0, all.Length).ToArray();
        new Random(seed).Shuffle(numbers);
        return [.. numbers.Take(count).Order().Select(number => all[number])];
    }
}
