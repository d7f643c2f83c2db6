using System;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Text.Json.Nodes;
using ManagedCrypto.Acvp;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Acvp;

/// <summary>The commands of acvp, as a laboratory uses them.</summary>
public sealed class CommandTests : IDisposable
{
    private const string Key = "000102030405060708090A0B0C0D0E0F", Text = "00112233445566778899AABBCCDDEEFF";

    private const string Block = $$"""
        { "vsId": 7, "algorithm": "ACVP-AES-ECB", "revision": "1.0", "isSample": true, "testGroups": [
          { "tgId": 3, "testType": "AFT", "direction": "encrypt", "keyLen": 128, "tests": [
            { "tcId": 11, "key": "{{Key}}", "pt": "{{Text}}" } ] } ] }
        """;

    private readonly AcvpFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>FIPS 197, appendix C.1.</summary>
    [Fact]
    public void Answer_has_the_numbers_of_the_set_and_its_header()
    {
        const string Expected = """
            {"vsId":7,"algorithm":"ACVP-AES-ECB","revision":"1.0","isSample":true,"testGroups":[
            {"tgId":3,"tests":[{"tcId":11,"ct":"69C4E0D86A7B0430D8CDB78070B4C55A"}]}]}
            """;
        AssertEqual(Expected, _folder.Answers(Block));
        AssertEqual($$"""[{"acvVersion":"1.0"},{{Expected}}]""", _folder.Answers($$"""[ { "acvVersion": "1.0" }, {{Block}} ]"""));
    }

    [Fact]
    public void Answer_is_written_to_a_file_and_is_what_check_expects()
    {
        var vectors = Path.Combine(_folder.Path, "set.json.gz");
        using (var gzip = new GZipStream(File.Create(vectors), CompressionLevel.Fastest))
            gzip.Write(System.Text.Encoding.UTF8.GetBytes(Block));
        var answers = _folder.File("answers.json", "old");
        Assert.Equal((ExitCode.Fine, "", ""), AcvpFolder.Run("answer", vectors, "--output", answers));
        var (exitCode, output, errors) = AcvpFolder.Run("check", vectors, answers);
        Assert.Equal((ExitCode.Fine, ""), (exitCode, errors));
        Assert.Contains("  tgId 3 AFT encrypt 128: 1 passed\n", output);
        Assert.Equal(2, Directory.GetFiles(_folder.Path).Length);
    }

