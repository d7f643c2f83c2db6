using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Memory for secrets: it never moves and is never given back. As far as the operating system goes along, it lies between pages
/// that nobody may touch, stays out of swap and core dumps, and is not handed on to forked children. Each of that is tried once
/// for each piece; what was refused is told by <see cref="Describe"/>, and is no error.
/// </summary>
internal static unsafe class SecretMemory
{
    private static Protection s_guards, s_lock, s_dump, s_fork;

    /// <summary>Zeroed memory, 64-byte aligned. A multiple of 64 KiB, since no system has larger pages.</summary>
    /// <param name="bytes">How many.</param>
    /// <param name="isProtected">Whether it is memory of its own, for <see cref="Unlock"/>; a heap's is not.</param>
    /// <exception cref="OutOfMemoryException">There is none.</exception>
    public static byte* Allocate(int bytes, out bool isProtected)
    {
        var memory = TryMap(bytes);
        isProtected = memory != null;
        if (!isProtected)
        {
            memory = LastingMemory.Allocate(bytes);
            new Span<byte>(memory, bytes).Clear();
        }
        else
        {
            // A finalizer that unlocks memory must not fail where there is none: what it calls is compiled and bound now, for good.
            Unlock(memory, 0);
        }

        return memory;
    }

    /// <summary>
    /// Lets go of zeroed memory that is of no use for now. It stays mapped, between its guards: on Linux the pages are given back, and others,
    /// zeroed, come as they are touched.
    /// </summary>
    /// <remarks>Not optimized, so that it is compiled ahead where that is, and never again.</remarks>
    [MethodImpl(MethodImplOptions.NoOptimization | MethodImplOptions.NoInlining)]
    public static void Unlock(byte* memory, int bytes)
    {
        const int DontNeed = 4;
        var length = (UIntPtr)(uint)bytes;
        if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows))
            _ = WindowsMemory.VirtualUnlock(memory, length);
        else if (munlock(memory, length) == 0 && RuntimeInformation.IsOSPlatform(OSPlatform.Linux))
            _ = madvise(memory, length, DontNeed);
    }

    /// <summary>Locks it again.</summary>
    public static void Lock(byte* memory, int bytes)
    {
        var length = (UIntPtr)(uint)bytes;
        if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows))
            s_lock.Note(WindowsMemory.VirtualLock(memory, length) != 0, nameof(WindowsMemory.VirtualLock));
        else
            s_lock.Note(mlock(memory, length) == 0, nameof(mlock));
    }

    /// <summary>How the memory so far is protected, and why not better.</summary>
    public static string Describe() => string.Join(
        ", ",
        s_guards.Describe("between guard pages"),
        s_lock.Describe("locked in memory"),
        s_dump.Describe("left out of core dumps"),
        s_fork.Describe("wiped in forked children"));

    private static byte* TryMap(int bytes)
    {
        try
        {
            return RuntimeInformation.IsOSPlatform(OSPlatform.Linux) ? MapLinux(bytes)
                : RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? MapWindows(bytes)
                : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? MapMac(bytes)
                : RuntimeInformation.IsOSPlatform(OSPlatform.Create("FREEBSD")) ? MapFreeBsd(bytes)
                : Refuse("not on this system");
        }
        catch (Exception refusal) when (refusal is EntryPointNotFoundException or DllNotFoundException)
        {
            return Refuse(refusal.Message);
        }
    }

    private static byte* MapLinux(int bytes)
    {
        const int DontDump = 16, WipeOnFork = 18;
        var memory = MapUnix(bytes, Libc.AnonymousOnLinux);
        if (memory != null)
        {
            s_dump.Note(madvise(memory, (UIntPtr)(uint)bytes, DontDump) == 0, nameof(madvise));
            s_fork.Note(madvise(memory, (UIntPtr)(uint)bytes, WipeOnFork) == 0, nameof(madvise));
        }

        return memory;
    }

    private static byte* MapFreeBsd(int bytes)
    {
        const int NoCore = 8, InheritZero = 3;
        var memory = MapUnix(bytes, Libc.AnonymousOnBsd);
        if (memory != null)
        {
            s_dump.Note(madvise(memory, (UIntPtr)(uint)bytes, NoCore) == 0, nameof(madvise));
            s_fork.Note(minherit(memory, (UIntPtr)(uint)bytes, InheritZero) == 0, nameof(minherit));
        }

        return memory;
    }

    /// <summary>Nothing there keeps a page out of a core dump, or zeroes it in a child.</summary>
    private static byte* MapMac(int bytes)
    {
        s_dump.Refused("not on this system");
        s_fork.Refused("not on this system");
        return MapUnix(bytes, Libc.AnonymousOnBsd);
    }

    /// <summary>Maps pages that nobody may touch, and opens all but the first and the last. A locked page is never swapped.</summary>
    private static byte* MapUnix(int bytes, int anonymous)
    {
        var (page, length) = (Environment.SystemPageSize, (UIntPtr)(uint)bytes);
        var whole = (UIntPtr)(uint)(bytes + (2 * page));
        var memory = Libc.mmap(null, whole, 0, Libc.Private | anonymous, -1, IntPtr.Zero);
        if (memory == Libc.MapFailed)
            return Refuse($"{nameof(Libc.mmap)}: error {Libc.LastError}");
        if (Libc.mprotect(memory + page, length, Libc.Read | Libc.Write) != 0)
        {
            var reason = $"{nameof(Libc.mprotect)}: error {Libc.LastError}";
            _ = Libc.munmap(memory, whole);
            return Refuse(reason);
        }

        s_guards.Note(true, nameof(Libc.mprotect));
        Lock(memory + page, bytes);
        return memory + page;
    }

    /// <summary>Pages that are reserved and not committed cannot be touched. A process there has no forked children.</summary>
    private static byte* MapWindows(int bytes)
    {
        var (page, length) = (Environment.SystemPageSize, (UIntPtr)(uint)bytes);
        var reserved = WindowsMemory.VirtualAlloc(null, (UIntPtr)(uint)(bytes + (2 * page)), WindowsMemory.Reserve, WindowsMemory.NoAccess);
        if (reserved == null)
            return Refuse($"{nameof(WindowsMemory.VirtualAlloc)}: error {Libc.LastError}");
        var memory = WindowsMemory.VirtualAlloc(reserved + page, length, WindowsMemory.Commit, WindowsMemory.ReadWrite);
        if (memory == null)
        {
            var reason = $"{nameof(WindowsMemory.VirtualAlloc)}: error {Libc.LastError}";
            _ = WindowsMemory.VirtualFree(reserved, UIntPtr.Zero, WindowsMemory.Release);
            return Refuse(reason);
        }

        s_guards.Note(true, nameof(WindowsMemory.VirtualAlloc));
        Lock(memory, bytes);
        s_dump.Refused("not on this system");
        s_fork.Note(true, nameof(WindowsMemory.VirtualAlloc));
        return memory;
    }

    private static byte* Refuse(string reason)
    {
        s_guards.Refused(reason);
        s_lock.Refused(reason);
        s_dump.Refused(reason);
        s_fork.Refused(reason);
        return null;
    }

    [DllImport(Libc.Name, SetLastError = Libc.KeepError)]
    private static extern int madvise(byte* address, UIntPtr length, int advice);

    [DllImport(Libc.Name, SetLastError = Libc.KeepError)]
    private static extern int minherit(byte* address, UIntPtr length, int inheritance);

    [DllImport(Libc.Name, SetLastError = Libc.KeepError)]
    private static extern int mlock(byte* address, UIntPtr length);

    [DllImport(Libc.Name, SetLastError = Libc.KeepError)]
    private static extern int munlock(byte* address, UIntPtr length);

    /// <summary>One of the protections: whether all memory has it, some, or none, and why the first that has not was refused it.</summary>
    private struct Protection
    {
        private bool _isSomewhere;
        private string? _refusal;

        public void Note(bool isGranted, string function)
        {
            if (isGranted)
                _isSomewhere = true;
            else
                Refused($"{function}: error {Libc.LastError}");
        }

        public void Refused(string reason) => _refusal ??= reason;

        public readonly string Describe(string name) =>
            _refusal is null ? name : $"{(_isSomewhere ? "not all " : "not ")}{name} ({_refusal})";
    }
}
