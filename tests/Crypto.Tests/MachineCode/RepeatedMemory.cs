using System;
using System.ComponentModel;
using System.Runtime.InteropServices;
using Xunit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>Addresses in great number over a few pages, mapped again and again: for long calls that need no memory.</summary>
internal sealed unsafe partial class RepeatedMemory : IDisposable
{
    private const int PieceBytes = 16 << 20;

    private readonly nuint _bytes;

    public RepeatedMemory(long bytes)
    {
        const int ReadWrite = 3, Shared = 1, PrivateAnonymous = 0x22, Fixed = 0x10, NoReserve = 0x4000;
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Linux's mmap");
        _bytes = (nuint)bytes;
        Start = Checked(mmap(null, _bytes, ReadWrite, PrivateAnonymous | NoReserve, -1, 0));
        var file = memfd_create("repeated", 0);
        if (file < 0 || ftruncate(file, PieceBytes) != 0)
            throw new Win32Exception(Marshal.GetLastPInvokeError());
        for (long piece = 0; piece < bytes; piece += PieceBytes)
            _ = Checked(mmap(Start + piece, PieceBytes, ReadWrite, Shared | Fixed, file, 0));
        _ = close(file);
    }

    public byte* Start { get; }

    public void Dispose() => _ = munmap(Start, _bytes);

    private static byte* Checked(byte* mapped) =>
        mapped != (byte*)-1 ? mapped : throw new Win32Exception(Marshal.GetLastPInvokeError());

    [LibraryImport("libc", SetLastError = true)]
    private static partial byte* mmap(byte* address, nuint length, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int munmap(byte* address, nuint length);

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int memfd_create(string name, uint flags);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int ftruncate(int file, nint length);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int close(int file);
}
