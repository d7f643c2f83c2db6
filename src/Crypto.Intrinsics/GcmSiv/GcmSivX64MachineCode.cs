namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES-GCM-SIV in machine code: a message's keys are derived and expanded in one call, by <c>GcmSivKeysProgram</c> of the kernel assembler;
/// they lie as AES and POLYVAL in machine code have them.
/// </summary>
internal sealed unsafe class GcmSivX64MachineCode : GcmSivComposed
{
    private readonly CodeRoutine _deriveKeys;

    private GcmSivX64MachineCode(AesX64MachineCode aes, GhashX64MachineCode polyval, CodeEntry deriveKeys)
        : base(aes, polyval) => _deriveKeys = GhashCode.Load(deriveKeys);

    public override CpuFeatures Requires => base.Requires | _deriveKeys.Requires;

    public static GcmSivX64MachineCode Vaes512() =>
        new(AesX64MachineCode.Vaes512(), GhashX64MachineCode.Vpclmul512(), GhashCode.DeriveGcmSivKeys512);

    public static GcmSivX64MachineCode Vaes256() =>
        new(AesX64MachineCode.Vaes256(), GhashX64MachineCode.Vpclmul256(), GhashCode.DeriveGcmSivKeys256);

    public static GcmSivX64MachineCode AesNiAvx() =>
        new(AesX64MachineCode.AesNiAvx(), GhashX64MachineCode.PclmulAvx(), GhashCode.DeriveGcmSivKeys128);

    protected override void DeriveKeys(GcmSivArguments* arguments, byte* schedule, byte* polyvalKey, long hashed)
    {
        GcmSivKeysArguments keys;
        keys.Key = arguments->Key;
        keys.Keys = schedule;
        keys.Rounds = arguments->Rounds;
        keys.Short = hashed <= GhashCode.ShortMessageBytes ? 1 : 0;
        keys.Nonce = arguments->Nonce;
        _deriveKeys.RunBriefly(&keys);
    }
}
