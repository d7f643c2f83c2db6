using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks.Reports;

/// <summary>A mark on an axis: where it is along it, from 0 to 1, and what it says.</summary>
internal readonly record struct Tick(double Share, string Text);

/// <summary>How values become places along an axis.</summary>
/// <param name="Place">From a value to its share of the axis, from 0 to 1.</param>
/// <param name="Ticks">The marks, in order.</param>
internal sealed record Scale(Func<AxisValue, double> Place, IReadOnlyList<Tick> Ticks)
{
    private const int FewestTicks = 3;
    private const int MostTicks = 8;

    // How many powers of two from tick to tick.
    private static readonly int[] s_evenSteps = [1, 2, 4, 8, 16, 64];

    // Steps within a power of ten, sparsest first.
    private static readonly double[][] s_steps =
    [
        [1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 4, 5, 7],
        [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9],
    ];

    /// <summary>Whether equal distances are equal ratios.</summary>
    public bool IsLogarithmic { get; init; }

    /// <summary>A logarithmic axis for positive numbers, with round numbers marked.</summary>
    public static Scale Logarithmic(IReadOnlyList<double> values)
    {
        const double Margin = 1.15;
        var (low, high) = (Math.Log10(values.Min() / Margin), Math.Log10(values.Max() * Margin));
        double Share(double value) => (Math.Log10(value) - low) / (high - low);
        List<Tick> Ticks(double[] steps) =>
        [
            .. from power in Enumerable.Range((int)Math.Floor(low), (int)Math.Ceiling(high) - (int)Math.Floor(low) + 1)
               from step in steps
               let value = step * Math.Pow(10, power)
               where Share(value) is >= 0 and <= 1
               select new Tick(Share(value), Plain(value)),
        ];
        var ticks = s_steps.Select(Ticks).FirstOrDefault(ticks => ticks.Count >= FewestTicks) ?? Ticks(s_steps[^1]);
        var step = (ticks.Count + MostTicks - 1) / MostTicks;
        return new(value => Share(value.Number!.Value), [.. ticks.Where((_, i) => i % step == 0)]) { IsLogarithmic = true };
    }

    /// <summary>The axis that suits values: logarithmic for bytes, even for other numbers, and words one by one.</summary>
    /// <param name="axis">Its name.</param>
    /// <param name="values">What must find a place.</param>
    /// <param name="room">The length of the axis, in which the texts of ticks must find room.</param>
    public static Scale Of(string axis, IReadOnlyList<AxisValue> values, double room)
    {
        var distinct = values.Distinct().ToList();
        if (distinct.Exists(value => value.Number is null or <= 0))
            return Words(axis, distinct, room);
        var numbers = distinct.Select(value => value.Number!.Value).Order().ToList();
        return Display.IsBytes(axis) ? PowersOfTwo(axis, numbers, room) : Numbers(axis, numbers, room);
    }

    private static Scale PowersOfTwo(string axis, List<double> numbers, double room)
    {
        var (low, high) = (Math.Log2(numbers[0]), Math.Log2(numbers[^1]));
        double Share(double value) => high > low ? (Math.Log2(value) - low) / (high - low) : 0.5;
        var powers = Enumerable.Range((int)Math.Ceiling(low), Math.Max(0, (int)Math.Floor(high) - (int)Math.Ceiling(low) + 1));
        List<Tick> Every(int step) =>
        [
            .. powers.Where(power => (power - powers.First()) % step == 0)
                .Select(power => Math.Pow(2, power)).Select(value => new Tick(Share(value), Display.Value(axis, value))),
        ];
        var fitting = s_evenSteps.Select(Every).First(ticks => HaveRoom(ticks, room));
        if (fitting.Count == 0)
            fitting = [new(Share(numbers[0]), Display.Value(axis, numbers[0]))];
        return new(value => Share(value.Number!.Value), fitting) { IsLogarithmic = true };
    }

    private static Scale Numbers(string axis, List<double> numbers, double room)
    {
        const double Margin = 0.06;
        double Share(double value) => numbers.Count == 1 ? 0.5
            : Margin + ((1 - (2 * Margin)) * (value - numbers[0]) / (numbers[^1] - numbers[0]));
        var ticks = Thinned([.. numbers.Select(value => new Tick(Share(value), Plain(value)))], room);
        return new(value => Share(value.Number!.Value), ticks);
    }

    private static Scale Words(string axis, List<AxisValue> values, double room)
    {
        // A text may be a little wider than its share of the axis; then, some are left out.
        const double Wider = 28;
        double Share(AxisValue value) => (values.IndexOf(value) + 0.5) / values.Count;
        string Text(AxisValue value) => TextSize.Fit(Display.Value(axis, value), (room / values.Count) + Wider);
        return new(Share, Thinned([.. values.Select(value => new Tick(Share(value), Text(value)))], room));
    }

    private static List<Tick> Thinned(List<Tick> ticks, double room)
    {
        var step = Enumerable.Range(1, ticks.Count).First(step => HaveRoom(Every(step), room));
        return Every(step);

        List<Tick> Every(int step) => [.. ticks.Where((_, i) => i % step == 0)];
    }

    private static bool HaveRoom(List<Tick> ticks, double room)
    {
        const double Gap = 8;
        static double Half(Tick tick) => TextSize.OfLabel(tick.Text) / 2;
        return ticks.Zip(ticks.Skip(1)).All(pair =>
            (pair.Second.Share - pair.First.Share) * room >= Half(pair.First) + Half(pair.Second) + Gap);
    }

    private static string Plain(double value) =>
        value.ToString(
            Math.Abs(value) switch { 0 => "N0", < 1e-3 or >= 1e7 => "G3", < 1000 => "0.###", _ => "N0" },
            CultureInfo.InvariantCulture);
}
