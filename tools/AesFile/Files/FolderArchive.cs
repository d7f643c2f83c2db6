using System;
using System.Collections.Generic;
using System.Formats.Tar;
using System.IO;
using System.IO.Enumeration;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.AesFile.Files;

/// <summary>
/// A folder as tar, with its own rights and all that is in it, in the order of names. .NET's TarFile leaves out what is hidden, which on
/// Unix is every name that begins with a dot, and what may not be read; here the latter is an error.
/// </summary>
internal sealed class FolderArchive
{
    /// <summary>Of the entry for the folder itself.</summary>
    private const string RootName = "./";

    private readonly string _root;
    private readonly List<(string Path, long Length)> _items;

    /// <param name="folder">The folder, or a link to it.</param>
    /// <param name="exclusions">
    /// Patterns of what is left out, with all that is in it: of its name, or if there is a slash in the pattern, of its path in the folder.
    /// </param>
    /// <param name="written">The file that the archive goes to; null if it goes to none.</param>
    /// <exception cref="UnauthorizedAccessException">A folder in it may not be read.</exception>
    /// <exception cref="AesFileException">The archive would have to be in it, or a name in it is not UTF-8.</exception>
    public FolderArchive(string folder, IReadOnlyList<string> exclusions, FileIdentity? written = null)
    {
        _root = Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder));
        _root = Directory.ResolveLinkTarget(_root, returnFinalTarget: true)?.FullName ?? _root;
        _items = [.. Items(_root, exclusions).OrderBy(item => item.Path, StringComparer.Ordinal)];
        if (written is not null && _items.Any(item => FileStatus.Of(item.Path)?.Identity == written && new FileInfo(item.Path).LinkTarget is null))
            throw AesFileException.Failed("The sealed file would lie in the folder that it seals: say another --output, or redirect standard output elsewhere.");
    }

    /// <summary>Bytes of all files in the folder. The archive has some more.</summary>
    public long Length => _items.Sum(item => item.Length);

    /// <param name="destination">Where the archive goes.</param>
    /// <param name="count">Is told of bytes of files.</param>
    /// <param name="cancellationToken">Ends it with an exception.</param>
    /// <exception cref="AesFileException">Something is no file, folder, link or FIFO, or a file became shorter.</exception>
    public async Task WriteAsync(Stream destination, Action<int> count, CancellationToken cancellationToken)
    {
        await using var writer = new TarWriter(destination, leaveOpen: true);
        await writer.WriteEntryAsync(With(new DirectoryInfo(_root), Entry(TarEntryType.Directory, RootName)), cancellationToken);
        foreach (var (path, _) in _items)
        {
            FileSystemInfo item = File.GetAttributes(path).HasFlag(FileAttributes.Directory) ? new DirectoryInfo(path) : new FileInfo(path);
            var name = Path.GetRelativePath(_root, path).Replace(Path.DirectorySeparatorChar, '/');
            if (item.LinkTarget is string target)
            {
                RawNames.RequireTarget(path, target);
                await writer.WriteEntryAsync(Entry(TarEntryType.SymbolicLink, name, target), cancellationToken);
            }
            else if (item is FileInfo file)
            {
                await WriteFileAsync(writer, file, name, count, cancellationToken);
            }
            else
            {
                await writer.WriteEntryAsync(With(item, Entry(TarEntryType.Directory, name + "/")), cancellationToken);
            }
        }
    }

    private static async Task WriteFileAsync(
        TarWriter writer, FileInfo file, string name, Action<int> count, CancellationToken cancellationToken)
    {
        var kind = FileStatus.Of(file.FullName)?.Kind ?? throw new FileNotFoundException($"{Shown.Name(file.FullName)} is not there any more.");
        if (kind == FileKind.Fifo)
        {
            await writer.WriteEntryAsync(With(file, Entry(TarEntryType.Fifo, name)), cancellationToken);
            return;
        }

        if (kind != FileKind.File)
            throw AesFileException.Failed($"{Shown.Name(file.FullName)} is {FileStatus.Words(kind)}, which is not sealed.");
        await using var source = new FileStream(file.FullName, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
        await using var content = new FixedLengthStream(
            new CountingStream(source, count, cancellationToken), source.Length, file.FullName);
        var entry = With(file, Entry(TarEntryType.RegularFile, name));
        entry.DataStream = content;
        await writer.WriteEntryAsync(entry, cancellationToken);
    }

    /// <summary>Parents come before what is in them: their names are the beginnings of the others'.</summary>
    private static FileSystemEnumerable<(string Path, long Length)> Items(string root, IReadOnlyList<string> exclusions) => new(
        root,
        Item,
        new EnumerationOptions { RecurseSubdirectories = true, IgnoreInaccessible = false, AttributesToSkip = 0 })
    {
        ShouldIncludePredicate = (ref FileSystemEntry entry) => !IsExcluded(ref entry, exclusions),
        ShouldRecursePredicate = (ref FileSystemEntry entry) => !IsLink(ref entry) && !IsExcluded(ref entry, exclusions),
    };

    private static bool IsExcluded(ref FileSystemEntry entry, IReadOnlyList<string> exclusions)
    {
        foreach (var pattern in exclusions)
        {
            var wanted = Path.TrimEndingDirectorySeparator(pattern);
            var found = wanted.Contains('/', StringComparison.Ordinal)
                ? Path.GetRelativePath(entry.RootDirectory.ToString(), entry.ToFullPath()).Replace(Path.DirectorySeparatorChar, '/') : entry.FileName;
            if (FileSystemName.MatchesSimpleExpression(wanted, found, ignoreCase: false))
                return true;
        }

        return false;
    }

    private static (string Path, long Length) Item(ref FileSystemEntry entry)
    {
        var path = entry.ToFullPath();
        RawNames.RequireItem(path);
        return (path, entry.IsDirectory || IsLink(ref entry) ? 0 : entry.Length);
    }

    /// <summary>On Windows, other files have that attribute, too, such as those that are also in a cloud.</summary>
    private static bool IsLink(ref FileSystemEntry entry) =>
        entry.Attributes.HasFlag(FileAttributes.ReparsePoint) && entry.ToFileSystemInfo().LinkTarget is not null;

    /// <summary>Of PAX, but where a line ends in a name: .NET takes that for the end of a record, and reads no such archive.</summary>
    private static TarEntry Entry(TarEntryType type, string name, string? target = null)
    {
        TarEntry entry = name.Contains('\n', StringComparison.Ordinal) || target?.Contains('\n', StringComparison.Ordinal) == true
            ? new GnuTarEntry(type, name) : new PaxTarEntry(type, name);
        if (target is not null)
            entry.LinkName = target;
        return entry;
    }

    /// <summary>An entry with a file's rights and time. Archives know no time before 1970.</summary>
    private static TarEntry With(FileSystemInfo item, TarEntry entry)
    {
        entry.ModificationTime = item.LastWriteTimeUtc < DateTime.UnixEpoch ? DateTime.UnixEpoch : item.LastWriteTimeUtc;
        if (!OperatingSystem.IsWindows())
            entry.Mode = item.UnixFileMode;
        return entry;
    }
}
