using System.Runtime.InteropServices;

namespace ManagedCrypto;

/// <summary>
/// A message being hashed. It lives at a 16-byte aligned address that does not move: in a slot, or on the stack, aligned by
/// <see cref="OnStack"/>.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct ShaState
{
    /// <summary>Bytes of a block of SHA-512, the longest.</summary>
    public const int MaxBlockBytes = 128;

    /// <summary>The chaining value in the kernel's format (<see cref="Intrinsics.ShaArguments.State"/>).</summary>
    public fixed ulong Chain[8];

    /// <summary>The beginning of a block that is not whole yet; padding may take it to two blocks.</summary>
    public fixed byte Buffer[2 * MaxBlockBytes];

    /// <summary>Bytes of the message so far. What is over from whole blocks is in the buffer.</summary>
    public ulong Length;

    /// <summary>Bytes of stack memory that <see cref="OnStack"/> needs.</summary>
    public static int StackBytes => sizeof(ShaState) + 15;

    /// <summary>The first aligned address in memory of <see cref="StackBytes"/> bytes.</summary>
    public static ShaState* OnStack(byte* memory) => (ShaState*)(((ulong)memory + 15) & ~15ul);
}
