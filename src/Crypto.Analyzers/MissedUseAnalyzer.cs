using System;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace ManagedCrypto.Analyzers;

/// <summary>
/// Reports where code makes an object of .NET's symmetric cryptography, derives from a class that can be one, or uses a static
/// member. Casts, <c>typeof</c> and calls of instance members run no code of .NET's unless such an object was made.
/// </summary>
/// <remarks>In projects that do not set <c>ManagedCryptoDropIn</c> the package turns its rules off.</remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MissedUseAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc />
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => Rules.Missed;

    /// <inheritdoc />
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();

        // What a generator wrote loads native code as well.
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.Analyze | GeneratedCodeAnalysisFlags.ReportDiagnostics);
        context.RegisterOperationAction(
            Use,
            OperationKind.ObjectCreation,
            OperationKind.Invocation,
            OperationKind.MethodReference,
            OperationKind.PropertyReference);
        context.RegisterSyntaxNodeAction(Derive, SyntaxKind.BaseList);
    }

    private static void Use(OperationAnalysisContext context)
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
            Report(member?.ContainingType, member?.Name, place, context.Compilation, context.ReportDiagnostic);
        }
    }

    private static void Derive(SyntaxNodeAnalysisContext context)
    {
        var first = ((BaseListSyntax)context.Node).Types[0].Type;
        if (context.SemanticModel.GetTypeInfo(first, context.CancellationToken).Type is
            INamedTypeSymbol { TypeKind: TypeKind.Class, IsAbstract: false } type)
            Report(type, null, first, context.SemanticModel.Compilation, context.ReportDiagnostic);
    }

    private static void Report(
        INamedTypeSymbol? type, string? member, SyntaxNode place, Compilation compilation, Action<Diagnostic> report)
    {
        if (!IsDotNets(type, compilation))
            return;
        if (Replacement(type!, compilation) is string name)
        {
            var rule = name == type!.Name ? Rules.Namesake : Rules.OtherName;
            var properties = ImmutableDictionary<string, string>.Empty.Add(Rules.Replacement, name);
            report(Diagnostic.Create(rule, place.GetLocation(), properties, type.ToDisplayString(), name));
        }
        else if (member is not null && DotNetNames.InPlaceOfName(type!.Name, member) is string instead)
            report(Diagnostic.Create(Rules.ByName, place.GetLocation(), type.Name + "." + member, instead));
        else if (DotNetNames.IsSymmetric(type!.Name))
            report(Diagnostic.Create(Rules.Lacking, place.GetLocation(), type.ToDisplayString()));
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
