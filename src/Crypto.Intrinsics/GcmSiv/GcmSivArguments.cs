using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// One message of AES-GCM-SIV. <see cref="Source"/> and <see cref="Destination"/> are the same address or do not overlap; the
/// associated data and the destination do not overlap.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct GcmSivArguments
{
    /// <summary>The expanded key-generating key, in the kernel's own format; read only, 16-byte aligned.</summary>
    public byte* Key;

    public byte* AssociatedData;

    /// <summary>Bytes, any number.</summary>
    [Public("the length of associated data")]
    public nint AssociatedDataLength;

    public byte* Source;

    [Written]
    public byte* Destination;

    /// <summary>Bytes, any number up to 2^36.</summary>
    [Public("the length of a message, which its packets show")]
    public nint Length;

    /// <summary>10 or 14.</summary>
    [Public("the size of a key")]
    public int Rounds;

    /// <summary>12 bytes, and zeros. Not by address: the destination may lie over the caller's.</summary>
    [Public("a nonce, which is sent")]
    public Block128 Nonce;

    /// <summary>The tag that came with a ciphertext: its text is encrypted from there. Sealing makes none of it.</summary>
    [Public("a tag, which is sent; sealing, no kernel looks at it")]
    public Block128 Given;

    /// <summary>Output: the tag of the message. Opening, the caller compares.</summary>
    [Secret, Written]
    public Block128 Tag;

    public void SetNonce(byte* nonce)
    {
        Nonce.First = Unsafe.ReadUnaligned<ulong>(nonce);
        Nonce.Second = BigEndian.InMemory((ulong)BigEndian.Read32(nonce + sizeof(ulong)) << 32);
    }
}
