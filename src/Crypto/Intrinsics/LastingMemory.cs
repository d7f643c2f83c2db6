using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>Memory that never moves and is never given back: for tables, which live as long as the process.</summary>
internal static unsafe class LastingMemory
{
    private const int Alignment = 64;

    /// <summary>Uninitialized memory, 64-byte aligned.</summary>
    public static byte* Allocate(int bytes)
    {
        var memory = (byte*)Marshal.AllocHGlobal(bytes + Alignment);
        return (byte*)(((ulong)memory + Alignment - 1) & ~(ulong)(Alignment - 1));
    }
}
