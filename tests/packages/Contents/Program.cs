using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Reflection.Metadata;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using System.Xml.Linq;

// Contents FOLDER PAGE: looks into the packages in a folder. PAGE has the table of what each part of ManagedCrypto costs.
// Contents FILE.pdb: the symbols must say where the sources are to be had.
var wrong = 0;
if (args is [var symbols])
{
    var maps = Documents(File.OpenRead(symbols)).Select(document => document.Map).Distinct().ToList();
    Check(maps is [{ } map] && map.Contains("https://", StringComparison.Ordinal), $"SourceLink has no map, but {string.Join(", ", maps)}");
    return wrong;
}

var packages = Directory.GetFiles(args[0], "*.nupkg").Order(StringComparer.Ordinal).ToList();
Check(packages.Count == 2, $"there are {packages.Count} packages");
foreach (var path in packages)
{
    using var package = ZipFile.OpenRead(path);
    Console.WriteLine($"{Path.GetFileName(path)}: {new FileInfo(path).Length:N0} bytes");
    Check(new FileInfo(path).Length <= 3_460_000, "a package may have 3.46 MB");
    CheckMetadata(package);
    CheckSbom(package);
}

CheckSymbols(Directory.GetFiles(args[0], "*.snupkg").Single());
CheckCosts(packages.Single(path => Regex.IsMatch(Path.GetFileName(path), @"^ManagedCrypto\.\d")), File.ReadAllText(args[1]));
return wrong;

void Check(bool holds, string otherwise)
{
    if (holds)
        return;
    Console.WriteLine("WRONG: " + otherwise);
    wrong = 1;
}

// What NuGet shows of the package is there, and what it names is in the package.
void CheckMetadata(ZipArchive package)
{
    var metadata = XDocument.Load(package.Entries.Single(entry => entry.FullName.EndsWith(".nuspec", StringComparison.Ordinal)).Open())
        .Root!.Elements().Single().Elements().ToLookup(element => element.Name.LocalName);
    foreach (var name in new[] { "id", "version", "title", "authors", "license", "icon", "readme", "description", "releaseNotes", "copyright", "tags" })
        Check(metadata[name].Any(element => element.Value.Length > 0), "the package has no " + name);
    foreach (var name in new[] { "icon", "readme" }.SelectMany(name => metadata[name].Select(element => element.Value)).Append("LICENSE"))
        Check(package.GetEntry(name) is { Length: > 0 }, "the package has no file " + name);
    Check(metadata["license"].Single().Value == "MIT", "the licence is not MIT");
    var notes = metadata["releaseNotes"].Single().Value;
    Check(notes.Contains("### ", StringComparison.Ordinal) && !notes.Contains("\n## ", StringComparison.Ordinal), "the notes are not a section of CHANGELOG.md");
    var addresses = metadata["projectUrl"].Concat(metadata["repository"].Attributes("url").Select(url => new XElement("url", url.Value)));
    Check(addresses.Select(address => address.Value).Distinct().Count() <= 1, "the project has two addresses");
}

// What SPDX 2.3 demands, by the sections of its specification; and each file of the package, by its sums.
void CheckSbom(ZipArchive package)
{
    const string Manifest = "_manifest/spdx_2.3/manifest.spdx.json";
    var document = JsonNode.Parse(package.GetEntry(Manifest)!.Open())!;
    Check(Text(document, "spdxVersion") == "SPDX-2.3", "6.1: spdxVersion");
    Check(Text(document, "dataLicense") == "CC0-1.0", "6.2: dataLicense");
    Check(Text(document, "SPDXID") == "SPDXRef-DOCUMENT", "6.3: SPDXID");
    Check(Text(document, "name") is { Length: > 0 }, "6.4: name");
    Check(Uri.TryCreate(Text(document, "documentNamespace"), UriKind.Absolute, out var space) && space.Fragment == "", "6.5: documentNamespace");
    Check(document["creationInfo"]!["creators"]!.AsArray().Any(creator => Regex.IsMatch((string)creator!, "^(Tool|Organization|Person): .")), "6.8: creators");
    Check(Regex.IsMatch(Text(document["creationInfo"]!, "created") ?? "", @"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"), "6.9: created");

    var described = document["packages"]!.AsArray().Select(item => item!).ToList();
    foreach (var item in described)
    {
        Check(Text(item, "name") is { Length: > 0 }, "7.1: name");
        Check(Text(item, "versionInfo") is { Length: > 0 }, "7.3: versionInfo");
        Check(Text(item, "downloadLocation") is { Length: > 0 }, "7.7: downloadLocation");
        Check((bool)item["filesAnalyzed"]! == (item["packageVerificationCode"] is not null), "7.9: packageVerificationCode");
        Check(Text(item, "licenseConcluded") == "MIT", "7.13: licenseConcluded");
    }

    var files = document["files"]!.AsArray().Select(item => item!).ToList();
    var entries = package.Entries.Where(entry => entry.Length > 0 && entry.FullName is not ("[Content_Types].xml" or Manifest)
        && !entry.FullName.StartsWith("_rels/", StringComparison.Ordinal) && !entry.FullName.StartsWith("package/", StringComparison.Ordinal)).ToList();
    Check(files.Select(file => Text(file, "fileName")![2..]).ToHashSet().SetEquals(entries.Select(entry => entry.FullName)), "8.1: not all files are listed");
    foreach (var file in files)
    {
        var content = new MemoryStream();
        if (package.GetEntry(Text(file, "fileName")![2..]) is not { } entry)
            continue;
        entry.Open().CopyTo(content);
        var sums = file["checksums"]!.AsArray().ToDictionary(sum => Text(sum!, "algorithm")!, sum => Text(sum!, "checksumValue"));
        Check(sums["SHA1"] == Convert.ToHexStringLower(SHA1.HashData(content.ToArray())), "8.4: SHA-1 of " + file["fileName"]);
        Check(sums["SHA256"] == Convert.ToHexStringLower(SHA256.HashData(content.ToArray())), "8.4: SHA-256 of " + file["fileName"]);
    }

    var ids = described.Concat(files).Append(document).Select(item => Text(item, "SPDXID")!).ToList();
    Check(ids.Distinct().Count() == ids.Count && ids.All(id => Regex.IsMatch(id, "^SPDXRef-[A-Za-z0-9.-]+$")), "3.2: an SPDXID is there twice, or is none");
    var relationships = document["relationships"]!.AsArray().Select(item => item!).ToList();
    Check(relationships.All(item => ids.Contains(Text(item, "spdxElementId")!) && ids.Contains(Text(item, "relatedSpdxElement")!)), "11.1: a relationship to nothing");
    Check(relationships.Count(item => Text(item, "relationshipType") == "DESCRIBES") == 1, "11.1: nothing is described");

    var others = described.Skip(1).Select(item => Text(item, "name")!).Order(StringComparer.Ordinal);
    string[] expected = Text(described[0], "name") == "ManagedCrypto" ? ["Mono.Cecil", "System.Memory"] : ["Spectre.Console", "System.CommandLine"];
    Check(others.SequenceEqual(expected), "other packages are " + string.Join(", ", others));
}

