using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>Handling of bytes that must not outlive their use or show in timing.</summary>
internal static unsafe class Secret
{
    /// <summary>Zeroes memory in a way that the JIT does not drop, however dead the memory is.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Wipe(void* memory, int bytes) => new Span<byte>(memory, bytes).Clear();

    /// <inheritdoc cref="Wipe(void*, int)"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Wipe(Span<byte> memory) => memory.Clear();

    /// <summary>
    /// Whether two spans hold the same bytes, in time that depends on their lengths alone: the differences are gathered without a
    /// branch. On its own, so that nothing a caller does with the answer moves into the loop.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool FixedTimeEquals(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        if (left.Length != right.Length)
            return false;

        var difference = 0UL;
        var i = 0;
        for (; i <= left.Length - sizeof(ulong); i += sizeof(ulong))
            difference |= MemoryMarshal.Read<ulong>(left.Slice(i)) ^ MemoryMarshal.Read<ulong>(right.Slice(i));
        for (; i < left.Length; i++)
            difference |= (ulong)left[i] ^ right[i];
        return difference == 0;
    }
}
