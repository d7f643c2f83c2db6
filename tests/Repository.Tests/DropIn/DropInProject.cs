using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Analyzers;
using ManagedCrypto.RepositoryTests.Docs;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>A project for net10.0 that sets <c>ManagedCryptoDropIn</c>, compiled here with the package's analyzers.</summary>
internal static class DropInProject
{
    /// <summary>The compilation, with the aliases in a file of their own.</summary>
    public static CSharpCompilation Compilation(IEnumerable<string> texts, LanguageVersion version, OutputKind kind)
    {
        var parsing = new CSharpParseOptions(version);
        var trees = texts.Append(DropInFiles.GlobalUsings).Select(text => CSharpSyntaxTree.ParseText(text, parsing));
        return CSharpCompilation.Create("Program", trees, CSharpProgram.References, Options(kind));
    }

    public static CSharpCompilationOptions Options(OutputKind kind) =>
        new(kind, nullableContextOptions: NullableContextOptions.Enable);

    /// <summary>What compiler and analyzers say, but for what they hide.</summary>
    public static IReadOnlyList<Diagnostic> Diagnostics(Compilation compilation)
    {
        var found = compilation.WithAnalyzers([new MissedUseAnalyzer(), new DiscardedResultAnalyzer()])
            .GetAllDiagnosticsAsync(TestContext.Current.CancellationToken).Result;
        return [.. found.Where(diagnostic => diagnostic.Severity > DiagnosticSeverity.Info)];
    }
}
