using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>What key expansion in machine code works on.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct AesKeyArguments
{
    /// <summary>16, 24 or 32 bytes, as the rounds tell. Unused by the expansion for decryption.</summary>
    public byte* Key;

    /// <summary>The round keys in order, and 240 bytes from its beginning those for decryption.</summary>
    [Written]
    public byte* Schedule;

    /// <summary>10, 12 or 14.</summary>
    [Public("the size of a key")]
    public int Rounds;
}
