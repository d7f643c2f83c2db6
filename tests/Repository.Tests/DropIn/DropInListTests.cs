using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using ManagedCrypto.Tests;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>The aliases, and the list of what they do not reach, follow from the public types of ours and of .NET.</summary>
public class DropInListTests
{
    private const string Bcl = "System.Security.Cryptography.";

    private const string CreateByType = ";create by type, such as with SHA256.Create()",
        HashByType = ";use the type of the hash, such as SHA256.HashData",
        HmacByType = ";use the type of the HMAC, such as HMACSHA256.HashData";

    private static readonly Compilation s_compilation =
        DropInProject.Compilation([], LanguageVersion.Default, OutputKind.DynamicallyLinkedLibrary);

    /// <summary>Names of AES that derive from nothing of ours: they have other lengths of blocks, too.</summary>
    private static readonly (string Type, string Ours)[] s_rijndael = [("Rijndael", "Aes"), ("RijndaelManaged", "Aes")];

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

    [Fact]
    public void Members_that_aliases_do_not_reach_are_banned()
    {
        var approvedFile = Path.Combine(Repository.Root, DropInFiles.BannedSymbols);
        var approved = File.ReadAllLines(approvedFile);
        var actual = BannedTypes().Concat(BannedMembers()).ToArray();
        if (approved.SequenceEqual(actual))
            return;

        var actualFile = Path.Combine(AppContext.BaseDirectory, Path.GetFileName(approvedFile));
        File.WriteAllLines(actualFile, actual);
        var differences = approved.Except(actual).Select(line => "- " + line)
            .Concat(actual.Except(approved).Select(line => "+ " + line)).DefaultIfEmpty("the order of lines");
        Assert.Fail($"""
            The list of banned symbols must be another:
            {string.Join('\n', differences)}
            So write it anew:
            cp "{actualFile}" "{approvedFile}"
            """);
    }

    /// <summary>
    /// Of a namesake that ours derives from, the static methods alone: what is left are instance members, which ours has by
    /// inheritance. Other namesakes, and .NET's types that derive from any, as a whole.
    /// </summary>
    private static IEnumerable<string> BannedTypes()
    {
        var namesakes = Namesakes().SelectMany(name =>
            Derives(s_compilation.GetTypeByMetadataName("ManagedCrypto." + name)!, Type(name))
                ? Statics([name], "").Select(id => (Id: id, Ours: name))
                : [(Id: "T:" + Bcl + name, Ours: name)]);
        var others = DerivedTypes().Concat(s_rijndael).Concat(s_onFramework).Select(pair => (Id: "T:" + Bcl + pair.Type, pair.Ours));
        return namesakes.Concat(others).Select(pair => $"{pair.Id};use ManagedCrypto.{pair.Ours}");
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

    /// <summary>Static methods that find an algorithm by its name.</summary>
    private static IEnumerable<string> BannedMembers()
    {
        string[] creators = ["CryptoConfig", "HMAC", "HashAlgorithm", "KeyedHashAlgorithm", "SymmetricAlgorithm"];
        return Statics(creators, "Create").Select(id => id + CreateByType)
            .Concat(Statics(["CryptographicOperations"], "Hash").Select(id => id + HashByType))
            .Concat(Statics(["CryptographicOperations"], "Hmac").Select(id => id + HmacByType));
    }

    /// <summary>The public static methods of these types of .NET whose names contain a word.</summary>
    private static IEnumerable<string> Statics(string[] types, string word) => types
        .SelectMany(type => Type(type).GetMembers()).OfType<IMethodSymbol>()
        .Where(method => method.IsStatic && method.DeclaredAccessibility == Accessibility.Public)
        .Where(method => method.Name.Contains(word, StringComparison.Ordinal))
        .Select(method => method.GetDocumentationCommentId()!).Order(StringComparer.Ordinal);

    private static INamedTypeSymbol Type(string name) => s_compilation.GetTypeByMetadataName(Bcl + name)!;

    private static bool Derives(INamedTypeSymbol type, INamedTypeSymbol from) =>
        type.BaseType is { } parent && (SymbolEqualityComparer.Default.Equals(parent, from) || Derives(parent, from));
}
