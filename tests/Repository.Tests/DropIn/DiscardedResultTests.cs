using System;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using ManagedCrypto.Analyzers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>What the package's analyzer says of results that nobody takes, with the switch or without it.</summary>
public class DiscardedResultTests
{
    [Theory]
    [InlineData("AesGcm.SealToArray(k, k, k, k);",
        "MCRY001 'AesGcm.SealToArray' returns the array, which is discarded here: take it, or assign it to '_'")]
    [InlineData("gcm.Open(k, k, k.AsSpan());",
        "MCRY001 'AesGcm.Open' returns the number of bytes written, which is discarded here: take it, or assign it to '_'")]
    [InlineData("gcm.Seal(k, k, k.AsSpan(), k);", "MCRY001 'AesGcm.Seal'*")]
    [InlineData("gcm?.SealToArray(k, k);", "MCRY001 'AesGcm.SealToArray'*")]
    [InlineData("(gcm ?? gcm!).OpenToArray(k, k);", "MCRY001 'AesGcm.OpenToArray'*")]
    [InlineData("for (int i = 0; i < 9; Cobblestone.SealToArray(k, k)) i++;", "MCRY001 'Cobblestone.SealToArray'*")]
    [InlineData("Run(() => { gcm.OpenToArray(k, k); });", "MCRY001 'AesGcm.OpenToArray'*")]
    [InlineData("} void Body(AesGcm gcm, byte[] k) => gcm.SealToArray(k, k); void Rest() {", "MCRY001 'AesGcm.SealToArray'*")]
    public void Result_that_is_discarded_is_reported(string use, string expected) =>
        Assert.Matches("^" + Regex.Escape(expected).Replace(@"\*", ".*") + "$", Reported(use));

    [Theory]
    [InlineData("_ = gcm.Seal(k, k, k.AsSpan(), k);")]
    [InlineData("int written = gcm.Seal(k, k, k.AsSpan()); byte[] text = gcm.OpenToArray(k, k);")]
    [InlineData("Run(() => gcm.OpenToArray(k, k));")]
    [InlineData("System.Func<byte[]> open = () => gcm.OpenToArray(k, k);")]
    [InlineData("gcm.OpenToArray(k, k).AsSpan().Clear();")]
    [InlineData("gcm.Encrypt(k, k, k, k); k.AsSpan().Clear(); new System.Text.StringBuilder().Append(1);")]
    [InlineData("new Envelope().Seal(); new Others.AesGcm().Seal(k); new ManagedCrypto.Own().Open(k);")]
    [InlineData("\n#pragma warning disable MCRY001\n gcm.OpenToArray(k, k);")]
    public void Result_that_is_taken_or_nobody_needs_is_not_reported(string use) => Assert.Equal("", Reported(use));

    /// <summary>Whatever has one of the names; a new type is among them as soon as it exists.</summary>
    [Fact]
    public void Every_member_that_seals_or_opens_is_reported()
    {
        var members = typeof(AesGcm).Assembly.GetExportedTypes().SelectMany(type => type.GetMethods())
            .Where(method => Regex.IsMatch(method.Name, "^(Seal|Open)(ToArray)?$")).ToList();
        Assert.True(members.Count > 40, members.Count + " members");
        Assert.All(members, member => Assert.Matches(
            $@"^MCRY001 '{member.DeclaringType!.Name}\.{member.Name}' [^\n]*$", Reported(Call(member))));
    }

    [Fact]
    public void Rule_is_listed_wherever_it_has_to_be()
    {
        var id = Assert.Single(new DiscardedResultAnalyzer().SupportedDiagnostics).Id;
        Assert.All(
            ["docs/getting-started.md", "src/Crypto/README.md", "CHANGELOG.md", "src/Crypto.Analyzers/AnalyzerReleases.Unshipped.md"],
            file => Assert.Contains(id, RepositoryFiles.Text(file)));
    }

    private static string Call(MethodInfo method)
    {
        var arguments = method.GetParameters().Select(parameter => $"default({Name(parameter.ParameterType)})!");
        var target = method.IsStatic ? Name(method.DeclaringType!) : $"default({Name(method.DeclaringType!)})!";
        return $"{target}.{method.Name}({string.Join(", ", arguments)});";

        static string Name(Type type) => type.IsGenericType
            ? $"{type.FullName!.Split('`')[0]}<{Name(type.GenericTypeArguments[0])}>" : type.ToString();
    }

    private static string Reported(string use)
    {
        var text = $$"""
            using System;
            using ManagedCrypto;

            class Uses
            {
                static void Run(Action action) => action();

                void Use(AesGcm gcm, byte[] k) { {{use}} }
            }

            class Envelope { public int Seal() => 1; }

            namespace Others { class AesGcm { public byte[] Seal(byte[] k) => k; } }

            namespace ManagedCrypto { class Own { public byte[] Open(byte[] k) => k; } }
            """;
        var compilation = DropInProject.Compilation([text], LanguageVersion.CSharp14, OutputKind.DynamicallyLinkedLibrary);
        var found = DropInProject.Diagnostics(compilation);
        Assert.DoesNotContain(found, diagnostic => diagnostic.Severity == DiagnosticSeverity.Error);
        return string.Join('\n', found.Where(diagnostic => diagnostic.Id.StartsWith("MC", StringComparison.Ordinal))
            .Select(diagnostic => $"{diagnostic.Id} {diagnostic.GetMessage()}"));
    }
}
