using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using ManagedCrypto.Benchmarks;
using ManagedCrypto.Benchmarks.Results;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Benchmarks;

/// <summary>The first command: a screen of a dozen operations, and a sentence of what was measured.</summary>
public sealed class OverviewTests : IDisposable
{
    private static readonly Side[] s_sides = [new("managed", "ManagedCrypto"), new("bcl", ".NET"), new("openssl", "OpenSSL")];

    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void First_command_prints_a_line_for_each_operation_in_80_columns_and_a_sentence()
    {
        var json = Path.Combine(_folder, "json");

        var (exitCode, output, error) = BenchmarkProgram.Run("--quick --json " + json);

        Assert.Equal((0, ""), (exitCode, error));
        var lines = output.TrimEnd().Split('\n');
        Assert.InRange(lines.Length, Overview.Operations.Count, 24);
        Assert.All(lines, line => Assert.True(line.Length <= 80, line));
        Assert.Equal(
            Overview.Operations,
            lines.Select(line => line.Split(' ')[0]).Where(Overview.Operations.Contains));
        Assert.Matches(@"^AES-128-GCM: .*x .* at 64 KiB, .*x at 16 B;$", lines[^2]);
        Assert.Matches(@"^\d+ results identical\.$", lines[^1]);
        var section = Assert.Single(ResultReader.Read(json).Sections);
        Assert.Equal("overview", section.Name);
        Assert.Equal(Overview.Operations, section.Rows.Select(row => row.Operation).Distinct());
        Assert.Equal([Overview.Short, Overview.Long], section.Rows.Select(row => row.Bytes!.Value).Distinct());
        Assert.All(section.Rows, row => Assert.True(row.Rounds.Count >= 5, row.Key));
    }

    [Theory]
    [InlineData("A CPU (family 6, model 207)", 1)]
    [InlineData("A Processor Whose Name Is Long (family 26, model 2)", 2)]
    public void CPU_and_system_of_more_than_80_columns_are_two_lines(string cpu, int count)
    {
        var lines = OverviewText.Machine(cpu, "Debian GNU/Linux 12 (bookworm)");

        Assert.Equal(count, lines.Length);
        Assert.All(lines, line => Assert.True(line.Length <= 80, line));
    }

