using Microsoft.CodeAnalysis.Diagnostics;

namespace ManagedCrypto.Analyzers;

/// <summary>Looks at what the drop-in switch leaves or changes in a project, also in what a generator wrote: that calls .NET's classes as well.</summary>
public abstract class SwitchAnalyzer : DiagnosticAnalyzer
{
    private protected SwitchAnalyzer()
    {
    }

    /// <inheritdoc />
    public sealed override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.Analyze | GeneratedCodeAnalysisFlags.ReportDiagnostics);
        context.RegisterCompilationStartAction(Start);
    }

    private protected abstract void Start(CompilationStartAnalysisContext context);
}
