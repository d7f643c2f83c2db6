using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace ManagedCrypto.Analyzers;

/// <summary>
/// Reports a call of ManagedCrypto's that seals or opens, and whose result nobody takes. The array is all that the call was for; and the
/// number says how much of the destination counts. Whoever drops it mostly took the buffer for another argument than it is.
/// </summary>
/// <remarks>
/// The package gives it to every C# project. An assignment to <c>_</c> says that dropping is meant. So does a lambda that is this call
/// and nothing else: its result goes to whoever calls it, and tests write so what they expect to throw.
/// </remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class DiscardedResultAnalyzer : DiagnosticAnalyzer
{
    /// <summary>Of the assembly, and of the namespace of its public types.</summary>
    private const string Name = "ManagedCrypto";

    /// <inheritdoc />
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(Rules.Discarded);

    /// <inheritdoc />
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterOperationAction(Discard, OperationKind.ExpressionStatement);
    }

    private static void Discard(OperationAnalysisContext context)
    {
        var statement = (IExpressionStatementOperation)context.Operation;
        if (statement.Syntax.Parent is not LambdaExpressionSyntax && Called(statement.Operation) is { ReturnsVoid: false } method && IsOurs(method))
        {
            context.ReportDiagnostic(Diagnostic.Create(
                Rules.Discarded,
                statement.Operation.Syntax.GetLocation(),
                method.ContainingType.Name + "." + method.Name,
                method.ReturnType is IArrayTypeSymbol ? "the array" : "the number of bytes written"));
        }
    }

    private static IMethodSymbol? Called(IOperation operation) => operation switch
    {
        IInvocationOperation invocation => invocation.TargetMethod,
        IConditionalAccessOperation access => Called(access.WhenNotNull),
        _ => null,
    };

    private static bool IsOurs(IMethodSymbol method) =>
        method.Name is "Seal" or "Open" or "SealToArray" or "OpenToArray"
        && method.ContainingType.ContainingNamespace is { Name: Name, ContainingNamespace.IsGlobalNamespace: true }
        && method.ContainingAssembly.Name == Name;
}
