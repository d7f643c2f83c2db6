using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Text.Json;
using System.Xml.Linq;
using ManagedCrypto.Packing;

// Packing PACKAGE.nupkg [ID/VERSION/LICENCE]...: what NuGet does not do as it packs. Documentation of what is not public leaves the package;
// the list of what is in it (Sbom) goes into it, and beside it; and it is compressed as small as that goes. A licence that is missing on the
// command line, or is there in vain, is refused, and nothing is written.
const string ContentTypes = "[Content_Types].xml";
if (args is not [var path, .. var licences])
{
    Console.Error.WriteLine("Usage: Packing PACKAGE.nupkg [ID/VERSION/LICENCE]...");
    return 2;
}

try
{
    var entries = new OrderedDictionary<string, byte[]>();
    DateTimeOffset made;
    using (var package = ZipFile.OpenRead(path))
    {
        foreach (var entry in package.Entries)
            entries[entry.FullName] = Read(entry);
        made = package.Entries[0].LastWriteTime;
    }

    foreach (var name in entries.Keys.ToList())
    {
        if (name.EndsWith(".xml", StringComparison.Ordinal) && entries.TryGetValue(Path.ChangeExtension(name, ".dll"), out var assembly))
            entries[name] = PublicDocumentation.Of(entries[name], assembly);
    }

    var sbom = JsonSerializer.SerializeToUtf8Bytes(
        Sbom.Of(entries, made, licences), new JsonSerializerOptions { WriteIndented = true, NewLine = "\n" });
    entries[Sbom.Entry] = sbom;
    entries[ContentTypes] = WithJson(entries[ContentTypes]);
    Write(path, entries, made);
    File.WriteAllBytes(Path.ChangeExtension(path, ".spdx.json"), sbom);
    return 0;
}
catch (Exception exception) when (exception is IOException or InvalidDataException or UnauthorizedAccessException)
{
    Console.Error.WriteLine($"Packing : error : {path}: {exception.Message}");
    return 1;
}

static byte[] Read(ZipArchiveEntry entry)
{
    using var stream = entry.Open();
    using var content = new MemoryStream();
    stream.CopyTo(content);
    return content.ToArray();
}

// A package says of each ending of its files what they are.
static byte[] WithJson(byte[] contentTypes)
{
    var types = XDocument.Load(new MemoryStream(contentTypes));
    var space = types.Root!.Name.Namespace;
    if (types.Root.Elements(space + "Default").Any(type => (string?)type.Attribute("Extension") == "json"))
        return contentTypes;
    types.Root.AddFirst(new XElement(space + "Default", new XAttribute("Extension", "json"), new XAttribute("ContentType", "application/octet")));
    using var content = new MemoryStream();
    types.Save(content, SaveOptions.DisableFormatting);
    return content.ToArray();
}

// In its place once it is whole.
static void Write(string path, OrderedDictionary<string, byte[]> entries, DateTimeOffset made)
{
    var whole = path + ".whole";
    using (var package = ZipFile.Open(whole, ZipArchiveMode.Create))
        foreach (var (name, content) in entries)
        {
            var entry = package.CreateEntry(name, CompressionLevel.SmallestSize);
            entry.LastWriteTime = made;
            using var stream = entry.Open();
            stream.Write(content);
        }

    File.Move(whole, path, overwrite: true);
}
