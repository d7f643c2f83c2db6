using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>What deriving the keys of a message of AES-GCM-SIV in machine code works on.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct GcmSivKeysArguments
{
    /// <summary>The round keys of the key-generating key.</summary>
    public byte* Key;

    /// <summary>The round keys of the message, and <c>GhashCode.AfterSchedule</c> bytes from their beginning its key of POLYVAL.</summary>
    public byte* Keys;

    /// <summary>10 or 14, of both keys.</summary>
    public long Rounds;

    /// <summary>Not zero: only the powers are wanted that a short message takes.</summary>
    public long Short;

    /// <inheritdoc cref="GcmSivArguments.Nonce"/>
    public Block128 Nonce;
}
