using System;
using System.Collections.Generic;
using System.Formats.Tar;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.AesFile.Files;

/// <summary>A folder as tar.</summary>
internal static class FolderArchive
{
    /// <summary>Bytes of all files in a folder. The archive has some more.</summary>
    public static long LengthOf(string folder) => new DirectoryInfo(folder)
        .EnumerateFiles("*", new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint })
        .Sum(file => file.Length);

    public static Task WriteAsync(string folder, Stream destination, CancellationToken cancellationToken) =>
        TarFile.CreateFromDirectoryAsync(folder, destination, includeBaseDirectory: false, cancellationToken);

    /// <summary>
    /// Extracts an archive into an empty folder. Links are made last, so that nothing is written through one, and what folders may be
    /// used for and when they were changed is set after all that is in them.
    /// </summary>
    /// <exception cref="AesFileException">An entry leads out of the folder, or is a device, or a hard link, which .NET does not write.</exception>
    public static async Task ExtractAsync(Stream source, string folder, CancellationToken cancellationToken)
    {
        var folders = new List<(string Path, TarEntry Entry)>();
        var links = new List<(string Path, TarEntry Entry)>();
        await using (var reader = new TarReader(source, leaveOpen: true))
        {
            while (await reader.GetNextEntryAsync(copyData: false, cancellationToken) is TarEntry entry)
            {
                var path = PathIn(folder, entry.Name);
                Directory.CreateDirectory(Path.GetDirectoryName(path)!);
                switch (entry.EntryType)
                {
                    case TarEntryType.Directory:
                        Directory.CreateDirectory(path);
                        folders.Add((path, entry));
                        break;
                    case TarEntryType.SymbolicLink:
                        links.Add((path, entry));
                        break;
                    case TarEntryType.RegularFile or TarEntryType.V7RegularFile or TarEntryType.Fifo:
                        await entry.ExtractToFileAsync(path, overwrite: false, cancellationToken);
                        break;
                    default:
                        throw AesFileException.Failed($"'{entry.Name}' is a {entry.EntryType}, which is not extracted.");
                }
            }
        }

        foreach (var (path, entry) in links)
            File.CreateSymbolicLink(path, entry.LinkName);
        foreach (var (path, entry) in folders.AsEnumerable().Reverse())
            SetAttributes(path, entry);
    }

    private static string PathIn(string folder, string name)
    {
        var path = Path.TrimEndingDirectorySeparator(Path.GetFullPath(Path.Join(folder, name)));
        return path.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal) ? path
            : throw AesFileException.Failed($"'{name}' would lie outside of the folder.");
    }

    private static void SetAttributes(string folder, TarEntry entry)
    {
        Directory.SetLastWriteTimeUtc(folder, entry.ModificationTime.UtcDateTime);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(folder, entry.Mode);
    }
}
