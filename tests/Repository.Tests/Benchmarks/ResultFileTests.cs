using System;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using ManagedCrypto.Benchmarks;
using ManagedCrypto.Benchmarks.Results;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Benchmarks;

/// <summary>The file of results: what is written is read again, anything else is refused with its place.</summary>
public sealed partial class ResultFileTests : IDisposable
{
    private const string Row =
        """{"operation": "o", "side": "a", "bytes": 16, "axes": {"t": 2, "w": "x"}, "unit": "ns", "rounds": [3.5, 2]}""";

    private const string Valid =
        """
        {"format": "ManagedCrypto benchmarks 1",
         "machine": {"cpu": "C", "family": 1, "model": 2, "cores": 2, "clockMHz": 3000, "system": "S", "architecture": "X64"},
         "sections": [{"name": "one", "title": "One", "command": "", "runtime": "R", "isComplete": true,
          "sides": [{"id": "a", "name": "A", "version": "1"}, {"id": "b", "name": "B", "notHere": "why"}],
          "charts": [{"kind": "lines", "x": "bytes", "panels": ["operation"], "series": ["side"], "isThroughput": true}],
          "rows": [
        """ + Row + "]}]}";

    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string File => Path.Combine(_folder, "file");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Written_file_is_read_back_whole()
    {
        var section = new Section("two-words", "A title")
        {
            Note = "\"<&>\" é",
            Command = "two --words",
            Runtime = ".NET",
            IsComplete = true,
            Sides = [new("managed", "ManagedCrypto") { Version = "1" }, new("openssl", "OpenSSL") { NotHere = "no libcrypto" }],
            Charts =
            [
                new(ChartKind.Bars) { Title = "T", X = "threads", Panels = [], Series = ["side", "keys"], OnlyBytes = 16 },
                new(ChartKind.Lines) { Marks = [new(32 << 10, "L1") { Operation = "sha256" }, new(1L << 33, "memory")] },
            ],
        };
        section.Add(new("op", "managed")
        {
            Bytes = 1L << 33,
            Axes = { ["threads"] = 2, ["keys"] = "shared" },
            Kernel = "gcm/portable",
            Unit = Unit.Milliseconds,
            IsMedian = true,
            Rounds = [3, 1.25, 12345.678, 2e9],
        });
        section.Add(new("op", "openssl") { NotHere = "no libcrypto" });
        System.IO.File.WriteAllText(File, ResultWriter.Text(new(Machine.Info, [section])));

        var read = ResultReader.Read(File);

        Assert.Equal(Machine.Info, read.Machine);
        var again = Assert.Single(read.Sections);
        Assert.Equal([3, 1.25, 12346, 2e9], again.Rows[0].Rounds);
        Assert.Equal(12346, again.Rows[0].Figure);
        Assert.Equal("op, 8,192 MiB, keys shared, threads 2, managed", again.Rows[0].Key);
        Assert.Equal(
            (section.Name, section.Title, section.Note, section.Command, section.Runtime, section.IsComplete),
            (again.Name, again.Title, again.Note, again.Command, again.Runtime, again.IsComplete));
        Assert.Equal(section.Sides, again.Sides);
        Assert.Equivalent(section.Charts, again.Charts, strict: true);
        Assert.Equal("no libcrypto", again.Rows[1].NotHere);
        Assert.Equal(
            (section.Rows[0].Kernel, section.Rows[0].Unit, section.Rows[0].Bytes, section.Rows[0].IsMedian),
            (again.Rows[0].Kernel, again.Rows[0].Unit, again.Rows[0].Bytes, again.Rows[0].IsMedian));
    }

    [Fact]
    public void Existing_file_keeps_the_sections_that_are_not_replaced()
    {
        void Fill(string name, double figure) => Assert.Equal(0, JsonReport.Fill(File, "command " + name, report =>
        {
            report.Begin(new Section(name, name)).Add(new("o", "s") { Rounds = { figure } });
            return 0;
        }));

        Fill("one", 1);
        Fill("two", 2);
        Fill("one", 3);

        Assert.Equal(
            [("one", "command one", 3.0), ("two", "command two", 2.0)],
            ResultReader.Read(File).Sections.Select(section => (section.Name, section.Command, section.Rows.Single().Figure)));
        Assert.Equal([File], Directory.GetFiles(_folder));
    }

