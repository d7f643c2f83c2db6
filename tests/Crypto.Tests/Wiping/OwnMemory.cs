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
    private const int ChunkBytes = 1 << 20;

    /// <summary>Each secret that lies between two addresses, or else anywhere: its name and the name of the memory.</summary>
    public static IReadOnlyCollection<string> Find(Secrets secrets, long from = 0, long to = long.MaxValue)
    {
        using var memory = File.OpenHandle("/proc/self/mem", FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        var found = new SortedSet<string>(StringComparer.Ordinal);
        var chunk = new Span<byte>(NativeMemory.Alloc(ChunkBytes), ChunkBytes);
        fixed (byte* own = chunk)
        {
            foreach (var (first, last, name) in Regions((long)own, (long)own + ChunkBytes))
            {
                var (start, end) = (Math.Max(first, from), Math.Min(last, to));

                // Chunks overlap, so that no piece lies between two.
                for (var at = start; at + Secrets.PieceBytes <= end; at += ChunkBytes - Secrets.PieceBytes + 1)
                {
                    var bytes = chunk[..Read(memory, chunk[..(int)Math.Min(ChunkBytes, end - at)], at)];
                    foreach (var secret in secrets.FindIn(bytes))
                        found.Add($"{secret} in {name}");
                }
            }

            chunk.Clear();
            NativeMemory.Free(own);
        }

        return found;
    }

    private static long Parse(string address) => long.Parse(address, NumberStyles.HexNumber, CultureInfo.InvariantCulture);

    /// <summary>The bytes read: none where another thread has given the memory back meanwhile.</summary>
    private static int Read(SafeFileHandle memory, Span<byte> bytes, long address)
    {
        try
        {
            return RandomAccess.Read(memory, bytes, address);
        }
        catch (IOException)
        {
            return 0;
        }
    }

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
