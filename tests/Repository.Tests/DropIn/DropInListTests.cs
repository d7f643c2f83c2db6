using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>The aliases follow from the public types of ours and of .NET.</summary>
public class DropInListTests
{
    private const string Bcl = "System.Security.Cryptography.";

    private static readonly Compilation s_compilation =
        DropInProject.Compilation([], LanguageVersion.Default, OutputKind.DynamicallyLinkedLibrary);

    /// <summary>Those that .NET Framework alone has.</summary>
    private static readonly (string Type, string Ours)[] s_onFramework =
        [("MD5Cng", "MD5"), ("SHA1Cng", "SHA1"), ("SHA256Cng", "SHA256"), ("SHA384Cng", "SHA384"), ("SHA512Cng", "SHA512")];

    [Fact]
    public void Alias_exists_for_each_public_type_with_a_namesake_in_NET_and_for_what_derives_from_it()
    {
        var expected = typeof(Aes).Assembly.GetExportedTypes().Select(type => type.Name)
            .Where(name => s_compilation.GetTypeByMetadataName(Bcl + name) is not null).Select(name => (Type: name, Ours: name))
            .Concat(DerivedTypes()).Concat(s_onFramework)
            .OrderBy(pair => pair.Type, StringComparer.Ordinal).Select(pair => (pair.Type, "ManagedCrypto." + pair.Ours));
        Assert.Equal(expected, DropInFiles.Usings);
        string[] fromTheStart =
        [
            "Aes", "AesGcm", "HMACSHA1", "HMACSHA256", "HMACSHA384", "HMACSHA512", "IncrementalHash", "SHA1", "SHA256", "SHA384",
            "SHA512",
        ];
        Assert.Superset(fromTheStart.ToHashSet(), DropInFiles.Usings.Select(item => item.Alias).ToHashSet());
    }

    /// <summary>Aliases whose name is that of the type.</summary>
    private static IEnumerable<string> Namesakes() => DropInFiles.Usings
        .Where(item => item.Type == "ManagedCrypto." + item.Alias).Select(item => item.Alias);

    /// <summary>.NET's types that derive from a namesake.</summary>
    private static IEnumerable<(string Type, string Ours)> DerivedTypes() => Type("Aes").ContainingNamespace.GetTypeMembers()
        .Where(type => type.DeclaredAccessibility == Accessibility.Public)
        .OrderBy(type => type.Name, StringComparer.Ordinal)
        .Select(type => (Type: type.Name, Ours: Namesakes().FirstOrDefault(name => Derives(type, Type(name))) ?? ""))
        .Where(pair => pair.Ours != "");

    private static INamedTypeSymbol Type(string name) => s_compilation.GetTypeByMetadataName(Bcl + name)!;

    private static bool Derives(INamedTypeSymbol type, INamedTypeSymbol from) =>
        type.BaseType is { } parent && (SymbolEqualityComparer.Default.Equals(parent, from) || Derives(parent, from));
}
