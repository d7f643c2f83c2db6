using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>What a CRC in machine code works on.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct CrcArguments
{
    /// <summary>Those that <see cref="CrcFactors"/> makes for the kernel's width; read only.</summary>
    public byte* Factors;

    public byte* Source;

    /// <summary>Bytes, 16 or more.</summary>
    [Public("the length of a message, which its packets show")]
    public nint Length;

    /// <summary>The value so far, read and updated.</summary>
    [Secret, Written]
    public uint Value;
}
