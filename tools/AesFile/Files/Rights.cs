using System.IO;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace ManagedCrypto.AesFile.Files;

/// <summary>Who may read, write and execute, or look into a folder, and whose it is. Windows has other rights, and files inherit them.</summary>
internal sealed partial record Rights(UnixFileMode Mode, uint User = Rights.Unchanged, uint Group = Rights.Unchanged)
{
    public const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    /// <summary>Not the bits that have a program run as somebody else.</summary>
    public const UnixFileMode All = Owner | OfGroup | UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;

    private const UnixFileMode OfGroup = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute;
    private const UnixFileMode Execute = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
    private const uint Unchanged = uint.MaxValue;

    /// <summary>Of a key, and of what is not complete.</summary>
    public static Rights Secret { get; } = new(UnixFileMode.UserRead | UnixFileMode.UserWrite);

    /// <summary>Of a file, or of one made from a folder, which nobody executes; null if it is neither, or not there.</summary>
    [UnsupportedOSPlatform("windows")]
    public static Rights? Of(string path) => FileStatus.Of(path) switch
    {
        { Kind: FileKind.File } file => new(File.GetUnixFileMode(path) & All, file.Owner, file.Group),
        { Kind: FileKind.Folder } folder => new(File.GetUnixFileMode(path) & All & ~Execute, folder.Owner, folder.Group),
        _ => null,
    };

    /// <summary>Those that the user's mask leaves to new files.</summary>
    [UnsupportedOSPlatform("windows")]
    public static Rights OfNewFiles()
    {
        var mask = SetMask((int)(All & ~Owner)); // it can only be read by setting it
        _ = SetMask(mask);
        return new(All & ~Execute & (UnixFileMode)~mask);
    }

    /// <summary>Only root may give a file away. Where the group stays another, it gets no rights.</summary>
    [UnsupportedOSPlatform("windows")]
    public void Give(SafeFileHandle file)
    {
        var isOfGroup = ChangeOwner(file, User, Group) == 0 || ChangeOwner(file, Unchanged, Group) == 0;
        File.SetUnixFileMode(file, isOfGroup ? Mode : Mode & ~OfGroup);
    }

    [LibraryImport("libc", EntryPoint = "fchown")]
    private static partial int ChangeOwner(SafeFileHandle file, uint user, uint group);

    [LibraryImport("libc", EntryPoint = "umask")]
    private static partial int SetMask(int mask);
}