    /// <summary>The name is a folder's.</summary>
    [Fact]
    public void Answer_that_cannot_be_put_in_place_leaves_nothing()
    {
        var taken = Directory.CreateDirectory(Path.Combine(_folder.Path, "taken")).FullName;
        var (exitCode, output, errors) = AcvpFolder.Run("answer", _folder.File("set.json", Block), "--output", taken);
        Assert.Equal((ExitCode.Failed, ""), (exitCode, output));
        Assert.StartsWith("acvp: ", errors);
        Assert.Equal(["set.json", "taken"], Directory.GetFileSystemEntries(_folder.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Nonce_that_is_drawn_is_part_of_the_answer()
    {
        var set = $$"""
            { "vsId": 1, "algorithm": "ACVP-AES-GCM", "revision": "1.0", "testGroups": [
              { "tgId": 1, "testType": "AFT", "direction": "encrypt", "ivGen": "internal", "ivGenMode": "8.2.2", "keyLen": 128, "ivLen": 96,
                "payloadLen": 128, "aadLen": 0, "tagLen": 128, "tests": [ { "tcId": 1, "key": "{{Key}}", "pt": "{{Text}}", "aad": "" } ] } ] }
            """;
        var answers = _folder.Answers(set);
        var test = JsonNode.Parse(answers)!["testGroups"]![0]!["tests"]![0]!;
        using var theirs = new System.Security.Cryptography.AesGcm(Convert.FromHexString(Key), 16);
        var text = new byte[16];
        theirs.Decrypt(Bytes(test["iv"]), Bytes(test["ct"]), Bytes(test["tag"]), text);
        Assert.Equal(Text, Convert.ToHexString(text));
        Assert.NotEqual(answers, _folder.Answers(set));
        Assert.Equal(ExitCode.Fine, AcvpFolder.Run("check", _folder.File("v.json", set), _folder.File("e.json", answers)).ExitCode);
    }

    [Fact]
    public void Fixed_data_of_a_key_derivation_are_part_of_the_answer()
    {
        var set = $$"""
            { "vsId": 1, "algorithm": "KDF", "revision": "1.0", "testGroups": [
              { "tgId": 1, "testType": "AFT", "kdfMode": "counter", "macMode": "HMAC-SHA2-256", "counterLength": 32,
                "counterLocation": "before fixed data", "keyOutLength": 592, "tests": [ { "tcId": 1, "keyIn": "{{Key}}" } ] } ] }
            """;
        var answers = _folder.Answers(set);
        var test = JsonNode.Parse(answers)!["testGroups"]![0]!["tests"]![0]!;
        var fixedData = Bytes(test["fixedData"]);
        var blocks = Enumerable.Range(1, 3).SelectMany(counter => System.Security.Cryptography.HMACSHA256.HashData(
            Convert.FromHexString(Key), (byte[])[0, 0, 0, (byte)counter, .. fixedData]));
        Assert.Equal(blocks.Take(592 / 8), Bytes(test["keyOut"]));
        Assert.Equal(ExitCode.Fine, AcvpFolder.Run("check", _folder.File("v.json", set), _folder.File("e.json", answers)).ExitCode);
    }

    /// <summary>Beyond a piece, and not in whole pieces.</summary>
    [Fact]
    public void Large_message_is_its_content_again_and_again()
    {
        var message = Enumerable.Repeat((byte[])[0x12, 0x34, 0x56], 100_000).SelectMany(bytes => bytes).Take(200_000).ToArray();
        AssertEqual(
            $$"""
            {"vsId":1,"algorithm":"SHA2-512","testGroups":[{"tgId":1,"tests":[
            {"tcId":1,"md":"{{Convert.ToHexString(System.Security.Cryptography.SHA512.HashData(message))}}"}]}]}
            """,
            _folder.Answers(
                """
                { "vsId": 1, "algorithm": "SHA2-512", "testGroups": [ { "tgId": 1, "testType": "LDT", "tests": [ { "tcId": 1, "largeMsg":
                  { "content": "123456", "contentLength": 24, "fullLength": 1600000, "expansionTechnique": "repeating" } } ] } ] }
                """));
    }

    [Fact]
    public void What_cannot_be_answered_is_said_and_counted()
    {
        const string Set = $$"""
            [ { "acvVersion": "1.0" }, {{Block}},
              { "vsId": 2, "algorithm": "ECDSA", "mode": "keyVer", "revision": "1.0", "testGroups": [ { "tgId": 1, "tests": [ { "tcId": 1 } ] } ] } ]
            """;
        const string Expected = """
            [ { "acvVersion": "1.0" },
              { "vsId": 7, "algorithm": "ACVP-AES-ECB", "testGroups": [
                { "tgId": 3, "tests": [ { "tcId": 11, "ct": "69c4e0d86a7b0430d8cdb78070b4c55a" } ] } ] },
              { "vsId": 2, "algorithm": "ECDSA", "testGroups": [ { "tgId": 1, "tests": [ { "tcId": 1, "testPassed": true } ] } ] } ]
            """;
        var (exitCode, output, errors) = AcvpFolder.Run("check", _folder.File("v.json", Set), _folder.File("e.json", Expected));
        Assert.Equal((ExitCode.NotAllAnswered, ""), (exitCode, errors));
        Assert.Contains("  not answered: ECDSA keyVer is not answered; acvp algorithms lists what is.\n", output);
        Assert.EndsWith("\n1 groups with 1 cases passed, 0 groups with 0 cases failed, 1 groups with 1 cases not answered.\n", output);
        Assert.Equal(ExitCode.Failed, AcvpFolder.Run("answer", _folder.File("v.json", Set)).ExitCode);
    }

    /// <summary>A case that is not answered does not hide one beside it that fails.</summary>
    [Theory]
    [InlineData("DA39A3EE5E6B4B0D3255BFEF95601890AFD80709", ExitCode.NotAllAnswered, "0 groups with 1 cases passed, 0 groups with 0 cases failed, 1")]
    [InlineData("DA39A3EE5E6B4B0D3255BFEF95601890AFD80708", ExitCode.Different, "0 groups with 0 cases passed, 1 groups with 1 cases failed, 0")]
    public void Cases_of_a_group_are_counted_one_by_one(string digest, int expected, string counts)
    {
        const string Set = """
            { "vsId": 1, "algorithm": "SHA-1", "revision": "1.0", "testGroups": [ { "tgId": 1, "testType": "AFT", "tests": [
              { "tcId": 1, "msg": "80", "len": 1 }, { "tcId": 2, "msg": "", "len": 0 } ] } ] }
            """;
        var results = $$"""
            { "vsId": 1, "algorithm": "SHA-1", "testGroups": [ { "tgId": 1, "tests": [
              { "tcId": 1, "md": "00" }, { "tcId": 2, "md": "{{digest}}" } ] } ] }
            """;
        var (exitCode, output, errors) = AcvpFolder.Run("check", _folder.File("v.json", Set), _folder.File("e.json", results));
        Assert.Equal((expected, ""), (exitCode, errors));
        Assert.EndsWith($"\n{counts} groups with 1 cases not answered.\n", output);
    }

    [Fact]
    public void Registration_names_each_algorithm_once()
    {
        var (exitCode, output, _) = AcvpFolder.Run("algorithms");
        Assert.Equal(ExitCode.Fine, exitCode);
        var all = JsonNode.Parse(output)![1]!["algorithms"]!.AsArray().Select(one => $"{one!["algorithm"]} {one["mode"]} {one["revision"]}").ToList();
        Assert.Equal(40, all.Distinct().Count());
        Assert.Equal(all.Distinct(), all);
        Assert.Contains("KDA HKDF Sp800-56Cr2", all);
    }

    private static byte[] Bytes(JsonNode? digits) => Convert.FromHexString((string)digits!);

    private static void AssertEqual(string expected, string actual) =>
        Assert.True(JsonNode.DeepEquals(JsonNode.Parse(expected), JsonNode.Parse(actual)), actual);
}
