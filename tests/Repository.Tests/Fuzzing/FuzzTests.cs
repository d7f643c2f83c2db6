using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text.RegularExpressions;
using ManagedCrypto.Fuzz;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Fuzzing;

/// <summary>That tests/Fuzz finds faults, makes them small, and finds them again.</summary>
public sealed class FuzzTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Planted_fault_is_found_shrunk_saved_and_replayed()
    {
        var target = Targets.Aead(AeadSubject.On(typeof(AesGcm), new FaultyGcmKernel(Algorithms.AesGcm.Kernels.Best)));
        using var runner = new Runner();
        using var digest = System.Security.Cryptography.IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        var found = Enumerable.Range(0, 20_000)
            .Select(index => runner.Run(target, 1, (ulong)index, digest)).First(finding => finding is not null)!;

        var small = runner.Shrink(target, found);
        Assert.Equal(101, Value(small, "length"));
        Assert.Equal(3, Value(small, "data length"));
        Assert.All(
            small.Choices!.Where(choice => choice.Name is not ("length" or "data length" or "with data")),
            choice => Assert.Equal(0, choice.Value));

        var path = Path.Combine(_folder, "case.json");
        File.WriteAllText(path, small.ToJson());
        var saved = Finding.Read(path);
        Assert.Equal("101 bytes with 3 of data sealed: byte 101 of 113 is 07, not 06", saved.Message);
        Assert.Equal(saved.Message, runner.Run(target, saved)?.Message);
        Assert.Equal(found.Message, runner.Run(target, found with { Choices = null })?.Message);
        Assert.Null(runner.Run(Targets.Aead(AeadSubject.On(typeof(AesGcm), Algorithms.AesGcm.Kernels.Best)), saved));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(20)]
    public void Byte_written_outside_a_buffer_is_found(int index)
    {
        var choices = new Choices();
        choices.Begin([new Choice("place", 5), new Choice("place", 5)]);
        using var arena = new Arena();
        var buffer = arena.Place(choices, 20).Span;
        buffer.Clear();
        arena.CheckAndClear();
        buffer = arena.Place(choices, 20).Span;
        System.Runtime.CompilerServices.Unsafe.Add(ref buffer[0], index) = 0;
        Assert.Throws<FindingException>(arena.CheckAndClear);
    }

    [Fact]
    public void Case_under_way_can_be_replayed_from_its_file()
    {
        var target = Targets.All[^1];
        using var current = CurrentCase.In(_folder);
        current!.Write(target, ulong.MaxValue, ulong.MaxValue);
        current.Write(target, 7, 8);
        Assert.Equal(new Finding(target.Name, 7, 8), Finding.Read(Path.Combine(_folder, "current.json")));
    }

    [Fact]
    public void Choices_of_one_name_are_replayed_in_order()
    {
        var choices = new Choices();
        choices.Begin("order", 1, 2);
        var drawn = Draw();
        Assert.True(drawn.Distinct().Count() > 1);
        choices.Begin([.. choices.Made]);
        Assert.Equal(drawn, Draw());

        long[] Draw() => [.. Enumerable.Range(0, 10).Select(_ => choices.Draw("same", 1000L))];
    }

    [Fact]
    public void Lengths_above_64_KiB_are_one_in_a_hundred()
    {
        var choices = new Choices();
        var lengths = Enumerable.Range(0, 100_000).Select(index =>
        {
            choices.Begin("lengths", 1, (ulong)index);
            return choices.Length("length");
        }).ToList();
        Assert.InRange(lengths.Count(length => length > 65536), 900, 1100);
        Assert.Equal(0, lengths.Min());
    }

    [Fact]
    public void Runnable_kernels_of_every_list_have_a_target()
    {
        var names = Targets.All.Select(target => target.Name).ToList();
        Assert.Equal(names.Count, names.Distinct().Count());
        var kernels = Algorithms.All.SelectMany(algorithm => algorithm.Kernels.Runnable);
        Assert.All(
            kernels, kernel => Assert.Contains(names, name => (name + "/").StartsWith(kernel.Id + "/", StringComparison.Ordinal)));
    }

    [Fact]
    public void Equal_seeds_give_equal_digests_and_others_do_not()
    {
        string[] digests = [Digest("3"), Digest("3"), Digest("4")];
        Assert.Equal(digests[0], digests[1]);
        Assert.NotEqual(digests[0], digests[2]);

        string Digest(string seed)
        {
            var (exitCode, output) = FuzzProgram.Run("run", "--seed", seed, "--cases", "4", "--save", _folder);
            Assert.True(exitCode == 0, output);
            Assert.Matches(@"(?m)^\d+ passed, 0 failed\r?$", output);
            Assert.Empty(Directory.GetFiles(_folder));
            return Regex.Match(output, "digest ([0-9a-f]{32})").Groups[1].Value;
        }
    }

    [Fact]
    public void Saved_case_is_replayed()
    {
        var path = Path.Combine(_folder, "case.json");
        File.WriteAllText(path, new Finding(Targets.All[0].Name, 1, 2).ToJson());
        Assert.Equal((0, $"{Targets.All[0].Name}: passes"), Trimmed(FuzzProgram.Run("replay", path)));
    }

    [Theory]
    [InlineData("run")]
    [InlineData("run --cases -1")]
    [InlineData("run --cases many")]
    [InlineData("run --time 5")]
    [InlineData("run --time 9999999999h")]
    [InlineData("run --time 999999999h")]
    [InlineData("run --cases 1 --seed 1.5")]
    [InlineData("run --cases 1 --target none/*")]
    [InlineData("run --cases 1 --save /dev/null/folder")]
    [InlineData("run --cases")]
    [InlineData("run --case 1")]
    [InlineData("replay")]
    [InlineData("replay missing.json")]
    [InlineData("replay /dev/null")]
    [InlineData("list --target none")]
    [InlineData("load")]
    [InlineData("load --time 1s --threads 0")]
    [InlineData("load --time 1s --threads x")]
    [InlineData("")]
    public void Bad_input_is_refused_in_one_line(string arguments)
    {
        var (exitCode, output) = Trimmed(FuzzProgram.Run(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries)));
        Assert.Equal(2, exitCode);
        Assert.Single(output.Split('\n'));
    }

    private static long Value(Finding finding, string name) => finding.Choices!.First(choice => choice.Name == name).Value;

    private static (int ExitCode, string Output) Trimmed((int ExitCode, string Output) result) =>
        (result.ExitCode, result.Output.Trim());
}
