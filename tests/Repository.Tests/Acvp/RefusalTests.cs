using System;
using System.IO;
using ManagedCrypto.Acvp;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Acvp;

/// <summary>Files that are not as they should be: one line that names the place, exit code 2, and nothing written.</summary>
public sealed class RefusalTests : IDisposable
{
    private readonly AcvpFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("{", "set.json: it is no JSON: ")]
    [InlineData("", "set.json: it is no JSON: ")]
    [InlineData("[]", "set.json: it is neither a vector set nor a list of a header and vector sets.")]
    [InlineData("7", "set.json: it is neither a vector set nor a list of a header and vector sets.")]
    [InlineData("""[{"acvVersion":"1.0"}]""", "set.json: there is no vector set in it.")]
    [InlineData("""{"testGroups":[]}""", "set.json: a vector set has no number vsId.")]
    [InlineData("""{"vsId":1,"testGroups":[]}""", "set.json: vsId 1: algorithm is missing.")]
    [InlineData("""{"vsId":1,"vsId":2}""", "set.json: it is no JSON: ")]
    [InlineData("""{"vsId":1,"algorithm":"SHA-1"}""", "set.json: vsId 1: testGroups is missing, or no list.")]
    [InlineData("""{"vsId":1,"algorithm":"SHA-9\u001b[2J\n","testGroups":[]}""", """set.json: vsId 1: SHA-9\x1b[2J  is not answered;""")]
    [InlineData("""{"vsId":1,"algorithm":"SHA-1","revision":"9","testGroups":[]}""", "set.json: vsId 1: revision 9 of SHA-1 is not answered")]
    [InlineData("""{"vsId":1,"algorithm":"\ud800","testGroups":[]}""", "set.json: ")]
    public void Set_that_is_none_is_refused(string set, string message) => Refuses(set, message);

    [Theory]
    [InlineData("", "", "set.json: vsId 1, tgId 2, tcId 3: testType is missing.")]
    [InlineData("\"testType\": \"XYZ\"", "\"msg\": \"\", \"len\": 0", "set.json: vsId 1, tgId 2, tcId 3: tests of type XYZ are not answered.")]
    [InlineData("\"testType\": \"AFT\"", "", "set.json: vsId 1, tgId 2, tcId 3: msg is missing.")]
    [InlineData("\"testType\": \"MCT\", \"mctVersion\": \"x\"", "\"msg\": \"00\", \"len\": 8", "tcId 3: mctVersion is 'x', which is not answered")]
    [InlineData("\"testType\": \"AFT\"", "\"msg\": \"0\", \"len\": 4", "set.json: vsId 1, tgId 2, tcId 3: len is 4, which is not a multiple of 8")]
    [InlineData("\"testType\": \"AFT\"", "\"msg\": \"0g\", \"len\": 8", "set.json: vsId 1, tgId 2, tcId 3: msg is not made of pairs of hexadecimal")]
    [InlineData("\"testType\": \"AFT\"", "\"msg\": \"0011\", \"len\": 8", "set.json: vsId 1, tgId 2, tcId 3: msg has 16 bits, not 8.")]
    [InlineData("\"testType\": \"AFT\"", "\"msg\": \"00\", \"len\": -8", "set.json: vsId 1, tgId 2, tcId 3: len is not a whole number.")]
    [InlineData("\"testType\": \"AFT\"", "\"msg\": \"00\", \"len\": 99999999999", "set.json: vsId 1, tgId 2, tcId 3: len is too large.")]
    [InlineData("\"testType\": \"AFT\"", "\"msg\": \"\\udc00\", \"len\": 8", "set.json: vsId 1, tgId 2, tcId 3: ")]
    [InlineData("\"testType\": \"AFT\"", "\"msg\": [], \"len\": 8", "set.json: vsId 1, tgId 2, tcId 3: msg is not a string.")]
    [InlineData("\"testType\": \"LDT\"", "\"largeMsg\": 7", "set.json: vsId 1, tgId 2, tcId 3: largeMsg is not an object.")]
    [InlineData(
        "\"testType\": \"LDT\"",
        "\"largeMsg\": { \"content\": \"00\", \"contentLength\": 8, \"fullLength\": 8000000000000000, \"expansionTechnique\": \"repeating\" }",
        "set.json: vsId 1, tgId 2, tcId 3, largeMsg: a message of 8000000000000000 bits, made of 1 bytes, is not hashed.")]
    public void Case_that_is_none_is_refused(string group, string test, string message) => Refuses(
        $$"""
        { "vsId": 1, "algorithm": "SHA-1", "testGroups": [
          { "tgId": 2{{Following(group)}}, "tests": [ { "tcId": 3{{Following(test)}} } ] } ] }
        """,
        message);

    [Theory]
    [InlineData("ACVP-AES-ECB", "\"key\": \"00\", \"pt\": \"00000000000000000000000000000000\"", "")]
    [InlineData("ACVP-AES-ECB", "\"key\": \"00000000000000000000000000000000\", \"pt\": \"0000\"", "")]
    [InlineData("ACVP-AES-CBC", "\"key\": \"00000000000000000000000000000000\", \"iv\": \"00\", \"pt\": \"\"", "iv has 8 bits, not 128.")]
    [InlineData("ACVP-AES-GCM", "\"tagLen\": 32, \"ivLen\": 96", "tagLen is 32, and 96 to 128 are answered.")]
    [InlineData("ACVP-AES-KW", "\"key\": \"00000000000000000000000000000000\", \"pt\": \"0000\"", "")]
    [InlineData("ACVP-AES-XTS", "\"keyLen\": 128, \"key\": \"00\", \"pt\": \"00\"", "key has 8 bits, not 256.")]
    public void Length_that_does_not_fit_is_refused(string algorithm, string test, string message) => Refuses(
        $$"""
        { "vsId": 1, "algorithm": "{{algorithm}}", "testGroups": [
          { "tgId": 2, "testType": "AFT", "direction": "encrypt", "tests": [ { "tcId": 3, {{test}} } ] } ] }
        """,
        "set.json: vsId 1, tgId 2, tcId 3: " + message);

    [Fact]
    public void Numbers_that_occur_twice_are_refused()
    {
        Refuses(
            """{"vsId":1,"algorithm":"SHA-1","testGroups":[{"tgId":1},{"tgId":1}]}""",
            "set.json: vsId 1: two elements of testGroups have tgId 1.");
        Refuses(
            """{"vsId":1,"algorithm":"SHA-1","testGroups":[{"tgId":1,"tests":[{"tcId":"1"}]}]}""",
            "set.json: vsId 1, tgId 1: element 1 of tests has no number tcId.");
    }

    [Fact]
    public void Results_of_another_set_are_refused()
    {
        const string Set = """{"vsId":1,"algorithm":"SHA-1","testGroups":[{"tgId":1,"testType":"AFT","tests":[{"tcId":1,"msg":""}]}]}""";
        foreach (var (results, message) in new[]
        {
            ("""{"vsId":2,"algorithm":"SHA-1","testGroups":[]}""", "these are results of SHA-1, and the vector set is SHA-1, vsId 1."),
            ("""{"vsId":1,"algorithm":"SHA-1","testGroups":[]}""", "tgId 1 is missing."),
            ("""{"vsId":1,"algorithm":"SHA-1","testGroups":[{"tgId":1,"tests":[]}]}""", "it has 0 cases, and the vector set 1."),
            ("""{"vsId":1,"algorithm":"SHA-1","testGroups":[{"tgId":1,"tests":[{"tcId":2}]}]}""", "tcId 1 is missing."),
        })
        {
            var (exitCode, _, errors) = AcvpFolder.Run("check", _folder.File("v.json", Set), _folder.File("e.json", results));
            Assert.Equal(ExitCode.Failed, exitCode);
            Assert.EndsWith(message + "\n", errors);
        }

        var (different, output, _) = AcvpFolder.Run(
            "check", _folder.File("v.json", Set), _folder.File("e.json", Set.Replace("\"msg\":\"\"", "\"x\":\"1\"", StringComparison.Ordinal)));
        Assert.Equal(ExitCode.Different, different);
        Assert.Contains("tcId 1: x is missing, and \"1\" is expected", output);
    }

    [Theory]
    [InlineData("answer", "nothing.json")]
    [InlineData("answer", ".")]
    [InlineData("answer")]
    [InlineData("check", "nothing.json", "nothing.json")]
    [InlineData("answers")]
    public void What_is_not_there_is_refused(params string[] arguments)
    {
        var (exitCode, output, errors) = AcvpFolder.Run(
            [arguments[0], .. Array.ConvertAll(arguments[1..], name => Path.Combine(_folder.Path, name))]);
        Assert.Equal(ExitCode.Failed, exitCode);
        Assert.StartsWith("acvp: ", errors);
        Assert.Equal(errors.Length - 1, errors.IndexOf('\n'));
        Assert.DoesNotContain("passed,", output.Replace("0 groups with 0 cases passed,", "", StringComparison.Ordinal));
    }

    [Fact]
    public void Gzip_that_is_cut_off_is_refused()
    {
        var path = Path.Combine(_folder.Path, "set.json");
        File.WriteAllBytes(path, [0x1F, 0x8B, 8, 0, 0]);
        var (exitCode, _, errors) = AcvpFolder.Run("answer", path);
        Assert.Equal(ExitCode.Failed, exitCode);
        Assert.Contains("set.json: ", errors);
    }

    private static string Following(string properties) => properties == "" ? "" : ", " + properties;

    private void Refuses(string set, string message)
    {
        var output = _folder.File("answers.json", "old");
        var (exitCode, printed, errors) = AcvpFolder.Run("answer", _folder.File("set.json", set), "-o", output);
        Assert.Equal((ExitCode.Failed, ""), (exitCode, printed));
        Assert.Contains(message, errors);
        Assert.Equal(errors.Length - 1, errors.IndexOf('\n'));
        Assert.Equal("old", File.ReadAllText(output));
        Assert.Equal(2, Directory.GetFiles(_folder.Path).Length);
    }
}
