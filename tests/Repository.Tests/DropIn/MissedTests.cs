using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using ManagedCrypto.RepositoryTests.Docs;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>
/// What aliases cannot reach: each program of docs/drop-in.md, whose comments tell what compiler and analyzer say of which
/// line. That these programs do what they claim, <see cref="CodeBlockTests"/> shows.
/// </summary>
public partial class MissedTests
{
    private static readonly Dictionary<string, string> s_programs = DocPage.Read("docs/drop-in.md").Blocks
        .Where(block => block.Language == "csharp").ToDictionary(block => block.Place, block => block.Text);

    public static MatrixTheoryData<string, LanguageVersion> Programs => new(
        s_programs.Keys, [LanguageVersion.CSharp10, LanguageVersion.CSharp14]);

    [Theory]
    [MemberData(nameof(Programs))]
    public void Diagnostics_of_each_program_are_those_that_the_page_states(string place, LanguageVersion version) =>
        Assert.Equal(Stated(s_programs[place]), Said([s_programs[place]], version));

    [Fact]
    public void Programs_cover_each_kind_of_missed_use()
    {
        var stated = s_programs.Values.SelectMany(Stated).Select(line => line.Split(' ')[1]).ToList();
        Assert.Equal(
            [
                "CS0029", "CS0266", "CS1503", "CS1537", "CS1729",
                "MCDI101", "MCDI102", "MCDI103", "MCDI104", "MCDI106",
            ],
            stated.Distinct().Order());
        Assert.True(stated.Count(id => id == "MCDI101") >= 12, string.Join(' ', stated));
    }

    [Fact]
    public void Code_reached_by_aliases_is_not_reported() =>
        Assert.Empty(Said([RepositoryFiles.Text("samples/DropIn/Program.cs")], LanguageVersion.CSharp10));

    /// <summary>Nor is any member of ours, inherited ones included; Crypto.Probe has them all.</summary>
    [Fact]
    public void Members_of_our_types_are_not_reported()
    {
        var texts = RepositoryFiles.In("tests/Crypto.Probe").Where(file => file.EndsWith(".cs", System.StringComparison.Ordinal))
            .Select(RepositoryFiles.Text);
        var reported = Diagnostics(texts, LanguageVersion.CSharp14)
            .Where(diagnostic => diagnostic.Id.StartsWith("MCDI", System.StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(reported);
        Assert.All(reported, diagnostic => Assert.Contains("'CryptoConfig.CreateFromName'", diagnostic.GetMessage()));
    }

    /// <summary>Our own pages and recipes name no type by an alias that source mode has (CS1537), so that they compile in every mode.</summary>
    [Fact]
    public void No_page_has_an_alias_of_the_switch()
    {
        var texts = RepositoryFiles.All.Where(file => file.EndsWith(".md", System.StringComparison.Ordinal) && file != "docs/drop-in.md")
            .Concat(RepositoryFiles.In("tests/Crypto.Clients/Recipes")).Select(RepositoryFiles.Text).ToList();
        Assert.True(texts.Count > 20, texts.Count + " texts");
        var names = DropInFiles.Usings.Select(item => item.Alias).ToHashSet();
        Assert.DoesNotContain(texts.SelectMany(text => Alias().Matches(text)), match => names.Contains(match.Groups[1].Value));
    }

    /// <summary>A warning that the compiler hides, and that IDE0005 shows where it is asked for.</summary>
    [Fact]
    public void Using_of_NETs_namespace_may_become_unnecessary()
    {
        const string Text = "using System.Security.Cryptography;\nSHA256.Create().Dispose();";
        var compilation = DropInProject.Compilation([Text], LanguageVersion.CSharp10, OutputKind.ConsoleApplication);
        Assert.Contains(compilation.GetDiagnostics(TestContext.Current.CancellationToken), diagnostic =>
            diagnostic.Id == "CS8019" && diagnostic.Location.SourceTree!.ToString() == Text);
    }

    private static IEnumerable<string> Stated(string text) => text.Split('\n')
        .SelectMany((line, index) => Comment().Matches(line).Select(match => $"{index + 1}: {match.Groups[1].Value}"));

    private static IEnumerable<string> Said(IEnumerable<string> texts, LanguageVersion version) => Diagnostics(texts, version)
        .Select(diagnostic => (diagnostic.Location.GetLineSpan().StartLinePosition.Line, diagnostic.Id)).Order()
        .Select(pair => $"{pair.Line + 1}: {pair.Id}");

    private static IReadOnlyList<Diagnostic> Diagnostics(IEnumerable<string> texts, LanguageVersion version) =>
        DropInProject.Diagnostics(DropInProject.Compilation(texts, version, OutputKind.ConsoleApplication));

    [GeneratedRegex(@"// ([A-Z]+\d+)(?= //|$)")]
    private static partial Regex Comment();

    [GeneratedRegex(@"^using (\w+) = ", RegexOptions.Multiline)]
    private static partial Regex Alias();
}
