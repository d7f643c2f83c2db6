using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>docs/troubleshooting.md has each id of an error or warning that the package gives.</summary>
public partial class TroubleshootingTests
{
    private static readonly string[] s_kinds = [".cs", ".props", ".targets"];

    [Fact]
    public void Index_has_every_id_of_the_package_and_no_other()
    {
        var given = RepositoryFiles.In("src").Where(file => s_kinds.Contains(Path.GetExtension(file)))
            .SelectMany(file => Id().Matches(RepositoryFiles.Text(file)).Select(match => match.Value)).Distinct();
        var index = RepositoryFiles.Text("docs/troubleshooting.md").Split("\n## Errors and warnings of the build\n")[1];
        var listed = DocTable.Rows(index).SelectMany(cells => DocTable.Names(cells[0]));
        Assert.Equal(given.Order(StringComparer.Ordinal), listed);
    }

    [GeneratedRegex(@"\b(MCDI|MCRY)\d{3}\b")]
    private static partial Regex Id();
}
