using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;

namespace ManagedCrypto.ApiReference;

/// <summary>A page for one type, or for a family of types: what they have in common stands there once.</summary>
internal sealed partial class Page(string title, IReadOnlyList<TypeText> types, Names names)
{
    /// <summary>Stands for the name of each type of a family.</summary>
    private const string Any = "T";

    /// <summary>Characters of a line outside of tables.</summary>
    private const int Width = 150;

    private readonly StringBuilder _text = new();

    /// <summary>What links can lead to.</summary>
    private readonly HashSet<string> _sections = [];

    private bool IsFamily => types.Count > 1;

    public string Text()
    {
        Line("<!-- Written by tools/ApiReference from the XML documentation. Do not edit: change that, and run");
        Line("     dotnet run -c Release --project tools/ApiReference -->");
        Line();
        Line($"# {title}");
        Line();
        WriteTypes();
        foreach (var remark in Merged(types.Select(type => (type, type.Remarks))))
            Paragraph(Of(remark.Types) + remark.Text);
        var members = types.SelectMany(type => type.Members.Select(member => new Use(type, member)))
            .Where(use => use.Member.Summary is not null).GroupBy(use => Neutral(use, use.Member.Signature)).Select(uses => uses.ToList());
        var groups = members.GroupBy(uses => Names.Heading(uses[0].Member.Symbol))
            .OrderBy(group => group.Key != Names.Constructors).ThenBy(group => group.Key, StringComparer.Ordinal)
            .Select(group => (Heading: group.Key, Members: group.OrderBy(uses => uses[0].Member.Like is not null).ToList())).ToList();
        WriteTable([.. groups.SelectMany(group => group.Members)]);
        WriteOverrides();
        foreach (var (heading, overloads) in groups)
            WriteDetails(heading, overloads);
        return Link().Replace(_text.ToString(), Linked).TrimEnd('\n') + "\n";
    }

    /// <summary>Within the page only a section that is there has a link, and other pages have it without a section.</summary>
    private string Linked(Match link)
    {
        var (text, page, section) = (link.Groups[1].Value, link.Groups[2].Value, link.Groups[3].Value);
        return page != "" && page != title ? $"[{text}]({page}.md)" : _sections.Contains(section) ? $"[{text}](#{section})" : text;
    }

    private void WriteTypes()
    {
        if (!IsFamily)
        {
            Paragraph($"`{types[0].Declaration}`");
            Paragraph(types[0].Summary!);
            return;
        }

        var constants = types.SelectMany(type => type.Constants.Keys).Distinct().Order(StringComparer.Ordinal).ToList();
        Line($"| type | is | {string.Concat(constants.Select(name => $"`{name}` | "))}");
        Line($"|---|---|{string.Concat(constants.Select(_ => "---|"))}");
        foreach (var type in types)
        {
            var values = constants.Select(name => $"{type.Constants.GetValueOrDefault(name)} | ");
            Line($"| `{type.Declaration}` | {Cell(type.Summary!)} | {string.Concat(values)}");
        }

        Line();
        Paragraph($"Below, `{Any}` stands for each of these types.");
    }

    private void WriteTable(List<List<Use>> members)
    {
        Line("| member | does |");
        Line("|---|---|");
        foreach (var uses in members)
        {
            var summary = string.Join(' ', Merged(uses.Select(use => (use.Type, (IReadOnlyList<Said>)[new("", use.Member.Summary!)])))
                .Select(said => Of(said.Types) + said.Text));
            var absent = uses[0].Member.Absent == "" ? "" : $" Not on {uses[0].Member.Absent}.";
            Line($"| `{Neutral(uses[0], uses[0].Member.Signature)}` | {Cell(summary)}{Only(uses)}{absent} |");
        }

        Line();
    }

    /// <summary>What is overridden without a word of its own.</summary>
    private void WriteOverrides()
    {
        var overridden = types.SelectMany(type => type.Members).Where(member => member.Summary is null)
            .Select(member => names.Link(MemberText.Overridden(member.Symbol)
                ?? throw new NotSupportedException($"{member.Symbol} has no summary"))).Distinct().Order(StringComparer.Ordinal).ToList();
        if (overridden.Count > 0)
            Paragraph($"As .NET documents them: {string.Join(", ", overridden)}.");
    }

