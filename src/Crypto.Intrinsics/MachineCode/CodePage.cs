using System;
#if NET
using System.IO.MemoryMappedFiles;
#endif
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Machine code in memory. It is written through one mapping and run from another (or, on older runtimes, in one whose
/// protection changes in between), so that no page is ever writable and executable at once; it stays for the life of the process. An operating system, a policy or
/// a switch that forbids this is no error: the page says why, and kernels of the next tier are taken.
/// </summary>
internal sealed unsafe class CodePage
{
    /// <summary>Bytes from the System V entry of a kernel, which is its beginning, to the Windows entry.</summary>
    private const int WindowsEntry = 7;

    private readonly byte* _code;

    private CodePage(byte* code, string? whyDenied)
    {
        _code = code;
        WhyDenied = whyDenied;
    }

    /// <summary>Why there is no code here, or null if there is.</summary>
    public string? WhyDenied { get; }

    public static CodePage Load(ReadOnlySpan<byte> code)
    {
        if (!Switches.MachineCode)
            return new CodePage(null, "machine code is switched off");
        if (RuntimeInformation.ProcessArchitecture != Architecture.X64)
            return new CodePage(null, "needs an x64 process");
        try
        {
            return new CodePage(Map(code), null);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return new CodePage(null, $"executable memory is denied ({exception.GetType().Name})");
        }
    }

    /// <summary>The address to call, with one argument, under the convention of this operating system.</summary>
    public void* Address(CodeEntry entry) =>
        _code + entry.Offset + (RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? WindowsEntry : 0);

#if NET
    private static byte* Map(ReadOnlySpan<byte> code)
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
    private static byte* Map(ReadOnlySpan<byte> code) => throw new PlatformNotSupportedException();
#endif
}
