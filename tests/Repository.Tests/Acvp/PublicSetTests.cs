using System;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using ManagedCrypto.Acvp;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Acvp;

/// <summary>Parts of the vector sets that BoringSSL and AWS-LC publish. ORIGIN.md says where they come from.</summary>
public sealed partial class PublicSetTests : IDisposable
{
    private readonly AcvpFolder _folder = new();

    public PublicSetTests() => ZipFile.ExtractToDirectory(Path.Combine(Repository.Root, "tests/Repository.Tests/Acvp/public-sets.zip"), _folder.Path);

    private string Vectors => Path.Combine(_folder.Path, "vectors");

    private string Expected => Path.Combine(_folder.Path, "expected");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void All_sets_are_answered_as_expected()
    {
        var (exitCode, output, errors) = AcvpFolder.Run("check", Vectors, Expected);
        Assert.Equal("", errors);
        Assert.EndsWith("\n413 groups with 458 cases passed, 0 groups with 0 cases failed, 0 groups with 0 cases not answered.\n", output);
        Assert.Equal(ExitCode.Fine, exitCode);
    }

    [Fact]
    public void A_wrong_result_of_each_case_is_found()
    {
        foreach (var file in Directory.GetFiles(Expected))
        {
            var sets = JsonNode.Parse(File.ReadAllText(file))!.AsArray();
            foreach (var test in sets.Skip(1).SelectMany(set => set!["testGroups"]!.AsArray()).SelectMany(group => group!["tests"]!.AsArray()))
                Falsify(test!.AsObject());
            File.WriteAllText(file, sets.ToJsonString());
        }

        var (exitCode, output, errors) = AcvpFolder.Run("check", Vectors, Expected);
        Assert.Equal("", errors);
        Assert.EndsWith("\n0 groups with 0 cases passed, 413 groups with 458 cases failed, 0 groups with 0 cases not answered.\n", output);
        Assert.Equal(ExitCode.Different, exitCode);
    }

    [Fact]
    public void Files_in_the_archive_have_the_digests_on_record()
    {
        var recorded = Row().Matches(RepositoryFiles.Text("tests/Repository.Tests/Acvp/ORIGIN.md"))
            .Select(row => $"{row.Groups[1].Value} {row.Groups[2].Value}");
        var found = Directory.GetFiles(_folder.Path, "*", SearchOption.AllDirectories).Select(file =>
            $"{Path.GetRelativePath(_folder.Path, file).Replace('\\', '/')} "
            + Convert.ToHexStringLower(System.Security.Cryptography.SHA256.HashData(File.ReadAllBytes(file))));
        Assert.Equal(recorded, found.Order(StringComparer.Ordinal));
    }

    /// <summary>Makes one of the properties wrong, deep within, and as little as can be.</summary>
    private static void Falsify(JsonObject result)
    {
        var (name, value) = result.Last(property => property.Key is not ("tcId" or "outLen") && property.Value!.ToJsonString() is not "\"\"");
        switch (value)
        {
            case JsonArray array:
                Falsify(array[^1]!.AsObject());
                break;
            case { } flag when flag.GetValueKind() is System.Text.Json.JsonValueKind.True or System.Text.Json.JsonValueKind.False:
                result[name] = !(bool)flag;
                break;
            default:
                var digits = (string)value!;
                result[name] = digits[..^1] + (digits[^1] == '0' ? '1' : '0');
                break;
        }
    }

    [GeneratedRegex(@"^\| (\S+) \| \S+ \| ([0-9a-f]{64}) \|", RegexOptions.Multiline)]
    private static partial Regex Row();
}
