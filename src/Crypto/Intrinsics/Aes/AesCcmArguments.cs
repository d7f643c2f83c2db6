using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// One message of CCM (SP 800-38C). <see cref="Source"/> and <see cref="Destination"/> are the same address or do not overlap. A call may
/// leave these two and <see cref="Length"/> changed.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct AesCcmArguments
{
    /// <inheritdoc cref="AesArguments.Schedule"/>
    public byte* Schedule;

    /// <summary>
    /// What CBC-MAC takes before the text, at least one block: B0 and the formatted associated data, or the last of these, whose first block
    /// has the chain so far XORed in.
    /// </summary>
    public byte* Head;

    /// <summary>Bytes of it, whole blocks.</summary>
    [Public("the length of associated data")]
    public nint HeadLength;

    public byte* Source;

    [Written]
    public byte* Destination;

    /// <summary>Bytes, any number that the nonce leaves room to count.</summary>
    [Public("the length of a message, which its packets show")]
    public nint Length;

    /// <summary>10, 12 or 14.</summary>
    [Public("the size of a key")]
    public int Rounds;

    /// <summary>The counter block that masks the tag; its number is zero. The text's follow.</summary>
    [Public("a nonce, which is sent, and the size of a length")]
    public Block128 Counter;

    /// <summary>Output: the whole 16-byte tag. The caller truncates and compares.</summary>
    [Secret, Written]
    public Block128 Tag;

    /// <inheritdoc cref="AesArguments.Scratch"/>
    public AesScratch Scratch;
}
