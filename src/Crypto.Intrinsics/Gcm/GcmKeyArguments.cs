using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>What the expansion of a GCM key in machine code works on.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct GcmKeyArguments
{
    /// <summary>16, 24 or 32 bytes, as the rounds tell.</summary>
    public byte* Key;

    /// <summary>The round keys in order, followed by powers of H and what is derived from these.</summary>
    public byte* Schedule;

    /// <summary>10, 12 or 14.</summary>
    public long Rounds;

    /// <summary>Not zero: only the powers are wanted that a short message takes.</summary>
    public long Short;
}
