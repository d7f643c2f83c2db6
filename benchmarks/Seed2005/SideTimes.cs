using System;
using System.Globalization;

namespace ManagedCrypto.Benchmarks.Seed2005;

/// <summary>What the workload took in the best rounds. As text, a line that can be parsed.</summary>
internal readonly struct SideTimes(string name, TimeSpan encrypt, TimeSpan decrypt)
{
    private const char Separator = '\t';

    public string Name { get; } = name;

    public TimeSpan Encrypt { get; } = encrypt;

    public TimeSpan Decrypt { get; } = decrypt;

    public TimeSpan Both => Encrypt + Decrypt;

    public static SideTimes Best(SideTimes one, SideTimes other) => new(
        one.Name,
        new TimeSpan(Math.Min(one.Encrypt.Ticks, other.Encrypt.Ticks)),
        new TimeSpan(Math.Min(one.Decrypt.Ticks, other.Decrypt.Ticks)));

    public static SideTimes Parse(string line)
    {
        var cells = line.Split(Separator);
        return new SideTimes(
            cells[0],
            TimeSpan.Parse(cells[1], CultureInfo.InvariantCulture),
            TimeSpan.Parse(cells[2], CultureInfo.InvariantCulture));
    }

    public override string ToString() => string.Join(Separator.ToString(), Name, Encrypt, Decrypt);
}
