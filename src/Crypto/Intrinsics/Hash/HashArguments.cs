using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>Whole blocks for a hash kernel: first those of the source, then those of the tail.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct HashArguments
{
    /// <summary>The chaining value, or the state of a sponge, read and updated, in words of the machine's own byte order.</summary>
    [Written]
    public void* State;

    public byte* Source;

    /// <summary>Blocks (not bytes) at the source; zero is allowed.</summary>
    [Public("the length of a message, key or password")]
    public nint SourceBlocks;

    /// <summary>The last, padded blocks of a message, so that a message ends in one call.</summary>
    public byte* Tail;

    /// <summary>Blocks (not bytes) at the tail; zero is allowed.</summary>
    [Public("the length of a message, key or password")]
    public nint TailBlocks;

    /// <summary>
    /// Bytes of a block. Keccak takes any number of whole lanes; with none, it permutes the state and reads no block. The other kernels
    /// know theirs.
    /// </summary>
    [Public("the function, not its input")]
    public nint BlockBytes;

    /// <summary>Working memory of machine code, which wipes what is secret in it.</summary>
    public ShaScratch Scratch;
}
