using System.Runtime.CompilerServices;
using ArmAes = System.Runtime.Intrinsics.Arm.Aes;
using Block = System.Runtime.Intrinsics.Vector128<byte>;
using X64Aes = System.Runtime.Intrinsics.X86.Aes;

namespace ManagedCrypto.Intrinsics;

/// <summary>A round of AES by the CPU's instructions.</summary>
internal interface IAegisRound
{
    static abstract string Name { get; }

    static abstract CpuFeatures Requires { get; }

    /// <summary>SubBytes, ShiftRows, MixColumns, and the key XORed at the end (FIPS 197, section 5.1).</summary>
    static abstract Block Round(Block state, Block key);

    /// <summary>The same with two keys, of which the second is there early: the next update waits for the first, and no longer than it must.</summary>
    static abstract Block Round(Block state, Block key, Block early);
}

internal readonly struct AegisX64Round : IAegisRound
{
    public static string Name => "x64-aesni";

    public static CpuFeatures Requires => CpuFeatures.AesNi;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Round(Block state, Block key) => X64Aes.Encrypt(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Round(Block state, Block key, Block early) => X64Aes.Encrypt(state, early) ^ key;
}

/// <summary>AESE adds its key first, so it gets none.</summary>
internal readonly struct AegisArm64Round : IAegisRound
{
    public static string Name => "arm64-aes";

    public static CpuFeatures Requires => CpuFeatures.ArmAes;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Round(Block state, Block key) => ArmAes.MixColumns(ArmAes.Encrypt(state, Block.Zero)) ^ key;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Round(Block state, Block key, Block early) => Round(state, key ^ early);
}
