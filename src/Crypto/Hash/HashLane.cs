using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A message that is hashed beside others: first its whole blocks, then its padded end.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct HashLane
{
    /// <summary>Its chaining value; its padded end is in the buffer.</summary>
    public HashState* State;

    /// <summary>The blocks that are next: of the message, or of the buffer.</summary>
    public byte* Source;

    /// <summary>How many there are.</summary>
    public nint Blocks;

    /// <summary>Blocks of the buffer that follow; zero once they are the source.</summary>
    public nint TailBlocks;

    public byte* Digest;

    /// <summary>
    /// The length of a message whose padding is in the buffer, or -1: it is that of the next, too, if that has the same length and
    /// leaves whole <see cref="Words128"/> in the buffer.
    /// </summary>
    public nint PaddedLength;

    /// <summary>Blocks of the buffer with that padding.</summary>
    public nint PaddedBlocks;

    /// <summary>Which of the lanes it is, from zero on.</summary>
    public nint Number;
}

/// <summary>Room for as many states as any kernel has lanes.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashLaneStates
{
    public HashState Lane0, Lane1, Lane2, Lane3, Lane4, Lane5, Lane6, Lane7;
    public HashState Lane8, Lane9, Lane10, Lane11, Lane12, Lane13, Lane14, Lane15;
}

/// <summary>Room for as many lanes, and for the addresses in <see cref="HashLanesArguments"/>.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashLaneTable
{
    public HashLane Lane0, Lane1, Lane2, Lane3, Lane4, Lane5, Lane6, Lane7;
    public HashLane Lane8, Lane9, Lane10, Lane11, Lane12, Lane13, Lane14, Lane15;
    public HashLaneAddresses States, Sources;

    /// <summary>How many lanes have a message: the first ones.</summary>
    public int Busy;

    /// <summary>How many messages have been begun.</summary>
    public int Begun;
}

/// <summary>An address for each lane.</summary>
[StructLayout(LayoutKind.Sequential, Size = HashLanesKernel.MaxLanes * sizeof(ulong))]
internal struct HashLaneAddresses
{
}
