using System.Collections.Generic;
using System.IO;
using System.IO.Compression;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>The files beside this one, carried inside the test assembly. ORIGIN.md says where they come from.</summary>
internal static class VectorArchive
{
    /// <summary>Every vector of one file in an archive.</summary>
    public static IEnumerable<RspVector> Read(string archive, string file)
    {
        using var zip = Open(archive);
        var entry = zip.GetEntry(file) ?? throw new FileNotFoundException(archive + " has no " + file);
        using var reader = new StreamReader(entry.Open());
        foreach (var vector in RspVector.Read(reader))
            yield return vector;
    }

    public static ZipArchive Open(string archive) => new(Resource(archive), ZipArchiveMode.Read);

    public static Stream Resource(string name) => typeof(VectorArchive).Assembly.GetManifestResourceStream(name)
        ?? throw new FileNotFoundException("The test assembly carries no " + name);
}
