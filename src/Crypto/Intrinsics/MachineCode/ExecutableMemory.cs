using System;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Memory that is first written and then run, and never both at once. It is not given back. A refusal leaves nothing mapped, and may
/// be an exception where the system lacks a function. The operating system is asked directly: Mono's <c>MemoryMappedFile</c> cannot do it, and .NET's
/// takes longer over its first file than all the rest of loading takes.
/// </summary>
internal static unsafe class ExecutableMemory
{
    /// <summary>Maps a page, or says why not.</summary>
    /// <returns>Null if it was refused.</returns>
    public static byte* Map(ReadOnlySpan<byte> code, out Refusal? refusal)
    {
        refusal = null;
        return RuntimeInformation.IsOSPlatform(OSPlatform.Linux) ? MapLinux(code, ref refusal)
            : RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? MapWindows(code, ref refusal)
            : !Processor.IsArm64 ? MapUnix(code, ref refusal)
            : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? MapApple(code, ref refusal)
            : Unknown(ref refusal);
    }

    /// <summary>
    /// Writes a file in memory, as a file, seals it, and maps it: there is no writable page at any time. On Arm64 the kernel makes the caches
    /// agree when it maps a page of a file to be run.
    /// </summary>
    private static byte* MapLinux(ReadOnlySpan<byte> code, ref Refusal? refusal)
    {
        const int CloseOnExecution = 1, AllowSealing = 2;
        refusal = WhyNoFile((ulong)code.Length);
        if (refusal is not null)
            return null;
        int file;
        fixed (byte* name = "ManagedCrypto"u8)
            file = memfd_create(name, CloseOnExecution | AllowSealing);
        if (file < 0)
            return Refuse(nameof(memfd_create), ref refusal);
        try
        {
            fixed (byte* source = code)
            {
                if (write(file, source, (UIntPtr)(uint)code.Length) != (IntPtr)code.Length)
                    return Refuse(nameof(write), ref refusal);
            }

            if (Seal(file) is not { } kind)
                return Refuse(nameof(fcntl), ref refusal);
            var memory = Libc.mmap(null, (UIntPtr)(uint)code.Length, Libc.Read | Libc.Execute, kind, file, IntPtr.Zero);
            return memory != Libc.MapFailed ? memory : Refuse(nameof(Libc.mmap), ref refusal);
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
    /// <returns>The kind of mapping, or null if neither can be had.</returns>
    private static int? Seal(int file)
    {
        const int AddSeals = 1033, Shared = 1;
        const int Seal = 1, Shrink = 2, Grow = 4, Write = 8, FutureWrite = 16;
        return fcntl(file, AddSeals, (IntPtr)(Seal | Shrink | Grow | FutureWrite)) == 0 ? Shared
            : fcntl(file, AddSeals, (IntPtr)(Seal | Shrink | Grow | Write)) == 0 ? Libc.Private
            : null;
    }

    /// <summary>Writing beyond the limit of a file's size would end the process with a signal.</summary>
    private static Refusal? WhyNoFile(ulong bytes)
    {
        const int FileSize = 1;
        var limit = stackalloc ulong[2];
        return getrlimit(FileSize, limit) == 0 && limit[0] < bytes
            ? new Refusal($"files may have {limit[0]} bytes at most, and {bytes} are needed")
            : null;
    }

    /// <summary>Writes pages and then changes what is allowed on them. The numbers are those of macOS and of FreeBSD.</summary>
    private static byte* MapUnix(ReadOnlySpan<byte> code, ref Refusal? refusal)
    {
        var length = (UIntPtr)(uint)code.Length;
        var memory = Libc.mmap(null, length, Libc.Read | Libc.Write, Libc.Private | Libc.AnonymousOnBsd, -1, IntPtr.Zero);
        if (memory == Libc.MapFailed)
            return Refuse(nameof(Libc.mmap), ref refusal);
        code.CopyTo(new Span<byte>(memory, code.Length));
        if (Libc.mprotect(memory, length, Libc.Read | Libc.Execute) == 0)
            return memory;
        _ = Refuse(nameof(Libc.mprotect), ref refusal);
        _ = Libc.munmap(memory, length);
        return null;
    }

    /// <summary>
    /// Pages for a compiler's code, which each thread can either write or run: what Apple has on Arm64 for programs that sign what they
    /// run. Not run.
    /// </summary>
    private static byte* MapApple(ReadOnlySpan<byte> code, ref Refusal? refusal)
    {
        const int Jit = 0x800, Run = 1;
        var length = (UIntPtr)(uint)code.Length;
        var kind = Libc.Private | Libc.AnonymousOnBsd | Jit;
        var memory = Libc.mmap(null, length, Libc.Read | Libc.Write | Libc.Execute, kind, -1, IntPtr.Zero);
        if (memory == Libc.MapFailed)
            return Refuse(nameof(Libc.mmap), ref refusal);
        pthread_jit_write_protect_np(0);
        code.CopyTo(new Span<byte>(memory, code.Length));
        pthread_jit_write_protect_np(Run);
        sys_icache_invalidate(memory, length);
        return memory;
    }

    private static byte* Unknown(ref Refusal? refusal)
    {
        refusal = new Refusal("this system is not known on Arm64");
        return null;
    }

    private static byte* MapWindows(ReadOnlySpan<byte> code, ref Refusal? refusal)
    {
        const uint ExecuteRead = 0x20;
        const int ThisProcess = -1;
        var length = (UIntPtr)(uint)code.Length;
        var memory = WindowsMemory.VirtualAlloc(null, length, WindowsMemory.Reserve | WindowsMemory.Commit, WindowsMemory.ReadWrite);
        if (memory == null)
            return Refuse(nameof(WindowsMemory.VirtualAlloc), ref refusal);
        code.CopyTo(new Span<byte>(memory, code.Length));
        if (WindowsMemory.VirtualProtect(memory, length, ExecuteRead, out _) != 0)
        {
            // On Arm64, where it was not run, caches of data and of code differ until then.
            _ = FlushInstructionCache((IntPtr)ThisProcess, memory, length);
            return memory;
        }

        _ = Refuse(nameof(WindowsMemory.VirtualProtect), ref refusal);
        _ = WindowsMemory.VirtualFree(memory, UIntPtr.Zero, WindowsMemory.Release);
        return null;
    }

    private static byte* Refuse(string function, ref Refusal? refusal)
    {
        var error = Libc.LastError;
        refusal = new Refusal($"{function}: error {error}", IsForTheMoment(error));
        return null;
    }

    /// <summary>
    /// Whether the error says that something ran out. POSIX: EINTR, EAGAIN (of Linux, and of others), ENOMEM, ENFILE, EMFILE, ENOSPC.
    /// Windows: not enough memory, out of memory, no system resources, the limit of commitment.
    /// </summary>
    private static bool IsForTheMoment(int error) => RuntimeInformation.IsOSPlatform(OSPlatform.Windows)
        ? error is 8 or 14 or 1450 or 1455
        : error is 4 or 11 or 35 or 12 or 23 or 24 or 28;

    [DllImport(Libc.Name, SetLastError = Libc.KeepError)]
    private static extern int memfd_create(byte* name, uint flags);

    [DllImport(Libc.Name, SetLastError = Libc.KeepError)]
    private static extern int fcntl(int file, int command, IntPtr argument);

    [DllImport(Libc.Name)]
    private static extern int getrlimit(int resource, ulong* limit);

    [DllImport(Libc.Name)]
    private static extern void pthread_jit_write_protect_np(int enabled);

    [DllImport(Libc.Name)]
    private static extern void sys_icache_invalidate(void* start, UIntPtr length);

    [DllImport("kernel32")]
    private static extern int FlushInstructionCache(IntPtr process, void* address, UIntPtr length);

    [DllImport(Libc.Name, SetLastError = Libc.KeepError)]
    private static extern IntPtr write(int file, byte* source, UIntPtr length);
}
