using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace ManagedCrypto.ApiReference;

/// <summary>The library as it was built for one framework: what is public, and its XML documentation.</summary>
internal sealed class Library
{
    private readonly Dictionary<string, XElement> _documentation;
    private readonly CSharpCompilation _compilation;

    /// <summary>Reads an assembly, which need not be one that runs here.</summary>
    /// <param name="root">Of the repository.</param>
    /// <param name="framework">Such as <c>netstandard2.0</c>.</param>
    public Library(string root, string framework)
    {
        Framework = framework;
        var assembly = Path.Combine(root, "src/Crypto/bin", Configuration, framework, "ManagedCrypto.dll");
        var reference = MetadataReference.CreateFromFile(assembly);

        // The facades of this runtime know the types of .NET Standard and .NET Framework, too.
        var runtime = Path.GetDirectoryName(typeof(object).Assembly.Location);
        var platform = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(file => Path.GetDirectoryName(file) == runtime);
        _compilation = CSharpCompilation.Create(
            "Reader", references: platform.Select(file => MetadataReference.CreateFromFile(file)).Append(reference));
        _documentation = XDocument.Load(Path.ChangeExtension(assembly, ".xml")).Descendants("member")
            .ToDictionary(member => member.Attribute("name")!.Value);
        Types = [.. ((IAssemblySymbol)_compilation.GetAssemblyOrModuleSymbol(reference)!).GlobalNamespace
            .GetNamespaceMembers().Single(space => space.Name == "ManagedCrypto").GetTypeMembers()
            .Where(type => type.DeclaredAccessibility == Accessibility.Public).OrderBy(type => type.Name, StringComparer.Ordinal)];
    }

    public string Framework { get; }

    public IReadOnlyList<INamedTypeSymbol> Types { get; }

    /// <summary>Release or Debug: as this program was built, so was the library.</summary>
    private static string Configuration =>
        new DirectoryInfo(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory)).Parent!.Name;

    /// <summary>What users of the type can call: protected members only if they can derive from it.</summary>
    public static IEnumerable<ISymbol> Members(INamedTypeSymbol type) => type.GetMembers().Where(member =>
        member.Kind is SymbolKind.Method or SymbolKind.Property or SymbolKind.Field
        && member is not IMethodSymbol { MethodKind: not (MethodKind.Ordinary or MethodKind.Constructor) }
        && (member.DeclaredAccessibility == Accessibility.Public
            || (IsProtected(member) && !type.IsSealed
                && type.InstanceConstructors.Any(constructor => constructor.DeclaredAccessibility == Accessibility.Public || IsProtected(constructor)))));

    /// <summary>The documentation as it was written; null if there is none, as for members of .NET's types.</summary>
    public XElement? Written(ISymbol symbol) =>
        symbol.GetDocumentationCommentId() is string id ? _documentation.GetValueOrDefault(id) : null;

    public ISymbol? Find(string id) => DocumentationCommentId.GetFirstSymbolForDeclarationId(id, _compilation);

    /// <summary>Whether callers find the member in the type here, where a base class may have it.</summary>
    public bool Has(string typeName, ISymbol member)
    {
        for (INamedTypeSymbol? type = Types.FirstOrDefault(type => type.Name == typeName); type is not null; type = type.BaseType)
        {
            if (type.GetMembers(member.Name).Any(other =>
                other.DeclaredAccessibility == member.DeclaredAccessibility && Shape(other) == Shape(member)))
                return true;
        }

        return false;
    }

    private static bool IsProtected(ISymbol member) =>
        member.DeclaredAccessibility is Accessibility.Protected or Accessibility.ProtectedOrInternal;

    private static string Shape(ISymbol member) => member is IMethodSymbol method
        ? string.Join(",", method.Parameters.Select(parameter => parameter.Type.ToDisplayString(SymbolDisplayFormat.CSharpErrorMessageFormat))) : "";
}
