using System;
using System.Formats.Tar;
using System.IO;
using System.Runtime.InteropServices;

namespace ManagedCrypto.AesFile.Files;

/// <summary>The name that something gets once it is complete.</summary>
internal static partial class Destination
{
    /// <exception cref="AesFileException">Something has the name and may not be replaced.</exception>
    public static void RequireFree(string path, bool isReplacing)
    {
        if (Directory.Exists(path))
            throw AesFileException.Exists($"{path} is a folder that is there already, and no folder is replaced.");
        if (!Path.Exists(path))
            return;
        if (!isReplacing)
            throw AesFileException.Exists($"{path} is there already; --force replaces it.");
        if (FileKind.Of(new FileInfo(Behind(path))) is not TarEntryType.RegularFile and var kind)
            throw AesFileException.Failed($"{path} is a {kind}, and only files are replaced.");
    }

    /// <summary>The file that a link leads to, which is replaced in the link's place: so do cp and gpg. Any other path is its own.</summary>
    public static string Behind(string path)
    {
        path = Path.GetFullPath(path); // or else .NET takes the target of a link as beginning at the root
        return Path.Exists(path) && File.ResolveLinkTarget(path, returnFinalTarget: true) is { } target ? target.FullName : path;
    }

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

    [LibraryImport("libc", EntryPoint = "link", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Link(string from, string to);
}
