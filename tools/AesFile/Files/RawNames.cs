using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Unicode;

namespace ManagedCrypto.AesFile.Files;

/// <summary>
/// Names as bytes. Those of Unix may be anything, but .NET takes them for UTF-8: what is none, it replaces, and then finds nothing under
/// the name that comes of it, or something else.
/// </summary>
internal static unsafe partial class RawNames
{
    private const string Replacement = "\uFFFD";

    /// <exception cref="AesFileException">What the user means has no name in UTF-8.</exception>
    public static void RequireArgument(string path)
    {
        if (path.Contains(Replacement, StringComparison.Ordinal) && !Path.Exists(path) && Shortest(Path.GetFullPath(path)) is string shown)
            throw AesFileException.Failed($"The name {shown} is not UTF-8, and cannot be opened: rename it, or redirect standard input to it, and say - instead.");
    }

    /// <exception cref="AesFileException">Something in a folder has no name in UTF-8, which a tar archive would need.</exception>
    public static void RequireItem(string path)
    {
        if (path.Contains(Replacement, StringComparison.Ordinal) && Shortest(path) is string shown)
            throw AesFileException.Failed($"The name {shown} is not UTF-8, and cannot be sealed: rename it, or seal what tar -c makes of the folder.");
    }

    /// <exception cref="AesFileException">A link leads to what has no name in UTF-8.</exception>
    public static void RequireTarget(string link, string target)
    {
        const int MostBytes = 4096;
        var bytes = stackalloc byte[MostBytes];
        if (!target.Contains(Replacement, StringComparison.Ordinal) || OperatingSystem.IsWindows())
            return;
        var raw = new ReadOnlySpan<byte>(bytes, (int)Math.Max(0, ReadLink(link, bytes, MostBytes)));
        if (!Utf8.IsValid(raw))
            throw AesFileException.Failed($"{Shown.Name(link)} is a link to {Shown.Bytes(raw)}, which is not UTF-8, and cannot be sealed.");
    }

    /// <summary>The path up to the first name that is not UTF-8; null if all are.</summary>
    private static string? Shortest(string path)
    {
        for (var end = 0; end >= 0;)
        {
            end = path.IndexOf(Path.DirectorySeparatorChar, end + 1);
            var part = end < 0 ? path : path[..end];
            if (Path.GetDirectoryName(part) is string folder && NotUtf8(folder, Path.GetFileName(part)) is { } name)
                return Shown.Bytes([.. Encoding.UTF8.GetBytes(Path.Join(folder, "/")), .. name]);
        }

        return null;
    }

    /// <summary>A name in a folder that .NET takes for this one, and that is another.</summary>
    private static byte[]? NotUtf8(string folder, string name) => !name.Contains(Replacement, StringComparison.Ordinal) ? null
        : In(folder).FirstOrDefault(raw => !Utf8.IsValid(raw) && Encoding.UTF8.GetString(raw) == name);

    /// <summary>Those of Linux, where struct dirent is the same on all processors of 64 bits. Elsewhere such names are rare.</summary>
    private static List<byte[]> In(string folder)
    {
        const int NameAt = 19;
        var names = new List<byte[]>();
        var opened = OperatingSystem.IsLinux() && Environment.Is64BitProcess ? OpenFolder(folder) : 0;
        if (opened == 0)
            return names;
        for (byte* entry; (entry = ReadFolder(opened)) != null;)
            names.Add(MemoryMarshal.CreateReadOnlySpanFromNullTerminated(entry + NameAt).ToArray());
        _ = CloseFolder(opened);
        return names;
    }

    [LibraryImport("libc", EntryPoint = "opendir", StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint OpenFolder(string path);

    [LibraryImport("libc", EntryPoint = "readdir")]
    private static partial byte* ReadFolder(nint folder);

    [LibraryImport("libc", EntryPoint = "closedir")]
    private static partial int CloseFolder(nint folder);

    [LibraryImport("libc", EntryPoint = "readlink", StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint ReadLink(string path, byte* target, nint length);
}
