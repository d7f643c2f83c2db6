using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using ManagedCrypto.Benchmarks;
using ManagedCrypto.Benchmarks.Results;
using ManagedCrypto.Benchmarks.Workloads;
using ManagedCrypto.Tests;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Benchmarks;

/// <summary>The founding workloads, small texts. Each compares results by itself, and ends with 1 where they differ.</summary>
public sealed class WorkloadTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Aesgcm_has_every_composition_of_kernels()
    {
        var section = Run("aesgcm", "--sizes 1024");

        string[] compositions = ["one-pass", "both", "no-ghash", "no-ctr", "neither"];
        Assert.Superset(compositions.ToHashSet(), section.Rows.Select(row => row.Side).ToHashSet());
        Assert.Equal(
            ["aes-128-gcm-open", "aes-128-gcm-seal", "aes-256-gcm-open", "aes-256-gcm-seal"],
            section.Rows.Select(row => row.Operation).Distinct().Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Transition_has_an_empty_call_of_every_kind()
    {
        var section = Run("transition", "--sizes 16 1000");

        Assert.Equal(
            ["managed-code", "without-transition", "with-transition", "openssl"],
            section.Rows.Where(row => row.Operation == "empty-call").Select(row => row.Side));
        Assert.Equal([null, 16, 1008], section.Rows.Select(row => row.Bytes).Distinct());
    }

    [Fact]
    public void Threads_go_from_one_to_all_with_shared_and_own_keys()
    {
        var section = Run("threads", "--sizes 64");

        var threads = section.Rows.Where(row => row.NotHere is null).Select(row => row.On("threads")!.Value.Number).ToHashSet();
        Assert.Superset(new double?[] { 1, Environment.ProcessorCount }.ToHashSet(), threads);
        Assert.Equal(["a key each", "shared key"], KeysOf("aes-128-gcm-seal").Order(StringComparer.Ordinal));
        Assert.Equal([null], KeysOf("hmac-sha256"));

        IEnumerable<string?> KeysOf(string operation) =>
            section.Rows.Where(row => row.Operation == operation).Select(row => row.On("keys")?.Word).Distinct();
    }

    [Fact]
    public void Cache_has_both_kinds_of_stores()
    {
        var section = Run("cache", "--sizes 4096 40000");

        Assert.Equal([4096, 40000], section.Rows.Select(row => row.Bytes!.Value).Distinct());
        Assert.Equal(["ordinary", "streaming"], section.Rows.Select(row => row.Side).Distinct());
        Assert.Equal(2, section.Rows.Select(row => row.On("next read")!.Value.Word).Distinct().Count());
    }

    [Fact]
    public void Places_are_the_same_for_all_sides()
    {
        var section = Run("places", "--only aes-128-gcm-open --sizes 4096");

        var places = section.Rows.GroupBy(row => row.Side, row => row.On("place")!.Value.Word).ToList();
        Assert.Contains("managed", places.Select(side => side.Key));
        Assert.All(places, side => Assert.Equal(places[0], side));
        Assert.Equal(17 + 15, places[0].Distinct().Count());
        Assert.Equal(15, places[0].Count(place => place!.StartsWith("arrays", StringComparison.Ordinal)));
    }

    /// <summary>No place is better than the best one, and none is worse than nothing.</summary>
    [Theory]
    [InlineData("0x", 0, "reached")]
    [InlineData("1.01x", 1, "MISSED")]
    public void Places_are_checked_against_the_best_one(string ratio, int code, string verdict)
    {
        var file = Path.Combine(_folder, "places.txt");
        File.WriteAllText(file, "aes-128-gcm-seal 4KiB best-place >= " + ratio);

        var (exitCode, output, _) = BenchmarkProgram.Run($"lab places --rounds 1 --check {file}");

        Assert.Equal(code, exitCode);
        Assert.Contains(verdict, output, StringComparison.Ordinal);
    }

    [Fact]
    public void Curve_has_a_row_for_every_size_of_an_operation()
    {
        var section = Run("curve", "--only aes-128-gcm-seal aes-128-ecb-encrypt --sizes 1 64 17");

        Assert.Equal([1, 17, 64], BytesOf("aes-128-gcm-seal"));
        Assert.Equal([16, 32, 64], BytesOf("aes-128-ecb-encrypt"));

        IEnumerable<long> BytesOf(string operation) =>
            section.Rows.Where(row => row.Operation == operation).Select(row => row.Bytes!.Value);
    }

    [Fact]
    public void Curve_goes_from_a_byte_to_64_KiB_in_fine_steps()
    {
        var sizes = Curve.Sizes();

        Assert.Equal(Enumerable.Range(1, 64), sizes.Take(64));
        Assert.Equal(64 << 10, sizes[^1]);
        Assert.All(sizes.Skip(64).Zip(sizes.Skip(63)), step => Assert.InRange(step.First / (double)step.Second, 1.001, 1.126));
    }

    /// <summary>A byte costs half a nanosecond, and a block of 64 bytes is done as a whole: an allowed step costs 51.6 ns.</summary>
    [Theory]
    [InlineData(0, false)]
    [InlineData(9, false)]
    [InlineData(20, true)]
    public void Curve_finds_a_step_that_costs_more_than_its_block(int leap, bool isCliff)
    {
        var points = Curve.Sizes().Select(bytes =>
            (bytes, 30 + (32.0 * ((bytes + 63) / 64)) + (bytes >= 129 ? 9.6 + leap : 0))).ToList();

        var found = Curve.Cliffs(points, blockBytes: 64).Select(cliff => points[cliff.To].bytes);

        Assert.Equal(isCliff ? [136] : Array.Empty<int>(), found);
    }

    [Fact]
    public void Limits_have_a_row_for_every_bulk_kernel_and_are_known_for_what_runs_here()
    {
        var rows = Run("limits", "--sizes 2048").Rows;

        Assert.Equal(
            BulkKernels.All.Select(bulk => (bulk.Operation, bulk.KernelId)),
            rows.Where(row => row.Side == "limit").Select(row => (row.Operation, row.On("kernel")!.Value.Word!)));
        Assert.Equal(
            RateLoops.All.Select(loop => (loop.Name, (double)loop.VectorBytes)),
            rows.Where(row => row.Side == "rate").Select(row => (row.Operation, row.On("vector bytes")!.Value.Number!.Value)));
        Assert.All(
            rows.Where(row => row.NotHere is null),
            row => Assert.Equal(row.Side == "rate" ? Unit.Cycles : Unit.CyclesPerByte, row.Unit));

        Assert.SkipUnless(Intrinsics.Cpu.ForMachineCode.HasFlag(Intrinsics.CpuFeatures.Avx), "the loops need AVX");
        var measured = rows.Where(row => row.Side == "measured" && row.NotHere is null).Select(row => row.Subject);
        Assert.Equal(measured, rows.Where(row => row.Side == "limit" && row.NotHere is null).Select(row => row.Subject));
        Assert.All(rows.Where(row => row.NotHere is null), row => Assert.True(double.IsFinite(row.Figure), row.Key));
    }

    /// <summary>By hand, in batches of eight vectors: rounds and, for the hash, three products each and two folds.</summary>
    [Theory]
    [InlineData("aes-128-gcm-seal", "gcm/x64-vaes512", 512, 80, 26)]
    [InlineData("aes-256-gcm-seal", "gcm/x64-vaes512", 512, 112, 26)]
    [InlineData("aes-128-gcm-open", "gcm/x64-vaes256", 256, 80, 26)]
    [InlineData("aes-256-gcm-open", "gcm/x64-aesni-avx", 128, 112, 26)]
    [InlineData("aes-128-ctr", "aes/x64-vaes512", 512, 80, 0)]
    [InlineData("aes-256-cbc-decrypt", "aes/x64-vaes256", 256, 112, 0)]
    public void Main_loop_counts_match_a_count_by_hand(string operation, string kernel, int bytes, int rounds, int products)
    {
        var loop = BulkKernels.MachineCode().Single(one => one.Operation == operation && one.KernelId == kernel).Loop;

        Assert.Equal((bytes, rounds, products), (loop.Bytes, loop.Aes, loop.Products));
        Assert.InRange(loop.All, rounds + products, 3 * (rounds + products));
        Assert.InRange(loop.Vector, rounds + products, loop.All - 1);
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("transition", "with-transition")]
    [InlineData("limits", "measured")]
    [InlineData("limits", "rate")]
    public void Rows_of_machine_code_without_it_are_marked_not_here(string workload, string side)
    {
        var section = Run(workload, "--sizes 64", new Dictionary<string, string> { ["MANAGEDCRYPTO_MACHINECODE"] = "0" });

        var rows = section.Rows.Where(row => row.Side == side && NeedsMachineCode(row.Kernel)).ToList();
        Assert.NotEmpty(rows);
        Assert.All(rows, row => Assert.NotNull(row.NotHere));

        static bool NeedsMachineCode(string? kernelId) =>
            kernelId is null || KernelSet.Named(kernelId) is { Tier: Intrinsics.KernelTier.MachineCode };
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("aesgcm", "one-pass", 0)]
    [InlineData("transition", "managed-code", 2)]
    [InlineData("threads", "managed", 1)]
    public void Workload_without_OpenSSL_runs_the_other_sides(string workload, string side, int notHere)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere, .NET does not use OpenSSL");
        using var hidden = new HiddenOpenSsl();

        var section = Run(workload, "--sizes 64", hidden.Environment);

        Assert.Contains(section.Rows, row => row.Side == side);
        Assert.Equal(notHere, section.Rows.Count(row => row.Side is "bcl" or "openssl" && row.NotHere is not null));
    }

    [Theory]
    [InlineData("lab aesgcm --sizes 0", "'0' is not a size")]
    [InlineData("lab threads --sizes x", "'x' is not a size")]
    [InlineData("lab transition --openssl /nowhere", "no such file")]
    [InlineData("lab cache --bogus", "--bogus")]
    [InlineData("lab limits --json /nowhere/x", "/nowhere/x")]
    [InlineData("lab limits --rounds 0", "--rounds is 0, and must be a whole number from 1")]
    [InlineData("--only sha1 --rounds 1.5", "--rounds is 1.5, and must be a whole number from 1")]
    public void Bad_option_gives_one_line_on_the_error_stream_and_exit_code_2(string arguments, string message)
    {
        var (exitCode, output, error) = BenchmarkProgram.Run(arguments);

        Assert.Equal(2, exitCode);
        Assert.Empty(output);
        Assert.Contains(message, Assert.Single(error.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
    }

    private Section Run(string workload, string sizes, IReadOnlyDictionary<string, string>? environment = null)
    {
        var json = Path.Combine(_folder, "json");
        var (exitCode, output, error) = BenchmarkProgram.Run($"lab {workload} --quick --rounds 2 {sizes} --json {json}", environment);

        Assert.Empty(error);
        Assert.Equal(0, exitCode);
        Assert.DoesNotContain('\x1b', output);
        var section = Assert.Single(ResultReader.Read(json).Sections);
        Assert.Equal(workload, section.Name);
        Assert.True(section.IsComplete);
        Assert.All(
            section.Rows, row => Assert.True(row.NotHere is not null || row.Side.EndsWith("limit", StringComparison.Ordinal) || row.Rounds.Count >= 2, row.Key));
        return section;
    }
}
