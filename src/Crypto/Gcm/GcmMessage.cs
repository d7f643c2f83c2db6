using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A message of AES-GCM between two of its pieces; <see cref="GcmPieces"/> works on it.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct GcmMessage
{
    /// <summary>The pre-counter block.</summary>
    public Block128 J0;

    /// <summary>J0, encrypted.</summary>
    public Block128 Mask;

    /// <summary>The counter block of the last block of text that was begun, or J0.</summary>
    public Block128 Counter;

    /// <summary>Counter, encrypted, while its block is not complete.</summary>
    public Block128 Keystream;

    /// <summary>
    /// GHASH up to the last block begun, without the multiplication by H that follows it: its bytes are XORed in as they come, and
    /// zeros that pad it need not be.
    /// </summary>
    public Block128 Hash;

    /// <summary>Bytes.</summary>
    public long AssociatedDataLength;

    /// <summary>Bytes of text.</summary>
    public long Length;

    public GcmPhase Phase;
}

/// <summary>How far a message is.</summary>
internal enum GcmPhase
{
    /// <summary>It has ended, or there has been none.</summary>
    Ended,
    AssociatedData,
    Text,
}
