using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace ManagedCrypto.Analyzers;

/// <summary>
/// Reports where code makes an object of .NET's symmetric cryptography, derives from a class that can be one, uses a static
/// member, or gives such a class as an argument to what may make objects. Casts, <c>typeof</c> and calls of instance members run no code of .NET's unless such an object was made.
/// </summary>
/// <remarks>In projects that do not set <c>ManagedCryptoDropIn</c> the package turns its rules off.</remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MissedUseAnalyzer : SwitchAnalyzer
{
    /// <inheritdoc />
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => Rules.Missed;

    private protected override void Start(CompilationStartAnalysisContext context)
    {
        var uses = new ConcurrentDictionary<Location, string>();
        context.RegisterOperationAction(
            operation => Use(operation, Reporter(operation.ReportDiagnostic)),
            OperationKind.ObjectCreation,
            OperationKind.Invocation,
            OperationKind.MethodReference,
            OperationKind.PropertyReference);
        context.RegisterSyntaxNodeAction(node => Derive(node, Reporter(node.ReportDiagnostic)), SyntaxKind.BaseList);
        context.RegisterCompilationEndAction(compilation => ReportQuiet(uses, compilation));

        Action<Diagnostic, string> Reporter(Action<Diagnostic> report) => (diagnostic, type) =>
        {
            uses.TryAdd(diagnostic.Location, type);
            report(diagnostic);
        };
    }

    /// <summary>
    /// Of packages of source files, which disable all warnings: a diagnostic that has no place is not among them. A pragma that names
    /// a rule says that a use is meant.
    /// </summary>
    private static void ReportQuiet(ConcurrentDictionary<Location, string> uses, CompilationAnalysisContext context)
    {
        foreach (var file in uses.GroupBy(use => use.Key.SourceTree!).OrderBy(file => file.Key.FilePath, StringComparer.Ordinal))
        {
            var pragmas = file.Key.GetRoot(context.CancellationToken).DescendantNodes(descendIntoTrivia: true)
                .OfType<PragmaWarningDirectiveTriviaSyntax>().Where(pragma => pragma.ErrorCodes.Count == 0).ToList();
            var types = file.Where(use => IsQuiet(use.Key, pragmas)).Select(use => use.Value).Distinct().OrderBy(type => type, StringComparer.Ordinal).ToList();
            if (types.Count > 0)
                context.ReportDiagnostic(Diagnostic.Create(Rules.Quiet, Location.None, Path.GetFileName(file.Key.FilePath), string.Join(", ", types)));
        }
    }

    private static bool IsQuiet(Location use, List<PragmaWarningDirectiveTriviaSyntax> pragmas) =>
        pragmas.LastOrDefault(pragma => pragma.SpanStart < use.SourceSpan.Start)?.DisableOrRestoreKeyword.IsKind(SyntaxKind.DisableKeyword) ?? false;

    private static void Use(OperationAnalysisContext context, Action<Diagnostic, string> report)
    {
        ISymbol? member = context.Operation switch
        {
            IObjectCreationOperation creation => creation.Constructor,
            IInvocationOperation invocation => invocation.TargetMethod,
            IMemberReferenceOperation reference => reference.Member,
            _ => null,
        };
        if (member is { IsStatic: true } || context.Operation is IObjectCreationOperation)
        {
            var place = NameOfType(context.Operation.Syntax);
            Report(member?.ContainingType, member?.Name, place, context.Compilation, report);
        }

        // Whoever takes a type as an argument, such as Lazy<T>, may make objects of it.
        if (context.Operation is IObjectCreationOperation or IInvocationOperation)
        {
            foreach (var argument in Arguments(context.Operation.Syntax))
            {
                if (context.Operation.SemanticModel!.GetTypeInfo(argument, context.CancellationToken).Type is INamedTypeSymbol type
                    && type.InstanceConstructors.Any(constructor => constructor is { DeclaredAccessibility: Accessibility.Public, Parameters: { Length: 0 } })
                    && !type.IsAbstract && DotNetNames.IsSymmetric(type.Name))
                    Report(type, null, argument, context.Compilation, report);
            }
        }
    }

    private static SeparatedSyntaxList<TypeSyntax> Arguments(SyntaxNode use) => use switch
    {
        ObjectCreationExpressionSyntax { Type: GenericNameSyntax generic } => generic.TypeArgumentList.Arguments,
        ObjectCreationExpressionSyntax { Type: QualifiedNameSyntax { Right: GenericNameSyntax generic } } => generic.TypeArgumentList.Arguments,
        InvocationExpressionSyntax { Expression: GenericNameSyntax generic } => generic.TypeArgumentList.Arguments,
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name: GenericNameSyntax generic } } => generic.TypeArgumentList.Arguments,
        _ => default,
    };

    private static void Derive(SyntaxNodeAnalysisContext context, Action<Diagnostic, string> report)
    {
        var first = ((BaseListSyntax)context.Node).Types[0].Type;
        if (context.SemanticModel.GetTypeInfo(first, context.CancellationToken).Type is
            INamedTypeSymbol { TypeKind: TypeKind.Class, IsAbstract: false } type)
            Report(type, null, first, context.SemanticModel.Compilation, report);
    }

    private static void Report(
        INamedTypeSymbol? type, string? member, SyntaxNode place, Compilation compilation, Action<Diagnostic, string> report)
    {
        if (!IsDotNets(type, compilation))
            return;
        if (Replacement(type!, compilation) is string name)
        {
            var rule = name == type!.Name ? Rules.Namesake : Rules.OtherName;
            var properties = ImmutableDictionary<string, string>.Empty.Add(Rules.Replacement, name);
            report(Diagnostic.Create(rule, place.GetLocation(), properties, type.ToDisplayString(), name), type.Name);
        }
        else if (member is not null && DotNetNames.InPlaceOfName(type!.Name, member) is string instead)
            report(Diagnostic.Create(Rules.ByName, place.GetLocation(), type.Name + "." + member, instead), type.Name);
        else if (DotNetNames.IsSymmetric(type!.Name))
            report(Diagnostic.Create(Rules.Lacking, place.GetLocation(), type.ToDisplayString()), type.Name);
    }

    /// <summary>A type of the project itself in that namespace, as for an older framework, is the author's.</summary>
    private static bool IsDotNets(INamedTypeSymbol? type, Compilation compilation) =>
        type?.ContainingNamespace is { Name: "Cryptography" } space && space.ToDisplayString() == DotNetNames.Namespace
        && !SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, compilation.Assembly);

    /// <summary>The name of ManagedCrypto's type for this one of .NET's or a base of it; null if there is none.</summary>
    private static string? Replacement(INamedTypeSymbol type, Compilation compilation)
    {
        for (var candidate = type; candidate is not null; candidate = candidate.BaseType)
        {
            // The only base that does not bear the name of its algorithm.
            var name = candidate.Name == "Rijndael" ? "Aes" : candidate.Name;
            if (compilation.GetTypeByMetadataName("ManagedCrypto." + name) is not null)
                return name;
        }

        return null;
    }

    /// <summary>The name of the type in a use; if the code does not have it, what stands for it.</summary>
    private static SyntaxNode NameOfType(SyntaxNode use) => use switch
    {
        ObjectCreationExpressionSyntax creation => creation.Type,
        InvocationExpressionSyntax invocation => NameOfType(invocation.Expression),
        MemberAccessExpressionSyntax access => access.Expression,
        _ => use,
    };
}
