using System.Globalization;

namespace ManagedCrypto.Benchmarks.Unlock;

/// <summary>One derivation by one implementation. As text, a line that can be parsed.</summary>
/// <param name="derivation">The derivation's name.</param>
/// <param name="implementation">The implementation's name.</param>
/// <param name="milliseconds">What it took.</param>
/// <param name="done">The share of all work that is done, from 0 to 1.</param>
internal sealed class Lap(string derivation, string implementation, double milliseconds, double done)
{
    private const char Separator = '\t';

    public string Derivation => derivation;

    public string Implementation => implementation;

    public double Milliseconds => milliseconds;

    public double Done => done;

    public static Lap Parse(string line)
    {
        var cells = line.Split(Separator);
        return new(cells[0], cells[1], Number(cells[2]), Number(cells[3]));
    }

    public override string ToString() =>
        string.Join(Separator.ToString(), derivation, implementation, Text(milliseconds), Text(done));

    private static string Text(double number) => number.ToString("G6", CultureInfo.InvariantCulture);

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
