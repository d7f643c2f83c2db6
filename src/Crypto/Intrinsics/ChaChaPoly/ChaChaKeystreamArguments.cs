using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>What eight blocks of keystream in machine code are made of, or as few as a short message has.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct ChaChaKeystreamArguments
{
    /// <summary>The input of a block (<c>ChaChaState</c>), whose counter is not read.</summary>
    public uint* Cipher;

    [Written]
    public byte* Destination;

    /// <summary>Of the first block, but for <see cref="FirstCounter"/>; the others count up.</summary>
    [Public("the number of a block of a message, which its length shows")]
    public uint Counter;

    /// <summary>What the first block has instead: zero where it is the key of Poly1305.</summary>
    [Public("the number of a block of a message, which its length shows")]
    public uint FirstCounter;

    /// <summary>
    /// Its content means nothing before a call and after. Callers do not clear it, and so set the other fields one by one. It is fastest
    /// on a boundary of 32 bytes.
    /// </summary>
    public ChaChaPolyScratch Scratch;
}
