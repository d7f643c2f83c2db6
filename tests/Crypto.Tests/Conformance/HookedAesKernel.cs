using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>An AES kernel that lets a test act in the midst of a call, before its work is done.</summary>
internal sealed unsafe class HookedAesKernel(AesKernel kernel) : AesKernel
{
    public override string Id => "hooked " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override int EncryptionScheduleBytes => kernel.EncryptionScheduleBytes;

    public override int ScheduleBytes => kernel.ScheduleBytes;

    /// <summary>Called once, in the midst of the next call.</summary>
    public Action? OnCall { get; set; }

    public override void ExpandKey(byte* key, int keyBytes, byte* schedule) => Act().ExpandKey(key, keyBytes, schedule);

    public override void ExpandDecryptionKey(byte* schedule, int rounds) => Act().ExpandDecryptionKey(schedule, rounds);

    public override void EncryptEcb(AesArguments* arguments) => Act().EncryptEcb(arguments);

    public override void DecryptEcb(AesArguments* arguments) => Act().DecryptEcb(arguments);

    public override void EncryptCbc(AesArguments* arguments) => Act().EncryptCbc(arguments);

    public override void DecryptCbc(AesArguments* arguments) => Act().DecryptCbc(arguments);

    public override void EncryptCfb8(AesArguments* arguments) => Act().EncryptCfb8(arguments);

    public override void DecryptCfb8(AesArguments* arguments) => Act().DecryptCfb8(arguments);

    public override void EncryptCfb128(AesArguments* arguments) => Act().EncryptCfb128(arguments);

    public override void DecryptCfb128(AesArguments* arguments) => Act().DecryptCfb128(arguments);

    public override void TransformCtr(AesArguments* arguments) => Act().TransformCtr(arguments);

    private AesKernel Act()
    {
        var action = OnCall;
        OnCall = null;
        action?.Invoke();
        return kernel;
    }
}
