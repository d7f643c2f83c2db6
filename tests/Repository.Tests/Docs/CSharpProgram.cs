using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using ManagedCrypto.Analyzers;
using ManagedCrypto.RepositoryTests.DropIn;
using ManagedCrypto.Tests.Dispatch;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>
/// A whole program of C# 14, compiled with .NET 10 and ManagedCrypto alone, without implicit usings, and run in a process of its
/// own. Warnings are errors, also those of the analyzer that every user of the package has.
/// </summary>
/// <param name="text">The program.</param>
/// <param name="dropIn">Whether it has the aliases of the package's drop-in switch.</param>
internal sealed partial class CSharpProgram(string text, bool dropIn)
{
    private const string Ours = "ManagedCrypto.dll";

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(10);

    /// <summary>.NET 10 and ManagedCrypto.</summary>
    public static IReadOnlyList<MetadataReference> References { get; } =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => path.StartsWith(RuntimeEnvironment.GetRuntimeDirectory(), StringComparison.Ordinal))
            .Append(typeof(AesGcm).Assembly.Location)
            .Select(path => MetadataReference.CreateFromFile(path)),
    ];

    /// <param name="errors">The errors that the compiler must find, such as <c>CS1537</c>; null if it must find none.</param>
    public IEnumerable<string> Faults(string? errors)
    {
        var folder = Directory.CreateTempSubdirectory("docs-").FullName;
        try
        {
            var program = Path.Combine(folder, "Program.dll");
            var found = Compile(program);
            if (errors is not null)
            {
                var ids = string.Join(", ", found.Select(diagnostic => diagnostic.Id).Distinct().Order());
                return ids == errors ? [] : [$"the compiler says '{ids}' and not '{errors}'"];
            }

            return found.Length > 0 ? found.Select(diagnostic => diagnostic.ToString()) : FaultsOfRun(folder, program);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private Diagnostic[] Compile(string output)
    {
        var parsing = new CSharpParseOptions(LanguageVersion.CSharp14);
        var options = new CSharpCompilationOptions(
            OutputKind.ConsoleApplication,
            generalDiagnosticOption: ReportDiagnostic.Error,
            nullableContextOptions: NullableContextOptions.Enable);
        var trees = new[] { text, dropIn ? DropInFiles.GlobalUsings : "" }
            .Select(source => CSharpSyntaxTree.ParseText(source, parsing));
        var compilation = CSharpCompilation.Create(Path.GetFileNameWithoutExtension(output), trees, References, options);
        var ofPackage = compilation.WithAnalyzers([new DiscardedResultAnalyzer()]).GetAnalyzerDiagnosticsAsync().Result;
        return [.. compilation.Emit(output).Diagnostics.Concat(ofPackage).Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)];
    }

    private IEnumerable<string> FaultsOfRun(string folder, string program)
    {
        File.Copy(Path.Combine(AppContext.BaseDirectory, Ours), Path.Combine(folder, Ours));
        var configuration = Path.ChangeExtension(typeof(CSharpProgram).Assembly.Location, ".runtimeconfig.json");
        string[] arguments = ["exec", "--runtimeconfig", configuration, program];
        var start = new ProcessStartInfo(Child.DotNet, arguments) { WorkingDirectory = folder };
        var (exitCode, output) = Child.Run(start, s_limit);
        if (exitCode != 0)
            return [$"it ends with {exitCode}: {output}"];
        var stated = Stated().Matches(text).Select(match => match.Groups[1].Value).ToList();
        var expected = string.Join('\n', stated.Select(line => Regex.Escape(line).Replace(@"\.\.\.", ".*")));
        return stated.Count == 0 || Regex.IsMatch(output.ReplaceLineEndings("\n").TrimEnd('\n'), $@"\A{expected}\z")
            ? [] : [$"it prints {output}"];
    }

    [GeneratedRegex(@"// prints: ([^\r\n]*)")]
    private static partial Regex Stated();
}
