using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>A kernel under observation: counts blocks, and lets a test act in the midst of a call.</summary>
internal sealed unsafe class HookedKernel(HashKernel kernel) : HashKernel
{
    public override string Id => "hooked " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public long Blocks { get; private set; }

    /// <summary>The chaining value of the last call: memory of the stack or of a slot.</summary>
    public ulong* State { get; private set; }

    /// <summary>Called once, in the midst of the next call.</summary>
    public Action? OnCompress { get; set; }

    public override void Compress(HashArguments* arguments)
    {
        Blocks += arguments->SourceBlocks + arguments->TailBlocks;
        State = (ulong*)arguments->State;
        var action = OnCompress;
        OnCompress = null;
        action?.Invoke();
        kernel.Compress(arguments);
    }
}
