using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Composition;
using System.Linq;
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
    public override FixAllProvider GetFixAllProvider() => FixAllProvider.Create(
        async (context, document, diagnostics) => await FixedAsync(document, diagnostics, context.CancellationToken)
            .ConfigureAwait(false));

    /// <inheritdoc />
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        var root = (await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false))!;
        foreach (var diagnostic in context.Diagnostics.Where(diagnostic => ChangeFor(diagnostic, root) is not null))
        {
            var action = CodeAction.Create(
                $"Use 'ManagedCrypto.{NameFor(diagnostic)}'",
                token => FixedAsync(context.Document, ImmutableArray.Create(diagnostic), token),
                equivalenceKey: nameof(UseOursCodeFix));
            context.RegisterCodeFix(action, diagnostic);
        }
    }

    private static string NameFor(Diagnostic diagnostic) => diagnostic.Properties[Rules.Replacement]!;

    private static Change? ChangeFor(Diagnostic diagnostic, SyntaxNode root) => Change.Of(
        root.FindNode(diagnostic.Location.SourceSpan, getInnermostNodeForTie: true), diagnostic.Id == Rules.OtherNameId);

    private static async Task<Document> FixedAsync(
        Document document, ImmutableArray<Diagnostic> diagnostics, CancellationToken token)
    {
        var root = (await document.GetSyntaxRootAsync(token).ConfigureAwait(false))!;
        var model = (await document.GetSemanticModelAsync(token).ConfigureAwait(false))!;
        var changed = new Dictionary<SyntaxNode, Func<SyntaxNode, SyntaxNode>>();
        foreach (var diagnostic in diagnostics)
        {
            if (ChangeFor(diagnostic, root) is not { } change
                || model.Compilation.GetTypeByMetadataName("ManagedCrypto." + NameFor(diagnostic)) is not { } ours)
                continue;
            var name = NameAt(change.Old.SpanStart, ours, model);
            var declared = change.DeclaredType is { IsVar: false } type && !Holds(type, ours, model) ? type : null;
            if (declared is not null)
                changed[declared] = _ => SyntaxFactory.ParseTypeName(name);
            if (declared is null || !change.IsOfDeclaredType)
                changed[change.Old] = node => change.Changed(node, name);
        }

        return document.WithSyntaxRoot(root.ReplaceNodes(
            changed.Keys, (original, node) => changed[original](node).WithTriviaFrom(original)));
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
