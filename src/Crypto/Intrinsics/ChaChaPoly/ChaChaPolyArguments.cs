using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What whole batches of ChaCha20-Poly1305 in machine code work on, and whole blocks of Poly1305, which have no <see cref="Cipher"/> and
/// no <see cref="Destination"/>. <see cref="Source"/> and <see cref="Destination"/> are the same address or do not overlap. A call may leave
/// <see cref="Length"/> changed.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct ChaChaPolyArguments
{
    /// <summary>The input of the first block (<c>ChaChaState</c>), whose counter goes on by the blocks of the text.</summary>
    [Written]
    public uint* Cipher;

    /// <summary>The <c>Poly1305State</c>.</summary>
    [Written]
    public ulong* Hash;

    public byte* Source;

    [Written]
    public byte* Destination;

    /// <summary>Of one batch or several, or of one block or several.</summary>
    [Public("the length of a message, which its packets show"), Written]
    public nint Length;

    /// <summary>
    /// Its content means nothing before a call and after. Callers do not clear it, and so set the other fields one by one. It is fastest
    /// on a boundary of 32 bytes.
    /// </summary>
    public ChaChaPolyScratch Scratch;
}
