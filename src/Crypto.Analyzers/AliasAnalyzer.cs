using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ManagedCrypto.Analyzers;

/// <summary>
/// Reports where an alias of the drop-in switch changes what a program means, without a word of the compiler: where it takes the name of a
/// type whose namespace the file imports, and where an object is asked whether it is of the type, which those that .NET made are not.
/// </summary>
/// <remarks>There are aliases only with the switch in source mode.</remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class AliasAnalyzer : SwitchAnalyzer
{
    /// <inheritdoc />
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => Rules.Aliases;

    private protected override void Start(CompilationStartAnalysisContext context)
    {
        // Those of the whole project; Roslyn 3.6 has no word for them.
        var global = new Lazy<string[]>(() =>
        [
            .. context.Compilation.SyntaxTrees.SelectMany(tree => ((CompilationUnitSyntax)tree.GetRoot()).Usings)
                .Where(directive => directive.GetFirstToken().ValueText == "global").SelectMany(Imported),
        ]);
        context.RegisterSyntaxNodeAction(node => Look(node, global), SyntaxKind.IdentifierName);
    }

    private static void Look(SyntaxNodeAnalysisContext context, Lazy<string[]> global)
    {
        var name = (IdentifierNameSyntax)context.Node;
        var text = name.Identifier.ValueText;
        if (name.Parent is NameEqualsSyntax
            || !(DotNetNames.IsSymmetric(text) || DotNetNames.IsRandom(text) || text == "CryptographicOperations")
            || context.SemanticModel.GetAliasInfo(name, context.CancellationToken)?.Target is not INamedTypeSymbol { ContainingAssembly: { Name: "ManagedCrypto" } } ours)
            return;
        var compilation = context.SemanticModel.Compilation;
        var spaces = name.Ancestors().SelectMany(Usings).SelectMany(Imported).Concat(global.Value);
        var imported = spaces.Select(space => TypeOf(space, text, compilation)).FirstOrDefault(type => type is not null);
        if (imported is not null)
            context.ReportDiagnostic(Diagnostic.Create(Rules.Displaced, name.GetLocation(), text, ours.Name, imported.ToDisplayString()));
        else if (Asked(name) is { } asked && !IsOurs(asked, ours, context))
            context.ReportDiagnostic(Diagnostic.Create(Rules.Asked, name.GetLocation(), text, ours.Name));
    }

    private static INamedTypeSymbol? TypeOf(string space, string name, Compilation compilation) =>
        compilation.GetTypeByMetadataName(space + "." + name) is { } type
        && (type.DeclaredAccessibility == Accessibility.Public || SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, compilation.Assembly))
            ? type : null;

    /// <summary>What is asked whether it is of the type; in a pattern, whose value may be anything, the pattern itself.</summary>
    private static SyntaxNode? Asked(IdentifierNameSyntax name) => name.Parent switch
    {
        BinaryExpressionSyntax binary when binary.Right == name && (binary.IsKind(SyntaxKind.IsExpression) || binary.IsKind(SyntaxKind.AsExpression)) => binary.Left,
        CastExpressionSyntax cast when cast.Type == name => cast.Expression,
        PatternSyntax pattern => pattern,
        _ => null,
    };

    private static bool IsOurs(SyntaxNode asked, INamedTypeSymbol ours, SyntaxNodeAnalysisContext context) =>
        asked is ExpressionSyntax && SymbolEqualityComparer.Default.Equals(context.SemanticModel.GetTypeInfo(asked, context.CancellationToken).Type, ours);

    private static IEnumerable<UsingDirectiveSyntax> Usings(SyntaxNode node) => node switch
    {
        CompilationUnitSyntax unit => unit.Usings,
        NamespaceDeclarationSyntax space => space.Usings,
        _ => [],
    };

    /// <summary>The namespace of a using, but for .NET's own; that of an alias is none.</summary>
    private static IEnumerable<string> Imported(UsingDirectiveSyntax directive)
    {
        var space = directive.Name?.ToString().Replace("global::", "");
        return directive.Alias is null && directive.StaticKeyword.IsKind(SyntaxKind.None) && space is not null && space != DotNetNames.Namespace && space != "ManagedCrypto"
            ? [space] : [];
    }
}
