using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Enumeration;
using System.Linq;
using ManagedCrypto.Tests;

namespace ManagedCrypto.RepositoryTests;

/// <summary>The files of the working tree.</summary>
internal static class RepositoryFiles
{
    private static readonly Lazy<string[]> s_files =
        new(() => [.. Below(Repository.Root, Ignored()).Order(StringComparer.Ordinal)]);

    /// <summary>Every file that Git does not ignore, from the root, with slashes.</summary>
    public static IReadOnlyList<string> All => s_files.Value;

    /// <summary>The file of this name, or the files in the folder and below.</summary>
    public static IEnumerable<string> In(string path) =>
        All.Where(file => file == path || file.StartsWith(path + "/", StringComparison.Ordinal));

    /// <summary>What is in the file.</summary>
    public static string Text(string path) => File.ReadAllText(Path.Combine(Repository.Root, path));

    /// <summary>The path from the root, with slashes.</summary>
    public static string Name(string full) =>
        Path.GetRelativePath(Repository.Root, full).Replace(Path.DirectorySeparatorChar, '/');

    /// <summary>The project file in the folder, or in the nearest one above it; null if there is none.</summary>
    /// <param name="path">A file or a folder, from the root.</param>
    public static string? ProjectOf(string path)
    {
        var project = All.FirstOrDefault(file => Path.GetExtension(file) == ".csproj" && Path.GetDirectoryName(file) == path);
        return project ?? (path == "" ? null : ProjectOf(Path.GetDirectoryName(path)!));
    }

    /// <summary>Names of files, and of folders followed by a slash, that .gitignore has; it has no other patterns.</summary>
    private static string[] Ignored()
    {
        var lines = File.ReadAllLines(Path.Combine(Repository.Root, ".gitignore"));
        return Array.TrueForAll(lines, line => line.IndexOf('/') is var slash && (slash < 0 || slash == line.Length - 1))
            ? [".git", ".git/", .. lines]
            : throw new NotSupportedException(".gitignore has a pattern of more than a name.");
    }

    private static IEnumerable<string> Below(string folder, string[] ignored) =>
        new DirectoryInfo(folder).EnumerateFileSystemInfos()
            .Where(entry => !Array.Exists(ignored, pattern => FileSystemName.MatchesSimpleExpression(
                pattern, entry is DirectoryInfo ? entry.Name + "/" : entry.Name, ignoreCase: false)))
            .SelectMany(entry => entry is DirectoryInfo
                ? Below(entry.FullName, ignored)
                : [Name(entry.FullName)]);
}
