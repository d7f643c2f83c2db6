using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Composition;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Analyzers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ManagedCrypto.CodeFixes;

/// <summary>
/// Puts ManagedCrypto's type in the place of .NET's, by the shortest name that means it there, and so for the declared type of a
/// variable that could not hold it otherwise.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
public sealed class UseOursCodeFix : CodeFixProvider
{
    /// <inheritdoc />
    public override ImmutableArray<string> FixableDiagnosticIds => ImmutableArray.Create(Rules.NamesakeId, Rules.OtherNameId);

    /// <inheritdoc />
    public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

    /// <inheritdoc />
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        var document = context.Document;
        var root = (await document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false))!;
        foreach (var diagnostic in context.Diagnostics)
        {
            var place = root.FindNode(diagnostic.Location.SourceSpan, getInnermostNodeForTie: true);
            var name = diagnostic.Properties[Rules.Replacement]!;
            if (Change.Of(place, diagnostic.Id == Rules.OtherNameId) is not { } change)
                continue;
            var action = CodeAction.Create(
                $"Use 'ManagedCrypto.{name}'", token => ApplyAsync(document, change, name, token), equivalenceKey: diagnostic.Id);
            context.RegisterCodeFix(action, diagnostic);
        }
    }

    private static async Task<Document> ApplyAsync(Document document, Change change, string name, CancellationToken token)
    {
        var root = (await document.GetSyntaxRootAsync(token).ConfigureAwait(false))!;
        var model = (await document.GetSemanticModelAsync(token).ConfigureAwait(false))!;
        if (model.Compilation.GetTypeByMetadataName("ManagedCrypto." + name) is not { } ours)
            return document;
        var written = NameAt(change.Old.SpanStart, ours, model);
        var changed = new Dictionary<SyntaxNode, SyntaxNode>();
        var declared = change.DeclaredType is { IsVar: false } type && !Holds(type, ours, model) ? type : null;
        if (declared is not null)
            changed[declared] = SyntaxFactory.ParseTypeName(written);
        if (declared is null || !change.IsOfDeclaredType)
            changed[change.Old] = change.With(written);
        return document.WithSyntaxRoot(root.ReplaceNodes(changed.Keys, (node, _) => changed[node].WithTriviaFrom(node)));
    }

    /// <summary>Whether a variable of that type can have ManagedCrypto's; also if it is none of .NET's.</summary>
    private static bool Holds(TypeSyntax type, INamedTypeSymbol ours, SemanticModel model) =>
        model.GetTypeInfo(type).Type is not { } declared
        || declared.ContainingNamespace?.ToDisplayString() != DotNetNames.Namespace
        || model.Compilation.ClassifyConversion(ours, declared).IsImplicit;

    /// <summary>The shortest name that means the type there. (Roslyn's simplifier could take another alias of it.)</summary>
    private static string NameAt(int position, INamedTypeSymbol ours, SemanticModel model)
    {
        string[] names = [ours.Name, "ManagedCrypto." + ours.Name];
        return Array.Find(names, name => SymbolEqualityComparer.Default.Equals(ours, SymbolOf(name)))
            ?? "global::ManagedCrypto." + ours.Name;

        ISymbol? SymbolOf(string name) => model.GetSpeculativeSymbolInfo(
            position, SyntaxFactory.ParseExpression(name), SpeculativeBindingOption.BindAsExpression).Symbol;
    }
}
