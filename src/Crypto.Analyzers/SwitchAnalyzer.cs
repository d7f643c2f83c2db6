using Microsoft.CodeAnalysis.Diagnostics;

namespace ManagedCrypto.Analyzers;

/// <summary>Base of the analyzers of the drop-in switch. Generated code is analyzed, too, since it calls .NET's classes as well.</summary>
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
