using System;
using System.Linq;
using System.Text.RegularExpressions;
using ManagedCrypto.ApiReference;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>docs/reference is what tools/ApiReference writes, and what it has to write says something.</summary>
public partial class ReferenceTests
{
    [Fact]
    public void Pages_are_what_the_library_and_its_documentation_give()
    {
        var wanted = ReferencePages.In(Repository.Root);
        var there = RepositoryFiles.In(ReferencePages.Folder).ToHashSet();
        var wrong = wanted.Where(page => !there.Contains(page.Key) || RepositoryFiles.Text(page.Key) != page.Value).Select(page => page.Key)
            .Concat(there.Except(wanted.Keys)).ToList();
        if (wrong.Count > 0)
        {
            Assert.Fail($"""
                These pages are not what the library's documentation gives now:
                {string.Join('\n', wrong)}
                To write them: dotnet run -c Release --project tools/ApiReference
                """);
        }
    }

    [Fact]
    public void Overview_links_each_type_to_its_page()
    {
        var overview = RepositoryFiles.Text("docs/api.md");
        Assert.DoesNotContain(
            ApprovedApi.Types.Keys, type => !overview.Contains($"[`{type}`](reference/{ReferencePages.PageOf(type)}.md)", StringComparison.Ordinal));
    }

    /// <summary>Those of types may have more to say.</summary>
    [Fact]
    public void Each_public_member_has_a_summary_of_one_sentence()
    {
        var summaries = ReferencePages.Summaries(Repository.Root).ToList();
        Assert.True(summaries.Count > 800, summaries.Count + " summaries");
        var wrong = string.Join('\n', summaries.Where(of => !IsSentence(of.Summary)).Select(of => $"{of.Member}: {of.Summary}"));
        Assert.True(wrong == "", wrong);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("Nor this.")]
    [InlineData("Hashes a whole message")]
    [InlineData("hashes a whole message.")]
    [InlineData("Hashes a message. Its length is any.")]
    [InlineData("Wipes the key. `Dispose` does, too.")]
    public void Summary_that_is_no_sentence_is_found(string? summary) => Assert.False(IsSentence(summary));

    [Theory]
    [InlineData("Bytes of a digest.")]
    [InlineData("AES-CCM (NIST SP 800-38C) with the members of .NET's own `AesCcm`, as RFC 5116, section 5.1, has them.")]
    public void Summary_of_one_sentence_is_accepted(string summary) => Assert.True(IsSentence(summary));

    private static bool IsSentence(string? summary) => summary is not null && Sentence().IsMatch(summary);

    /// <summary>Three words or more, and no end of a sentence but the last.</summary>
    [GeneratedRegex(@"^(?!.*[.!?] +[A-Z`\[0-9(])[A-Z`\[]\S*( \S+){2,}\.$")]
    private static partial Regex Sentence();
}
