using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.AesFile.Keys;

namespace ManagedCrypto.AesFile.Files;

/// <summary>
/// Where something goes. It is decided here alone, before anything is read: a name that nothing has, a file that is replaced, or
/// standard output, a FIFO or a device, which are written as they are.
/// </summary>
internal sealed partial class Destination
{
    private readonly string _path;
    private readonly bool _isReplacing;

    private Destination(string path, bool isReplacing, bool isStream) => (_path, _isReplacing, IsStream) = (path, isReplacing, isStream);

    /// <summary>The name that a new file or folder gets.</summary>
    public string Path => _path;

    /// <summary>Whether it is written as it is, with no name to give.</summary>
    public bool IsStream { get; }

    public bool IsStandardOutput => IsStream && _path == StandardStreams.Name;

    /// <param name="name">As the user said it.</param>
    /// <param name="isReplacing">Whether a file of that name may be replaced.</param>
    /// <param name="inUse">What is never written.</param>
    /// <exception cref="AesFileException">Something has the name and may not be replaced or written.</exception>
    public static Destination Of(string name, bool isReplacing, FilesInUse? inUse)
    {
        if (StandardStreams.IsOutput(name))
        {
            if (FileStatus.Of(StandardStreams.OutputPath) is { Kind: FileKind.File } output && inUse?.UseOf(output) is string use)
                throw AesFileException.Failed($"Standard output is {use}, which is never written.");
            return new(StandardStreams.Name, isReplacing: false, isStream: true);
        }

        var status = FileStatus.Of(name);
        if (status?.Kind is FileKind.Fifo or FileKind.CharacterDevice)
            return new(name, isReplacing: false, isStream: true);
        if (status is { Kind: FileKind.File } file)
            RequireUnused(name, file, inUse);
        RequireFree(name, isReplacing);
        return new(isReplacing ? Behind(name) : name, isReplacing, isStream: false);
    }

    /// <exception cref="AesFileException">Something has the name and may not be replaced.</exception>
    public static void RequireFree(string path, bool isReplacing)
    {
        if (FileStatus.Of(path)?.Kind is not { } kind)
        {
            if (new FileInfo(path).LinkTarget is string target)
                throw AesFileException.Failed($"{Shown.Name(path)} is a link to {Shown.Name(target)}, which is not there.");
            return;
        }

        if (kind == FileKind.Folder)
            throw AesFileException.Exists($"{Shown.Name(path)} is a folder that is there already, and no folder is replaced.");
        if (kind != FileKind.File)
            throw AesFileException.Failed($"{Shown.Name(path)} is {FileStatus.Words(kind)}, which is neither replaced nor written.");
        if (StandardStreams.IsOpenFile(path))
            throw AesFileException.Failed($"{Shown.Name(path)} leads to a file that is open already: redirect standard output to it, and say - instead.");
        if (!isReplacing)
            throw AesFileException.Exists($"{Shown.Name(path)} is there already; --force replaces it.");
    }

    /// <summary>Has all of it written, and a file be there once that has been done.</summary>
    /// <param name="write">Writes to it.</param>
    /// <param name="rights">Those of a new file; null for those that new files have.</param>
    /// <param name="cancellationToken">Gives it up.</param>
    /// <param name="replaced">The file that it replaces, and no other; null for any.</param>
    public async Task WriteAsync(
        Func<Stream, Task> write, Rights? rights, CancellationToken cancellationToken, FileIdentity? replaced = null)
    {
        if (IsStream)
        {
            await StandardStreams.WriteAsync(
                IsStandardOutput ? StandardStreams.OpenOutput : () => new FileStream(_path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 0),
                write,
                cancellationToken);
            return;
        }

        using var file = new NewFile(_path, _isReplacing, rights);
        await write(file.Stream);
        file.Complete(replaced);
    }

    /// <summary>Which file is written, whatever it is called; null if it is none.</summary>
    /// <param name="stream">What <see cref="WriteAsync"/> has written.</param>
    public FileIdentity? Written(Stream stream) =>
        FileStatus.Of(IsStandardOutput ? StandardStreams.OutputPath : ((FileStream)stream).Name) is { Kind: FileKind.File } file ? file.Identity : null;

    /// <summary>Gives a file a name that nothing has.</summary>
    /// <exception cref="IOException">Something has it.</exception>
    public static void Take(string temporary, string path)
    {
        // rename(2) replaces what is there, and .NET looks before it calls it: of two that do so at once, one would be lost. Where there
        // are no hard links, that has to do.
        if (!OperatingSystem.IsWindows() && Link(temporary, path) == 0)
            File.Delete(temporary);
        else
            File.Move(temporary, path, overwrite: false);
    }

    /// <summary>Neither what this command reads nor any key, which nothing can bring back.</summary>
    private static void RequireUnused(string path, FileStatus file, FilesInUse? inUse)
    {
        if (inUse?.UseOf(file) is string use)
            throw AesFileException.Failed($"{Shown.Name(path)} is {use}, which is never replaced.");
        if (KeyFile.IsKey(path))
            throw AesFileException.Exists($"{Shown.Name(path)} is a key file, and a key is never replaced.");
    }

    /// <summary>The file that a link leads to, which is replaced in the link's place: so do cp and gpg. Any other path is its own.</summary>
    private static string Behind(string path)
    {
        path = System.IO.Path.GetFullPath(path); // or else .NET takes the target of a link as beginning at the root
        return FileStatus.Of(path) is not null && File.ResolveLinkTarget(path, returnFinalTarget: true) is { } target ? target.FullName : path;
    }

    [LibraryImport("libc", EntryPoint = "link", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Link(string from, string to);
}
