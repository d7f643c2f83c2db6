using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>What the expansion of a GCM key in machine code works on.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct GcmKeyArguments
{
    /// <summary>16, 24 or 32 bytes, as the rounds tell.</summary>
    public byte* Key;

    /// <summary>The round keys in order, followed by powers of H and what is derived from these.</summary>
    [Written]
    public byte* Schedule;

    /// <summary>10, 12 or 14.</summary>
    [Public("the size of a key")]
    public long Rounds;

    /// <summary>Not zero: only the powers are wanted that a short message takes.</summary>
    [Public("the length of a message, which its packets show")]
    public long Short;
}
