using System;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>kernel32 imports for virtual memory.</summary>
internal static unsafe class WindowsMemory
{
    /// <summary>Kinds of allocation, and of giving back.</summary>
    public const uint Commit = 0x1000, Reserve = 0x2000, Release = 0x8000;

    /// <summary>What memory may be used for.</summary>
    public const uint NoAccess = 0x01, ReadWrite = 0x04;

    private const string Name = "kernel32";

    [DllImport(Name, SetLastError = Libc.KeepError)]
    public static extern byte* VirtualAlloc(byte* address, UIntPtr length, uint kind, uint protection);

    [DllImport(Name, SetLastError = Libc.KeepError)]
    public static extern int VirtualProtect(byte* address, UIntPtr length, uint protection, out uint previous);

    [DllImport(Name)]
    public static extern int VirtualFree(byte* address, UIntPtr length, uint kind);

    [DllImport(Name, SetLastError = Libc.KeepError)]
    public static extern int VirtualLock(byte* address, UIntPtr length);

    [DllImport(Name)]
    public static extern int VirtualUnlock(byte* address, UIntPtr length);
}
