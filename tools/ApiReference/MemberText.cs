using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace ManagedCrypto.ApiReference;

/// <summary>A text, and of what it is said: a parameter, an exception; of nothing in particular if that is empty.</summary>
internal sealed record Said(string Label, string Text);

/// <summary>One member and what its documentation says.</summary>
/// <param name="Symbol">The member.</param>
/// <param name="Signature">As a declaration has it.</param>
/// <param name="Summary">One sentence; null for an override that has no more to say than what it overrides.</param>
/// <param name="Parts">What else is said: of which parameter, exception or result, and the text.</param>
/// <param name="Like">The member whose documentation it takes over, but for its own parts.</param>
/// <param name="Absent">Frameworks that do not have it.</param>
internal sealed record MemberText(
    ISymbol Symbol, string Signature, string? Summary, IReadOnlyList<Said> Parts, ISymbol? Like, string Absent)
{
    public static IEnumerable<MemberText> Of(INamedTypeSymbol type, Library library, IReadOnlyList<Library> others, Names names)
    {
        var text = new DocText(library, names);
        foreach (var member in Library.Members(type))
        {
            var written = library.Written(member);
            // The compiler's: all others have documentation, or do not compile.
            if (written is null && member is IMethodSymbol { MethodKind: MethodKind.Constructor })
                continue;
            var like = written?.Element("inheritdoc")?.Attribute("cref") is { } cref ? library.Find(cref.Value) : Overridden(member);
            var absent = string.Join(", ", others.Where(other => !other.Has(type.Name, member)).Select(other => $"`{other.Framework}`"));
            yield return new MemberText(member, Names.Signature(member), Summary(member), [.. Parts(member)], like, absent);
        }

        string? Summary(ISymbol member)
        {
            var written = library.Written(member);
            if (written?.Element("summary") is { } summary)
                return text.Line(summary);
            var source = written?.Element("inheritdoc")?.Attribute("cref") is { } cref ? library.Find(cref.Value) : Overridden(member);
            return source is null ? null : Summary(source);
        }

        IEnumerable<Said> Parts(ISymbol member)
        {
            var written = library.Written(member);
            if (written is null)
                yield break;
            foreach (var parameter in written.Elements().Where(element => element.Name.LocalName is "param" or "typeparam"))
                yield return new($"`{parameter.Attribute("name")!.Value}`", text.Line(parameter));
            if (written.Element("returns") is { } returns)
                yield return new("returns", text.Line(returns));
            foreach (var exception in written.Elements("exception"))
                yield return new($"throws {names.Link(library.Find(exception.Attribute("cref")!.Value)!)}", text.Line(exception));
            foreach (var paragraph in text.Paragraphs(written.Element("remarks")))
                yield return paragraph;
        }
    }

    /// <summary>What it overrides or implements.</summary>
    public static ISymbol? Overridden(ISymbol member) => member switch
    {
        IMethodSymbol { OverriddenMethod: { } method } => method,
        IPropertySymbol { OverriddenProperty: { } property } => property,
        _ => member.ContainingType.AllInterfaces.SelectMany(type => type.GetMembers())
            .FirstOrDefault(other => SymbolEqualityComparer.Default.Equals(member.ContainingType.FindImplementationForInterfaceMember(other), member)),
    };
}
