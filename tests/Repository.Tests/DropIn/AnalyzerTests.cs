using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using ManagedCrypto.Analyzers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>What the package's analyzer reports where the aliases do not reach, and what it leaves alone.</summary>
public class AnalyzerTests
{
    private const string Bcl = "System.Security.Cryptography";

    private static readonly INamedTypeSymbol[] s_types =
    [
        .. DropInProject.Compilation([], LanguageVersion.Default, OutputKind.DynamicallyLinkedLibrary)
            .GetTypeByMetadataName(Bcl + ".Aes")!.ContainingNamespace.GetTypeMembers()
            .Where(type => type is { DeclaredAccessibility: Accessibility.Public, IsGenericType: false })
            .OrderBy(type => type.Name, StringComparer.Ordinal),
    ];

    /// <summary>.NET 10's. What a later one adds is found here, and belongs to one of the rules.</summary>
    private static readonly Dictionary<string, string[]> s_typesOfRules = new()
    {
        ["MCDI101"] = [.. DropInFiles.Usings.Select(item => item.Type.Split('.')[1]).Distinct()],
        ["MCDI102"] =
        [
            "AesCng", "AesCryptoServiceProvider", "AesManaged", "MD5CryptoServiceProvider", "RNGCryptoServiceProvider", "Rijndael",
            "RijndaelManaged", "SHA1CryptoServiceProvider", "SHA1Managed", "SHA256CryptoServiceProvider", "SHA256Managed",
            "SHA384CryptoServiceProvider", "SHA384Managed", "SHA512CryptoServiceProvider", "SHA512Managed",
        ],
        ["MCDI103"] =
            ["CryptoConfig", "HMAC", "HashAlgorithm", "KeyedHashAlgorithm", "SymmetricAlgorithm"],
        ["MCDI104"] =
        [
            "DES", "DESCryptoServiceProvider", "PasswordDeriveBytes", "RC2", "RC2CryptoServiceProvider", "TripleDES", "TripleDESCng",
            "TripleDESCryptoServiceProvider",
        ],
    };

