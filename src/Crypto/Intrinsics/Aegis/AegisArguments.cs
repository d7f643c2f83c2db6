using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What updates of lanes of AEGIS-128 in machine code work on. <see cref="Source"/> and <see cref="Destination"/> are the same address or
/// do not overlap. A call may leave these two and <see cref="Count"/> changed.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct AegisArguments
{
    /// <summary>The first block of each lane, then the second of each, up to the eighth.</summary>
    [Written]
    public byte* State;

    public byte* Source;

    /// <summary>Where the kernel has an output.</summary>
    [Written]
    public byte* Destination;

    /// <summary>Updates, of a block and another for each lane. Zero is allowed.</summary>
    [Public("the length of a message, which its packets show")]
    public nint Count;

    /// <summary>Bytes from the text of one update to that of the next.</summary>
    [Public("how many lanes a variant has")]
    public nint Stride;

    /// <summary>Bytes from the first blocks of an update to the second ones.</summary>
    [Public("how many lanes a variant has")]
    public nint SecondOffset;

    /// <summary>XORed into the fourth and the eighth block of each lane before each update, where there is no output.</summary>
    [Public("the number of a lane, and how many a variant has")]
    public AegisNumbers Numbers;

    /// <summary>
    /// Its content means nothing before a call and after. Callers do not clear it, and so set the other fields one by one.
    /// </summary>
    public AegisScratch Scratch;
}

/// <summary>A block for each lane.</summary>
[StructLayout(LayoutKind.Sequential, Size = AegisVariant.MostLanes * 16)]
internal struct AegisNumbers
{
}
