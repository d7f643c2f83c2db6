using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>All that this process may write to, as Linux shows it: heaps, stacks, the data of libraries.</summary>
internal static unsafe class OwnMemory
{
    /// <summary>A multiple of the bytes of a page.</summary>
    private const int ChunkBytes = 1 << 16;

    /// <summary>Memory that is searched before the rest.</summary>
    private const int NearBytes = 16 * ChunkBytes;

    private static long s_lastFound;

    /// <summary>EFAULT: nothing is mapped there.</summary>
    private const int BadAddress = 14;

    /// <summary>Each secret that lies between two addresses, or else anywhere: its name and the name of the memory.</summary>
    public static IReadOnlyCollection<string> Find(Secrets secrets, long from = 0, long to = long.MaxValue) =>
        Find(secrets, from, to, int.MaxValue);

    /// <summary>
    /// Whether any secret is anywhere: the search ends with the first. It begins where an earlier one has found one, since the memory of
    /// objects lies close together.
    /// </summary>
    public static bool Has(Secrets secrets) =>
        Find(secrets, s_lastFound, s_lastFound + NearBytes, 1).Count > 0 || Find(secrets, 0, long.MaxValue, 1).Count > 0;

    private static SortedSet<string> Find(Secrets secrets, long from, long to, int most)
    {
        var found = new SortedSet<string>(StringComparer.Ordinal);
        var isWhole = (from, to, most) == (0, long.MaxValue, int.MaxValue);

        // Chunks overlap, so that no piece lies between two.
        var chunk = new Span<byte>(NativeMemory.Alloc(ChunkBytes + Secrets.PieceBytes), ChunkBytes + Secrets.PieceBytes);
        using var pages = File.OpenHandle("/proc/self/pagemap");
        fixed (byte* own = chunk)
        {
            foreach (var (first, last, name) in Regions((long)own, (long)own + chunk.Length))
            {
                var (start, end) = (Math.Max(first, from), Math.Min(last, to));
                for (var at = start; at + Secrets.PieceBytes <= end && found.Count < most; at = (at + ChunkBytes) & -ChunkBytes)
                {
                    if (!WasUsed(pages, at))
                        continue;
                    var bytes = chunk[..Read(chunk[..(int)Math.Min(((at + ChunkBytes) & -ChunkBytes) + Secrets.PieceBytes - at, end - at)], at)];
                    if (SeenMemory.IsFromBefore(secrets, at, bytes))
                        continue;
                    if (isWhole)
                        SeenMemory.Add(secrets, at, bytes);
                    foreach (var secret in secrets.FindIn(bytes))
                    {
                        found.Add($"{secret} in {name}");
                        s_lastFound = Math.Max(0, at - (NearBytes / 2));
                    }
                }
            }

            chunk.Clear();
            NativeMemory.Free(own);
        }

        return found;
    }

    /// <summary>Whether the chunk of an address has a page: most memory of a heap or stack was never touched, and is zeros.</summary>
    private static bool WasUsed(SafeFileHandle pages, long address)
    {
        Span<long> entries = stackalloc long[ChunkBytes / Environment.SystemPageSize];
        var first = (address & -ChunkBytes) / Environment.SystemPageSize;
        if (RandomAccess.Read(pages, MemoryMarshal.AsBytes(entries), first * sizeof(long)) != entries.Length * sizeof(long))
            throw new IOException($"Linux does not say which pages there are at {address:x}.");

        // The two highest bits: in memory, or written to a disk.
        foreach (var entry in entries)
        {
            if (entry >>> 62 != 0)
                return true;
        }

        return false;
    }

    private static long Parse(string address) => long.Parse(address, NumberStyles.HexNumber, CultureInfo.InvariantCulture);

    /// <summary>
    /// The bytes read: none where another thread has given the memory back meanwhile. This system call copies many pages at once;
    /// /proc/self/mem goes page by page, and takes more than twice as long.
    /// </summary>
    private static int Read(Span<byte> bytes, long address)
    {
        fixed (byte* own = bytes)
        {
            IoVector local = new((nint)own, bytes.Length), remote = new((nint)address, bytes.Length);
            var read = process_vm_readv(Environment.ProcessId, &local, 1, &remote, 1, 0);
            if (read < 0 && Marshal.GetLastPInvokeError() != BadAddress)
                throw new IOException($"Linux does not let this process read its own memory: error {Marshal.GetLastPInvokeError()}.");
            return Math.Max(0, (int)read);
        }
    }

    [DllImport("libc", SetLastError = true)]
    private static extern nint process_vm_readv(int process, IoVector* local, nuint locals, IoVector* remote, nuint remotes, nuint flags);

    /// <summary>Linux's <c>iovec</c>.</summary>
    private readonly record struct IoVector(nint Start, nint Bytes);

    /// <summary>All private writable memory but that from <paramref name="without"/> to <paramref name="to"/>.</summary>
    private static IEnumerable<(long Start, long End, string Name)> Regions(long without, long to)
    {
        foreach (var line in File.ReadAllLines("/proc/self/maps"))
        {
            var fields = line.Split(' ', 6, StringSplitOptions.RemoveEmptyEntries);
            if (!fields[1].StartsWith("rw", StringComparison.Ordinal) || fields[1][3] != 'p')
                continue;
            var name = fields.Length > 5 ? fields[5].Trim() : "memory without a name";
            var ends = fields[0].Split('-');
            var (start, end) = (Parse(ends[0]), Parse(ends[1]));
            yield return (start, Math.Clamp(without, start, end), name);
            yield return (Math.Clamp(to, start, end), end, name);
        }
    }
}
