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
    public nint AssociatedDataLength;

    public byte* Source;

    public byte* Destination;

    /// <summary>Bytes, any number up to 2^36.</summary>
    public nint Length;

    /// <summary>10 or 14.</summary>
    public int Rounds;

    /// <summary>12 bytes, and zeros. Not by address: the destination may lie over the caller's.</summary>
    public Block128 Nonce;

    /// <summary>The tag that came with a ciphertext: its text is encrypted from there. Sealing makes none of it.</summary>
    public Block128 Given;

    /// <summary>Output: the tag of the message. Opening, the caller compares.</summary>
    public Block128 Tag;

    public void SetNonce(byte* nonce)
    {
        Nonce.First = Unsafe.ReadUnaligned<ulong>(nonce);
        Nonce.Second = BigEndian.InMemory((ulong)BigEndian.Read32(nonce + sizeof(ulong)) << 32);
    }
}
