using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using Xunit;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>The tables of docs/migration.md have every public member of .NET's types, and say rightly what is here.</summary>
public partial class MigrationTests
{
    private static readonly string s_page = RepositoryFiles.Text("docs/migration.md");

    /// <summary>The sections that are named for types.</summary>
    public static TheoryData<string> Sections => [.. Heading().Matches(s_page)
        .Select(match => match.Groups[1].Value).Where(heading => Types(typeof(Bcl.Aes), heading).Any())];

    public static TheoryData<string> Namesakes =>
        [.. Sections.Select(row => row.Data).Where(section => Types(typeof(AesGcm), section).Any())];

    [Fact]
    public void Type_with_a_namesake_in_NET_has_a_section()
    {
        var ours = typeof(AesGcm).Assembly.GetExportedTypes().Select(type => type.Name);
        var namesakes = ours.Where(name => Types(typeof(Bcl.Aes), name).Any());
        Assert.Equal(namesakes.Order(), Namesakes.SelectMany(row => row.Data.Split(", ")).Order());
        Assert.Contains("RandomNumberGenerator", Sections.Select(row => row.Data));
    }

    [Theory]
    [MemberData(nameof(Sections))]
    public void Table_has_every_member_of_the_type_in_NET(string section) =>
        Assert.Equal(Counted(Signatures(typeof(Bcl.Aes), section)), Named(Rows(section).Select(row => row[0])));

    [Theory]
    [MemberData(nameof(Namesakes))]
    public void Members_missing_here_are_those_that_the_table_says(string section)
    {
        var notHere = Rows(section).Where(row => row[1].StartsWith("not here", StringComparison.Ordinal)).Select(row => row[0]);
        var missing = Signatures(typeof(Bcl.Aes), section).Except(Signatures(typeof(AesGcm), section));
        Assert.Equal(Counted(missing), Named(notHere));
    }

    [Theory]
    [MemberData(nameof(Namesakes))]
    public void Members_only_here_are_those_that_the_page_says(string section)
    {
        var only = Signatures(typeof(AesGcm), section).Except(Signatures(typeof(Bcl.Aes), section));
        Assert.Equal(Counted(only), Named(OnlyHere().Matches(Text(section)).Select(match => match.Value)));
    }

    private static IEnumerable<Type> Types(Type among, string names) =>
        names.Split(", ").Select(name => among.Assembly.GetType($"{among.Namespace}.{name}")).OfType<Type>();

    /// <summary>Public members of the types, inherited ones included, those that are alike in two of them once.</summary>
    private static HashSet<(string Name, string Parameters)> Signatures(Type among, string names)
    {
        const BindingFlags All =
            BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy;
        return [.. Types(among, names).SelectMany(type => type.GetMembers(All))
            .Where(member => member.DeclaringType != typeof(object) && member is not MethodInfo { IsSpecialName: true })
            .Select(member => member is MethodBase method
                ? (method is ConstructorInfo ? "new" : method.Name, string.Join(",", method.GetParameters().Select(TypeName)))
                : (member.Name, ""))];

        static string TypeName(ParameterInfo parameter) => parameter.ParameterType.ToString();
    }

    private static string Counted(IEnumerable<(string Name, string Parameters)> signatures) => Lines(
        signatures.GroupBy(signature => signature.Name).Select(overloads => (overloads.Key, overloads.Count())));

    /// <summary>Every <c>`Name` ×2</c> in the texts.</summary>
    private static string Named(IEnumerable<string> texts) => Lines(texts.SelectMany(text => MemberName().Matches(text))
        .Select(match => (match.Groups[1].Value, match.Groups[2].Success ? int.Parse(match.Groups[2].Value) : 1)));

    private static string Lines(IEnumerable<(string Name, int Count)> members) =>
        string.Join('\n', members.Select(member => $"{member.Name} ×{member.Count}").Order(StringComparer.Ordinal));

    private static string Text(string section) => s_page.Split($"\n## {section}\n")[1].Split("\n## ")[0];

    private static IEnumerable<string[]> Rows(string section) => Text(section).Split('\n')
        .Where(line => line.StartsWith("| `", StringComparison.Ordinal))
        .Select(line => Array.ConvertAll(line.Trim('|').Split('|'), cell => cell.Trim()));

    [GeneratedRegex("^## (.*)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"`(\w+)`(?: ×(\d+))?")]
    private static partial Regex MemberName();

    [GeneratedRegex("^Only here:.*$", RegexOptions.Multiline)]
    private static partial Regex OnlyHere();
}
