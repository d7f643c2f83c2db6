using System;
using System.Collections.Generic;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>
/// What earlier searches saw. Memory that is the same as before a secret was made does not hold it, and most of it is: to compare takes a
/// tenth of the time of a search. For one search at a time.
/// </summary>
internal static unsafe class SeenMemory
{
    /// <summary>Many times the memory of the process: of what moves, each place has a copy.</summary>
    private const int MostBytes = 1 << 29;

    /// <summary>Memory of kind "shared", which is not searched, that Linux gives as it is used.</summary>
    private const int SharedOnDemand = 0x4001 | Libc.AnonymousOnLinux;

    /// <summary>By address. When there is no more room, all are forgotten.</summary>
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
        if (s_memory is null)
        {
            var memory = Libc.mmap(null, MostBytes, Libc.Read | Libc.Write, SharedOnDemand, -1, 0);
            s_memory = memory != Libc.MapFailed ? memory : throw new InsufficientMemoryException($"Linux gives no {MostBytes} bytes of memory.");
        }

        if (s_used + bytes > MostBytes)
        {
            s_copies.Clear();
            s_used = 0;
        }

        s_used += bytes;
        return s_used - bytes;
    }
}
