using System.Linq;
using ManagedCrypto.Fuzz.Load;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Fuzzing;

/// <summary>All types on many threads, for a few seconds, and what counts as growth.</summary>
public class LoadTests
{
    [ExplicitFact, Trait("run", "nightly")]
    public void Objects_disposed_by_other_threads_give_no_wrong_result_and_no_leak()
    {
        var (exitCode, output) = FuzzProgram.Run("load", "--threads", "4", "--time", "4s");
        Assert.True(exitCode == 0, output);
        Assert.EndsWith("4 passed, 0 failed", output.TrimEnd());
    }

    /// <summary>Each hash of the catalogue, those that .NET lacks, too: the run at night begins with them.</summary>
    [Fact]
    public void Answers_are_made_for_every_hash_with_HMAC()
    {
        var answers = Answers.Make(1)[0];
        Assert.Equal(
            Answers.Functions.Select(function => (function.DigestBytes, function.DigestBytes)),
            answers.Hashes.Zip(answers.Codes, (hash, code) => (hash.Length, code.Length)));
    }

    [Theory]
    [InlineData(0, 0, 0, null)]
    [InlineData(600, 0, 0, null)]
    [InlineData(700, 0, 0, "heap")]
    [InlineData(0, 20_000, 0, null)]
    [InlineData(0, 30_000, 0, "memory")]
    [InlineData(0, 0, 4100, null)]
    [InlineData(0, 0, 4300, "slots")]
    public void Growth_beyond_the_bounds_is_reported(int heapKiB, int memoryKiB, int slots, string? expected)
    {
        var samples = Enumerable.Repeat(new Sample(0, 0, 0, 1024 * 1000, 1024 * 50_000, 1000), 9).ToList();
        samples[6] = samples[6] with { Slots = 1000 + slots };
        samples[7] = samples[7] with { ResidentBytes = 1024L * (50_000 + memoryKiB) };
        samples[8] = samples[8] with { HeapBytes = 1024L * (1000 + heapKiB) };
        var beyond = Sample.Bounds(samples).Where(bound => !bound.IsWithin).Select(bound => bound.What.Split(' ', ':')[0]);
        Assert.Equal(expected is null ? [] : new[] { expected }, beyond);
    }
}
