using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>The rows of docs/claims.md quote what the pages say, and name what is there to show it.</summary>
public partial class ClaimsTests
{
    private const string Claims = "docs/claims.md";

    /// <summary>By the headings of the page, the pages that they quote.</summary>
    private static readonly Dictionary<string, string> s_pages = new()
    {
        ["README"] = "README.md",
        ["Security"] = "docs/security.md",
        ["When not to use it"] = "docs/when-not.md",
    };

    public static TheoryData<string> Headings => [.. s_pages.Keys];

    /// <summary>Sections whose every bullet is a claim.</summary>
    public static TheoryData<string, string> Lists => new()
    {
        { "README", "Honest limits" },
        { "Security", "What is promised of each kernel" },
        { "Security", "Machine code" },
        { "When not to use it", "" },
    };

    [Theory]
    [MemberData(nameof(Headings))]
    public void Quotes_stand_in_the_page(string heading)
    {
        var page = Flat(RepositoryFiles.Text(s_pages[heading]));
        var quotes = Rows(heading).Select(row => row[0]).ToList();
        Assert.True(quotes.Count > 4, quotes.Count + " quotes");
        Assert.Equal("", string.Join('\n', quotes.Where(quote => !page.Contains(quote, StringComparison.Ordinal))));
    }

    [Theory]
    [MemberData(nameof(Lists))]
    public void Each_bullet_of_a_list_of_claims_has_a_row(string heading, string section)
    {
        var text = RepositoryFiles.Text(s_pages[heading]);
        text = section == "" ? text : text.Split($"\n## {section}\n")[1].Split("\n## ")[0];
        var bullets = Bullet().Matches(text).Select(match => Flat(match.Value)).ToList();
        Assert.True(bullets.Count > 2, bullets.Count + " bullets");
        var quotes = Rows(heading).Select(row => row[0]).ToList();
        Assert.Equal("", string.Join('\n', bullets.Where(bullet => !quotes.Exists(quote => bullet.Contains(quote, StringComparison.Ordinal)))));
    }

    [Theory]
    [MemberData(nameof(Headings))]
    public void What_shows_a_claim_is_there(string heading) =>
        Assert.Equal("", string.Join('\n', Rows(heading).SelectMany(row => Faults(row).Select(fault => $"{row[0]}: {fault}"))));

    [Theory]
    [InlineData("`NoSuchTests`", "each commit", "no class is called NoSuchTests")]
    [InlineData("`tests/sabotage/no-such-patch`", "each commit", "there is no 'tests/sabotage/no-such-patch'")]
    [InlineData("`dotnet run --project benchmarks -- --lonely`", "each commit", "--lonely")]
    [InlineData("`.ci/nightly jump`", "each night", "has no jump")]
    [InlineData("`tests/hosts/run jump`", "each night", "has no jump")]
    [InlineData("`Describe`", "each commit", "'Describe' is nothing that runs")]
    [InlineData("reading", "each commit", "nothing shows it")]
    [InlineData("`SwitchTests`", "", "does not say when")]
    [InlineData("`SwitchTests`", "lately", "does not say when")]
    public void Wrong_row_is_found(string shown, string run, string fault) => Assert.Contains(fault, string.Join('\n', Faults(["A claim", shown, run])));

    private static IEnumerable<string> Faults(string[] row)
    {
        var shown = DocTable.Names(row[1]).ToList();
        if (shown.Count == 0)
            return row[1].StartsWith("not run: ", StringComparison.Ordinal) && row[2] == "" ? [] : ["nothing shows it"];
        return shown.SelectMany(FaultsOf).Concat(When().IsMatch(row[2]) ? [] : [$"'{row[2]}' does not say when it was run"]);
    }

    private static IEnumerable<string> FaultsOf(string shown)
    {
        var words = shown.Split(' ');
        if (TestClass().IsMatch(shown))
            return RepositoryFiles.In("tests").Any(file => Path.GetFileName(file) == shown + ".cs") ? [] : [$"no class is called {shown}"];
        if (words[0] is ".ci/nightly" or "tests/hosts/run")
        {
            // Each step and each leg is a function of the script.
            var script = RepositoryFiles.Text(words[0]);
            return words.Skip(1).Where(name => !script.Contains($"\n{name}() {{", StringComparison.Ordinal)).Select(name => $"{words[0]} has no {name}");
        }

        return Command().IsMatch(shown) ? ShellBlock.Faults(shown) : [$"'{shown}' is nothing that runs"];
    }

    /// <summary>Claim, what shows it, last run.</summary>
    private static IEnumerable<string[]> Rows(string heading) => Section(heading).Split('\n')
        .Where(line => line.StartsWith("| \"", StringComparison.Ordinal))
        .Select(line => Cell().Split(line.Trim().Trim('|')).Select(cell => cell.Replace(@"\|", "|", StringComparison.Ordinal).Trim()).ToArray())
        .Select(cells => cells.Length == 3 ? (string[])[cells[0].Trim('"'), cells[1], cells[2]] : throw new InvalidDataException(cells[0]));

    private static string Section(string heading) => RepositoryFiles.Text(Claims).Split($"\n## {heading}\n")[1].Split("\n## ")[0];

    /// <summary>On one line, without marks of emphasis and the targets of links.</summary>
    private static string Flat(string text) =>
        Spaces().Replace(Link().Replace(text.Replace("**", "", StringComparison.Ordinal), "$1"), " ");

    [GeneratedRegex(@"^- .*\n(?:  .*\n)*", RegexOptions.Multiline)]
    private static partial Regex Bullet();

    [GeneratedRegex(@"(?<!\\)\|")]
    private static partial Regex Cell();

    [GeneratedRegex(@"^(each (commit|night)|\d{4}-\d{2}-\d{2} on |by hand)")]
    private static partial Regex When();

    [GeneratedRegex(@"^[A-Z]\w+Tests$")]
    private static partial Regex TestClass();

    [GeneratedRegex(@"^(\w+=\S+ )*(dotnet |tests/)")]
    private static partial Regex Command();

    [GeneratedRegex(@"\[([^\]]*)\]\([^)]*\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
