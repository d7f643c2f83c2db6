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
    private const int Read = 1;
    private const int Write = 2;
    private const int Execute = 4;

    /// <summary>
    /// Where .NET has a function for the error of the last call, a plain one serves, which can be compiled ahead.
    /// </summary>
#if NET
    private const bool KeepError = false;
#else
    private const bool KeepError = true;
#endif

    private static byte* Failed => (byte*)-1;

    public static byte* Map(ReadOnlySpan<byte> code) =>
        RuntimeInformation.IsOSPlatform(OSPlatform.Linux) ? MapLinux(code)
        : RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? MapWindows(code)
        : MapUnix(code);

    /// <summary>Writes a file in memory, as a file, and maps it: there is no writable page at any time.</summary>
    private static byte* MapLinux(ReadOnlySpan<byte> code)
    {
        const int Shared = 1, CloseOnExecution = 1;
        int file;
        fixed (byte* name = "ManagedCrypto"u8)
            file = memfd_create(name, CloseOnExecution);
        if (file < 0)
            throw Refusal(nameof(memfd_create));
        try
        {
            fixed (byte* source = code)
            {
                if (write(file, source, (UIntPtr)(uint)code.Length) != (IntPtr)code.Length)
                    throw Refusal(nameof(write));
            }

            var memory = mmap(null, (UIntPtr)(uint)code.Length, Read | Execute, Shared, file, 0);
            return memory != Failed ? memory : throw Refusal(nameof(mmap));
        }
        finally
        {
            _ = close(file);
        }
    }

    /// <summary>Writes pages and then changes what is allowed on them. The numbers are those of macOS and of FreeBSD.</summary>
    private static byte* MapUnix(ReadOnlySpan<byte> code)
    {
        const int Private = 2, Anonymous = 0x1000;
        var length = (UIntPtr)(uint)code.Length;
        var memory = mmap(null, length, Read | Write, Private | Anonymous, -1, 0);
        if (memory == Failed)
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

    private static NotSupportedException Refusal(string function)
    {
#if NET
        var error = Marshal.GetLastSystemError();
#else
        var error = Marshal.GetLastWin32Error();
#endif
        return new($"{function}: error {error}");
    }

    [DllImport("libc", SetLastError = KeepError)]
    private static extern int memfd_create(byte* name, uint flags);

    [DllImport("libc", SetLastError = KeepError)]
    private static extern IntPtr write(int file, byte* source, UIntPtr length);

    [DllImport("libc")]
    private static extern int close(int file);

    [DllImport("libc", SetLastError = KeepError)]
    private static extern byte* mmap(byte* address, UIntPtr length, int protection, int flags, int file, long offset);

    [DllImport("libc", SetLastError = KeepError)]
    private static extern int mprotect(byte* address, UIntPtr length, int protection);

    [DllImport("libc")]
    private static extern int munmap(byte* address, UIntPtr length);

    [DllImport("kernel32", SetLastError = KeepError)]
    private static extern byte* VirtualAlloc(byte* address, UIntPtr length, uint kind, uint protection);

    [DllImport("kernel32", SetLastError = KeepError)]
    private static extern int VirtualProtect(byte* address, UIntPtr length, uint protection, out uint previous);

    [DllImport("kernel32")]
    private static extern int VirtualFree(byte* address, UIntPtr length, uint kind);
}
