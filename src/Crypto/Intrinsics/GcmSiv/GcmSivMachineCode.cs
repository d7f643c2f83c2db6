using System;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES-GCM-SIV in machine code: a short message is one call, of <c>GcmSivShortProgram</c> of the kernel assembler. Of others the keys are
/// derived and expanded in one, by <c>GcmSivKeysProgram</c>; they lie as AES and POLYVAL in machine code have them. For Arm64 the programs are
/// <c>GcmSivShortArm64Program</c> and <c>GcmSivKeysArm64Program</c>.
/// </summary>
internal sealed unsafe class GcmSivMachineCode : GcmSivComposed
{
    private readonly CodeRoutine _sealShort;
    private readonly CodeRoutine _openShort;
    private readonly CodeRoutine _deriveKeys;

    /// <summary>Takes what derives keys, and short messages both ways.</summary>
    private GcmSivMachineCode(AesMachineCode aes, PolyvalMachineCode polyval, CodeRoutine[] routines)
        : base(aes, polyval)
    {
        _deriveKeys = routines[0];
        _sealShort = routines[1];
        _openShort = routines[2];
    }

    public override CpuFeatures Requires => base.Requires | _deriveKeys.Requires | _sealShort.Requires;

    public static GcmSivMachineCode Vaes512() =>
        OnX64(AesMachineCode.Vaes512(), PolyvalMachineCode.Vpclmul512(), GcmSivCode.DeriveGcmSivKeys512);

    public static GcmSivMachineCode Vaes256() =>
        OnX64(AesMachineCode.Vaes256(), PolyvalMachineCode.Vpclmul256(), GcmSivCode.DeriveGcmSivKeys256);

    public static GcmSivMachineCode AesNiAvx() =>
        OnX64(AesMachineCode.AesNiAvx(), PolyvalMachineCode.PclmulAvx(), GcmSivCode.DeriveGcmSivKeys128);

    public static GcmSivMachineCode Arm64() => new(
        AesMachineCode.Arm64(),
        PolyvalMachineCode.Arm64(),
        [
            GcmSivArm64Code.Load(GcmSivArm64Code.DeriveGcmSivKeys),
            GcmSivArm64Code.Load(GcmSivArm64Code.SealShortGcmSiv),
            GcmSivArm64Code.Load(GcmSivArm64Code.OpenShortGcmSiv),
        ]);

    public override void Seal(AeadArguments* arguments)
    {
        if (HashedBytes(arguments) <= GcmSivBlocks.Bytes)
            RunShort(in _sealShort, arguments, isOpening: false);
        else
            base.Seal(arguments);
    }

    public override void Open(AeadArguments* arguments)
    {
        if (HashedBytes(arguments) <= GcmSivBlocks.Bytes)
            RunShort(in _openShort, arguments, isOpening: true);
        else
            base.Open(arguments);
    }

    private static GcmSivMachineCode OnX64(AesMachineCode aes, PolyvalMachineCode polyval, CodeEntry deriveKeys) => new(
        aes,
        polyval,
        [GcmSivCode.Load(deriveKeys), GcmSivCode.Load(GcmSivCode.SealShortGcmSiv128), GcmSivCode.Load(GcmSivCode.OpenShortGcmSiv128)]);

    /// <summary>Gathers what is hashed, so that it ends where the memory for it ends.</summary>
    [SkipLocalsInit]
    private static void RunShort(in CodeRoutine routine, AeadArguments* arguments, bool isOpening)
    {
        GcmSivShortArguments message;
        message.Key = arguments->Key;
        message.Rounds = arguments->Rounds;
        message.HashedBytes = HashedBytes(arguments);
        message.TextBytes = Padded(arguments->Length);
        message.LastBytes = FirstBytes((int)(arguments->Length - message.TextBytes));
        message.Nonce = NonceOf(arguments);
        if (isOpening)
            message.Given = Unsafe.ReadUnaligned<Block128>(arguments->Given);

        message.Gathered = default;
        var lengths = (byte*)(&message.Gathered + 1) - sizeof(Block128);
        var text = lengths - message.TextBytes;
        var data = text - Padded(arguments->AssociatedDataLength);
        WriteLengths(arguments, lengths);
        Buffer.MemoryCopy(arguments->Source, text, GcmSivBlocks.Bytes, arguments->Length);
        Buffer.MemoryCopy(arguments->AssociatedData, data, GcmSivBlocks.Bytes, arguments->AssociatedDataLength);
        routine.RunBriefly(&message);
        Buffer.MemoryCopy(text, arguments->Destination, arguments->Length, arguments->Length);
        arguments->Tag = message.Tag;

        // The tag, too: if a message is forged, it would make the forgery pass.
        Secret.WipeInline(&message.Tag);
        Secret.Wipe(&message.Gathered, GcmSivBlocks.Bytes);
    }

    /// <summary>Ones in all bytes of a block but the last ones, so many below zero.</summary>
    private static Block128 FirstBytes(int missing) => new()
    {
        First = missing > -8 ? ulong.MaxValue : ulong.MaxValue >> (8 * (-8 - missing)),
        Second = missing > -8 ? ulong.MaxValue >> (-8 * missing) : 0,
    };

    protected override void DeriveKeys(AeadArguments* arguments, Block128* nonce, byte* schedule, byte* polyvalKey)
    {
        GcmSivKeysArguments keys;
        keys.Key = arguments->Key;
        keys.Keys = schedule;
        keys.Rounds = arguments->Rounds;
        keys.Short = HashedBytes(arguments) <= GcmSivCode.ShortMessageBytes ? 1 : 0;
        keys.Nonce = *nonce;
        _deriveKeys.RunBriefly(&keys);
    }
}
