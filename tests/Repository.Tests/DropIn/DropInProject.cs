using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using ManagedCrypto.Analyzers;
using ManagedCrypto.RepositoryTests.Docs;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Emit;
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

    /// <summary>What a library may refer to: files of the test, and all of .NET and ManagedCrypto.</summary>
    public static IEnumerable<string> DotNetAnd(params string[] files) =>
    [
        .. files,
        .. Directory.GetFiles(RuntimeEnvironment.GetRuntimeDirectory(), "*.dll"),
        .. Directory.GetFiles(AppContext.BaseDirectory, "ManagedCrypto*.dll"),
    ];

    /// <summary>A library that knows nothing of the switch, with its symbols beside it.</summary>
    /// <param name="folder">Where it goes.</param>
    /// <param name="name">Of the library.</param>
    /// <param name="text">Its source.</param>
    /// <param name="neighbours">Libraries that it may refer to; those that it has an extern alias for, by their names.</param>
    /// <returns>Where it is.</returns>
    public static string CompileLibrary(string folder, string name, string text, params string[] neighbours)
    {
        var path = Path.Combine(folder, name + ".dll");
        var tree = CSharpSyntaxTree.ParseText(text, path: name + ".cs", encoding: Encoding.UTF8);

        // A library refers to whatever has an alias, whether it uses that or not.
        var compiled = neighbours.Select(file => MetadataReference.CreateFromFile(file, new(aliases:
            text.Contains($"extern alias {Path.GetFileNameWithoutExtension(file)};", StringComparison.Ordinal) ? [Path.GetFileNameWithoutExtension(file)] : [])));
        var compilation = CSharpCompilation.Create(name, [tree], [.. CSharpProgram.References, .. compiled], Options(OutputKind.DynamicallyLinkedLibrary));
        using var assembly = File.Create(path);
        using var symbols = File.Create(Path.ChangeExtension(path, ".pdb"));
        var emitted = compilation.Emit(assembly, symbols, options: new(debugInformationFormat: DebugInformationFormat.PortablePdb));
        Assert.True(emitted.Success, string.Join('\n', emitted.Diagnostics));
        return path;
    }

    /// <summary>What compiler and analyzers say, but for what they hide.</summary>
    public static IReadOnlyList<Diagnostic> Diagnostics(Compilation compilation)
    {
        var found = compilation.WithAnalyzers([new MissedUseAnalyzer(), new AliasAnalyzer(), new DiscardedResultAnalyzer()])
            .GetAllDiagnosticsAsync(TestContext.Current.CancellationToken).Result;
        return [.. found.Where(diagnostic => diagnostic.Severity > DiagnosticSeverity.Info)];
    }
}
