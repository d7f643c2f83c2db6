using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>What a kernel works on between the beginning and the end of a message, on the stack of its call.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct ChaChaPolyMessage
{
    public ChaChaState Cipher;

    public Poly1305State Hash;

    /// <summary>Bytes of the keystream that were made, to be wiped.</summary>
    public int KeystreamBytes;

    /// <summary>What lanes of Poly1305 work on, once they were begun.</summary>
    public LanesStage Lanes;

    public ChaChaKeystream Keystream;

    public Poly1305LanesMemory LanesMemory;
}

internal enum LanesStage
{
    /// <summary>There are no powers of the key.</summary>
    None,

    /// <summary>The hash is in the scalar state.</summary>
    Resting,

    /// <summary>The hash is in the lanes.</summary>
    Running,
}

/// <summary>The input of a block (RFC 8439, section 2.3): 16 words, of which the kernels set the counter.</summary>
[StructLayout(LayoutKind.Sequential, Size = Words * sizeof(uint))]
internal unsafe struct ChaChaState
{
    public const int Words = 16;

    /// <summary>Where the key begins.</summary>
    public const int KeyWord = 4;

    /// <summary>Where the counter is; the nonce follows.</summary>
    public const int CounterWord = 12;

    /// <summary>"expand 32-byte k".</summary>
    public static void SetConstants(uint* words)
    {
        words[0] = 0x61707865;
        words[1] = 0x3320646E;
        words[2] = 0x79622D32;
        words[3] = 0x6B206574;
    }
}

/// <summary>The block that has the key of Poly1305, and those of a text's end: never more than a pass of the widest kernel and a row of it.</summary>
[StructLayout(LayoutKind.Sequential, Size = Blocks * BlockBytes)]
internal struct ChaChaKeystream
{
    public const int BlockBytes = 64;

    public const int Blocks = 20;
}
