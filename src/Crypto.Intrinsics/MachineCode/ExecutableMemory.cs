using System;
#if NET
using System.IO.MemoryMappedFiles;
#else
using System.Runtime.InteropServices;
#endif

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Memory that is first written and then run, and never both at once. It is not given back. A refusal is an exception, and
/// leaves nothing mapped.
/// </summary>
internal static unsafe class ExecutableMemory
{
#if NET
    /// <summary>Writes through one view of a nameless file in memory, closes it, and opens another that can be run.</summary>
    public static byte* Map(ReadOnlySpan<byte> code)
    {
        using var file = MemoryMappedFile.CreateNew(null, code.Length, MemoryMappedFileAccess.ReadWriteExecute);
        using (var writable = file.CreateViewAccessor(0, code.Length, MemoryMappedFileAccess.ReadWrite))
        {
            byte* destination = null;
            writable.SafeMemoryMappedViewHandle.AcquirePointer(ref destination);
            code.CopyTo(new Span<byte>(destination, code.Length));
            writable.SafeMemoryMappedViewHandle.ReleasePointer();
        }

        // Never released: the pointer's count keeps the view when the accessor is collected.
        var executable = file.CreateViewAccessor(0, code.Length, MemoryMappedFileAccess.ReadExecute);
        byte* mapped = null;
        executable.SafeMemoryMappedViewHandle.AcquirePointer(ref mapped);
        return mapped;
    }
#else
    /// <summary>
    /// Writes pages of the operating system, and changes what is allowed on them. Mono has no mapped file that can be run.
    /// </summary>
    public static byte* Map(ReadOnlySpan<byte> code) =>
        RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? MapWindows(code) : MapUnix(code);

    private static byte* MapUnix(ReadOnlySpan<byte> code)
    {
        const int Read = 1, Write = 2, Execute = 4, Private = 2, AnonymousOnLinux = 0x20, AnonymousElsewhere = 0x1000;
        var flags = Private | (RuntimeInformation.IsOSPlatform(OSPlatform.Linux) ? AnonymousOnLinux : AnonymousElsewhere);
        var length = (UIntPtr)(uint)code.Length;
        var memory = mmap(null, length, Read | Write, flags, -1, 0);
        if (memory == (byte*)-1)
            throw Refusal(nameof(mmap));
        code.CopyTo(new Span<byte>(memory, code.Length));
        if (mprotect(memory, length, Read | Execute) == 0)
            return memory;
        var refusal = Refusal(nameof(mprotect));
        _ = munmap(memory, length);
        throw refusal;
    }

    private static byte* MapWindows(ReadOnlySpan<byte> code)
    {
        const uint ReserveAndCommit = 0x3000, Release = 0x8000, ReadWrite = 0x04, ExecuteRead = 0x20;
        var length = (UIntPtr)(uint)code.Length;
        var memory = VirtualAlloc(null, length, ReserveAndCommit, ReadWrite);
        if (memory == null)
            throw Refusal(nameof(VirtualAlloc));
        code.CopyTo(new Span<byte>(memory, code.Length));
        if (VirtualProtect(memory, length, ExecuteRead, out _) != 0)
            return memory;
        var refusal = Refusal(nameof(VirtualProtect));
        _ = VirtualFree(memory, UIntPtr.Zero, Release);
        throw refusal;
    }

    private static NotSupportedException Refusal(string function) =>
        new($"{function}: error {Marshal.GetLastWin32Error()}");

    [DllImport("libc", SetLastError = true)]
    private static extern byte* mmap(byte* address, UIntPtr length, int protection, int flags, int file, long offset);

    [DllImport("libc", SetLastError = true)]
    private static extern int mprotect(byte* address, UIntPtr length, int protection);

    [DllImport("libc")]
    private static extern int munmap(byte* address, UIntPtr length);

    [DllImport("kernel32", SetLastError = true)]
    private static extern byte* VirtualAlloc(byte* address, UIntPtr length, uint kind, uint protection);

    [DllImport("kernel32", SetLastError = true)]
    private static extern int VirtualProtect(byte* address, UIntPtr length, uint protection, out uint previous);

    [DllImport("kernel32")]
    private static extern int VirtualFree(byte* address, UIntPtr length, uint kind);
#endif
}
