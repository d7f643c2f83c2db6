using System;
using System.Linq;

namespace ManagedCrypto.Mutants;

/// <summary>A part of all mutants, for where all would take too long.</summary>
internal static class Drawn
{
    /// <summary>So many of them, in their order.</summary>
    /// <param name="all">All.</param>
    /// <param name="count">How many.</param>
    /// <param name="seed">What they are drawn by.</param>
    /// <param name="mayBe">Which of them may be drawn, or null for any.</param>
    public static T[] From<T>(T[] all, int count, int seed, Func<T, bool>? mayBe = null)
    {
        var numbers = Enumerable.Range(0, all.Length).ToArray();
        new Random(seed).Shuffle(numbers);
        return [.. numbers.Where(number => mayBe?.Invoke(all[number]) ?? true).Take(count).Order().Select(number => all[number])];
    }
}
