using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// One message of AES-GCM. <see cref="Source"/> and <see cref="Destination"/> are the same address or do not overlap; the
/// associated data and the destination do not overlap. <see cref="Prepare"/> fills the blocks.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct GcmArguments
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

    /// <summary>Bytes, any number up to 2^36 - 32.</summary>
    [Public("the length of a message, which its packets show")]
    public nint Length;

    /// <summary>10, 12 or 14.</summary>
    [Public("the size of a key")]
    public long Rounds;

    /// <summary>
    /// J0, the pre-counter block: text is encrypted from the next counter on. Only its last 32 bits count, modulo 2^32
    /// (inc32 of SP 800-38D, section 6.2). Secret: of a nonce that has not 12 bytes it is a hash under H.
    /// </summary>
    [Secret]
    public Block128 J0;

    /// <summary>
    /// The lengths of associated data and text in bits, two big-endian 64-bit integers: the last block hashed. Of a message in
    /// pieces, this or the first block of associated data may be a hash: kernels leave no copies of either.
    /// </summary>
    [Secret]
    public Block128 LengthsBlock;

    /// <summary>Output: the whole 16-byte tag. The caller truncates and compares.</summary>
    [Secret, Written]
    public Block128 Tag;

    /// <summary>Which part of the message this call has. The kernels that need it set it themselves.</summary>
    [Public("where a long message is cut: by its length")]
    public GcmPart Part;

    /// <summary>Blocks of text in the parts before.</summary>
    [Public("where a long message is cut: by its length")]
    public long BlocksBefore;

    /// <summary>The hash of the parts before, in the kernel's own format.</summary>
    [Secret, Written]
    public Block128 Hash;

    /// <summary>Memory of the kernel's; it need not be cleared, and no secret is left there.</summary>
    public GcmScratch Scratch;

    /// <summary>
    /// Sets J0 for a 12-byte nonce (SP 800-38D, section 7.1, step 2) and the lengths block, by words of 64 bits: a kernel that
    /// loads them likewise need not wait for the stores.
    /// </summary>
    public void Prepare(byte* nonce)
    {
        J0.First = Unsafe.ReadUnaligned<ulong>(nonce);
        J0.Second = BigEndian.InMemory(((ulong)BigEndian.Read32(nonce + 8) << 32) | 1);
        PrepareLengths();
    }

    /// <summary>Sets the lengths block alone.</summary>
    public void PrepareLengths()
    {
        LengthsBlock.First = BigEndian.InMemory((ulong)AssociatedDataLength << 3);
        LengthsBlock.Second = BigEndian.InMemory((ulong)Length << 3);
    }
}

/// <summary>
/// The part of a message that a call has. Associated data comes before text. Unfinished parts of text have a multiple of
/// 512 bytes, those of associated data whole blocks, but for the last.
/// </summary>
[Flags]
internal enum GcmPart : long
{
    Whole = 0,

    /// <summary>Others came before: <see cref="GcmArguments.Hash"/> is theirs.</summary>
    Continued = 1,

    /// <summary>Others follow: there is no tag yet.</summary>
    Unfinished = 2,
}
