using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>Links lead somewhere.</summary>
public class LinkTests
{
    /// <summary>Pages in the package: nothing of the repository is beside them.</summary>
    private static readonly string[] s_packed = ["src/Crypto/README.md", "CHANGELOG.md"];

    [Fact]
    public void Links_of_all_pages_lead_to_a_file_or_heading()
    {
        Assert.InRange(DocPage.All.Sum(page => page.Links.Count()), 30, 1000);
        Assert.Equal("", string.Join('\n', DocPage.All.SelectMany(Faults)));
    }

    [Theory]
    [InlineData("docs/a.md", "[a](b.md)", "there is no 'docs/b.md'")]
    [InlineData("docs/a.md", "[a](../docs/Testing.md)", "there is no 'docs/Testing.md'")]
    [InlineData("docs/a.md", "[a](testing.md#no-such-heading)", "has no heading 'no-such-heading'")]
    [InlineData("docs/a.md", "[a](#b)\n\n# C", "has no heading 'b'")]
    [InlineData("docs/a.md", "![a](a.svg)", "there is no 'docs/a.svg'")]
    [InlineData("docs/a.md", "[a][b]\n\n[b]: c.md", "there is no 'docs/c.md'")]
    [InlineData("docs/a.md", "<img src=\"a.png\">", "there is no 'docs/a.png'")]
    [InlineData("docs/a.md", "[a](../../README.md)", "outside")]
    [InlineData("docs/a.md", "[a](http:b)", "no address")]
    [InlineData("src/Crypto/README.md", "[a](../../README.md)", "relative")]
    [InlineData("CHANGELOG.md", "[a](README.md)", "relative")]
    public void Wrong_link_is_reported(string path, string text, string fault) =>
        Assert.Contains(fault, Assert.Single(Faults(new DocPage(path, text))));

    [Theory]
    [InlineData("[a](../README.md#two-commands), [b](#c), [d](kernels.md), ![e](aes-128-gcm.svg)\n\n# C\n")]
    [InlineData("[a](https://example.org/b) <https://example.org>")]
    public void Link_to_an_existing_target_is_accepted(string text) => Assert.Empty(Faults(new DocPage("docs/a.md", text)));

    private static IEnumerable<string> Faults(DocPage page) =>
        page.Links.SelectMany(link => Faults(page, link.Target).Select(fault => $"{link.Place}: {link.Target}: {fault}"));

    private static IEnumerable<string> Faults(DocPage page, string target)
    {
        if (target.Contains(':'))
            return Uri.TryCreate(target, UriKind.Absolute, out var uri) && uri is { Scheme: "https", Host: not "" }
                ? [] : ["no address"];
        if (s_packed.Contains(page.Path) && !target.StartsWith('#'))
            return ["relative, and nothing is beside it in the package"];
        var parts = target.Split('#', 2);
        var file = parts[0] == "" ? page.Path : Path.Combine(Path.GetDirectoryName(page.Path)!, parts[0]);
        var path = RepositoryFiles.Name(Path.GetFullPath(Path.Combine(Repository.Root, file)));
        if (path.StartsWith("..", StringComparison.Ordinal))
            return ["outside of the repository"];
        if (parts[0] != "" && !RepositoryFiles.In(path).Any())
            return [$"there is no '{path}'"];
        return parts.Length == 1 || (parts[0] == "" ? page : DocPage.Read(path)).Anchors.Contains(parts[1])
            ? [] : [$"{path} has no heading '{parts[1]}'"];
    }
}
