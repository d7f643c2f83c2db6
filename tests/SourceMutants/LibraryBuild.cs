using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using ManagedCrypto.Tests;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Emit;

namespace ManagedCrypto.SourceMutants;

/// <summary>
/// Compiles the library with its mutants, as net10.0 compiles it. A mutant that the compiler refuses is left out,
/// and what is left compiled again.
/// </summary>
internal sealed class LibraryBuild
{
    /// <summary>What the names of all files of the library begin with.</summary>
    public const string Sources = "src/Crypto";

    private const string Name = "ManagedCrypto", Key = "src/ManagedCrypto.snk", Generated = "/Generated/";

    /// <summary>More would mean that what is left out is not what is wrong.</summary>
    private const int MostRounds = 30;

    private readonly CSharpParseOptions _parsing;
    private readonly List<PortableExecutableReference> _framework;
    private readonly List<Source> _sources;

    public LibraryBuild()
    {
        var symbols = Enumerable.Range(5, Environment.Version.Major - 4).Select(version => $"NET{version}_0_OR_GREATER")
            .Concat([$"NET{Environment.Version.Major}_0", "NET", "NETCOREAPP", "RELEASE", "TRACE"]);
        _parsing = new CSharpParseOptions(LanguageVersion.CSharp14, DocumentationMode.None, preprocessorSymbols: symbols);
        _framework =
        [
            .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
                .Where(path => Path.GetDirectoryName(path) != Path.GetDirectoryName(typeof(LibraryBuild).Assembly.Location))
                .Select(path => MetadataReference.CreateFromFile(path)),
        ];
        _sources = [.. Read()];
        Count();
    }

    /// <summary>All mutants, in order of their files, whether they compile or not.</summary>
    public List<Site> Sites { get; } = [];

    /// <summary>Compiles the library into a folder.</summary>
    /// <returns>Those mutants that are in it.</returns>
    public List<Site> Write(string folder, IEnumerable<Site> wanted)
    {
        var left = wanted.ToDictionary(site => site.Number);
        Compile(left, folder);
        return [.. left.Values.OrderBy(site => site.Number)];
    }

    private IEnumerable<Source> Read()
    {
        var folder = Path.Combine(Repository.Root, Sources);
        var files = Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
            .Where(file => !Path.GetRelativePath(folder, file).Split('/')[0].Equals("bin", StringComparison.Ordinal)
                && !Path.GetRelativePath(folder, file).StartsWith("obj/", StringComparison.Ordinal)
                && !file.Contains("/BeforeNet10/", StringComparison.Ordinal))
            .Concat(Directory.EnumerateFiles(Path.Combine(folder, "obj/Release/net10.0"), "*.cs"))
            .Order(StringComparer.Ordinal);
        foreach (var file in files)
        {
            var name = Path.GetRelativePath(Repository.Root, file);
            var tree = CSharpSyntaxTree.ParseText(File.ReadAllText(file), _parsing, name, Encoding.UTF8);
            var isMutable = !name.Contains("/obj/", StringComparison.Ordinal) && !name.Contains(Generated, StringComparison.Ordinal);
            yield return new Source(name, tree, isMutable);
        }
    }

    /// <summary>Finds the mutants.</summary>
    private void Count()
    {
        var compilation = Compilation(_sources.Select(source => source.Tree));
        for (var i = 0; i < _sources.Count; i++)
        {
            if (!_sources[i].IsMutable)
                continue;
            var (tree, first) = (_sources[i].Tree, Sites.Count + 1);
            var model = compilation.GetSemanticModel(tree);
            var schemata = new Schemata(model, _sources[i].Name, first, _ => false);
            schemata.Visit(tree.GetRoot());
            Sites.AddRange(schemata.Sites);
            _sources[i] = _sources[i] with { Model = model, First = first, End = first + schemata.Sites.Count };
        }
    }