    [Fact]
    public void Interruption_keeps_what_was_measured_and_sections_not_reached()
    {
        JsonReport.Fill(File, "", report =>
        {
            report.Begin(new Section("later", "")).Add(new("o", "s") { Rounds = { 1 } });
            return 0;
        });

        var exitCode = JsonReport.Fill(File, "", report =>
        {
            var section = report.Begin(new Section("first", ""));
            section.Add(new("measured", "s") { Rounds = { 1, 2 } });
            section.Add(new("not reached", "s"));
            section.Add(new("o", "t") { NotHere = "why" });
            report.Begin(new Section("later", "")).Add(new("o", "s"));
            throw new OperationCanceledException();
        });

        Assert.Equal(130, exitCode);
        var sections = ResultReader.Read(File).Sections.ToDictionary(section => section.Name);
        Assert.Equal(["measured", "o"], sections["first"].Rows.Select(row => row.Operation));
        Assert.True(sections["first"].IsComplete);
        Assert.True(sections["later"].IsComplete);
        Assert.Single(sections["later"].Rows);
    }

    [Fact]
    public void Interrupt_key_ends_a_run_between_rounds_and_keeps_its_rows()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() || OperatingSystem.IsMacOS(), "sends a signal by kill");
        const int Interrupt = 2;

        // What runs in the background of a script ignores this signal, and so would its children.
        var heeding = OperatingSystem.IsLinux() ? "env --default-signal=INT" : "";
        using var process = BenchmarkProgram.Start("lab seed2005 --json " + File, by: heeding);
        Assert.NotNull(process.StandardOutput.ReadLine());
        Assert.Equal(0, Kill(process.Id, Interrupt));
        var error = process.StandardError.ReadToEnd();
        process.WaitForExit();

        Assert.Equal(130, process.ExitCode);
        Assert.Contains("has what was measured so far", error);
        var section = Assert.Single(ResultReader.Read(File).Sections);
        Assert.False(section.IsComplete);
        Assert.Contains(section.Rows, row => row is { Operation: "aes-128-cbc-encrypt", Side: "managed" });
    }

    [Fact]
    public void File_of_another_CPU_or_format_is_not_touched()
    {
        foreach (var (content, message) in new[]
                 {
                     (Valid, "measured on C (family 1, model 2), and this is "),
                     ("precious", "not JSON"),
                     ("", "not a file of 1 to"),
                 })
        {
            System.IO.File.WriteAllText(File, content);
            var exception = Assert.Throws<UsageException>(
                () => JsonReport.Fill(File, "", _ => throw new InvalidOperationException()));

            Assert.StartsWith($"--json {File}: {message}", exception.Message);
            Assert.Equal(content, System.IO.File.ReadAllText(File));
        }
    }

    [Fact]
    public void Valid_file_is_read() => Assert.Equal("C (family 1, model 2)", Read(Valid).Machine.Cpu);

    [Theory]
    [InlineData("\"format\": \"ManagedCrypto benchmarks 1\"", "\"format\": \"other\"", "$.format is not \"Managed")]
    [InlineData("\"format\"", "\"formal\"", "$ has no \"format\"")]
    [InlineData("\"machine\"", "\"engine\"", "$ has no \"machine\"")]
    [InlineData("\"cores\": 2", "\"cores\": 2.5", "$.machine.cores is 2.5, and must be a whole number from 1 to 1048576")]
    [InlineData("\"cores\": 2", "\"cores\": 0", "$.machine.cores is 0, and must be a whole number from 1")]
    [InlineData("\"family\": 1", "\"family\": -1", "$.machine.family is -1, and must be a whole number from 0")]
    [InlineData("\"clockMHz\": 3000", "\"clockMHz\": \"fast\"", "$.machine.clockMHz is \"fast\", and must be a number from 1")]
    [InlineData("\"cpu\": \"C\"", "\"cpu\": null", "$.machine.cpu is null, and must be a text")]
    [InlineData("\"cpu\": \"C\"", "\"cpu\": \"\\u0007\"", "$.machine.cpu is \"\\u0007\", and must be a line of text")]
    [InlineData("\"cpu\": \"C\"", "\"cpu\": \"\\ud800\"", "has a text that is not Unicode")]
    [InlineData("\"name\": \"one\"", "\"name\": \"One two\"", "$.sections[0].name is \"One two\", and must be lower-case words")]
    [InlineData("\"isComplete\": true", "\"isComplete\": 1", "$.sections[0].isComplete is 1, and must be true or false")]
    [InlineData("\"kind\": \"lines\"", "\"kind\": \"pie\"", "$.sections[0].charts[0].kind is \"pie\", and must be \"lines\" or")]
    [InlineData("\"panels\": [\"operation\"]", "\"panels\": 5", "$.sections[0].charts[0].panels is 5, and must be a list")]
    [InlineData("\"panels\": [\"operation\"]", "\"panels\": [5]", "$.sections[0].charts[0].panels[0] is 5, and must be a text")]
    [InlineData("\"id\": \"b\"", "\"id\": \"a\"", "$.sections[0].sides[1] is a second side 'a'")]
    [InlineData("\"bytes\": 16", "\"bytes\": -16", "$.sections[0].rows[0].bytes is -16, and must be a whole number from 1")]
    [InlineData("\"bytes\": 16", "\"bytes\": 1e99", "$.sections[0].rows[0].bytes is 1e99, and must be a whole number from 1")]
    [InlineData("\"axes\": {\"t\": 2", "\"axes\": {\"t\": [2]", "$.sections[0].rows[0].axes.t is a list, and must be a number")]
    [InlineData("\"axes\": {\"t\": 2, \"w\": \"x\"}", "\"axes\": 2", "$.sections[0].rows[0].axes is 2, and must be an object")]
    [InlineData("\"unit\": \"ns\"", "\"unit\": \"m\"", "$.sections[0].rows[0].unit is \"m\", and must be \"ns\" or")]
    [InlineData("[3.5, 2]", "[3.5, -2]", "$.sections[0].rows[0].rounds[1] is -2, and must be a number from 1E-06")]
    [InlineData("[3.5, 2]", "[1e300]", "$.sections[0].rows[0].rounds[0] is 1e300, and must be a number from")]
    [InlineData("[3.5, 2]", "[1e999]", "$.sections[0].rows[0].rounds[0] is 1e999, and must be a number from")]
    [InlineData("[3.5, 2]", "[\"3\"]", "$.sections[0].rows[0].rounds[0] is \"3\", and must be a number from")]
    [InlineData("[3.5, 2]", "[NaN]", "not JSON")]
    [InlineData("[3.5, 2]", "[]", "$.sections[0].rows[0] has neither rounds nor a reason")]
    [InlineData("\"rows\": [", "\"rows\": [7,", "$.sections[0].rows[0] is 7, and must be an object")]
    [InlineData("\"rows\": [", "\"rows\": [], \"rows\": [", "not JSON")]
    [InlineData("2]}]}]}", "2]}]}", "not JSON")]
    [InlineData("\"rows\": [", "\"rows\": [" + Row + ", ", "$.sections[0].rows[1] is a second row 'o, 16 B, t 2, w x, a'")]
    public void Invalid_value_is_refused_with_its_path_and_what_is_allowed(string right, string wrong, string message)
    {
        Assert.Contains(right, Valid);

        var exception = Assert.Throws<InvalidDataException>(() => Read(Valid.Replace(right, wrong, StringComparison.Ordinal)));

        Assert.StartsWith(message, exception.Message);
        Assert.DoesNotContain('\n', exception.Message);
    }

    [Fact]
    public void Truncated_or_damaged_file_is_read_or_refused()
    {
        var bytes = Encoding.UTF8.GetBytes(Valid);
        for (var length = 0; length < bytes.Length; length++)
        {
            System.IO.File.WriteAllBytes(File, bytes[..length]);
            Assert.Throws<InvalidDataException>(() => ResultReader.Read(File));
        }

        var random = new Random(1);
        for (var i = 0; i < 2000; i++)
        {
            var damaged = bytes.ToArray();
            damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            System.IO.File.WriteAllBytes(File, damaged);
            var exception = Record.Exception(() => ResultReader.Read(File));
            Assert.True(exception is null or InvalidDataException, Encoding.Latin1.GetString(damaged) + exception);
        }
    }

    [Fact]
    public void Deep_nesting_and_long_texts_are_refused()
    {
        Assert.Throws<InvalidDataException>(() => Read(string.Concat(Enumerable.Repeat("[", 100_000))));
        var title = $"\"{new string('x', 1001)}\"";
        var exception = Assert.Throws<InvalidDataException>(
            () => Read(Valid.Replace("\"One\"", title, StringComparison.Ordinal)));
        Assert.Contains("$.sections[0].title is \"xxx", exception.Message);
        Assert.EndsWith("..., and must be of at most 1000 characters", exception.Message);
    }

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Kill(int process, int signal);

    private ResultFile Read(string json)
    {
        System.IO.File.WriteAllText(File, json);
        return ResultReader.Read(File);
    }
}
