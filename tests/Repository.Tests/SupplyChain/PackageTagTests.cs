using System;
using System.Linq;
using System.Xml.Linq;
using ManagedCrypto.RepositoryTests.Docs;
using Xunit;

namespace ManagedCrypto.RepositoryTests.SupplyChain;

/// <summary>The words by which NuGet finds the package.</summary>
public class PackageTagTests
{
    /// <summary>What no type is called after.</summary>
    private static readonly string[] s_general = ["cryptography", "encryption", "managed", "mono", "webassembly"];

    [Fact]
    public void Tags_name_public_types()
    {
        var tags = XDocument.Parse(RepositoryFiles.Text("src/Crypto/Crypto.csproj")).Descendants("PackageTags").Single().Value.Split(';');
        Assert.Distinct(tags);
        Assert.Superset(s_general.ToHashSet(), tags.ToHashSet());
        Assert.All(tags.Except(s_general), tag => Assert.Contains(
            ApprovedApi.Types.Keys, type => type.Contains(tag.Replace("-", ""), StringComparison.OrdinalIgnoreCase)));
    }
}
