using System.Collections.Generic;
using System.Linq;
using System.Xml.Linq;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>What the package gives a project that sets <c>ManagedCryptoDropIn</c>.</summary>
internal static class DropInFiles
{
    private const string Folder = "src/Crypto/buildTransitive/";

    /// <summary>The warnings that stay warnings, or become errors, as one property says.</summary>
    public static string Warnings { get; } =
        XDocument.Parse(RepositoryFiles.Text(Folder + "ManagedCrypto.targets")).Descendants("ManagedCryptoDropInWarnings").Single().Value;

    /// <summary>The aliases, and the types that they stand for.</summary>
    public static IReadOnlyList<(string Alias, string Type)> Usings { get; } =
    [
        .. XDocument.Parse(RepositoryFiles.Text(Folder + "ManagedCrypto.props")).Descendants("Using")
            .Select(item => (item.Attribute("Alias")!.Value, item.Attribute("Include")!.Value)),
    ];

    /// <summary>The aliases as the SDK writes them into a file of the project.</summary>
    public static string GlobalUsings { get; } = string.Concat(
        Usings.Select(item => $"global using {item.Alias} = {item.Type};\n"));
}
