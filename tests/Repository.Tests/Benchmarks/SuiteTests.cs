using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using ManagedCrypto.Benchmarks.Suite;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Benchmarks;

/// <summary>BenchmarkDotNet's suite, through BenchmarkDotNet's own command line.</summary>
public sealed class SuiteTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private static IEnumerable<Type> Families => typeof(Family).Assembly.GetExportedTypes()
        .Where(type => type.IsSubclassOf(typeof(Family)) && !type.IsAbstract);

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void List_names_every_family()
    {
        var (exitCode, output, _) = BenchmarkProgram.Run("bdn --list flat");

        Assert.Equal(0, exitCode);
        Assert.Superset(
            new HashSet<string>
            {
                "AesModes", "Ctr", "Xts", "Gcm", "Ccm", "Gmac", "KeyWrap", "Hashes", "Hmac", "IncrementalHash", "CryptoStreams",
                "Checksums",
            },
            Families.Select(family => family.Name).ToHashSet());
        Assert.All(Families, family => Assert.Contains(family.FullName + ".", output));
    }

    [Fact]
    public void Filter_for_portable_kernels_runs_every_family_with_right_results()
    {
        const string Filters = "\"*By: */portable, Bytes: 16)\" \"*By: */portable-table, Bytes: 16)\" \"*By: */loop, Bytes: 1024)\"";
        var (exitCode, output, _) = BenchmarkProgram.Run($"bdn --job Dry --filter {Filters} --artifacts {_folder}");

        Assert.True(exitCode == 0, output);
        Assert.All(Families, family => Assert.Contains(family.FullName + "-report.csv", output));
    }

    [Theory]
    [InlineData("--anyCategories GCM", "Gcm.Open", "Hashes.Hash")]
    [InlineData("--allCategories AES CBC", "CryptoStreams.CbcEncrypt", "AesModes.EcbEncrypt")]
    public void Category_option_selects_its_benchmarks(string arguments, string chosen, string passedOver)
    {
        var (_, output, _) = BenchmarkProgram.Run("bdn --list flat " + arguments);

        Assert.Contains(chosen, output);
        Assert.DoesNotContain(passedOver, output);
    }

    [Theory]
    [InlineData("--filter nonsense", "bdn --filter nonsense: no benchmark fits; bdn --list flat lists them.")]
    [InlineData("--anyCategories nonsense", "bdn --anyCategories nonsense: no benchmark fits; bdn --list flat lists them.")]
    [InlineData("--nonsense", "bdn: Option 'nonsense' is unknown. bdn --help lists the options of BenchmarkDotNet.")]
    [InlineData("--filter", "bdn: Option 'f, filter' has no value. bdn --help lists the options of BenchmarkDotNet.")]
    public void Filter_that_fits_nothing_gives_one_line_and_exit_code_2(string arguments, string message)
    {
        var (exitCode, output, error) = BenchmarkProgram.Run("bdn " + arguments);

        Assert.Equal(2, exitCode);
        Assert.Empty(output);
        Assert.Equal(message, error.TrimEnd());
    }
}
