using System.Collections.Generic;
using Microsoft.CodeAnalysis;

namespace ManagedCrypto.ApiReference;

/// <summary>How types and members are written, and where they stand.</summary>
/// <param name="pages">By the name of each of our types, the page that has it.</param>
internal sealed class Names(IReadOnlyDictionary<string, string> pages)
{
    /// <summary>The heading of what is not a name.</summary>
    public const string Constructors = "Constructors", Indexer = "Indexer";

    private const SymbolDisplayMiscellaneousOptions Words = SymbolDisplayMiscellaneousOptions.UseSpecialTypes
        | SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier | SymbolDisplayMiscellaneousOptions.AllowDefaultLiteral;

    private static readonly SymbolDisplayFormat s_type = new(
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters, miscellaneousOptions: Words);

    private static readonly SymbolDisplayFormat s_parameters = s_type
        .WithMemberOptions(SymbolDisplayMemberOptions.IncludeParameters)
        .WithParameterOptions(SymbolDisplayParameterOptions.IncludeType | SymbolDisplayParameterOptions.IncludeParamsRefOut);

    private static readonly SymbolDisplayFormat s_signature = s_type
        .WithMemberOptions(s_parameters.MemberOptions | SymbolDisplayMemberOptions.IncludeType | SymbolDisplayMemberOptions.IncludeRef)
        .WithParameterOptions(
            s_parameters.ParameterOptions | SymbolDisplayParameterOptions.IncludeName | SymbolDisplayParameterOptions.IncludeDefaultValue);

    /// <summary>Qualified where one of our types has the same name.</summary>
    public string Type(ITypeSymbol type) =>
        (pages.ContainsKey(type.Name) && !IsOurs(type) ? type.ContainingNamespace.ToDisplayString() + "." : "") + type.ToDisplayString(s_type);

    /// <summary>As a declaration has it, without access and body.</summary>
    public static string Signature(ISymbol member)
    {
        var modifiers = (member.DeclaredAccessibility == Accessibility.Public ? "" : "protected ")
            + (member is IFieldSymbol { IsConst: true } ? "const " : member.IsStatic ? "static "
                : member.IsAbstract ? "abstract " : member.IsVirtual ? "virtual " : "");
        return modifiers + member switch
        {
            IMethodSymbol { MethodKind: MethodKind.Constructor } constructor => $"new {constructor.ToDisplayString(s_signature)}",
            IPropertySymbol property => $"{property.ToDisplayString(s_signature)} {{ {(property.GetMethod is null ? "" : "get; ")}{Setter(property)}}}",
            _ => member.ToDisplayString(s_signature),
        };
    }

    /// <summary>What tells an overload from others.</summary>
    public static string Short(ISymbol member) =>
        (member is IMethodSymbol { MethodKind: MethodKind.Constructor } ? "new " : "") + member.ToDisplayString(s_parameters);

    public static string Heading(ISymbol member) => member switch
    {
        IMethodSymbol { MethodKind: MethodKind.Constructor } => Constructors,
        IPropertySymbol { IsIndexer: true } => Indexer,
        _ => member.Name,
    };

    /// <summary>Code, with a link if it is ours.</summary>
    public string Link(ISymbol symbol)
    {
        if (symbol is INamedTypeSymbol type)
            return IsOurs(type) && pages.TryGetValue(type.Name, out var page) ? $"[`{Type(type)}`]({page}.md)" : $"`{Type(type)}`";
        var owner = symbol.ContainingType;
        var name = symbol is IMethodSymbol { MethodKind: MethodKind.Constructor } ? $"new {Type(owner)}" : $"{Type(owner)}.{symbol.Name}";
        return IsOurs(owner) && pages.TryGetValue(owner.Name, out var place) ? $"[`{name}`]({place}.md#{Anchor(Heading(symbol))})" : $"`{name}`";
    }

    public static string Anchor(string heading) => heading.ToLowerInvariant();

    private static string Setter(IPropertySymbol property) => property.SetMethod switch
    {
        null => "",
        { DeclaredAccessibility: Accessibility.Public, IsInitOnly: false } => "set; ",
        { DeclaredAccessibility: Accessibility.Public } => "init; ",
        { DeclaredAccessibility: Accessibility.Protected or Accessibility.ProtectedOrInternal } => "protected set; ",
        _ => "",
    };

    public static bool IsOurs(ITypeSymbol type) => type.ContainingNamespace is { Name: "ManagedCrypto", ContainingNamespace.IsGlobalNamespace: true };
}
