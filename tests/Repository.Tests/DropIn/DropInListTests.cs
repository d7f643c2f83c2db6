using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>The aliases follow from the public types of ours and of .NET.</summary>
public class DropInListTests
{
    private const string Bcl = "System.Security.Cryptography.";

    private static readonly Compilation s_compilation =
        DropInProject.Compilation([], LanguageVersion.Default, OutputKind.DynamicallyLinkedLibrary);

    [Fact]
    public void Alias_exists_for_each_public_type_with_a_namesake_in_NET()
    {
        var expected = typeof(Aes).Assembly.GetExportedTypes().Select(type => type.Name)
            .Where(name => s_compilation.GetTypeByMetadataName(Bcl + name) is not null)
            .Order(StringComparer.Ordinal).Select(name => (name, "ManagedCrypto." + name));
        Assert.Equal(expected, DropInFiles.Usings);
        string[] fromTheStart =
        [
            "Aes", "AesGcm", "HMACSHA1", "HMACSHA256", "HMACSHA384", "HMACSHA512", "IncrementalHash", "SHA1", "SHA256", "SHA384",
            "SHA512",
        ];
        Assert.Superset(fromTheStart.ToHashSet(), DropInFiles.Usings.Select(item => item.Alias).ToHashSet());
    }
}
