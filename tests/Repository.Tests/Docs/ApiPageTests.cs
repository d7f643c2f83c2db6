using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>The tables of docs/api.md have every public type, and the members that it declares.</summary>
public class ApiPageTests
{
    private static readonly string[] s_notRepeated = ["ctor", "Dispose"];

    [Fact]
    public void Tables_have_every_type_with_its_members() => Assert.Equal(
        ApprovedApi.Types.Select(type => Row(type.Key, type.Value.Where(IsDeclared).Select(ApprovedApi.Name).Except(s_notRepeated)))
            .Order(StringComparer.Ordinal),
        Listed().Order(StringComparer.Ordinal));

    private static bool IsDeclared(string member) =>
        !member.StartsWith("override ", StringComparison.Ordinal) && !member.StartsWith("protected ", StringComparison.Ordinal);

    /// <summary>A row of a table may have several types with the same members.</summary>
    private static IEnumerable<string> Listed() => DocTable.Rows(RepositoryFiles.Text("docs/api.md"))
        .SelectMany(cells => DocTable.Names(cells[0]).Select(type => Row(type, DocTable.Names(cells[2]))));

    private static string Row(string type, IEnumerable<string> members) =>
        $"{type}: {string.Join(' ', members.Distinct().Order(StringComparer.Ordinal))}";
}
