using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace ManagedCrypto.Benchmarks.Seed2005;

/// <summary>What the workload took one implementation: milliseconds, a value for each round. As text, a line that can be parsed.</summary>
/// <param name="id">Its name in files.</param>
/// <param name="name">Its name in tables.</param>
/// <param name="kernel">ManagedCrypto's kernel, empty for others.</param>
internal sealed class SideTimes(string id, string name, string kernel)
{
    private const char Separator = '\t';

    public string Id => id;

    public string Name => name;

    public string Kernel => kernel;

    public List<double> Encrypt { get; } = [];

    public List<double> Decrypt { get; } = [];

    public static SideTimes Parse(string line)
    {
        var cells = line.Split(Separator);
        var times = new SideTimes(cells[0], cells[1], cells[2]);
        times.Encrypt.AddRange(Numbers(cells[3]));
        times.Decrypt.AddRange(Numbers(cells[4]));
        return times;
    }

    public override string ToString() => string.Join(Separator.ToString(), id, name, kernel, Text(Encrypt), Text(Decrypt));

    private static string Text(IEnumerable<double> numbers) =>
        string.Join(" ", numbers.Select(number => number.ToString("G6", CultureInfo.InvariantCulture)));

    private static IEnumerable<double> Numbers(string text) =>
        text.Split(' ').Select(number => double.Parse(number, CultureInfo.InvariantCulture));
}