    /// <summary>What is said of parameters, results and exceptions.</summary>
    private void WriteDetails(string heading, List<List<Use>> overloads)
    {
        var details = overloads.Select(uses => (
            Short: $"`{Neutral(uses[0], Names.Short(uses[0].Member.Symbol))}`",
            Like: uses[0].Member.Like is { } like && Names.IsOurs(like.ContainingType) ? LinkTo(like, uses[0].Type, heading) : "",
            Parts: Merged(uses.Select(use => (use.Type, use.Member.Parts)))))
            .Where(detail => detail.Like != "" || detail.Parts.Count > 0).ToList();
        if (details.Count == 0)
            return;
        _sections.Add(Names.Anchor(heading));
        Line($"## {heading}");
        Line();
        foreach (var detail in details)
        {
            Paragraph(detail.Like == "" ? detail.Short : $"{detail.Short}: as {detail.Like}{(detail.Parts.Count > 0 ? ", and" : "")}");
            foreach (var part in detail.Parts)
                Wrapped($"- {part.Label}{(part.Label == "" ? Of(part.Types) : Of(part.Types, " of "))}{part.Text}", "  ");
            if (detail.Parts.Count > 0)
                Line();
        }
    }

    private string LinkTo(ISymbol member, TypeText type, string heading) =>
        !SymbolEqualityComparer.Default.Equals(member.ContainingType, type.Symbol) ? names.Link(member)
        : Names.Heading(member) == heading ? $"`{Neutral(type, Names.Short(member))}`"
        : $"[`{Neutral(type, Names.Short(member))}`](#{Names.Anchor(Names.Heading(member))})";

    /// <summary>
    /// What is said of several types, once if it is the same. Sizes are given by the constant's name, if texts are the same then.
    /// </summary>
    private List<Merge> Merged(IEnumerable<(TypeText Type, IReadOnlyList<Said> Said)> texts)
    {
        var all = texts.ToList();
        return [.. all.SelectMany(type => type.Said.Select(said => (type.Type, said.Label, Text: Prose(type.Type, said.Text))))
            .GroupBy(said => said.Label).SelectMany(label =>
            {
                var (plain, named) = (label.GroupBy(said => said.Text).ToList(), label.GroupBy(said => WithConstants(said.Type, said.Text)).ToList());
                return (named.Count < plain.Count ? named : plain)
                    .Select(text => new Merge(label.Key, text.Key, text.Count() == all.Count ? [] : [.. text.Select(said => said.Type)]));
            })];
    }

    private static string WithConstants(TypeText type, string text) => type.Constants
        .Aggregate(text, (text, constant) => Regex.Replace(text, $@"(?<![-/\w]){constant.Value}\b", $"`{constant.Key}`"));

    private string Neutral(Use use, string text) => Neutral(use.Type, text);

    private string Neutral(TypeText type, string text) => IsFamily ? Regex.Replace(text, $@"\b{type.Symbol.Name}\b", Any) : text;

    /// <summary>Where a text has the type's name as code.</summary>
    private string Prose(TypeText type, string text) => IsFamily ? Regex.Replace(text, $@"(?<=`[\w.]*)\b{type.Symbol.Name}\b", Any) : text;

    /// <summary>Which types have the member, if not all.</summary>
    private string Only(List<Use> uses) => uses.Count == types.Count ? ""
        : uses.Count <= types.Count / 2 ? $" Only {List(uses.Select(use => use.Type))}."
        : $" Not {List(types.Except(uses.Select(use => use.Type)))}.";

    private static string Of(IReadOnlyList<TypeText> some, string before = "") => some.Count == 0 ? before == "" ? "" : ": " : $"{before}{List(some)}: ";

    private static string List(IEnumerable<TypeText> some) => string.Join(", ", some.Select(type => $"`{type.Symbol.Name}`"));

    private static string Cell(string text) => text.Replace("|", @"\|", StringComparison.Ordinal);

    private void Line(string line = "") => _text.Append(line.TrimEnd()).Append('\n');

    private void Paragraph(string text)
    {
        Wrapped(text, "");
        Line();
    }

    private void Wrapped(string text, string indent)
    {
        var line = "";
        foreach (var word in text.Split(' '))
        {
            if (line.Length + 1 + word.Length > Width)
            {
                Line(line);
                line = indent + word;
            }
            else
            {
                line += (line == "" ? "" : " ") + word;
            }
        }

        Line(line);
    }

    [GeneratedRegex(@"\[(`[^`]+`)\]\((?:(\w+)\.md)?#?(\w*)\)")]
    private static partial Regex Link();

    private sealed record Use(TypeText Type, MemberText Member);

    /// <summary>A text for the types that it is said of; none are all.</summary>
    private sealed record Merge(string Label, string Text, IReadOnlyList<TypeText> Types);
}
