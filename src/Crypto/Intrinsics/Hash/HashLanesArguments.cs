using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>Whole blocks for a compression function in lanes. Two lanes may have the same blocks, and none the same state.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct HashLanesArguments
{
    /// <summary>
    /// Of each lane the address of its chaining value, read and updated, in words of the machine's own byte order: 64 bytes, of
    /// which those that a hash has no words for are left as they are, or the 200 of a sponge.
    /// </summary>
    [Written]
    public byte** States;

    /// <summary>Of each lane the address of its first block.</summary>
    public byte** Sources;

    /// <summary>Blocks (not bytes) of each lane.</summary>
    [Public("the length of a message, key or password")]
    public nint Blocks;

    /// <inheritdoc cref="HashArguments.BlockBytes"/>
    [Public("the function, not its input")]
    public nint BlockBytes;
}
