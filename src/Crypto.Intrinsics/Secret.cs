using System;
using System.Runtime.CompilerServices;

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
    /// Whether two places hold the same bytes, in time that depends on their number alone: the differences are gathered without a
    /// branch. On its own, so that nothing a caller does with the answer moves into the loop.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool FixedTimeEquals(byte* left, byte* right, int bytes)
    {
        var difference = 0UL;
        var i = 0;
        for (; i <= bytes - sizeof(ulong); i += sizeof(ulong))
            difference |= Unsafe.ReadUnaligned<ulong>(left + i) ^ Unsafe.ReadUnaligned<ulong>(right + i);
        for (; i < bytes; i++)
            difference |= (ulong)left[i] ^ right[i];
        return difference == 0;
    }
}
