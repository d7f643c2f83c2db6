using System;
using System.Collections.Concurrent;
using System.ComponentModel;
using System.Linq;
using System.Runtime.InteropServices;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// Memory between two unreadable pages: a read or write one byte before its first or after its last byte ends the process. Small ones are
/// zeroed and used again, since to map and protect memory takes longer than most tests that want some.
/// </summary>
internal sealed unsafe class GuardedBuffer : IDisposable
{
    private const int Page = 64 * 1024, LargestKept = 4 * Page;

    private static readonly ConcurrentBag<nint>[] s_kept = [.. Enumerable.Range(0, (LargestKept / Page) + 1).Select(_ => new ConcurrentBag<nint>())];

    private byte* _region;
    private readonly nuint _regionBytes;

    /// <summary>Maps at least <paramref name="bytes"/> bytes, rounded up to whole pages.</summary>
    public GuardedBuffer(int bytes)
    {
        Assert.SkipWhen(OperatingSystem.IsBrowser(), "memory of this host cannot be protected");
        Length = (Math.Max(bytes, 1) + Page - 1) / Page * Page;
        _regionBytes = (nuint)(Length + (2 * Page));
        if (Length <= LargestKept && s_kept[Length / Page].TryTake(out var kept))
            _region = (byte*)kept;
        else
            _region = OperatingSystem.IsWindows() ? MapWindows() : MapUnix();
    }

    /// <summary>Readable bytes between the guards.</summary>
    public int Length { get; }

    private byte* First => _region + Page;

    /// <summary>The first <paramref name="bytes"/> bytes: an unreadable byte lies directly before them.</summary>
    public Span<byte> AtStart(int bytes) => new Span<byte>(First, Length)[..bytes];

    /// <summary>The last <paramref name="bytes"/> bytes: an unreadable byte comes right after them.</summary>
    public Span<byte> AtEnd(int bytes) => new Span<byte>(First, Length)[^bytes..];

    public void Dispose()
    {
        if (_region is null)
            return;
        if (Length <= LargestKept)
        {
            new Span<byte>(First, Length).Clear();
            s_kept[Length / Page].Add((nint)_region);
        }
        else if (OperatingSystem.IsWindows())
        {
            _ = VirtualFree(_region, 0, 0x8000);
        }
        else
        {
            _ = munmap(_region, _regionBytes);
        }

        _region = null;
    }

    private byte* MapUnix()
    {
        const int ReadWrite = 3, PrivateAnonymousLinux = 0x22;
        var region = (byte*)mmap(null, _regionBytes, ReadWrite, PrivateAnonymousLinux, -1, 0);
        if (region == (byte*)-1 || mprotect(region, Page, 0) != 0 || mprotect(region + Page + Length, Page, 0) != 0)
            throw new Win32Exception(Marshal.GetLastPInvokeError());
        return region;
    }

    private byte* MapWindows()
    {
        const int Reserve = 0x2000, Commit = 0x1000, NoAccess = 1, ReadWrite = 4;
        var region = (byte*)VirtualAlloc(null, _regionBytes, Reserve, NoAccess);
        if (region == null || VirtualAlloc(region + Page, (nuint)Length, Commit, ReadWrite) == null)
            throw new Win32Exception(Marshal.GetLastPInvokeError());
        return region;
    }

    [DllImport("libc", SetLastError = true)]
    private static extern void* mmap(void* address, nuint length, int protection, int flags, int file, nint offset);

    [DllImport("libc", SetLastError = true)]
    private static extern int mprotect(void* address, nuint length, int protection);

    [DllImport("libc", SetLastError = true)]
    private static extern int munmap(void* address, nuint length);

    [DllImport("kernel32", SetLastError = true)]
    private static extern void* VirtualAlloc(void* address, nuint size, int type, int protection);

    [DllImport("kernel32", SetLastError = true)]
    private static extern int VirtualFree(void* address, nuint size, int type);
}
