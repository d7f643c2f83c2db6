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
    /// Whether two places hold the same 8 to 16 bytes, without a branch: two words cover them, and overlap if there are fewer
    /// than 16.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool FixedTimeEquals(byte* left, byte* right, int bytes)
    {
        var last = bytes - sizeof(ulong);
        var difference = Unsafe.ReadUnaligned<ulong>(left) ^ Unsafe.ReadUnaligned<ulong>(right);
        difference |= Unsafe.ReadUnaligned<ulong>(left + last) ^ Unsafe.ReadUnaligned<ulong>(right + last);
        return difference == 0;
    }
}
