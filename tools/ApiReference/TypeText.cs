using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace ManagedCrypto.ApiReference;

/// <summary>One public type and what its documentation says.</summary>
internal sealed class TypeText
{
    public TypeText(INamedTypeSymbol type, Library library, IReadOnlyList<Library> others, Names names)
    {
        Symbol = type;
        var text = new DocText(library, names);
        var written = library.Written(type);
        Summary = written?.Element("summary") is { } summary ? text.Line(summary) : null;
        Remarks = [.. text.Paragraphs(written?.Element("remarks"))];
        Members = [.. MemberText.Of(type, library, others, names)];
        Constants = new(Library.Members(type).OfType<IFieldSymbol>().Where(field => field.HasConstantValue && type.TypeKind == TypeKind.Class)
            .ToDictionary(field => field.Name, field => field.ConstantValue!.ToString()!));
        var kind = type.TypeKind switch
        {
            TypeKind.Enum => "enum",
            TypeKind.Struct => "struct",
            _ => type.IsStatic ? "static class" : type.IsAbstract ? "abstract class" : type.IsSealed ? "sealed class" : "class",
        };
        IEnumerable<ITypeSymbol> bases = type.TypeKind == TypeKind.Enum ? []
            : type.BaseType is { SpecialType: SpecialType.None } parent ? [parent, .. type.Interfaces] : type.Interfaces;
        Declaration = $"{kind} {type.Name} : {string.Join(", ", bases.Select(names.Type))}".TrimEnd(' ', ':');
    }

    public INamedTypeSymbol Symbol { get; }

    /// <summary>What kind of type it is, and what it derives from.</summary>
    public string Declaration { get; }

    public string? Summary { get; }

    public IReadOnlyList<Said> Remarks { get; }

    public IReadOnlyList<MemberText> Members { get; }

    /// <summary>By name, values of its constants.</summary>
    public SortedDictionary<string, string> Constants { get; }
}
