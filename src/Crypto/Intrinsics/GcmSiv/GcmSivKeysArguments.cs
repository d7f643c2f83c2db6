using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>What deriving the keys of a message of AES-GCM-SIV in machine code works on.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct GcmSivKeysArguments
{
    /// <summary>The round keys of the key-generating key.</summary>
    public byte* Key;

    /// <summary>The round keys of the message, and <c>GcmSivCode.AfterSchedule</c> bytes from their beginning its key of POLYVAL.</summary>
    [Written]
    public byte* Keys;

    /// <summary>10 or 14, of both keys.</summary>
    [Public("the size of a key")]
    public long Rounds;

    /// <summary>Not zero: only the powers are wanted that a short message takes.</summary>
    [Public("the length of a message, which its packets show")]
    public long Short;

    /// <summary>12 bytes, and zeros.</summary>
    [Public("a nonce, which is sent")]
    public Block128 Nonce;
}
