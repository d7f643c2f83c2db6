using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>An AES kernel that lets a test act in the middle of a call, before its work is done.</summary>
internal sealed unsafe class HookedAesKernel(AesKernel kernel) : AesKernel
{
    public override string Id => "hooked " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override int EncryptionScheduleBytes => kernel.EncryptionScheduleBytes;

    public override int ScheduleBytes => kernel.ScheduleBytes;

    /// <summary>Called once, in the middle of the next call.</summary>
    public Action? OnCall { get; set; }

    public override void ExpandKey(byte* key, int keyBytes, byte* schedule) => Act().ExpandKey(key, keyBytes, schedule);

    public override void ExpandDecryptionKey(byte* schedule, int rounds) => Act().ExpandDecryptionKey(schedule, rounds);

    public override void Run(AesOperation operation, AesArguments* arguments) => Act().Run(operation, arguments);

    private AesKernel Act()
    {
        var action = OnCall;
        OnCall = null;
        action?.Invoke();
        return kernel;
    }
}
