using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using ManagedCrypto.Benchmarks;
using ManagedCrypto.Fuzz;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>
/// What is in the catalogue is everywhere where one looks for it: on the pages, in the fuzzer, in the benchmarks. The READMEs and docs/api.md
/// have tests of their own, for all types; those for migration, for what .NET has, too.
/// </summary>
public class EverywhereTests
{
    /// <summary>Where each AEAD stands by the name of its type.</summary>
    private static readonly string[] s_pages =
        ["README.md", "src/Crypto/README.md", "docs/api.md", "docs/choosing.md", "docs/migration.md", "docs/security.md"];

    public static TheoryData<string> Aeads => new(Algorithms.Aeads.Select(aead => aead.Name));

    public static TheoryData<string> Others => new(
        Algorithms.Hashes.Select(function => function.Name).Concat(Algorithms.All.OfType<XofFunction>().Select(function => function.Name))
            .Concat(Algorithms.All.OfType<ChecksumAlgorithm>().Select(checksum => checksum.Name)));

    [Theory]
    [MemberData(nameof(Aeads))]
    public void Aead_is_everywhere(string name)
    {
        var aead = Algorithms.Aeads.Single(aead => aead.Name == name);
        Assert.Empty(MissingAead(aead.Name, aead.Type.Name));
        Assert.NotEmpty(MissingAead("AES-EAX", "AesEax"));
    }

    /// <summary>Keccak-256 has no row in the benchmarks: it costs what SHA3-256 does.</summary>
    [Theory]
    [MemberData(nameof(Others))]
    public void Hash_or_checksum_is_everywhere(string name)
    {
        var algorithm = Algorithms.All.Single(algorithm => algorithm.Name == name);
        var places = Pages(["README.md", "src/Crypto/README.md", "docs/api.md"], algorithm.Types[0].Type.Name)
            .Append(("the fuzzer", Targets.All.Any(target => algorithm.Kernels.Runnable.Any(kernel => target.Name.StartsWith(kernel.Id + "/", StringComparison.Ordinal)
                || target.Name == kernel.Id))))
            .Append(("the benchmarks", name == "Keccak-256" || Operations.All.Any(operation => operation.Algorithm == algorithm)));
        Assert.Empty(Missing(places));
    }

    private static IEnumerable<string> MissingAead(string name, string type) => Missing(
        Pages(s_pages, type)
            .Append(("docs/comparison.md", RepositoryFiles.Text("docs/comparison.md").Contains($"| {name} |", StringComparison.Ordinal)))
            .Append(("the fuzzer", Targets.All.Any(target => target.Name.EndsWith('/' + type.ToLowerInvariant()))))
            .Append(("the benchmarks", Operations.All.Any(operation => WithoutSize(operation.Id) == name.ToLowerInvariant() + "-seal"))));

    private static string WithoutSize(string operation) =>
        operation.StartsWith("aes-", StringComparison.Ordinal) ? "aes-" + operation[(operation.IndexOf('-', 4) + 1)..] : operation;

    private static IEnumerable<(string Place, bool Has)> Pages(string[] pages, string type) =>
        pages.Select(page => (page, Regex.IsMatch(RepositoryFiles.Text(page), $@"\b{type}\b")));

    private static IEnumerable<string> Missing(IEnumerable<(string Place, bool Has)> places) =>
        places.Where(place => !place.Has).Select(place => place.Place);
}
