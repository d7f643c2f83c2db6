using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>What POLYVAL in machine code works on.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct PolyvalArguments
{
    /// <summary>The expanded subkey; read only.</summary>
    public byte* Key;

    public byte* Source;

    /// <summary>Bytes, any number.</summary>
    [Public("the length of a message, which its packets show")]
    public nint Length;

    /// <summary>The accumulator.</summary>
    [Secret, Written]
    public Block128 Hash;

    /// <summary>Memory of the kernel's; it need not be cleared, and no secret is left there.</summary>
    public GcmSivScratch Scratch;
}

/// <summary>What the expansion of a subkey of POLYVAL in machine code works on.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct PolyvalKeyArguments
{
    /// <summary>H, 16 bytes.</summary>
    public byte* Subkey;

    [Written]
    public byte* Key;

    /// <summary>Not zero: only the powers are wanted that a short message takes.</summary>
    [Public("the length of a message, which its packets show")]
    public long Short;
}
