using System.Runtime.CompilerServices;
using X86Aes = System.Runtime.Intrinsics.X86.Aes;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES by AES-NI (Gueron, "Intel Advanced Encryption Standard (AES) New Instructions Set", 2010). A .NET API for VAES would let a
/// wider kernel take this one's place.
/// </summary>
internal sealed class AesX64AesNi : AesIntrinsics<AesX64Encryption, AesX64Decryption>
{
    public override string Id => "aes/x64-aesni";

    public override CpuFeatures Requires => CpuFeatures.AesNi | CpuFeatures.Ssse3 | CpuFeatures.Sse41;
}

internal readonly struct AesX64Encryption : IAesRounds
{
    public static int ScheduleOffset => 0;

    public static int KeysAhead => 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Begin(Block text, Block key) => text ^ key;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Round(Block state, Block key) => X86Aes.Encrypt(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block LastRound(Block state, Block keyBefore, Block key) => X86Aes.EncryptLast(state, key);
}

internal readonly struct AesX64Decryption : IAesDecryption
{
    public static int ScheduleOffset => AesRounds.LongestScheduleBytes;

    public static int KeysAhead => 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Begin(Block text, Block key) => text ^ key;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Round(Block state, Block key) => X86Aes.Decrypt(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block LastRound(Block state, Block keyBefore, Block key) => X86Aes.DecryptLast(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block InverseMixColumns(Block key) => X86Aes.InverseMixColumns(key);
}
