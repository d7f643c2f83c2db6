using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using ManagedCrypto.Tests;
using ManagedCrypto.Tests.Dispatch;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>
/// What .NET 11 adds to System.Security.Cryptography is here, or docs/migration.md says why it is not. Of .NET 11 there is the runtime
/// for WebAssembly, which tests/hosts/run downloads.
/// </summary>
public class NewestNetTests
{
    private const string Bcl = "System.Security.Cryptography";

    [ExplicitFact, Trait("run", "ci")]
    public void What_NET_11_adds_is_here_or_in_the_table()
    {
        var ten = Types(Path.GetDirectoryName(typeof(object).Assembly.Location)!, Bcl);
        var ours = Types(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "ManagedCrypto", typeof(AesGcm).Assembly.Location);
        var eleven = Types(Runtime11(), Bcl);
        var namesakes = ours.Keys.Where(eleven.ContainsKey).ToList();
        Assert.True(namesakes.Count > 30, namesakes.Count + " namesakes");

        var added = namesakes.SelectMany(name => Added(ten, eleven, name, Accessibility.Public)).ToList();
        Assert.True(added.Count > 60, added.Count + " members are new");
        var missing = added.Except(namesakes.SelectMany(name => Members(ours[name], Accessibility.Public).Select(member => $"{name}.{member}")))
            .Concat(namesakes.SelectMany(name => Added(ten, eleven, name, Accessibility.Protected))).Select(member => member.Split('(')[0])
            .Concat(eleven.Keys.Except(ten.Keys));
        var section = RepositoryFiles.Text("docs/migration.md").Split("\n## .NET 11\n")[1].Split("\n## ")[0];
        var listed = DocTable.Rows(section).SelectMany(cells => DocTable.Names(cells[0]));
        Assert.Equal(string.Join('\n', listed.Order(StringComparer.Ordinal)), string.Join('\n', missing.Distinct().Order(StringComparer.Ordinal)));
    }

    private static IEnumerable<string> Added(
        Dictionary<string, INamedTypeSymbol> before, Dictionary<string, INamedTypeSymbol> after, string name, Accessibility access) =>
        Members(after[name], access).Except(before.TryGetValue(name, out var type) ? Members(type, access) : []).Select(member => $"{name}.{member}");

    /// <summary>Members with their parameters, inherited ones included.</summary>
    private static IEnumerable<string> Members(INamedTypeSymbol type, Accessibility access)
    {
        for (INamedTypeSymbol? current = type; current is { SpecialType: not SpecialType.System_Object }; current = current.BaseType)
        {
            foreach (var member in current.GetMembers().Where(member => member.DeclaredAccessibility == access))
            {
                if (member is IMethodSymbol { MethodKind: MethodKind.Ordinary or MethodKind.Constructor } method)
                    yield return $"{method.Name}({string.Join(", ", method.Parameters.Select(Parameter))})";
                else if (member is IPropertySymbol or IFieldSymbol or IEventSymbol)
                    yield return member.Name;
            }
        }
    }

    private static string Parameter(IParameterSymbol parameter) =>
        $"{parameter.RefKind} {parameter.Type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat)}";

    /// <summary>By name, the public types of a namespace.</summary>
    private static Dictionary<string, INamedTypeSymbol> Types(string framework, string name, params string[] more)
    {
        var compilation = CSharpCompilation.Create("Reader", references: Directory.GetFiles(framework, "System.*.dll").Concat(more)
            .Select(file => MetadataReference.CreateFromFile(file)));
        INamespaceSymbol found = compilation.GlobalNamespace;
        foreach (var part in name.Split('.'))
            found = found.GetNamespaceMembers().Single(inner => inner.Name == part);
        return found.GetTypeMembers().Where(type => type is { DeclaredAccessibility: Accessibility.Public, Arity: 0 })
            .GroupBy(type => type.Name).ToDictionary(types => types.Key, types => types.First());
    }

    /// <summary>The folder with the assemblies of .NET 11.</summary>
    private static string Runtime11()
    {
        const string Script = "source tests/hosts/common.sh; \"$hosts/setup-wasm\" 1>&2; echo \"$cache/wasm/11\"";
        var start = new ProcessStartInfo("bash", ["-c", Script]) { WorkingDirectory = Repository.Root };
        var (exitCode, output) = Child.Run(start, TimeSpan.FromMinutes(10));
        return exitCode == 0 ? output.Split('\n')[0] : throw new InvalidOperationException(output);
    }
}
