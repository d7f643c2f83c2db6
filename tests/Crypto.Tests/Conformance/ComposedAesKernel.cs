using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>An AES kernel that fuses nothing: all but ECB is composed of its blocks.</summary>
internal sealed unsafe class ComposedAesKernel(AesKernel kernel) : AesKernel
{
    public override string Id => "composed of " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override int EncryptionScheduleBytes => kernel.EncryptionScheduleBytes;

    public override int ScheduleBytes => kernel.ScheduleBytes;

    public override void ExpandKey(byte* key, int keyBytes, byte* schedule) => kernel.ExpandKey(key, keyBytes, schedule);

    public override void ExpandDecryptionKey(byte* schedule, int rounds) => kernel.ExpandDecryptionKey(schedule, rounds);

    public override void Run(AesOperation operation, AesArguments* arguments)
    {
        if (operation is AesOperation.EncryptEcb or AesOperation.DecryptEcb)
            kernel.Run(operation, arguments);
        else
            base.Run(operation, arguments);
    }
}
