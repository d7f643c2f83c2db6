using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Threading;
using ManagedCrypto.RepositoryTests.Docs;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>
/// A project for net10.0 that sets <c>ManagedCryptoDropIn</c> and has Microsoft.CodeAnalysis.BannedApiAnalyzers, compiled in
/// process.
/// </summary>
internal static class DropInProject
{
    private static readonly Lazy<DiagnosticAnalyzer> s_analyzer = new(() =>
    {
        const string Name = "Microsoft.CodeAnalysis.CSharp.BannedApiAnalyzers";
        var assembly = Assembly.LoadFrom(Path.Combine(AppContext.BaseDirectory, "Analyzers", Name + ".dll"));
        return (DiagnosticAnalyzer)assembly.CreateInstance(Name + ".CSharpSymbolIsBannedAnalyzer")!;
    });

    /// <summary>The compilation, with the aliases in a file of their own.</summary>
    public static CSharpCompilation Compilation(IEnumerable<string> texts, LanguageVersion version, OutputKind kind)
    {
        var parsing = new CSharpParseOptions(version);
        var trees = texts.Append(DropInFiles.GlobalUsings).Select(text => CSharpSyntaxTree.ParseText(text, parsing));
        var options = new CSharpCompilationOptions(kind, nullableContextOptions: NullableContextOptions.Enable);
        return CSharpCompilation.Create("Program", trees, CSharpProgram.References, options);
    }

    /// <summary>What compiler and analyzer say, but for what they hide.</summary>
    public static IReadOnlyList<Diagnostic> Diagnostics(CSharpCompilation compilation)
    {
        var options = new AnalyzerOptions([new BannedSymbols()]);
        var found = compilation.WithAnalyzers([s_analyzer.Value], options)
            .GetAllDiagnosticsAsync(TestContext.Current.CancellationToken).Result;
        return [.. found.Where(diagnostic => diagnostic.Severity > DiagnosticSeverity.Info)];
    }

    private sealed class BannedSymbols : AdditionalText
    {
        public override string Path => DropInFiles.BannedSymbols;

        public override SourceText GetText(CancellationToken cancellationToken = default) =>
            SourceText.From(RepositoryFiles.Text(Path));
    }
}
