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

    /// <summary>The counter block before that of <see cref="Keystream"/>'s first block.</summary>
    public Block128 Counter;

    /// <summary>Keystream for short pieces of text, if any bytes are pending.</summary>
    public GcmWindow Keystream;

    /// <summary>GHASH up to some block, without the multiplication by H that follows it.</summary>
    public Block128 Hash;

    /// <summary>What is to be hashed after that: associated data or ciphertext.</summary>
    public GcmWindow Pending;

    /// <summary>Bytes; fewer than there is room for.</summary>
    public int PendingBytes;

    public GcmPhase Phase;

    /// <summary>Bytes.</summary>
    public long AssociatedDataLength;

    /// <summary>Bytes of text.</summary>
    public long Length;
}

/// <summary>What short pieces gather in, until it pays to call a kernel.</summary>
[StructLayout(LayoutKind.Sequential, Size = Bytes)]
internal struct GcmWindow
{
    public const int Bytes = 256;

    /// <summary>Aligns the struct.</summary>
    public ulong First;
}

/// <summary>How far a message is.</summary>
internal enum GcmPhase
{
    /// <summary>It has ended, or there has been none.</summary>
    Ended,
    AssociatedData,
    Text,
}
