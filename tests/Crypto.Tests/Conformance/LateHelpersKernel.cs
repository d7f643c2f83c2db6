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
    private readonly Thread _caller = Thread.CurrentThread;
    private volatile bool _wasHelped;
    private volatile bool _hasGoneOn;

    public override string Id => "late helpers of " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override int KeyBytes => kernel.KeyBytes;

    public bool WasHelped => _wasHelped;

    /// <summary>Whether helpers interrupt the caller, as soon as that waits for them.</summary>
    public bool Interrupts { get; set; }

    /// <summary>What a helper does as it begins, before the caller goes on.</summary>
    public Action? AtFirst { get; set; }

    /// <summary>Whether a helper may begin its work; null if it is just late.</summary>
    public Func<bool>? MayWork { get; set; }

    /// <summary>Whether the caller waits, after its own work.</summary>
    public bool IsCallerWaiting => _hasGoneOn && (_caller.ThreadState & ThreadState.WaitSleepJoin) != 0;

    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage) =>
        kernel.ExpandKey(cipherKey, cipherKeyBytes, key, longestMessage);

    public override void Seal(AeadArguments* arguments) => Late().Seal(arguments);

    public override void Open(AeadArguments* arguments) => Late().Open(arguments);

    private GcmKernel Late()
    {
        if (Thread.CurrentThread == _caller)
        {
            SpinWait.SpinUntil(() => _wasHelped, TimeSpan.FromMinutes(5));
            _hasGoneOn = true;
        }
        else
        {
            AtFirst?.Invoke();
            _wasHelped = true;
            if (MayWork is not null)
            {
                SpinWait.SpinUntil(MayWork, TimeSpan.FromMinutes(5));
            }
            else
            {
                Thread.Sleep(50);
                if (Interrupts)
                {
                    SpinWait.SpinUntil(() => IsCallerWaiting, TimeSpan.FromMinutes(5));
                    _caller.Interrupt();
                    Thread.Sleep(50);
                }
            }
        }

        return kernel;
    }
}