    /// <summary>Of all types in the namespace; the asymmetric ones and the rest are under no rule.</summary>
    [Fact]
    public void Each_constructor_and_static_member_of_NETs_symmetric_types_is_reported_once()
    {
        var uses = s_types.SelectMany(type => Uses(type).Select(use => (type.Name, Use: use))).ToList();
        var text = $$"""
            internal static unsafe class Program
            {
                private static void Main()
                {
            {{string.Concat(uses.Select(pair => $"        {{ {pair.Use}; }}\n"))}}
                }
            }
            """;
        var ids = Reported(text).ToLookup(diagnostic => diagnostic.Location.GetLineSpan().StartLinePosition.Line - 4);
        Assert.True(ids.Count > 250, ids.Count + " uses");
        Assert.All(ids, line => Assert.Single(line));
        var found = uses.Select((pair, line) => (pair.Name, pair.Use, Id: ids[line].FirstOrDefault()?.Id ?? "none"))
            .GroupBy(use => use.Name).ToDictionary(
                group => group.Key, group => string.Join(' ', group.Select(use => use.Id).Distinct().Order()));
        var expected = s_typesOfRules.SelectMany(rule => rule.Value.Select(type => (Type: type, rule.Key)))
            .ToDictionary(pair => pair.Type, pair => pair.Key);
        expected["CryptoConfig"] = "MCDI103 none";
        Assert.Equal(
            expected.Select(pair => $"{pair.Key}: {pair.Value}").Order(StringComparer.Ordinal),
            found.Where(pair => pair.Value != "none").Select(pair => $"{pair.Key}: {pair.Value}").Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Names_of_types_that_derive_from_NETs_bases_are_known()
    {
        var derived = s_types.Where(type => !s_typesOfRules["MCDI103"].Contains(type.Name) && Bases(type).Any(
            parent => parent.Name is "SymmetricAlgorithm" or "HashAlgorithm" or "DeriveBytes")).ToList();
        Assert.True(derived.Count >= 40, derived.Count + " types");
        Assert.All(derived, type => Assert.True(DotNetNames.IsSymmetric(type.Name), type.Name));
    }

    [Theory]
    [InlineData("new System.Security.Cryptography.AesGcm(k, 16);",
        "MCDI101 'System.Security.Cryptography.AesGcm' is .NET's own: use 'ManagedCrypto.AesGcm'")]
    [InlineData("System.Security.Cryptography.Rijndael.Create();",
        "MCDI102 'System.Security.Cryptography.Rijndael' is .NET's own, and another name of 'Aes': use 'ManagedCrypto.Aes'")]
    [InlineData("SymmetricAlgorithm.Create(\"AES\");",
        "MCDI103 'SymmetricAlgorithm.Create' finds .NET's own algorithm by its name: choose it by type, such as with "
        + "'Aes.Create()'")]
    [InlineData("System.Security.Cryptography.CryptographicOperations.HmacData(HashAlgorithmName.SHA256, k, k);",
        "MCDI101*CryptographicOperations'")]
    [InlineData("System.Security.Cryptography.RandomNumberGenerator.Fill(k);", "MCDI101*RandomNumberGenerator'")]
    [InlineData("new PasswordDeriveBytes(\"a\", k);",
        "MCDI104 'System.Security.Cryptography.PasswordDeriveBytes' stays .NET's own, as a rule in native code: "
        + "ManagedCrypto has no such type")]
    [InlineData("System.Func<byte[], byte[]> f = System.Security.Cryptography.SHA256.HashData;", "MCDI101*SHA256'")]
    [InlineData("bool b = System.Security.Cryptography.AesGcm.IsSupported;", "MCDI101*AesGcm'")]
    [InlineData("System.Security.Cryptography.HMACSHA256 h = new();", "MCDI101*HMACSHA256'")]
    [InlineData("new System.Lazy<System.Security.Cryptography.SHA1Managed>();", "MCDI102*SHA1Managed*")]
    [InlineData("System.Activator.CreateInstance<System.Security.Cryptography.HMACSHA256>();", "MCDI101*HMACSHA256'")]
    [InlineData("} class C() : System.Security.Cryptography.HMACSHA256(new byte[3]) {", "MCDI101*HMACSHA256'")]
    [InlineData("} class C(string s) : PasswordDeriveBytes(s, null) {", "MCDI104*")]
    public void Use_is_reported(string use, string expected)
    {
        var message = string.Join('\n', Reported(Around(use)).Select(diagnostic => $"{diagnostic.Id} {diagnostic.GetMessage()}"));
        Assert.Matches("^" + Regex.Escape(expected).Replace(@"\*", ".*") + "$", message);
    }

    [Theory]
    [InlineData("_ = typeof(System.Security.Cryptography.AesGcm);")]
    [InlineData("_ = nameof(System.Security.Cryptography.Aes.Create);")]
    [InlineData("object o = k; _ = o is System.Security.Cryptography.AesGcm;")]
    [InlineData("object o = k; _ = (System.Security.Cryptography.HMACSHA256)o;")]
    [InlineData("System.Security.Cryptography.AesGcm g = null!; g.Encrypt(k, k, k, k);")]
    [InlineData("int n = System.Security.Cryptography.SHA256.HashSizeInBytes;")]
    [InlineData("new System.Lazy<System.Security.Cryptography.Aes>(); new System.Lazy<HMACSHA256>();")]
    [InlineData("new Aes { KeySize = 128 }.CreateEncryptor(); AesGcm.IsSupported.ToString(); new HMACSHA256(k).ComputeHash(k);")]
    [InlineData("CryptographicOperations.ZeroMemory(k); RandomNumberGenerator.Fill(k); RSA.Create().Dispose();")]
    [InlineData("new Rfc2898DeriveBytes(\"a\", k, 1, HashAlgorithmName.SHA256).GetBytes(9); HKDF.Extract(HashAlgorithmName.MD5, k);")]
    [InlineData("ECDsa.Create().SignData(k, HashAlgorithmName.SHA256); new CryptoStream(null!, null!, default).Dispose();")]
    [InlineData("CryptoConfig.MapNameToOID(\"SHA256\"); AsymmetricAlgorithm a = DSA.Create();")]
    [InlineData("} abstract class C : System.Security.Cryptography.SHA256 { protected C() : base() { }")]
    [InlineData("} abstract class C : HashAlgorithm, System.IDisposable {")]
    public void Use_is_not_reported(string use) => Assert.Empty(Reported(Around(use)));

    /// <summary>As libraries have for frameworks that lack the type.</summary>
    [Fact]
    public void Type_of_the_project_itself_in_NETs_namespace_is_its_authors() => Assert.Empty(Reported("""
        _ = new System.Security.Cryptography.AesOcb();

        namespace System.Security.Cryptography
        {
            internal sealed class AesOcb;
        }
        """));

    [Fact]
    public void Generated_code_is_reported() =>
        Assert.Single(Reported("// <auto-generated />\nSystem.Security.Cryptography.Aes.Create();"));

    [Fact]
    public void Pragma_silences_a_rule() =>
        Assert.Empty(Reported("#pragma warning disable MCDI101\nSystem.Security.Cryptography.Aes.Create();"));

    /// <summary>As packages of source files have it. A pragma that names a rule says that a use is meant.</summary>
    [Theory]
    [InlineData("#pragma warning disable", "MCDI107  disables all warnings, and uses .NET's own Aes, SHA256")]
    [InlineData("#pragma warning disable\n#pragma warning restore", "MCDI101", "MCDI101")]
    [InlineData("#pragma warning disable MCDI101")]
    public void File_without_warnings_is_reported_as_a_whole(string pragma, params string[] expected) => Assert.Equal(
        expected,
        Reported($"{pragma}\nSystem.Security.Cryptography.SHA256.Create();\nSystem.Security.Cryptography.Aes.Create();")
            .Select(diagnostic => diagnostic.Id == "MCDI107" ? $"{diagnostic.Id} {diagnostic.GetMessage()}" : diagnostic.Id));

    [Theory]
    [InlineData("using Shop.Hashing; class P { object O = SHA256.HashData(\"a\"); }",
        "MCDI105 'SHA256' is 'ManagedCrypto.SHA256' here, and not 'Shop.Hashing.SHA256', whose namespace the file imports: write its full name, or leave the alias out")]
    [InlineData("global using Shop.Hashing; class P { SHA256 S = null!; }", "MCDI105*")]
    [InlineData("namespace N { using Shop.Hashing; class P { object O = SHA256.HashData(\"a\"); } }", "")]
    [InlineData("using System.Runtime.Intrinsics.X86; class P { bool B = Aes.IsSupported; }", "MCDI105*'System.Runtime.Intrinsics.X86.Aes'*")]
    [InlineData("using System; using System.Security.Cryptography; class P { object O = Aes.Create(); }", "")]
    [InlineData("namespace N { using System.Security.Cryptography; class P { object O = SHA256.Create(); } }", "MCDI101*")]
    [InlineData("namespace System.Security.Cryptography.Shop { class P { object O = SHA256.Create(); } }", "MCDI101*")]
    [InlineData("class P { bool B(object o) => o is Aes; }",
        "MCDI106 'Aes' is 'ManagedCrypto.Aes' here, which no object is that .NET made: ask for 'System.Security.Cryptography.Aes' where there may be one")]
    [InlineData("class P { object? B(object o) => o as HMACSHA256; }", "MCDI106*")]
    [InlineData("class P { object B(object o) => (Aes)o; }", "MCDI106*")]
    [InlineData("class P { int B(object o) { switch (o) { case SHA1 s: return s.HashSize; default: return 0; } } }", "MCDI106*")]
    [InlineData("class P { int B(object o) => o switch { SHA1 => 1, _ => 0 }; }", "MCDI106*")]
    [InlineData("class P { bool B(object o) => o is not Aes; }", "MCDI106*")]
    [InlineData("class P { object B(Aes a) => (Aes)a; }", "")]
    [InlineData("class P { bool B(object o) => o is System.Security.Cryptography.Aes; }", "")]
    public void What_an_alias_changes_without_a_word_is_reported(string text, string expected)
    {
        const string Hashing = "namespace Shop.Hashing { internal static class SHA256 { public static string HashData(string text) => text; } }";
        var found = DropInProject.Diagnostics(DropInProject.Compilation([text, Hashing], LanguageVersion.CSharp14, OutputKind.DynamicallyLinkedLibrary));
        var message = string.Join('\n', found.Where(diagnostic => diagnostic.Id.StartsWith("MCDI", StringComparison.Ordinal)).Select(diagnostic => $"{diagnostic.Id} {diagnostic.GetMessage()}"));
        Assert.Matches("^" + Regex.Escape(expected).Replace(@"\*", ".*") + "$", message);
    }

    /// <summary>The switch that makes errors of them, and the page that explains them.</summary>
    [Fact]
    public void Rules_are_listed_wherever_they_have_to_be()
    {
        var rules = new MissedUseAnalyzer().SupportedDiagnostics.Concat(new AliasAnalyzer().SupportedDiagnostics).OrderBy(rule => rule.Id, StringComparer.Ordinal);
        var ids = rules.Select(rule => rule.Id).ToList();
        Assert.Equal([.. s_typesOfRules.Keys, "MCDI105", "MCDI106", "MCDI107"], ids);
        Assert.All(rules, rule => Assert.NotEmpty(rule.HelpLinkUri));
        Assert.Equal(string.Join(';', ids), DropInFiles.Warnings);
        var page = RepositoryFiles.Text("docs/troubleshooting.md");
        Assert.All(ids, id => Assert.Contains($"\n| `{id}` |", page));
    }

    private static string Around(string use) => $$"""
        using System.Security.Cryptography;
        class Uses { void Use(byte[] k) { {{use}} } }
        """;

    private static List<Diagnostic> Reported(string text) =>
    [
        .. DropInProject.Diagnostics(DropInProject.Compilation([text], LanguageVersion.CSharp14, OutputKind.ConsoleApplication))
            .Where(diagnostic => diagnostic.Id.StartsWith("MCDI1", StringComparison.Ordinal)),
    ];

    private static IEnumerable<INamedTypeSymbol> Bases(INamedTypeSymbol type) =>
        type.BaseType is { } parent ? Bases(parent).Prepend(parent) : [];

    /// <summary>Statements that call each public constructor and static member of the type.</summary>
    private static IEnumerable<string> Uses(INamedTypeSymbol type) => type.GetMembers()
        .Where(member => member.DeclaredAccessibility == Accessibility.Public)
        .Select(member => member switch
        {
            IMethodSymbol { MethodKind: MethodKind.Constructor } constructor
                when type is { IsAbstract: false, TypeKind: TypeKind.Class } => $"_ = new {type}({Arguments(constructor)})",
            IMethodSymbol { MethodKind: MethodKind.Ordinary, IsStatic: true } method =>
                $"{type}.{method.Name}({Arguments(method)})",
            IPropertySymbol { IsStatic: true } property => $"_ = {type}.{property.Name}",
            _ => "",
        })
        .Where(use => use != "");

    private static string Arguments(IMethodSymbol method) => string.Join(", ", method.Parameters.Select(parameter =>
        parameter.RefKind == RefKind.Out
            ? "out _" : $"default({parameter.Type.WithNullableAnnotation(NullableAnnotation.None)})!"));
}
