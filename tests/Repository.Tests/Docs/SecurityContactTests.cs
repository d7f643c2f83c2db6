using System.Text.RegularExpressions;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>Whoever publishes the project has put an address for reports of vulnerabilities into SECURITY.md.</summary>
public partial class SecurityContactTests
{
    [Fact]
    public void Published_project_has_a_contact() =>
        Assert.True(HasContactIfPublished(RepositoryFiles.Text("Directory.Build.props"), RepositoryFiles.Text("SECURITY.md")));

    [Theory]
    [InlineData("<ProjectUrl></ProjectUrl>", "- the address. Contact: not set yet.", true)]
    [InlineData("", "- the address. Contact: not set yet.", true)]
    [InlineData("<ProjectUrl>https://example.org</ProjectUrl>", "- the address. Contact: not set yet.", false)]
    [InlineData("<ProjectUrl>https://example.org</ProjectUrl>", "- the address. Contact: a@example.org.", true)]
    [InlineData("<ProjectUrl>https://example.org</ProjectUrl>", "- the address.", false)]
    public void Contact_is_demanded_once_there_is_an_address_of_the_project(string props, string page, bool right) =>
        Assert.Equal(right, HasContactIfPublished(props, page));

    private static bool HasContactIfPublished(string props, string page) => !PublishedAt().IsMatch(props) || Contact().IsMatch(page);

    [GeneratedRegex("<ProjectUrl[^>]*>[^<]+</ProjectUrl>")]
    private static partial Regex PublishedAt();

    /// <summary>In the list of ways to report: the advice to maintainers has these words, too.</summary>
    [GeneratedRegex("^- .*Contact: (?!not set yet)", RegexOptions.Multiline)]
    private static partial Regex Contact();
}
