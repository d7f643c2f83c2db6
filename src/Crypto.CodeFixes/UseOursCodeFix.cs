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
/// Puts ManagedCrypto's type in the place of .NET's, by the shortest name that means it there; and in the declaration of a variable
/// that could not hold it otherwise.
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
            if (Change.Of(place, name, diagnostic.Id == Rules.OtherNameId) is not { } change)
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
        var changed = new Dictionary<SyntaxNode, SyntaxNode> { [change.Old] = change.New };
        if (change.DeclaredType is { IsVar: false } type && IsDotNetsAlone(model, type, name))
        {
            // Its new() is then of the new type.
            if (change.Old is ImplicitObjectCreationExpressionSyntax && change.New is ObjectCreationExpressionSyntax)
                changed.Clear();
            changed[type] = Change.Ours(name);
        }

        return document.WithSyntaxRoot(
            root.ReplaceNodes(changed.Keys, (node, _) => changed[node].WithTriviaFrom(node)));
    }

    /// <summary>Whether the declared type is .NET's, and ManagedCrypto's does not convert to it.</summary>
    private static bool IsDotNetsAlone(SemanticModel model, TypeSyntax type, string name) =>
        model.GetTypeInfo(type).Type is { } declared
        && declared.ContainingNamespace?.ToDisplayString() == DotNetNames.Namespace
        && model.Compilation.GetTypeByMetadataName("ManagedCrypto." + name) is { } ours
        && !model.Compilation.ClassifyConversion(ours, declared).IsImplicit;
}
