using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using System.Xml.Linq;

namespace ManagedCrypto.Packing;

/// <summary>
/// What is in a package: its files, the packages that it needs, and those that it has a copy of, with their licences, as SPDX 2.3
/// (https://spdx.github.io/spdx-spec/v2.3/).
/// </summary>
internal static class Sbom
{
    /// <summary>Where it lies in the package.</summary>
    public const string Entry = "_manifest/spdx_2.3/manifest.spdx.json";

    /// <param name="entries">Those of the package, by name.</param>
    /// <param name="made">The date of all that is in the package, so that the same files give the same list.</param>
    /// <param name="licences">ID/VERSION/LICENCE of each other package.</param>
    /// <exception cref="InvalidDataException">A licence is missing, or is there in vain.</exception>
    public static JsonObject Of(IReadOnlyDictionary<string, byte[]> entries, DateTimeOffset made, string[] licences)
    {
        const string Package = "SPDXRef-Package";
        // The other entries are parts of the container: NuGet makes them, and a signature changes them.
        var files = entries.Where(entry => entry.Key is not (Entry or "[Content_Types].xml") && !entry.Key.StartsWith("_rels/", StringComparison.Ordinal)
                && !entry.Key.StartsWith("package/", StringComparison.Ordinal) && entry.Value.Length > 0)
            .Select(entry => (Name: entry.Key, Content: entry.Value))
            .OrderBy(file => file.Name, StringComparer.Ordinal).ToList();
        var about = XDocument.Load(new MemoryStream(files.Single(file => !file.Name.Contains('/') && file.Name.EndsWith(".nuspec", StringComparison.Ordinal)).Content))
            .Descendants().First(element => element.Name.LocalName == "metadata");
        string About(string name) => about.Elements().First(element => element.Name.LocalName == name).Value;

        // SPDX's: SHA-1 of the SHA-1 of all files but this one, sorted.
        var code = Hex(SHA1.HashData(string.Concat(files.Select(file => Hex(SHA1.HashData(file.Content))).Order(StringComparer.Ordinal))
            .Select(character => (byte)character).ToArray()));
        var package = Described(Package, About("id"), About("version"), About("license"));
        package["supplier"] = "Organization: " + About("authors");
        package["copyrightText"] = About("copyright");
        package["filesAnalyzed"] = true;
        package["packageVerificationCode"] = new JsonObject
        {
            ["packageVerificationCodeValue"] = code,
            ["packageVerificationCodeExcludedFiles"] = new JsonArray("./" + Entry),
        };

        var packages = new JsonArray(package);
        var relationships = new JsonArray(Relationship("SPDXRef-DOCUMENT", "DESCRIBES", Package));
        foreach (var (index, _) in files.Index())
            relationships.Add(Relationship(Package, "CONTAINS", FileId(index)));
        AddOthers();

        return new JsonObject
        {
            ["spdxVersion"] = "SPDX-2.3",
            ["dataLicense"] = "CC0-1.0",
            ["SPDXID"] = "SPDXRef-DOCUMENT",
            ["name"] = $"{About("id")}-{About("version")}",
            ["documentNamespace"] = $"https://spdx.org/spdxdocs/{About("id")}-{About("version")}-{code}",
            ["creationInfo"] = new JsonObject
            {
                ["created"] = made.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", null),
                ["creators"] = new JsonArray("Organization: " + About("authors"), "Tool: Packing"),
            },
            ["packages"] = packages,
            ["files"] = new JsonArray([.. files.Select((file, index) => new JsonObject
            {
                ["SPDXID"] = FileId(index),
                ["fileName"] = "./" + file.Name,
                ["checksums"] = new JsonArray(
                    Checksum("SHA1", SHA1.HashData(file.Content)), Checksum("SHA256", SHA256.HashData(file.Content))),
            })]),
            ["relationships"] = relationships,
        };

        void AddOthers()
        {
            var needed = about.Descendants().Where(element => element.Name.LocalName == "dependency")
                .Select(element => (string)element.Attribute("id")!).ToHashSet();
            var copies = files.Index().Where(file => file.Item.Name.EndsWith(".dll", StringComparison.Ordinal) && !IsOurs(file.Item.Content))
                .ToLookup(file => Path.GetFileNameWithoutExtension(file.Item.Name), file => file.Index);
            foreach (var other in licences.Select(licence => licence.Split('/')))
            {
                if (other is not [var name, var version, var licence])
                    throw new InvalidDataException($"{string.Join('/', other)} is not ID/VERSION/LICENCE.");
                if (!needed.Contains(name) && !copies.Contains(name))
                    throw new InvalidDataException($"The package neither needs {name} nor has a copy of it.");
                var id = "SPDXRef-Package-" + name;
                packages.Add(Described(id, name, version, licence));
                packages[^1]!["filesAnalyzed"] = false;
                relationships.Add(Relationship(Package, needed.Contains(name) ? "DEPENDS_ON" : "CONTAINS", id));
                foreach (var file in copies[name])
                    relationships.Add(Relationship(id, "CONTAINS", FileId(file)));
            }

            var unknown = needed.Concat(copies.Select(copy => copy.Key)).Except(licences.Select(licence => licence.Split('/')[0])).ToList();
            if (unknown.Count > 0)
                throw new InvalidDataException($"The licence of {string.Join(" and ", unknown)} is not given.");
        }
    }

    // What is ours has our strong name.
    private static bool IsOurs(byte[] assembly)
    {
        using var file = new PEReader(new MemoryStream(assembly));
        var metadata = file.GetMetadataReader();
        return metadata.GetBlobBytes(metadata.GetAssemblyDefinition().PublicKey)
            .SequenceEqual(typeof(Program).Assembly.GetName().GetPublicKey()!);
    }

    private static JsonObject Described(string id, string name, string version, string licence) => new()
    {
        ["SPDXID"] = id,
        ["name"] = name,
        ["versionInfo"] = version,
        ["downloadLocation"] = "NOASSERTION",
        ["licenseConcluded"] = licence,
        ["licenseDeclared"] = licence,
        ["externalRefs"] = new JsonArray(new JsonObject
        {
            ["referenceCategory"] = "PACKAGE-MANAGER",
            ["referenceType"] = "purl",
            ["referenceLocator"] = $"pkg:nuget/{name}@{version}",
        }),
    };

    private static JsonObject Relationship(string from, string kind, string to) => new()
    {
        ["spdxElementId"] = from,
        ["relationshipType"] = kind,
        ["relatedSpdxElement"] = to,
    };

    private static JsonObject Checksum(string algorithm, byte[] value) => new() { ["algorithm"] = algorithm, ["checksumValue"] = Hex(value) };

    private static string FileId(int index) => $"SPDXRef-File-{index + 1}";

    private static string Hex(byte[] value) => Convert.ToHexStringLower(value);
}
