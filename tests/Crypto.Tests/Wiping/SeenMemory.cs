using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>
/// What earlier searches saw. Memory that is the same as before a secret was made does not hold it, and most of it is: to compare takes a
/// tenth of the time of a search. For one search at a time.
/// </summary>
internal static unsafe class SeenMemory
{
    /// <summary>Many times the memory of the process: of what moves, each place has a copy.</summary>
    private const int MostBytes = 1 << 29;

    private const int ReadWrite = 3, SharedAnonymousOnDemand = 0x4021;

    /// <summary>By address. Copies are shared memory, which is not searched: this process alone has it, since it starts no other.</summary>
    private static readonly Dictionary<long, (int Position, int Length, long Secrets)> s_copies = [];

    private static byte* s_memory;
    private static int s_used;

    /// <summary>Whether a search for others, which were made before these, saw the same bytes there.</summary>
    public static bool IsFromBefore(Secrets secrets, long address, ReadOnlySpan<byte> bytes) =>
        s_copies.TryGetValue(address, out var copy) && copy.Secrets < secrets.Number &&
        bytes.SequenceEqual(new(s_memory + copy.Position, copy.Length));

    /// <summary>Notes what a search sees.</summary>
    public static void Add(Secrets secrets, long address, ReadOnlySpan<byte> bytes)
    {
        var hasRoom = s_copies.TryGetValue(address, out var copy) && copy.Length == bytes.Length;
        var position = hasRoom ? copy.Position : Allocate(bytes.Length);
        bytes.CopyTo(new(s_memory + position, bytes.Length));
        s_copies[address] = (position, bytes.Length, secrets.Number);
    }

    private static int Allocate(int bytes)
    {
        if (s_memory is null || s_used + bytes > MostBytes)
        {
            if (s_memory is not null)
                _ = munmap(s_memory, MostBytes);
            s_copies.Clear();
            s_used = 0;
            s_memory = (byte*)mmap(null, MostBytes, ReadWrite, SharedAnonymousOnDemand, -1, 0);
            if ((nint)s_memory == -1)
                throw new InsufficientMemoryException($"Linux gives no {MostBytes} bytes of memory.");
        }

        s_used += bytes;
        return s_used - bytes;
    }

    [DllImport("libc", SetLastError = true)]
    private static extern void* mmap(void* address, nuint length, int protection, int flags, int file, nint offset);

    [DllImport("libc")]
    private static extern int munmap(void* address, nuint length);
}
