using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// One message of ChaCha20-Poly1305. <see cref="Source"/> and <see cref="Destination"/> are the same address or do not overlap; the
/// associated data and the destination do not overlap.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct ChaChaPolyArguments
{
    /// <summary>32 bytes; read only.</summary>
    public byte* Key;

    public byte* AssociatedData;

    /// <summary>Bytes, any number.</summary>
    [Public("the length of associated data")]
    public nint AssociatedDataLength;

    public byte* Source;

    [Written]
    public byte* Destination;

    /// <summary>Bytes, any number up to 2^38 - 64.</summary>
    [Public("the length of a message, which its packets show")]
    public nint Length;

    /// <summary>The first 4 bytes of 12, as a little-endian word. No branch or address depends on a nonce here. Not by address: the destination may lie over the caller's.</summary>
    [Secret]
    public uint NonceWord;

    /// <summary>The other 8 bytes.</summary>
    [Secret]
    public ulong NonceWords;

    /// <summary>Output: the tag of the message. Opening, the caller compares.</summary>
    [Secret, Written]
    public Block128 Tag;

    public void SetNonce(byte* nonce)
    {
        NonceWord = LittleEndian.Read32(nonce);
        NonceWords = LittleEndian.Read64(nonce + sizeof(uint));
    }
}
