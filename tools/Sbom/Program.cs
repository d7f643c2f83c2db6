using System;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Xml.Linq;

// Sbom PACKAGE.nupkg [ID/VERSION/LICENCE]...: adds to the package a list of its files, of the packages that it needs and of those that it
// has a copy of, as SPDX 2.3 (https://spdx.github.io/spdx-spec/v2.3/), and writes the list beside it, too. Their licences stand on the
// command line. One that is missing there, or is there in vain, is refused, and nothing is written.
const string Manifest = "_manifest/spdx_2.3/manifest.spdx.json", ContentTypes = "[Content_Types].xml";
if (args is not [var path, .. var licences])
{
    Console.Error.WriteLine("Usage: Sbom PACKAGE.nupkg [ID/VERSION/LICENCE]...");
    return 2;
}

try
{
    byte[] text;
    DateTimeOffset made;
    using (var package = ZipFile.OpenRead(path))
    {
        text = JsonSerializer.SerializeToUtf8Bytes(
            Document(package, licences), new JsonSerializerOptions { WriteIndented = true, NewLine = "\n" });
        made = package.Entries[0].LastWriteTime;
    }

    using var archive = ZipFile.Open(path, ZipArchiveMode.Update);
    archive.GetEntry(Manifest)?.Delete();
    var entry = archive.CreateEntry(Manifest);
    entry.LastWriteTime = made;
    using (var stream = entry.Open())
        stream.Write(text);
    File.WriteAllBytes(Path.ChangeExtension(path, ".spdx.json"), text);
    NameType(archive.GetEntry(ContentTypes)!, made);
    return 0;
}
catch (Exception exception) when (exception is IOException or InvalidDataException or UnauthorizedAccessException)
{
    Console.Error.WriteLine($"Sbom : error : {path}: {exception.Message}");
    return 1;
}

// A package says of each ending of its files what they are.
static void NameType(ZipArchiveEntry entry, DateTimeOffset made)
{
    XDocument types;
    using (var stream = entry.Open())
        types = XDocument.Load(stream);
    var space = types.Root!.Name.Namespace;
    if (types.Root.Elements(space + "Default").Any(type => (string?)type.Attribute("Extension") == "json"))
        return;
    types.Root.AddFirst(new XElement(space + "Default", new XAttribute("Extension", "json"), new XAttribute("ContentType", "application/octet")));
    using (var stream = entry.Open())
    {
        stream.SetLength(0);
        types.Save(stream, SaveOptions.DisableFormatting);
    }

    entry.LastWriteTime = made;
}

static JsonObject Document(ZipArchive archive, string[] licences)
{
    const string Package = "SPDXRef-Package";
    // The other entries are parts of the container: NuGet makes them, and a signature changes them.
    var files = archive.Entries.Where(entry => entry.FullName is not (Manifest or ContentTypes) && !entry.FullName.StartsWith("_rels/", StringComparison.Ordinal)
            && !entry.FullName.StartsWith("package/", StringComparison.Ordinal) && entry.Length > 0)
        .Select(entry => (Name: entry.FullName, Content: Read(entry)))
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
        ["packageVerificationCodeExcludedFiles"] = new JsonArray("./" + Manifest),
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
            // The date of all that is in the package, so that the same files give the same list.
            ["created"] = archive.Entries[0].LastWriteTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", null),
            ["creators"] = new JsonArray("Organization: " + About("authors"), "Tool: Sbom"),
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

static byte[] Read(ZipArchiveEntry entry)
{
    using var stream = entry.Open();
    using var content = new MemoryStream();
    stream.CopyTo(content);
    return content.ToArray();
}

// What is ours has our strong name.
static bool IsOurs(byte[] assembly)
{
    using var file = new PEReader(new MemoryStream(assembly));
    var metadata = file.GetMetadataReader();
    return metadata.GetBlobBytes(metadata.GetAssemblyDefinition().PublicKey)
        .SequenceEqual(typeof(Program).Assembly.GetName().GetPublicKey()!);
}

static JsonObject Described(string id, string name, string version, string licence) => new()
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

static JsonObject Relationship(string from, string kind, string to) => new()
{
    ["spdxElementId"] = from,
    ["relationshipType"] = kind,
    ["relatedSpdxElement"] = to,
};

static JsonObject Checksum(string algorithm, byte[] value) => new() { ["algorithm"] = algorithm, ["checksumValue"] = Hex(value) };

static string FileId(int index) => $"SPDXRef-File-{index + 1}";

static string Hex(byte[] value) => Convert.ToHexStringLower(value);
