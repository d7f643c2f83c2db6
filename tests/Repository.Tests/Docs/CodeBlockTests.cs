using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>Every block of code in every page does what the page says.</summary>
public class CodeBlockTests
{
    private static readonly Dictionary<string, CodeBlock> s_blocks =
        DocPage.All.SelectMany(page => page.Blocks).ToDictionary(block => block.Place);

    public static TheoryData<string> Places => [.. s_blocks.Keys];

    [Theory]
    [MemberData(nameof(Places))]
    public void Code_block_does_what_the_page_says(string place) => Assert.Equal("", string.Join('\n', s_blocks[place].Faults()));

    /// <summary>Paths within the repository, and commands, that stand in a line of text.</summary>
    [Fact]
    public void Paths_and_commands_in_text_exist()
    {
        var spans = DocPage.All.SelectMany(page => page.Spans).ToList();
        Assert.True(spans.Count > 500, spans.Count + " spans");
        var faults = spans.SelectMany(span => FaultsOfSpan(span.Code).Select(fault => $"{span.Place}: {fault}"));
        Assert.Equal("", string.Join('\n', faults));
    }

    [Fact]
    public void Every_page_and_kind_of_block_is_found()
    {
        Assert.Superset(
            new HashSet<string> { "README.md", "SECURITY.md", "CHANGELOG.md", "docs/architecture.md", "samples/README.md" },
            DocPage.All.Select(page => page.Path).ToHashSet());
        var kinds = s_blocks.Values.GroupBy(block => block.Language).ToDictionary(kind => kind.Key, kind => kind.Count());
        Assert.InRange(kinds["csharp"], 2, 200);
        Assert.InRange(kinds["sh"], 15, 200);
    }

    /// <summary>Each of these has the fault that is named.</summary>
    [Theory]
    [InlineData("csharp", "", "int a = 1 +;", "CS1525")]
    [InlineData("csharp", "", "class A;", "CS5001")]
    [InlineData("csharp", "", "int unused = 1;", "CS0219")]
    [InlineData("csharp", "", "ManagedCrypto.AesGcm.SealToArray(new byte[16], new byte[12], []);", "MCRY001")]
    [InlineData("csharp", "", "throw new System.InvalidOperationException(\"so it ends\");", "so it ends")]
    [InlineData("csharp", "", "System.Console.Write(2 + 2); // prints: 5", "it prints 4")]
    [InlineData("csharp", "", "System.Console.Write(2 + 2); // prints: 4\n// prints: 5", "it prints 4")]
    [InlineData("csharp", "", "System.Console.Write(\"ab\"); // prints: a", "it prints ab")]
    [InlineData("csharp", "", "byte[] key = new byte[16], nonce = new byte[12];", "a nonce of zeros: 'nonce = new byte[12]'")]
    [InlineData("csharp", "does not compile: CS0103", "System.Console.Write(2 + 2);", "the compiler says '' and not 'CS0103'")]
    [InlineData("csharp", "does not compile: CS0103", "int a = \"\"; a = b;", "the compiler says 'CS0029, CS0103'")]
    [InlineData("csharp", "fragment", "int a = 1;", "'fragment' means nothing")]
    [InlineData("csharp", "copied from src/Nowhere", "int a = 1;", "there is no 'src/Nowhere'")]
    [InlineData("csharp", "compiled in docs", "int a = 1;", "no project has 'docs'")]
    [InlineData("csharp", "compiled in samples/Embedded", "int a = -17;", "no file of samples/Embedded has these lines")]
    [InlineData("xml", "", "<a></b>", "does not match")]
    [InlineData("xml", "drop-in", "<a />", "means nothing")]
    [InlineData("json", "", "{", "JSON")]
    [InlineData("", "", "int a = 1;", "names no language")]
    [InlineData("cs", "", "int a = 1;", "'cs' is none")]
    [InlineData("csharp fragment", "", "int a = 1;", "'csharp fragment' is none")]
    [InlineData("sh", "", "tests/hosts/jump x64", "there is no 'tests/hosts/jump'")]
    [InlineData("sh", "", "tests/Crypto.Probe/bin/Release/net10.0/Prob", "there is no")]
    [InlineData("sh", "", "dotnett test", "'dotnett' is no program")]
    [InlineData("sh", "", "dotnet run --project bench", "there is no project 'bench'")]
    [InlineData("sh", "", "dotnet run --project benchmarks -- --size 16", "--size")]
    [InlineData("sh", "", "dotnet run --project benchmarks -- \\\n    report", "IN.json")]
    [InlineData("sh", "", "dotnet run --project tools/Leakage -- --lonely", "tools/Leakage has no --lonely")]
    [InlineData("sh", "", "aesfile verify -k my.key --lonely", "There is no option --lonely")]
    [InlineData("sh", "", "dotnet run --project tests/Crypto.Tests -- -class 'ManagedCrypto.Test.*'", "no test class")]
    [InlineData("sh", "", "A=1 tests/Crypto.Tests/bin/Release/net10.0/Crypto.Tests -class NoSuchTests", "no test class")]
    public void Wrong_block_is_reported(string language, string note, string text, string fault) =>
        Assert.Contains(fault, string.Join('\n', In(language, note, text).Faults()));

    [Theory]
    [InlineData("csharp", "", "System.Console.WriteLine(ManagedCrypto.SHA1.HashSizeInBytes); // prints: 20\n")]
    [InlineData("csharp", "", "System.Console.WriteLine(\"1 + 2\\n34\"); // prints: 1 + 2\n// prints: ...4")]
    [InlineData("csharp", "does not compile: CS0029, CS0103", "int a = \"\"; a = b;")]
    [InlineData("csharp", "compiled in samples/Embedded", "namespace ManagedCrypto.Samples;")]
    [InlineData("sh", "", "A=1 dotnet run --project benchmarks -- --sizes 16 64KiB # some")]
    public void Right_block_is_accepted(string language, string note, string text) =>
        Assert.Empty(In(language, note, text).Faults());

    /// <summary>The block as it comes out of a page.</summary>
    private static CodeBlock In(string language, string note, string text) =>
        Assert.Single(new DocPage("page.md", $"Text.\n\n<!-- {note} -->\n```{language}\n{text}\n```\n").Blocks);

    private static IEnumerable<string> FaultsOfSpan(string code) =>
        code.StartsWith("dotnet ", System.StringComparison.Ordinal) || code.StartsWith("tests/", System.StringComparison.Ordinal)
            ? ShellBlock.Faults(code) : ShellBlock.FaultsOfPaths(code);
}
