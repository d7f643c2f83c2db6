using System;
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

    /// <summary>As chmod(1) has them.</summary>
    public string Octal => Convert.ToString((int)Mode, toBase: 8);

    /// <summary>Whether others than the owner may read or write.</summary>
    public bool IsForOthers => (Mode & ~(Owner | Execute)) != 0;

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

    /// <summary>
    /// Only root may give a file away. Where the group stays another, it gets no rights. Where the file system has rights of its own, as
    /// FAT has, the user is told: what is complete is worth more than its rights.
    /// </summary>
    /// <param name="file">Who gets them.</param>
    /// <param name="name">What the file will be called.</param>
    [UnsupportedOSPlatform("windows")]
    public void Give(SafeFileHandle file, string name)
    {
        var isOfGroup = ChangeOwner(file, User, Group) == 0 || ChangeOwner(file, Unchanged, Group) == 0;
        var mode = isOfGroup ? Mode : Mode & ~OfGroup;
        if (!IsTaken(() => File.SetUnixFileMode(file, mode), () => File.GetUnixFileMode(file), mode))
            ExitCode.Tell($"{Shown.Name(name)}: The file system refuses the rights {new Rights(mode).Octal}; it has {new Rights(File.GetUnixFileMode(file)).Octal}.");
    }

    /// <summary>Sets rights, which a file system may refuse.</summary>
    /// <returns>Whether they are there now.</returns>
    [UnsupportedOSPlatform("windows")]
    public static bool Set(string path, UnixFileMode mode) =>
        IsTaken(() => File.SetUnixFileMode(path, mode), () => File.GetUnixFileMode(path), mode);

    private static bool IsTaken(Action set, Func<UnixFileMode> get, UnixFileMode mode)
    {
        try
        {
            set();
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return (get() & All) == mode;
        }
    }

    [LibraryImport("libc", EntryPoint = "fchown")]
    private static partial int ChangeOwner(SafeFileHandle file, uint user, uint group);

    [LibraryImport("libc", EntryPoint = "umask")]
    private static partial int SetMask(int mask);
}
