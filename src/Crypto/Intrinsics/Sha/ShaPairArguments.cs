using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>Whole blocks of two messages for a compression function in machine code.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct ShaPairArguments
{
    /// <summary>The chaining values, read and updated, in words of the machine's own byte order: two places.</summary>
    [Written]
    public void* State0;

    /// <inheritdoc cref="State0"/>
    [Written]
    public void* State1;

    /// <summary>The blocks of each; they may be the same.</summary>
    public byte* Source0;

    /// <inheritdoc cref="Source0"/>
    public byte* Source1;

    /// <summary>Blocks (not bytes) of each; zero is allowed.</summary>
    [Public("the length of a message, which its packets show")]
    public nint Blocks;

    /// <summary>Working memory of machine code.</summary>
    public ShaLanesScratch Scratch;
}
