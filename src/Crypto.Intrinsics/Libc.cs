using System.Runtime.InteropServices;

// The system's libraries, and none that lies beside the assembly.
[assembly: DefaultDllImportSearchPaths(DllImportSearchPath.System32)]

namespace ManagedCrypto.Intrinsics;

/// <summary>What calls of the C library share.</summary>
internal static class Libc
{
    public const string Name = "libc";

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

    [DllImport(Name)]
    public static extern int close(int file);
}