    [Fact]
    public void More_peers_than_fit_into_80_columns_give_a_line_for_each_size()
    {
        Side[] sides = [.. s_sides, new("bouncycastle", "BouncyCastle"), new("nsec", "NSec")];
        var overview = new Overview(
            sides,
            [
                .. from operation in Overview.Operations
                   from bytes in new[] { Overview.Short, Overview.Long }
                   from side in sides
                   select Row(operation, bytes, side.Id, side.Id == "managed" ? 10_000 : 123_456_789),
            ]);

        var heading = Assert.Single(OverviewText.Heading([.. overview.Others.Select(side => side.Name)]));
        string[][] lines = [.. Overview.Operations.Select(operation => OverviewText.Lines(overview, operation).ToArray())];

        Assert.Equal(
            ["operation", "size", "time,", "speed", ".NET", "OpenSSL", "BouncyCastle", "NSec"],
            heading.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.All(lines.SelectMany(pair => pair).Append(heading), line => Assert.True(line.Length <= 80, line));
        Assert.All(lines, pair => Assert.Equal(["16 B", "64 KiB"], pair.Select(line => line[22..29].Trim())));
    }

    [ExplicitFact, Trait("run", "ci")]
    public void First_command_with_more_peers_prints_a_line_for_each_size()
    {
        var (exitCode, output, error) = BenchmarkProgram.Run("--rounds 1 --bouncycastle --nsec");

        Assert.Equal((0, ""), (exitCode, error));
        var lines = output.TrimEnd().Split('\n').SkipWhile(line => !line.StartsWith("operation", StringComparison.Ordinal)).ToArray();
        Assert.All(lines, line => Assert.True(line.Length <= 80, line));
        Assert.Equal(
            ["operation", "size", "time,", "speed", ".NET", "OpenSSL", "BouncyCastle", "NSec"],
            lines[0].Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.Equal("16 B", lines[1][22..29].Trim());
        Assert.Equal("64 KiB", lines[2][22..29].Trim());
        Assert.Equal(2 * Overview.Operations.Count, lines.Skip(1).TakeWhile(line => line.Length > 0).Count());
    }

    [Theory]
    [InlineData("--all")]
    [InlineData("--only sha1")]
    [InlineData("--sizes 16")]
    [InlineData("--files x")]
    [InlineData("--check x")]
    public void Option_that_asks_for_more_gives_the_whole_table(string option)
    {
        var words = option.Split(' ');
        var options = new Options
        {
            All = words[0] == "--all",
            Only = words[0] == "--only" ? [words[1]] : [],
            Sizes = words[0] == "--sizes" ? [16] : [],
            Files = words[0] == "--files" ? [words[1]] : [],
            Check = words[0] == "--check" ? words[1] : null,
        };

        Assert.False(FirstCommand.Answers(options));
        Assert.True(FirstCommand.Answers(new Options { Quick = true, Others = ["nsec"], Kernel = "portable", OpenSsl = "x" }));
    }

    [Fact]
    public void Sentence_tells_what_was_measured()
    {
        var overview = new Overview(s_sides,
        [
            Row("aes-128-gcm-seal", Overview.Long, "managed", 1000), Row("aes-128-gcm-seal", Overview.Long, "bcl", 3100),
            Row("aes-128-gcm-seal", Overview.Long, "openssl", 2990), Row("aes-128-gcm-seal", Overview.Short, "managed", 10),
            Row("aes-128-gcm-seal", Overview.Short, "bcl", 232), Row("aes-128-gcm-seal", Overview.Short, "openssl", 71),
            Row("aes-256-ctr", Overview.Short, "managed", 5), Row("sha1", Overview.Short, "managed", 1),
            Row("sha1", Overview.Short, "bcl", 1),
        ]);

        Assert.True(overview.IsThere);
        Assert.Equal(
            "AES-128-GCM: 3.1x .NET and 3.0x OpenSSL at 64 KiB, 23x and 7.1x at 16 B; 6 results identical.", overview.Sentence);
        Assert.Null(overview.Ratio("aes-256-ctr", Overview.Short, s_sides[1]));
        Assert.EndsWith(" 5.00 ns       -       -           -       -       -", Assert.Single(OverviewText.Lines(overview, "aes-256-ctr")));
    }

    [Fact]
    public void Line_has_a_place_for_who_is_measured_only_later()
    {
        Side[] sides = [.. s_sides, new("nsec", "NSec")];
        List<Measurement> rows = [Row("aes-128-gcm-seal", Overview.Long, "managed", 1000), Row("aes-128-gcm-seal", Overview.Short, "managed", 10)];
        foreach (var side in sides.Skip(1))
            foreach (var bytes in new[] { Overview.Short, Overview.Long })
                rows.Add(new("aes-256-gcm-seal", side.Id) { Bytes = bytes });
        var overview = new Overview(sides, rows);

        var lines = OverviewText.Lines(overview, "aes-128-gcm-seal");

        var heading = Assert.Single(OverviewText.Heading([.. sides.Skip(1).Select(side => side.Name)]));
        Assert.All(lines, line => Assert.Equal(heading.Length, line.Length));
        rows.AddRange(sides.Skip(1).SelectMany(side => new[] { Overview.Short, Overview.Long }.Select(bytes => Row("aes-128-gcm-seal", bytes, side.Id, 3000))));
        Assert.StartsWith("AES-128-GCM: 3.0x .NET, 3.0x OpenSSL and 3.0x NSec at 64 KiB, 300x, 300x and 300x at 16 B; 8", overview.Sentence);
    }

    [Fact]
    public void Sentence_leaves_out_who_is_not_here()
    {
        var overview = new Overview(s_sides,
        [
            Row("aes-128-gcm-seal", Overview.Long, "managed", 1000), Row("aes-128-gcm-seal", Overview.Long, "openssl", 3000),
            Row("aes-128-gcm-seal", Overview.Short, "managed", 10), Row("aes-128-gcm-seal", Overview.Short, "openssl", 71),
        ]);

        Assert.Equal("AES-128-GCM: 3.0x OpenSSL at 64 KiB, 7.1x at 16 B; 4 results identical.", overview.Sentence);
        Assert.False(new Overview(s_sides, []).IsThere);
    }

    [Fact]
    public void Progress_without_a_terminal_is_told_every_three_seconds()
    {
        var (output, now) = (new StringWriter { NewLine = "\n" }, TimeSpan.FromSeconds(100));
        var progress = new PlainProgress(output, () => now);

        progress.Begin("Timing");
        foreach (var (seconds, done) in new[] { (101, 0.1), (102.9, 0.2), (103, 0.25), (104, 0.5), (106.5, 1) })
        {
            now = TimeSpan.FromSeconds(seconds);
            progress.Report(done);
        }

        progress.End();
        Assert.Equal("Timing ... 25% 100%\n", output.ToString());
    }

    private static Measurement Row(string operation, int bytes, string side, double nanoseconds) =>
        new(operation, side) { Bytes = bytes, Rounds = [nanoseconds] };
}
