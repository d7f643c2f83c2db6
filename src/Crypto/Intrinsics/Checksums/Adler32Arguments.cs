using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>What Adler-32 in machine code works on.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct Adler32Arguments
{
    public byte* Source;

    /// <summary>Bytes: a multiple of 32, a mebibyte at most.</summary>
    [Public("the length of a message, which its packets show")]
    public nint Length;

    /// <summary>Receives the sum of all bytes.</summary>
    [Secret, Written]
    public ulong Sum;

    /// <summary>Receives the sum of all bytes, each times its distance from the end: 1 for the last.</summary>
    [Secret, Written]
    public ulong Weighted;
}
