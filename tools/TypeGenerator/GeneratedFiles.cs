using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace ManagedCrypto.TypeGenerator;

/// <summary>All that is generated.</summary>
internal static class GeneratedFiles
{
    /// <summary>How a file begins that is written as a whole.</summary>
    public const string Heading = """
        // Written by tools/TypeGenerator. Do not edit: change it there, and run
        //     dotnet run --project tools/TypeGenerator
        """;

    /// <summary>Paths from the root of the repository, and what belongs there.</summary>
    public static IEnumerable<(string Path, string Text)> In(string root) =>
    [
        .. Algorithms.Hashes.Select(function => ($"src/Crypto/Hash/{function.HashType.Type.Name}.cs", HashTypes.Hash(function))),
        .. Algorithms.Hashes.Where(function => function.HasHmacType).Select(
            function => ($"src/Crypto/Hmac/{function.HmacType.Type.Name}.cs", HashTypes.Hmac(function))),
        .. Algorithms.All.OfType<XofFunction>().SelectMany(function => new[]
        {
            ($"src/Crypto/Hash/{function.ShakeType.Type.Name}.cs", XofTypes.Shake(function)),
            ($"src/Crypto/Kmac/{function.KmacType.Type.Name}.cs", XofTypes.Kmac(function, function.KmacType, isXof: false)),
            ($"src/Crypto/Kmac/{function.KmacXofType.Type.Name}.cs", XofTypes.Kmac(function, function.KmacXofType, isXof: true)),
        }),
        .. Algorithms.All.OfType<ChecksumAlgorithm>().Select(
            algorithm => ($"src/Crypto/Checksums/{algorithm.Type.Type.Name}.cs", HashTypes.Checksum(algorithm))),
        .. AeadDescription.All.Select(AeadTypes.File),
        AeadUses.Probe,
        AeadUses.RoundTrips,
        WithLines(
            root, "src/Crypto/link.xml", "<type ",
            Algorithms.Types.Where(type => type.RegisteredNames.Length > 0).Select(
                type => $"<type fullname=\"{type.Type.FullName}\"><method signature=\"System.Void .ctor()\" /></type>")),
        WithLines(
            root, "src/Crypto/buildTransitive/ManagedCrypto.props", "<Using ",
            Algorithms.Types.SelectMany(type => type.DropInNames, (type, name) => (type.Type, Name: name))
                .OrderBy(alias => alias.Name, StringComparer.Ordinal)
                .Select(alias => $"<Using Include=\"{alias.Type.FullName}\" Alias=\"{alias.Name}\" />")),
    ];

    /// <summary>A file with other lines in place of those that begin so, which stand together.</summary>
    private static (string Path, string Text) WithLines(
        string root, string path, string beginning, IEnumerable<string> replacements)
    {
        var lines = File.ReadAllLines(Path.Combine(root, path)).ToList();
        var first = lines.FindIndex(Begins);
        var indent = lines[first][..lines[first].IndexOf('<')];
        lines.RemoveAll(Begins);
        lines.InsertRange(first, replacements.Select(line => indent + line));
        return (path, string.Concat(lines.Select(line => line + "\n")));

        bool Begins(string line) => line.TrimStart().StartsWith(beginning, StringComparison.Ordinal);
    }
}
