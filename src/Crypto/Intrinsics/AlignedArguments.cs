using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Room for arguments whose scratch memory begins on a cache line: machine code has vectors of up to 64 bytes there.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct AlignedArguments<TArguments>
    where TArguments : unmanaged
{
    private const int LineBytes = 64;

    public TArguments Arguments;
    public Line More;

    /// <summary>Where in the room the arguments begin, so that their scratch memory is aligned.</summary>
    /// <param name="memory">The room.</param>
    /// <param name="scratch">Where the scratch memory would be if the arguments began where the room does.</param>
    public static TArguments* Align(AlignedArguments<TArguments>* memory, void* scratch) =>
        (TArguments*)((byte*)memory + (-(nint)scratch & (LineBytes - 1)));

    /// <summary>Not a fixed buffer: the JIT guards the stack of a method that has one, at a price that a sector feels.</summary>
    [StructLayout(LayoutKind.Sequential, Size = LineBytes)]
    public struct Line
    {
    }
}
