using System;
using System.Collections.Generic;
using System.Formats.Tar;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.AesFile.Files;

/// <summary>
/// Extracts an archive into an empty folder. Links are made last, so that nothing is written through one, and what folders may be used
/// for and when they were changed is set after all that is in them.
/// </summary>
internal sealed class FolderExtraction(string folder)
{
    private readonly List<(string Path, TarEntry Entry)> _folders = [];
    private readonly List<(string Path, TarEntry Entry)> _links = [];
    private readonly List<string> _withoutRights = [];

    /// <summary>Extracts all but the links.</summary>
    /// <exception cref="AesFileException">
    /// An entry leads out of the folder, or is a device, or a hard link, which sealing does not write.
    /// </exception>
    public async Task ReadAsync(Stream source, CancellationToken cancellationToken)
    {
        await using var reader = new TarReader(source, leaveOpen: true);
        while (await reader.GetNextEntryAsync(copyData: false, cancellationToken) is TarEntry entry)
        {
            var path = PathIn(entry);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            switch (entry.EntryType)
            {
                case TarEntryType.Directory:
                    Directory.CreateDirectory(path);
                    _folders.Add((path, entry));
                    break;
                case TarEntryType.SymbolicLink:
                    _links.Add((path, entry));
                    break;
                case TarEntryType.RegularFile or TarEntryType.V7RegularFile or TarEntryType.Fifo:
                    await entry.ExtractToFileAsync(path, overwrite: false, cancellationToken);
                    SetRights(path, entry); // .NET leaves out what the user's mask has
                    break;
                default:
                    throw AesFileException.Failed($"{Shown.Name(entry.Name)} is a {entry.EntryType}, which is not extracted.");
            }
        }
    }

    /// <summary>The names whose rights the file system refused.</summary>
    public IReadOnlyList<string> WithoutRights => _withoutRights;

    /// <summary>Makes the links and sets what is known of folders, which may make them read-only: once all has been verified.</summary>
    public void Finish()
    {
        foreach (var (path, entry) in _links)
            File.CreateSymbolicLink(path, entry.LinkName);
        foreach (var (path, entry) in _folders.AsEnumerable().Reverse())
        {
            Directory.SetLastWriteTimeUtc(path, entry.ModificationTime.UtcDateTime);
            SetRights(path, entry);
        }
    }

    /// <summary>In the folder; it is the folder itself only for an entry that has its rights.</summary>
    private string PathIn(TarEntry entry)
    {
        var path = Path.TrimEndingDirectorySeparator(Path.GetFullPath(Path.Join(folder, entry.Name)));
        var isIn = path.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal)
            || (path == folder && entry.EntryType == TarEntryType.Directory);
        return isIn ? path : throw AesFileException.Failed($"{Shown.Name(entry.Name)} would lie outside of the folder.");
    }

    /// <summary>Some file systems have rights of their own: that is no reason to extract nothing.</summary>
    private void SetRights(string path, TarEntry entry)
    {
        if (!OperatingSystem.IsWindows() && !Rights.Set(path, entry.Mode & Rights.All))
            _withoutRights.Add(entry.Name);
    }
}
