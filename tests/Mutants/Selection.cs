using System;
using System.Globalization;
using System.Linq;

namespace ManagedCrypto.Mutants;

/// <summary>Which mutants are wanted: what the driver tells its workers.</summary>
/// <param name="Families">Names of families, with commas.</param>
/// <param name="Kernel">How the ids of kernels begin.</param>
/// <param name="Sample">How many, or all.</param>
/// <param name="Seed">What these are drawn by.</param>
/// <param name="IsDisabled">Whether the answers of self-tests do not count.</param>
internal sealed record Selection(string Families, string Kernel, int? Sample, int Seed, bool IsDisabled)
{
    public string[] ToArguments() =>
        [Families, Kernel, Sample?.ToString(CultureInfo.InvariantCulture) ?? "", Seed.ToString(CultureInfo.InvariantCulture), IsDisabled.ToString()];

    public static Selection Parse(string[] arguments) => new(
        arguments[0],
        arguments[1],
        arguments[2].Length == 0 ? null : int.Parse(arguments[2], CultureInfo.InvariantCulture),
        int.Parse(arguments[3], CultureInfo.InvariantCulture),
        bool.Parse(arguments[4]));

    /// <summary>Those of so many things that are wanted, by their numbers.</summary>
    public Func<int, bool> Choose(int count)
    {
        if (Sample is not { } sample)
            return _ => true;
        var numbers = Enumerable.Range(0, count).ToArray();
        new Random(Seed).Shuffle(numbers);
        var chosen = numbers.Take(sample).ToHashSet();
        return chosen.Contains;
    }
}
