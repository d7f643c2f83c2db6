using System;
using System.Threading;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// An AES-GCM kernel whose caller waits until a thread that helps it has begun, and whose helpers are late: they begin their work when the
/// caller may think that all is done.
/// </summary>
internal sealed unsafe class LateHelpersKernel(GcmKernel kernel) : GcmKernel
{
    private readonly int _caller = Environment.CurrentManagedThreadId;
    private volatile bool _wasHelped;

    public override string Id => "late helpers of " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override int KeyBytes => kernel.KeyBytes;

    public bool WasHelped => _wasHelped;

    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage) =>
        kernel.ExpandKey(cipherKey, cipherKeyBytes, key, longestMessage);

    public override void Seal(GcmArguments* arguments) => Late().Seal(arguments);

    public override void Open(GcmArguments* arguments) => Late().Open(arguments);

    private GcmKernel Late()
    {
        if (Environment.CurrentManagedThreadId == _caller)
        {
            SpinWait.SpinUntil(() => _wasHelped, TimeSpan.FromMinutes(5));
        }
        else
        {
            _wasHelped = true;
            Thread.Sleep(50);
        }

        return kernel;
    }
}
