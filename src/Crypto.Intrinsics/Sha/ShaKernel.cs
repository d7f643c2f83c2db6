using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>Whole blocks for a compression function: first those of the source, then those of the tail.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct ShaArguments
{
    /// <summary>The chaining value, read and updated: 5 or 8 words in the machine's own byte order.</summary>
    public void* State;

    public byte* Source;

    /// <summary>Blocks (not bytes) at the source; zero is allowed.</summary>
    public nint SourceBlocks;

    /// <summary>The last, padded blocks of a message, so that a message ends in one call.</summary>
    public byte* Tail;

    /// <summary>Blocks (not bytes) at the tail; zero is allowed.</summary>
    public nint TailBlocks;

    /// <summary>Working memory of machine code, which wipes what is secret in it.</summary>
    public ShaScratch Scratch;
}

/// <summary>Memory that no caller reads or writes.</summary>
[StructLayout(LayoutKind.Sequential, Size = 256)]
internal struct ShaScratch
{
}

/// <summary>
/// A compression function of FIPS 180-4. Words are of 32 bits (SHA-1: 5, SHA-256: 8; blocks of 64 bytes) or 64 bits
/// (SHA-512: 8; blocks of 128 bytes). Nothing is read outside the blocks.
/// </summary>
internal abstract unsafe class ShaKernel : Kernel
{
    public abstract void Compress(ShaArguments* arguments);
}
