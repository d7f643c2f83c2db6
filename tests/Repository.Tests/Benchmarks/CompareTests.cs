using System;
using System.IO;
using ManagedCrypto.Benchmarks;
using ManagedCrypto.Benchmarks.Results;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Benchmarks;

/// <summary>Two files beside each other, and files that are none.</summary>
public sealed class CompareTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Row_slower_beyond_its_noise_gives_exit_code_1()
    {
        var (good, half) = (new double[] { 10, 10, 10, 10 }, new double[] { 5, 5, 5, 5 });
        double[] calm = [100, 101, 100, 102], noisy = [125, 130, 140, 150];
        var old = Save("old", ("steady", calm), ("noisy", [100, 130, 140, 150]), ("gone", good), ("few", [1, 2, 3]));
        var same = Save("same", ("steady", [104, 105, 104, 104]), ("noisy", noisy), ("come", good), ("few", [9]));
        var slower = Save("slower", ("steady", [106, 107, 106, 107]), ("noisy", noisy), ("gone", half));

        var (exitCode, output, error) = BenchmarkProgram.Run($"compare {old} {same}");
        Assert.Equal((0, ""), (exitCode, error));
        Assert.DoesNotContain("SLOWER", output);
        Assert.DoesNotContain("WARNING", output);
        Assert.Contains($"Only in {old}: sizes: gone, 16 B, managed", output);
        Assert.Contains($"Only in {same}: sizes: come, 16 B, managed", output);
        Assert.Contains("3 rows: 0 slower, 0 faster, 1 with too few rounds to tell, the rest", output);

        (exitCode, output, error) = BenchmarkProgram.Run($"compare {old} {slower}");
        Assert.Equal((1, ""), (exitCode, error));
        Assert.Contains("SLOWER", Assert.Single(output.Split('\n'), line => line.StartsWith("steady", StringComparison.Ordinal)));
        Assert.Contains("faster", Assert.Single(output.Split('\n'), line => line.StartsWith("gone", StringComparison.Ordinal)));
        Assert.Contains("3 rows: 1 slower, 1 faster", output);
    }

    [Fact]
    public void Results_of_another_CPU_are_compared_with_a_warning()
    {
        var here = Save("here", ("o", [1]));
        var there = SaveOf(Machine.Info with { Name = "Another CPU" }, "there", ("o", [1]));

        var (exitCode, output, _) = BenchmarkProgram.Run($"compare {there} {here}");

        Assert.Equal(0, exitCode);
        Assert.StartsWith("WARNING: not the same CPU, so that changes tell little: Another CPU (family", output);
        Assert.Contains("1 rows: 0 slower", output);
    }

    [Fact]
    public void Noise_is_the_distance_of_the_quartile_from_the_best_or_of_quartiles_from_the_median()
    {
        var rounds = new Measurement("o", "s") { Rounds = [130, 100, 110, 120, 200, 105, 115, 125] };

        Assert.Equal((100, 0.1), (rounds.Figure, Math.Round(rounds.Noise, 6)));
        var median = rounds with { IsMedian = true };
        Assert.Equal((120, Math.Round(10.0 / 120, 6)), (median.Figure, Math.Round(median.Noise, 6)));
    }

    [Theory]
    [InlineData("compare", "Required argument 'OLD.json' missing")]
    [InlineData("compare /nowhere /nowhere", "/nowhere: Could not find file")]
    [InlineData("compare {one} {other}", "have no row in common")]
    [InlineData("compare {one} {cut}", "cut: not JSON")]
    [InlineData("report", "Required argument 'IN.json' missing")]
    [InlineData("report /nowhere", "/nowhere: Could not find file")]
    [InlineData("report {cut}", "cut: not JSON")]
    [InlineData("report {text}", "text: not JSON")]
    [InlineData("report {empty}", "empty: not a file of 1 to")]
    [InlineData("report {foreign}", "foreign: $ has no \"format\"")]
    [InlineData("report /tmp", "/tmp")]
    [InlineData("report {one} -o /nowhere/report.html", "/nowhere/report.html")]
    [InlineData("report {one} -o {out} --plot {out}", "has nothing to draw lines of")]
    [InlineData("report {one} --bogus", "--bogus")]
    [InlineData("lab first-use --json {cut}", "cut: not JSON")]
    [InlineData("lab seed2005 --json /nowhere/x", "/nowhere/x")]
    public void Bad_arguments_give_one_line_and_exit_code_2(string arguments, string message)
    {
        Save("one", ("o", [1]));
        Save("other", ("p", [1]));
        Write("cut", File.ReadAllText(At("one"))[..^20]);
        Write("text", "precious");
        Write("empty", "");
        Write("foreign", "{\"benchmarks\": []}");
        foreach (var name in new[] { "one", "other", "cut", "text", "empty", "foreign", "out" })
            arguments = arguments.Replace($"{{{name}}}", At(name), StringComparison.Ordinal);

        var (exitCode, _, error) = BenchmarkProgram.Run(arguments);

        Assert.Equal(2, exitCode);
        Assert.Contains(message, Assert.Single(error.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
    }

    private string At(string name) => Path.Combine(_folder, name);

    private void Write(string name, string content) => File.WriteAllText(At(name), content);

    private string Save(string name, params (string Operation, double[] Rounds)[] rows) => SaveOf(Machine.Info, name, rows);

    private string SaveOf(MachineInfo machine, string name, params (string Operation, double[] Rounds)[] rows)
    {
        var section = new Section("sizes", "Sizes") { IsComplete = true };
        foreach (var (operation, rounds) in rows)
            section.Add(new(operation, "managed") { Bytes = 16, Rounds = [.. rounds] });
        Write(name, ResultWriter.Text(new(machine, [section])));
        return At(name);
    }
}
