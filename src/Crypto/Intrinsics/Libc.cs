using System;
using System.Runtime.InteropServices;

// The system's libraries, and none that lies beside the assembly.
[assembly: DefaultDllImportSearchPaths(DllImportSearchPath.System32)]

namespace ManagedCrypto.Intrinsics;

/// <summary>What calls of the C library share.</summary>
internal static unsafe class Libc
{
    public const string Name = "libc";

    /// <summary>What memory may be used for; none of it is zero.</summary>
    public const int Read = 1, Write = 2, Execute = 4;

    /// <summary>Kinds of a mapping. The last has another number on Linux than on FreeBSD and macOS.</summary>
    public const int Private = 2, AnonymousOnLinux = 0x20, AnonymousOnBsd = 0x1000;

    /// <summary>
    /// Where .NET has a function for the error of the last call, a plain import serves, which can be compiled ahead.
    /// </summary>
#if NET
    public const bool KeepError = false;

    public static int LastError => Marshal.GetLastSystemError();
#else
    public const bool KeepError = true;

    public static int LastError => Marshal.GetLastWin32Error();
#endif

    public static byte* MapFailed => (byte*)-1;

    [DllImport(Name)]
    public static extern int close(int file);

    [DllImport(Name, SetLastError = KeepError)]
    public static extern byte* mmap(byte* address, UIntPtr length, int protection, int flags, int file, IntPtr offset);

    [DllImport(Name, SetLastError = KeepError)]
    public static extern int mprotect(byte* address, UIntPtr length, int protection);

    [DllImport(Name)]
    public static extern int munmap(byte* address, UIntPtr length);
}
