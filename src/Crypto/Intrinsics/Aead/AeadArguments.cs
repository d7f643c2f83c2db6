using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// One message of an AEAD. <see cref="Source"/> and <see cref="Destination"/> are the same address or do not overlap; the associated data
/// and the destination do not overlap. The destination may lie over the nonce: kernels read that before they write. They may
/// leave addresses and lengths changed: each call has a struct that is filled anew.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct AeadArguments
{
    /// <summary>The expanded key, in the kernel's own format; read only, 16-byte aligned.</summary>
    public byte* Key;

    public byte* AssociatedData;

    /// <summary>Bytes, any number.</summary>
    [Public("the length of associated data")]
    public nint AssociatedDataLength;

    public byte* Source;

    [Written]
    public byte* Destination;

    /// <summary>Bytes, any number that the AEAD takes.</summary>
    [Public("the length of a message, which its packets show")]
    public nint Length;

    /// <summary>Of AES under a key of that size: 10, 12 or 14. Others do not look at it.</summary>
    [Public("the size of a key")]
    public long Rounds;

    /// <summary>
    /// J0 of AES-GCM, the pre-counter block: text is encrypted from the next counter on. Only its last 32 bits count, modulo
    /// 2^32 (inc32 of SP 800-38D, section 6.2). Secret: of a nonce that has not 12 bytes it is a hash under H.
    /// </summary>
    [Secret]
    public Block128 J0;

    /// <summary>
    /// AES-GCM: the block that is hashed after associated data and text, before the hash is masked with J0 encrypted. It ends a whole
    /// message: the lengths of both in bits, two big-endian 64-bit integers. In pieces it, or the first block of associated data, may
    /// be a hash: kernels leave no copies of either.
    /// </summary>
    [Secret]
    public Block128 LastBlock;

    /// <summary>Output: the tag of the message, all 16 bytes, or the first half of one of 32. The caller truncates and, opening, compares.</summary>
    [Secret, Written]
    public Block128 Tag;

    /// <summary>Output: the second half of a tag of 32 bytes, which follows the first.</summary>
    [Secret, Written]
    public Block128 TagEnd;

    /// <summary>AES-GCM: which part of the message this call has. The kernels that need it set it themselves.</summary>
    [Public("where a long message is cut: by its length")]
    public GcmPart Part;

    /// <summary>AES-GCM: blocks of text in the parts before.</summary>
    [Public("where a long message is cut: by its length")]
    public long BlocksBefore;

    /// <summary>AES-GCM: the hash of the parts before, in the kernel's own format.</summary>
    [Secret, Written]
    public Block128 Hash;

    public byte* Nonce;

    /// <summary>Bytes of the nonce, as many as the AEAD takes. AES-GCM: zero if <see cref="J0"/> and <see cref="LastBlock"/> are set.</summary>
    [Public("the size of a nonce")]
    public nint NonceLength;

    /// <summary>The tag that came with a ciphertext. Sealing, no kernel looks at it.</summary>
    public byte* Given;

    /// <summary>Bytes of a tag: some AEADs make another tag for each size.</summary>
    [Public("the size of a tag")]
    public nint TagLength;

    /// <summary>Memory of the kernel's; it need not be cleared, and no secret is left there.</summary>
    public GcmScratch Scratch;
}
