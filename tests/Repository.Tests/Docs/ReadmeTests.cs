using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>README.md, and the page that NuGet shows, which consists of sections of it.</summary>
public class ReadmeTests
{
    private const string Readme = "README.md", PackageReadme = "src/Crypto/README.md", Section = "\n## ";

    /// <summary>For those who have the repository. The package's page has all others.</summary>
    private static readonly string[] s_ofRepository = ["Two commands", "How fast", "More"];

    /// <summary>The rows of the table of types.</summary>
    private static readonly string[] s_purposes =
    [
        "encrypt messages",
        "encrypt streams and files",
        "hash",
        "authenticate",
        "derive keys",
        "use raw AES modes, and encrypt disks",
        "find errors (not tampering)",
        "draw random numbers, and the rest",
    ];

    [Fact]
    public void Page_of_the_package_has_the_sections_of_README()
    {
        var sections = RepositoryFiles.Text(Readme).Split(Section);
        Assert.Superset(s_ofRepository.ToHashSet(), sections.Select(Heading).ToHashSet());
        var wanted = string.Join(Section, sections.Where(section => !s_ofRepository.Contains(Heading(section))));
        if (wanted == RepositoryFiles.Text(PackageReadme))
            return;

        Assert.Fail($"""
            {PackageReadme} differs from the sections of {Readme} that are for it. What is in {Readme} goes:
            {Repository.Approval(PackageReadme, wanted)}
            """);

        static string Heading(string section) => section.Split('\n')[0];
    }

    [Theory]
    [InlineData(Readme)]
    [InlineData(PackageReadme)]
    public void Table_of_types_has_every_public_type_once(string page) =>
        Assert.Equal(
            ApprovedApi.Types.Keys.Order(StringComparer.Ordinal),
            Names(page).Where(name => !name.Contains('.')).Order(StringComparer.Ordinal));

    [Theory]
    [InlineData(Readme)]
    [InlineData(PackageReadme)]
    public void Table_of_types_has_a_row_for_each_purpose(string page) =>
        Assert.Equal(s_purposes, Rows(page).Select(cells => cells[0].Trim()));

    /// <summary>Where the table names a member, all types that have it are there.</summary>
    [Theory]
    [InlineData(Readme)]
    [InlineData(PackageReadme)]
    public void Table_of_types_has_every_type_of_a_member(string page)
    {
        var named = Names(page).Where(name => name.Contains('.')).Order(StringComparer.Ordinal).ToList();
        var members = named.Select(name => name.Split('.')[1]).ToHashSet();
        Assert.Contains("HashMany", members);
        Assert.Equal(
            ApprovedApi.Types.SelectMany(type => type.Value.Select(ApprovedApi.Name).Distinct().Where(members.Contains)
                .Select(member => $"{type.Key}.{member}")).Order(StringComparer.Ordinal),
            named);
    }

    /// <summary>What stands as code in the table: types, and members with their types.</summary>
    private static IEnumerable<string> Names(string page) => Rows(page).SelectMany(cells => DocTable.Names(cells[1]));

    /// <summary>The cells of each row below the headings.</summary>
    private static IEnumerable<string[]> Rows(string page)
    {
        var section = RepositoryFiles.Text(page).Split(Section + "Types\n")[1].Split(Section)[0];
        return section.Split('\n').Where(line => line.StartsWith('|')).Skip(2).Select(line => line.Trim('|').Split('|'));
    }
}
