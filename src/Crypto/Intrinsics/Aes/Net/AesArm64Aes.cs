using System.Runtime.CompilerServices;
using ArmAes = System.Runtime.Intrinsics.Arm.Aes;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES by the cryptographic extension of Armv8 (Arm Architecture Reference Manual, chapter C7). AESE XORs a key, substitutes and
/// shifts rows; AESMC mixes columns. Cores run the two as one instruction if they stand side by side and write the same register.
/// </summary>
internal sealed class AesArm64Aes : AesIntrinsics<AesArm64Encryption, AesArm64Decryption>
{
    public override string Id => "aes/arm64-aes";

    public override CpuFeatures Requires => CpuFeatures.ArmAes;
}

internal readonly struct AesArm64Encryption : IAesRounds
{
    public static int ScheduleOffset => 0;

    public static int KeysAhead => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Begin(Block text, Block key) => text;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Round(Block state, Block key) => ArmAes.MixColumns(ArmAes.Encrypt(state, key));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block LastRound(Block state, Block keyBefore, Block key) => ArmAes.Encrypt(state, keyBefore) ^ key;
}

internal readonly struct AesArm64Decryption : IAesDecryption
{
    public static int ScheduleOffset => AesRounds.LongestScheduleBytes;

    public static int KeysAhead => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Begin(Block text, Block key) => text;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Round(Block state, Block key) => ArmAes.InverseMixColumns(ArmAes.Decrypt(state, key));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block LastRound(Block state, Block keyBefore, Block key) => ArmAes.Decrypt(state, keyBefore) ^ key;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block InverseMixColumns(Block key) => ArmAes.InverseMixColumns(key);
}
