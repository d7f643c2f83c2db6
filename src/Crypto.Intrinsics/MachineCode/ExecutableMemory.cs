using System;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Memory that is first written and then run, and never both at once. It is not given back. A refusal is an exception, and
/// leaves nothing mapped. The operating system is asked directly: Mono's <c>MemoryMappedFile</c> cannot do it, and .NET's
/// takes longer over its first file than all the rest of loading takes.
/// </summary>
internal static unsafe class ExecutableMemory
{
    public static byte* Map(ReadOnlySpan<byte> code) =>
        RuntimeInformation.IsOSPlatform(OSPlatform.Linux) ? MapLinux(code)
        : RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? MapWindows(code)
        : MapUnix(code);

    /// <summary>
    /// Writes a file in memory, as a file, seals it, and maps it: there is no writable page at any time.
    /// </summary>
    private static byte* MapLinux(ReadOnlySpan<byte> code)
    {
        const int CloseOnExecution = 1, AllowSealing = 2;
        RequireFileSize((ulong)code.Length);
        int file;
        fixed (byte* name = "ManagedCrypto"u8)
            file = memfd_create(name, CloseOnExecution | AllowSealing);
        if (file < 0)
            throw Refusal(nameof(memfd_create));
        try
        {
            fixed (byte* source = code)
            {
                if (write(file, source, (UIntPtr)(uint)code.Length) != (IntPtr)code.Length)
                    throw Refusal(nameof(write));
            }

            var kind = Seal(file);
            var memory = Libc.mmap(null, (UIntPtr)(uint)code.Length, Libc.Read | Libc.Execute, kind, file, IntPtr.Zero);
            return memory != Libc.MapFailed ? memory : throw Refusal(nameof(Libc.mmap));
        }
        finally
        {
            _ = Libc.close(file);
        }
    }

    /// <summary>
    /// Against writing, other lengths, and other seals. A shared mapping of a file that is sealed against future writes cannot be
    /// made writable. Kernels before 5.1 have no such seal, and map a file that is sealed against all writes privately only: a program
    /// could make its own copy of these pages writable.
    /// </summary>
    /// <returns>The kind of mapping.</returns>
    private static int Seal(int file)
    {
        const int AddSeals = 1033, Shared = 1;
        const int Seal = 1, Shrink = 2, Grow = 4, Write = 8, FutureWrite = 16;
        return fcntl(file, AddSeals, (IntPtr)(Seal | Shrink | Grow | FutureWrite)) == 0 ? Shared
            : fcntl(file, AddSeals, (IntPtr)(Seal | Shrink | Grow | Write)) == 0 ? Libc.Private
            : throw Refusal(nameof(fcntl));
    }

    /// <summary>Writing beyond the limit of a file's size would end the process with a signal.</summary>
    private static void RequireFileSize(ulong bytes)
    {
        const int FileSize = 1;
        var limit = stackalloc ulong[2];
        if (getrlimit(FileSize, limit) == 0 && limit[0] < bytes)
            throw new NotSupportedException($"files may have {limit[0]} bytes at most, and {bytes} are needed");
    }

    /// <summary>Writes pages and then changes what is allowed on them. The numbers are those of macOS and of FreeBSD.</summary>
    private static byte* MapUnix(ReadOnlySpan<byte> code)
    {
        var length = (UIntPtr)(uint)code.Length;
        var memory = Libc.mmap(null, length, Libc.Read | Libc.Write, Libc.Private | Libc.AnonymousOnBsd, -1, IntPtr.Zero);
        if (memory == Libc.MapFailed)
            throw Refusal(nameof(Libc.mmap));
        code.CopyTo(new Span<byte>(memory, code.Length));
        if (Libc.mprotect(memory, length, Libc.Read | Libc.Execute) == 0)
            return memory;
        var refusal = Refusal(nameof(Libc.mprotect));
        _ = Libc.munmap(memory, length);
        throw refusal;
    }

    private static byte* MapWindows(ReadOnlySpan<byte> code)
    {
        const uint ExecuteRead = 0x20;
        var length = (UIntPtr)(uint)code.Length;
        var memory = Kernel32.VirtualAlloc(null, length, Kernel32.Reserve | Kernel32.Commit, Kernel32.ReadWrite);
        if (memory == null)
            throw Refusal(nameof(Kernel32.VirtualAlloc));
        code.CopyTo(new Span<byte>(memory, code.Length));
        if (Kernel32.VirtualProtect(memory, length, ExecuteRead, out _) != 0)
            return memory;
        var refusal = Refusal(nameof(Kernel32.VirtualProtect));
        _ = Kernel32.VirtualFree(memory, UIntPtr.Zero, Kernel32.Release);
        throw refusal;
    }

    private static NotSupportedException Refusal(string function) => new($"{function}: error {Libc.LastError}");

    [DllImport(Libc.Name, SetLastError = Libc.KeepError)]
    private static extern int memfd_create(byte* name, uint flags);

    [DllImport(Libc.Name, SetLastError = Libc.KeepError)]
    private static extern int fcntl(int file, int command, IntPtr argument);

    [DllImport(Libc.Name)]
    private static extern int getrlimit(int resource, ulong* limit);

    [DllImport(Libc.Name, SetLastError = Libc.KeepError)]
    private static extern IntPtr write(int file, byte* source, UIntPtr length);
}
