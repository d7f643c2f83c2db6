using System;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace ManagedCrypto.AesFile.Files;

/// <summary>The kinds of Unix, by the highest bits of st_mode.</summary>
internal enum FileKind
{
    Fifo = 0x1,
    CharacterDevice = 0x2,
    Folder = 0x4,
    BlockDevice = 0x6,
    File = 0x8,
    Socket = 0xC,
}

/// <summary>Which file it is, whatever it is called: two names of one file have the same.</summary>
internal readonly record struct FileIdentity(ulong Device, ulong Number);

/// <summary>What the system knows of a file, and .NET does not tell: which one it is, of what kind, and whose.</summary>
internal readonly unsafe partial record struct FileStatus(FileIdentity Identity, FileKind Kind, uint Owner, uint Group)
{
    /// <summary>Larger than what the system writes on any of them.</summary>
    private const int MostBytes = 256;

    /// <summary>Of what a path leads to through all links; null if nothing is there.</summary>
    public static FileStatus? Of(string path) =>
        OperatingSystem.IsWindows() ? OfWindows(path) : OperatingSystem.IsMacOS() ? OfMac(path) : OfLinux(path);

    /// <summary>In words for a message.</summary>
    public static string Words(FileKind kind) => kind switch
    {
        FileKind.Fifo => "a FIFO",
        FileKind.CharacterDevice => "a character device",
        FileKind.BlockDevice => "a block device",
        FileKind.Folder => "a folder",
        FileKind.File => "a file",
        FileKind.Socket => "a socket",
        _ => "of an unknown kind",
    };

    /// <summary>struct statx is the same on all processors.</summary>
    private static FileStatus? OfLinux(string path)
    {
        const int CurrentFolder = -100;
        const uint BasicFields = 0x7FF;
        var status = stackalloc byte[MostBytes];
        return StatX(CurrentFolder, path, 0, BasicFields, status) == 0
            ? new(new(*(ulong*)(status + 136), *(ulong*)(status + 32)), KindOf(*(ushort*)(status + 28)), *(uint*)(status + 20), *(uint*)(status + 24))
            : null;
    }

    private static FileStatus? OfMac(string path)
    {
        var status = stackalloc byte[MostBytes];
        var error = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? StatOfX64(path, status) : Stat(path, status);
        return error == 0
            ? new(new(*(uint*)status, *(ulong*)(status + 8)), KindOf(*(ushort*)(status + 4)), *(uint*)(status + 16), *(uint*)(status + 20))
            : null;
    }

    /// <summary>There, folders have to be asked for, and a handle without rights is in nobody's way.</summary>
    private static FileStatus? OfWindows(string path)
    {
        const uint ShareAll = 7;
        const uint OpenExisting = 3;
        const uint EvenFolder = 0x02000000;
        const uint FolderAttribute = 0x10;
        var status = stackalloc byte[MostBytes];
        using var file = CreateFile(path, 0, ShareAll, 0, OpenExisting, EvenFolder, 0);
        if (file.IsInvalid)
            return null;
        return GetFileInformationByHandle(file, status)
            ? new(
                new(*(uint*)(status + 28), ((ulong)*(uint*)(status + 44) << 32) | *(uint*)(status + 48)),
                (*(uint*)status & FolderAttribute) != 0 ? FileKind.Folder : FileKind.File,
                0,
                0)
            : new(default, FileKind.CharacterDevice, 0, 0);
    }

    private static FileKind KindOf(ushort mode) => (FileKind)(mode >> 12);

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int StatX(int folder, string path, int flags, uint fields, byte* status);

    [LibraryImport("libc", EntryPoint = "stat", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Stat(string path, byte* status);

    [LibraryImport("libc", EntryPoint = "stat$INODE64", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int StatOfX64(string path, byte* status);

    [LibraryImport("kernel32", EntryPoint = "CreateFileW", StringMarshalling = StringMarshalling.Utf16)]
    private static partial SafeFileHandle CreateFile(string path, uint access, uint share, nint security, uint mode, uint flags, nint template);

    [LibraryImport("kernel32")]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool GetFileInformationByHandle(SafeFileHandle file, byte* status);
}
