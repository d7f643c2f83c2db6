using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>One short message of AES-GCM-SIV in machine code.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct GcmSivShortArguments
{
    /// <summary>The round keys of the key-generating key.</summary>
    public byte* Key;

    /// <summary>10 or 14, of both keys.</summary>
    [Public("the size of a key")]
    public long Rounds;

    /// <summary>
    /// Bytes of <see cref="Gathered"/> that are hashed, the last ones: associated data, text and lengths, each padded with zeros.
    /// </summary>
    [Public("the length of a message, which its packets show")]
    public long HashedBytes;

    /// <summary>Bytes of text among them, whole blocks.</summary>
    [Public("the length of a message, which its packets show")]
    public long TextBytes;

    /// <summary>Ones for the bytes of the text's last block that are not padding.</summary>
    [Public("the length of a message, which its packets show")]
    public Block128 LastBytes;

    /// <summary>12 bytes, and zeros.</summary>
    [Public("a nonce, which is sent")]
    public Block128 Nonce;

    /// <summary>The tag that came with a ciphertext: its text is encrypted from there.</summary>
    [Public("a tag, which is sent; sealing, no kernel looks at it")]
    public Block128 Given;

    /// <summary>Output.</summary>
    [Secret, Written]
    public Block128 Tag;

    /// <summary>The text is encrypted or decrypted here.</summary>
    [Secret, Written]
    public GcmSivBlocks Gathered;

    /// <summary>Memory of the kernel's; it need not be cleared, and no secret is left there.</summary>
    public GcmSivScratch Scratch;
}

/// <summary>As many blocks as a short message has, with its lengths.</summary>
[StructLayout(LayoutKind.Sequential, Size = Bytes)]
internal struct GcmSivBlocks
{
    public const int Bytes = 128;
}
