using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Xunit;

namespace ManagedCrypto.RepositoryTests.SupplyChain;

/// <summary>
/// docs/dependencies.md names what the projects and scripts take, neither more nor less; and each project is locked.
/// </summary>
public partial class DependencyTests
{
    [Fact]
    public void NuGet_packages_are_those_on_the_page() =>
        Assert.Equal(Lines(Taken()), Lines(RowsOf("Packages of NuGet", "version", "used in")));

    [Fact]
    public void Debian_packages_are_those_on_the_page()
    {
        var scripts = RepositoryFiles.All.Select(RepositoryFiles.Text)
            .Where(text => text.StartsWith("#!/usr/bin/env bash", StringComparison.Ordinal)).ToList();
        Assert.InRange(scripts.Count, 10, 100);
        var installed = scripts.SelectMany(DebianPackages).ToHashSet();
        var named = RowsOf("Packages of Debian", "package").Values.SelectMany(cells => CodeSpan().Matches(cells))
            .Select(match => match.Groups[1].Value).ToHashSet();
        Assert.Equal(installed.Order(), named.Order());
    }

    /// <summary>Beside the lock files, a project may only download a package, and a script may take one from npm.</summary>
    [Fact]
    public void Downloads_without_a_lock_are_on_the_page()
    {
        var downloads = RepositoryFiles.All.Where(file => Path.GetExtension(file) is ".csproj" or "")
            .SelectMany(file => Download().Matches(RepositoryFiles.Text(file)))
            .Select(match => (Name: match.Groups[1].Value, Versions: string.Join(", ", Version().Matches(match.Groups[2].Value)))).ToList();
        Assert.True(downloads.Count >= 2, downloads.Count + " downloads");
        var page = RepositoryFiles.Text("docs/dependencies.md");
        Assert.All(downloads, download =>
            Assert.Matches($@"\| `{Regex.Escape(download.Name)}`[^|]*\| {Regex.Escape(download.Versions)} \|", page));
    }

    [Theory]
    [InlineData("  \"$hosts/install\" a-b libc++6 \\\n    c4.0-cil\nd", "a-b libc++6 c4.0-cil")]
    [InlineData("command -v npm >/dev/null || \"$hosts/install\" npm # /install is", "npm")]
    [InlineData("../../tests/hosts/install a b", "a b")]
    [InlineData("unpack \"$architecture\" a b\nx", "a b")]
    [InlineData("apt-get download a", "a")]
    [InlineData("package=a-vectors=1.0-4", "a-vectors")]
    [InlineData("sudo apt-get install -y --no-install-recommends a b", "a b")]
    public void Packages_that_a_script_installs_are_found(string script, string expected) =>
        Assert.Equal(expected.Split(' '), DebianPackages(script));

    [Fact]
    public void Projects_of_both_solutions_and_no_others_have_a_lock_file()
    {
        var projects = SolutionProject().Matches(RepositoryFiles.Text("Crypto.sln"))
            .Select(match => match.Groups[1].Value.Replace('\\', '/'))
            .Append("tests/AesFile.Tests/AesFile.Tests.csproj");
        Assert.Equal(
            projects.Select(project => project[..project.LastIndexOf('/')] + "/packages.lock.json").Order(StringComparer.Ordinal),
            LockFiles());
    }

    private static IEnumerable<string> Lines(SortedDictionary<string, string> rows) =>
        rows.Select(row => $"{row.Key} | {row.Value}");

    private static IEnumerable<string> LockFiles() =>
        RepositoryFiles.All.Where(file => file.EndsWith("/packages.lock.json", StringComparison.Ordinal));

    /// <summary>By package, its version and the folders of projects that refer to it, as the page has them.</summary>
    private static SortedDictionary<string, string> Taken()
    {
        var direct = LockFiles()
            .SelectMany(file => JsonNode.Parse(RepositoryFiles.Text(file))!["dependencies"]!.AsObject()
                .SelectMany(framework => framework.Value!.AsObject())
                .Where(package => (string?)package.Value!["type"] == "Direct")
                .Select(package => (Name: package.Key, Version: (string)package.Value!["resolved"]!, Folder: file.Split('/')[0])))
            .ToLookup(package => package.Name);
        var taken = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var version in XDocument.Parse(RepositoryFiles.Text("Directory.Packages.props")).Descendants("PackageVersion"))
            taken.Add(version.Attribute("Include")!.Value, version.Attribute("Version")!.Value + " | pinned");
        foreach (var package in direct)
        {
            var folders = string.Join(", ", package.Select(use => use.Folder).Distinct().Order(StringComparer.Ordinal));
            taken[package.Key] = string.Join(", ", package.Select(use => use.Version).Distinct().Order()) + " | " + folders;
        }

        return taken;
    }

    /// <summary>The first table below a heading: by the first cell of each row without its marks, cells of the columns.</summary>
    private static SortedDictionary<string, string> RowsOf(string heading, params string[] columns)
    {
        var table = RepositoryFiles.Text("docs/dependencies.md").Split("## " + heading + "\n", 2)[1].Split('\n')
            .SkipWhile(line => !line.StartsWith('|')).TakeWhile(line => line.StartsWith('|'))
            .Select(line => Array.ConvertAll(line.Trim('|').Split('|'), cell => cell.Trim())).ToList();
        var indices = Array.ConvertAll(columns, column => Array.IndexOf(table[0], column));
        var rows = table.Skip(2).ToDictionary(
            row => row[0].Trim('`'), row => string.Join(" | ", indices.Select(index => row[index])));
        return new SortedDictionary<string, string>(rows, StringComparer.Ordinal);
    }

    private static IEnumerable<string> DebianPackages(string script) => Installing()
        .Matches(Remark().Replace(script.Replace("\\\n", " ", StringComparison.Ordinal), ""))
        .SelectMany(match => match.Groups[1].Value.Split(' ', StringSplitOptions.RemoveEmptyEntries));

    [GeneratedRegex(@"(?<=\s)#.*|^#.*", RegexOptions.Multiline)]
    private static partial Regex Remark();

    [GeneratedRegex(
        @"(?:/install""? |\bpackage=|\bunpack \S+ |\bapt-get download |\bapt-get install (?:-\S+ )*)"
        + "([a-z0-9][a-z0-9+. -]*)",
        RegexOptions.Multiline)]
    private static partial Regex Installing();

    [GeneratedRegex("""(?:<PackageDownload Include="|\bnpm pack )(\S+?)(?:@|" Version=")([\d.\[\];]+)""")]
    private static partial Regex Download();

    [GeneratedRegex(@"\d+(\.\d+)+")]
    private static partial Regex Version();

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex CodeSpan();

    [GeneratedRegex("""= "[^"]+", "([^"]+\.csproj)",""")]
    private static partial Regex SolutionProject();
}
