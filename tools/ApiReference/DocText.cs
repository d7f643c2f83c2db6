using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace ManagedCrypto.ApiReference;

/// <summary>XML documentation as Markdown.</summary>
internal sealed partial class DocText(Library library, Names names)
{
    /// <summary>The text on one line.</summary>
    public string Line(XElement element) => Spaces().Replace(string.Concat(element.Nodes().Select(Inline)), " ").Trim();

    /// <summary>The paragraphs of remarks.</summary>
    public IEnumerable<Said> Paragraphs(XElement? element)
    {
        if (element is null)
            return [];
        var parts = element.Elements("para").ToList();
        return (parts.Count == 0 ? [element] : parts).Select(part => new Said("", Line(part)));
    }

    private string Inline(XNode node) => node switch
    {
        XText text => Special().Replace(text.Value, @"\$0"),
        XElement { Name.LocalName: "see", Value: not "" } see => see.Attribute("href") is { } href ? $"[{see.Value}]({href.Value})" : see.Value,
        XElement { Name.LocalName: "see" } see => see.Attribute("cref") is { } cref ? Reference(cref.Value)
            : see.Attribute("href") is { } link ? $"<{link.Value}>" : $"`{see.Attribute("langword")!.Value}`",
        XElement { Name.LocalName: "paramref" or "typeparamref" } parameter => $"`{parameter.Attribute("name")!.Value}`",
        XElement { Name.LocalName: "c" } code => $"`{Spaces().Replace(code.Value, " ")}`",
        XElement element => throw new System.NotSupportedException($"<{element.Name.LocalName}> in a line of text"),
        _ => "",
    };

    private string Reference(string cref) => library.Find(cref) is { } symbol
        ? names.Link(symbol) : throw new System.NotSupportedException($"no symbol is called {cref}");

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();

    [GeneratedRegex(@"[\\`*<\[\]]")]
    private static partial Regex Special();
}
