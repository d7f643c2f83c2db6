using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What an AES operation works on. <see cref="Source"/> and <see cref="Destination"/> are the same address or do not overlap. A call
/// may leave these two and <see cref="Length"/> changed.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct AesArguments
{
    /// <summary>The expanded key, in the kernel's own format; read only, 16-byte aligned.</summary>
    public byte* Schedule;

    public byte* Source;

    [Written]
    public byte* Destination;

    /// <summary>
    /// Bytes: whole blocks of 16, but any number in both CTR and in CFB8, and in XTS any from 16 on. Zero is allowed.
    /// </summary>
    [Public("the length of a message, which its packets show")]
    public nint Length;

    /// <summary>
    /// 16 bytes, read and updated: the IV or the previous ciphertext block (CBC, CFB128), the last 16 bytes of ciphertext (CFB8),
    /// the next counter block (CTR), or the tweak (XTS; after whole blocks it is the next block's, and else means nothing). Unused by ECB.
    /// </summary>
    [Written]
    public byte* IV;

    /// <summary>
    /// The expanded key of the tweak, as <see cref="Schedule"/> and for as many rounds, under which it is encrypted first; null if it is
    /// already. Unused but by XTS.
    /// </summary>
    public byte* TweakSchedule;

    /// <summary>10, 12 or 14.</summary>
    [Public("the size of a key")]
    public int Rounds;

    /// <summary>
    /// Its content means nothing before a call and after. Callers do not clear it, and so set the other fields one by one.
    /// </summary>
    public AesScratch Scratch;
}