// Each assembly of ours has its symbols, and each document of those its text, or an address.
void CheckSymbols(string path)
{
    using var package = ZipFile.OpenRead(path);
    var all = package.Entries.Where(entry => entry.FullName.EndsWith(".pdb", StringComparison.Ordinal)).ToList();
    Check(all.Count == 3, $"there are {all.Count} files of symbols");
    foreach (var entry in all)
    {
        var content = new MemoryStream();
        entry.Open().CopyTo(content);
        content.Position = 0;
        var documents = Documents(content).ToList();
        Check(documents.Count > 20, $"{entry.FullName} has {documents.Count} documents");
        foreach (var (name, _, _) in documents.Where(document => !document.IsEmbedded && document.Map is null))
            Check(false, $"{entry.FullName}: the text of {name} is nowhere");
        foreach (var (name, _, _) in documents.Where(document => !document.Name.StartsWith("/_", StringComparison.Ordinal)))
            Check(false, $"{entry.FullName}: {name} depends on the folder of the build");
    }
}

static IEnumerable<(string Name, bool IsEmbedded, string? Map)> Documents(Stream symbols)
{
    Guid embeddedSource = new("0E8A571B-6926-466E-B4AD-8AB04611F5FE"), sourceLink = new("CC110556-A091-4D38-9FEC-25AB9A351A6A");
    using var provider = MetadataReaderProvider.FromPortablePdbStream(symbols);
    var reader = provider.GetMetadataReader();
    BlobHandle? Information(EntityHandle of, Guid kind) => reader.GetCustomDebugInformation(of)
        .Select(reader.GetCustomDebugInformation).Where(item => reader.GetGuid(item.Kind) == kind).Select(item => (BlobHandle?)item.Value).FirstOrDefault();

    var map = Information(EntityHandle.ModuleDefinition, sourceLink) is { } blob ? System.Text.Encoding.UTF8.GetString(reader.GetBlobBytes(blob)) : null;
    foreach (var handle in reader.Documents)
        yield return (reader.GetString(reader.GetDocument(handle).Name), Information(handle, embeddedSource) is not null, map);
}

// The page says for each part how much it adds to the package, in KB, and is right to a twentieth.
void CheckCosts(string path, string page)
{
    using var package = ZipFile.OpenRead(path);
    var stated = Regex.Matches(page, @"^\| `([\w./-]+)/` \|[^|]*\| (\d+) KB \|", RegexOptions.Multiline)
        .ToDictionary(row => row.Groups[1].Value, row => long.Parse(row.Groups[2].Value));
    var actual = package.Entries.Where(entry => entry.FullName.Contains('/') && !Regex.IsMatch(entry.FullName, "^(_|package/)"))
        .ToLookup(entry => Regex.Match(entry.FullName, "^((lib|runtimes)/[^/]+|[^/]+)/").Groups[1].Value, entry => entry.CompressedLength)
        .ToDictionary(part => part.Key, part => part.Sum());
    foreach (var part in actual.Keys.Union(stated.Keys).Order(StringComparer.Ordinal))
    {
        var bytes = actual.GetValueOrDefault(part);
        Console.WriteLine($"  {part}/: {(bytes + 500) / 1000} KB");
        Check(stated.TryGetValue(part, out var figure) && Math.Abs(figure * 1000 - bytes) <= 1000 + bytes / 20, $"the page says {figure} KB of {part}");
    }
}

static string? Text(JsonNode node, string name) => (string?)node[name];