    private void Compile(Dictionary<int, Site> left, string folder)
    {
        var trees = _sources.ConvertAll(source => Written(source, left));
        trees.Add(CSharpSyntaxTree.ParseText(Switch.Source, _parsing, "MutantSwitch.cs", Encoding.UTF8));
        var compilation = Compilation(trees);
        var path = Path.Combine(folder, Name + ".dll");
        for (var round = 0; round < MostRounds; round++)
        {
            EmitResult result;
            using (var stream = File.Create(path))
                result = compilation.Emit(stream);
            if (result.Success)
                return;
            var refused = Refused([.. result.Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)], left);
            foreach (var number in refused)
                left.Remove(number);
            for (var i = 0; i < _sources.Count; i++)
            {
                if (!refused.Any(number => number >= _sources[i].First && number < _sources[i].End))
                    continue;
                var tree = Written(_sources[i], left);
                compilation = compilation.ReplaceSyntaxTree(trees[i], tree);
                trees[i] = tree;
            }
        }

        throw new UsageException(Sources + " does not compile with mutants, whichever are left out.");
    }

    /// <summary>The mutants that errors lie in; or if an error lies in none, those around it that decide which code is reached; or all.</summary>
    private static HashSet<int> Refused(List<Diagnostic> errors, Dictionary<int, Site> left)
    {
        var refused = new HashSet<int>();
        foreach (var error in errors)
        {
            if (error.Location.SourceTree is not { } tree)
                throw new UsageException(error.ToString());
            var nodes = tree.GetRoot().FindNode(error.Location.SourceSpan, getInnermostNodeForTie: true).AncestorsAndSelf().ToArray();
            if (nodes.SelectMany(NumbersOf).Cast<int?>().FirstOrDefault() is { } number)
            {
                refused.Add(number);
                continue;
            }

            var member = nodes.FirstOrDefault(node => node is MemberDeclarationSyntax and not BaseTypeDeclarationSyntax) ?? tree.GetRoot();
            var around = member.DescendantNodesAndSelf().SelectMany(NumbersOf).Where(left.ContainsKey).ToArray();
            if (around.Length == 0)
                throw new UsageException("The library does not compile here: " + error);
            var first = around.Where(number => left[number].After is Site.Nothing or Site.Negated or "true" or "false").ToArray();
            refused.UnionWith(first.Length > 0 ? first : around);
        }

        return refused;
    }

    private static IEnumerable<int> NumbersOf(SyntaxNode node) =>
        node.GetAnnotations(Schemata.Annotation).Select(annotation => int.Parse(annotation.Data!));

    private SyntaxTree Written(Source source, Dictionary<int, Site> left)
    {
        if (!source.IsMutable || !left.Keys.Any(number => number >= source.First && number < source.End))
            return source.Tree;
        var root = new Schemata(source.Model!, source.Name, source.First, site => left.ContainsKey(site.Number)).Visit(source.Tree.GetRoot());
        return CSharpSyntaxTree.Create((CSharpSyntaxNode)root, _parsing, source.Name, Encoding.UTF8);
    }

    private CSharpCompilation Compilation(IEnumerable<SyntaxTree> trees) =>
        CSharpCompilation.Create(Name, trees, _framework, new CSharpCompilationOptions(
            OutputKind.DynamicallyLinkedLibrary,
            allowUnsafe: true,
            optimizationLevel: OptimizationLevel.Release,
            nullableContextOptions: NullableContextOptions.Enable,
            cryptoKeyFile: Path.Combine(Repository.Root, Key),
            strongNameProvider: new DesktopStrongNameProvider()));

    /// <summary>A file of the library.</summary>
    /// <param name="Name">From the root.</param>
    /// <param name="Tree">As it stands.</param>
    /// <param name="IsMutable">Whether it has mutants: not if it was generated.</param>
    /// <param name="Model">Of the tree.</param>
    /// <param name="First">The number of its first mutant.</param>
    /// <param name="End">One more than that of its last.</param>
    private sealed record Source(
        string Name, SyntaxTree Tree, bool IsMutable, SemanticModel? Model = null, int First = 0, int End = 0);
}
