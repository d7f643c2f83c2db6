using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Analyzers;
using ManagedCrypto.CodeFixes;
using ManagedCrypto.RepositoryTests.Docs;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>The code fix in an editor's workspace. What it writes compiles, and has nothing left to report.</summary>
public class CodeFixTests
{
    private const string Usings = """
        using System.Security.Cryptography;
        using Bcl = System.Security.Cryptography;
        using Hmac = System.Security.Cryptography.HMACSHA1;

        """;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("using var a = System.Security.Cryptography.Aes.Create();", "using var a = Aes.Create();")]
    [InlineData("using var a = global::System.Security.Cryptography.Aes.Create();", "using var a = Aes.Create();")]
    [InlineData("using var h = new Bcl.HMACSHA512(key);", "using var h = new HMACSHA512(key);")]
    [InlineData("Bcl.HMACSHA512 h = new Bcl.HMACSHA512(key);", "HMACSHA512 h = new HMACSHA512(key);")]
    [InlineData("Bcl.HMACSHA512 h = new(key);", "HMACSHA512 h = new(key);")]
    [InlineData("using Bcl.AesGcm? g = new(key, 16);", "using AesGcm? g = new(key, 16);")]
    [InlineData("HMAC h = new Bcl.HMACSHA1 { Key = key };", "HMAC h = new HMACSHA1 { Key = key };")]
    [InlineData("Bcl.Aes a = Bcl.Aes.Create();", "Bcl.Aes a = Aes.Create();")]
    [InlineData(
        "Bcl.IncrementalHash h = Bcl.IncrementalHash.CreateHash(HashAlgorithmName.SHA256);",
        "IncrementalHash h = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);")]
    [InlineData("byte[] d = /* why */ Bcl.SHA256.HashData(key);", "byte[] d = /* why */ SHA256.HashData(key);")]
    [InlineData("System.Func<byte[], byte[]> f = Bcl.SHA256.HashData;", "System.Func<byte[], byte[]> f = SHA256.HashData;")]
    [InlineData("_ = Bcl.AesGcm.IsSupported;", "_ = AesGcm.IsSupported;")]
    [InlineData("KeySizes s = Bcl.AesGcm.TagByteSizes;", "KeySizes s = AesGcm.TagByteSizes;")]
    [InlineData("using var r = new Bcl.RijndaelManaged();", "using var r = Aes.Create();")]
    [InlineData("Bcl.Rijndael r = new Bcl.RijndaelManaged();", "Aes r = Aes.Create();")]
    [InlineData("SymmetricAlgorithm r = Bcl.Rijndael.Create();", "SymmetricAlgorithm r = Aes.Create();")]
    [InlineData("using var s = new Bcl.SHA256Managed();", "using var s = SHA256.Create();")]
    [InlineData("using Bcl.SHA256Managed s = new();", "using SHA256 s = SHA256.Create();")]
    [InlineData("var a = new Bcl.AesManaged { KeySize = 128 };", "var a = new Aes { KeySize = 128 };")]
    [InlineData("} Bcl.HMACSHA1 H { get; } = new(); void Other() {", "} HMACSHA1 H { get; } = new(); void Other() {")]
    public async Task Use_is_replaced(string before, string after) =>
        Assert.Equal(Around(after), await FixedAsync(Around(before), Token));

    /// <summary>Where the short name means another, as in a class called like it.</summary>
    [Theory]
    [InlineData(
        "namespace Jose { class AesGcm { object O = new System.Security.Cryptography.AesGcm(new byte[16], 16); } }",
        "namespace Jose { class AesGcm { object O = new ManagedCrypto.AesGcm(new byte[16], 16); } }")]
    [InlineData(
        "namespace N { using System.Security.Cryptography; class C { object O = SHA256.Create(); } }",
        "namespace N { using System.Security.Cryptography; class C { object O = ManagedCrypto.SHA256.Create(); } }")]
    [InlineData(
        "namespace My.ManagedCrypto { class Aes { object O = System.Security.Cryptography.Aes.Create(); } }",
        "namespace My.ManagedCrypto { class Aes { object O = global::ManagedCrypto.Aes.Create(); } }")]
    [InlineData(
        "using static System.Security.Cryptography.SHA256; class C { byte[] D = HashData(new byte[3]); }",
        "using static System.Security.Cryptography.SHA256; class C { byte[] D = SHA256.HashData(new byte[3]); }")]
    [InlineData(
        "class C { object Aes = System.Security.Cryptography.Aes.Create(); }",
        "class C { object Aes = ManagedCrypto.Aes.Create(); }")]
    public async Task Shortest_name_that_means_the_type_is_written(string before, string after) =>
        Assert.Equal(after, await FixedAsync(before, Token));

    [Theory]
    [InlineData("new Bcl.AesCng(\"key\").Dispose();", "MCDI102")]
    [InlineData("} class C : Bcl.HMACSHA1 {", "MCDI101")]
    [InlineData("} class C : Hmac {", "MCDI101")]
    [InlineData("HashAlgorithm.Create(\"SHA256\");", "MCDI103")]
    [InlineData("TripleDES.Create();", "MCDI104")]
    public async Task What_takes_more_is_left_alone(string use, string id)
    {
        var document = Document(Around(use));
        Assert.Equal(id, Assert.Single(await ReportedAsync(document, Token)).Id);
        Assert.Equal(Around(use), await FixedAsync(Around(use), Token));
    }

    /// <summary>Of both rules, within one another and in one declaration, beside those that are left alone.</summary>
    [Fact]
    public async Task All_uses_of_a_document_are_replaced_at_once()
    {
        const string Before = """
            Bcl.HMACSHA1 a = new(Bcl.MD5.HashData(key)), b = new(new Bcl.SHA1Managed().ComputeHash(key)); } class C : Hmac { void M() {
            """;
        const string After = """
            HMACSHA1 a = new(MD5.HashData(key)), b = new(SHA1.Create().ComputeHash(key)); } class C : Hmac { void M() {
            """;
        var document = Document(Around(Before));
        var fix = new UseOursCodeFix();
        var found = await ReportedAsync(document, Token);
        Assert.Equal(5, found.Length);
        var context = new FixAllContext(
            document, fix, FixAllScope.Document, nameof(UseOursCodeFix), fix.FixableDiagnosticIds, new Known(found), Token);
        var action = await fix.GetFixAllProvider()!.GetFixAsync(context);
        Assert.Equal(Around(After), await TextAsync(await AppliedAsync(document, action!, Token), Token));
    }

    private static string Around(string use) => $"{Usings}class Uses {{ void Use(byte[] key) {{ {use} }} }}\n";

    private static Document Document(string text)
    {
        var workspace = new AdhocWorkspace();
        var project = workspace.AddProject(ProjectInfo.Create(
            ProjectId.CreateNewId(), VersionStamp.Default, "Program", "Program", LanguageNames.CSharp,
            compilationOptions: DropInProject.Options(OutputKind.DynamicallyLinkedLibrary),
            parseOptions: new CSharpParseOptions(LanguageVersion.CSharp14),
            metadataReferences: CSharpProgram.References));
        return project.AddDocument("GlobalUsings.cs", DropInFiles.GlobalUsings).Project.AddDocument("Program.cs", text);
    }

    /// <summary>The text after the fix of the first use that has one, and so on, until none is left.</summary>
    private static async Task<string> FixedAsync(string text, CancellationToken token)
    {
        var document = Document(text);
        var isFixed = false;
        foreach (var diagnostic in await ReportedAsync(document, token))
        {
            foreach (var action in await ActionsAsync(document, diagnostic, token))
            {
                Assert.False(isFixed, "one use, one fix");
                document = await AppliedAsync(document, action, token);
                isFixed = true;
            }
        }

        if (isFixed)
        {
            Assert.Empty(await ReportedAsync(document, token));
            var compilation = (await document.Project.GetCompilationAsync(token))!;
            Assert.Empty(compilation.GetDiagnostics(token).Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));
        }

        return await TextAsync(document, token);
    }

    private static async Task<Diagnostic[]> ReportedAsync(Document document, CancellationToken token)
    {
        var compilation = (await document.Project.GetCompilationAsync(token))!;
        return [.. await compilation.WithAnalyzers([new MissedUseAnalyzer()]).GetAnalyzerDiagnosticsAsync(token)];
    }

    private static async Task<List<CodeAction>> ActionsAsync(Document document, Diagnostic diagnostic, CancellationToken token)
    {
        var fix = new UseOursCodeFix();
        var actions = new List<CodeAction>();
        if (fix.FixableDiagnosticIds.Contains(diagnostic.Id))
            await fix.RegisterCodeFixesAsync(new CodeFixContext(document, diagnostic, (action, _) => actions.Add(action), token));
        return actions;
    }

    private static async Task<Document> AppliedAsync(Document document, CodeAction action, CancellationToken token)
    {
        var operations = await action.GetOperationsAsync(token);
        return Assert.IsType<ApplyChangesOperation>(Assert.Single(operations)).ChangedSolution.GetDocument(document.Id)!;
    }

    private static async Task<string> TextAsync(Document document, CancellationToken token) =>
        (await document.GetTextAsync(token)).ToString();

    private sealed class Known(Diagnostic[] found) : FixAllContext.DiagnosticProvider
    {
        public override Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(
            Project project, CancellationToken cancellationToken) => Task.FromResult<IEnumerable<Diagnostic>>(found);

        public override Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(
            Document document, CancellationToken cancellationToken) => Task.FromResult<IEnumerable<Diagnostic>>(found);

        public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(
            Project project, CancellationToken cancellationToken) => Task.FromResult<IEnumerable<Diagnostic>>([]);
    }
}
