using System;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>SHA-1, SHA-256 or SHA-512 by their instructions. Constant-time: branches depend on numbers of blocks alone.</summary>
internal sealed class ShaCompressionArm64Program(string name, CpuFeatures requires, Func<A64Program, ShaArm64Steps> steps)
    : ShaArm64Program(name, requires)
{
    private ShaArm64Steps Steps => steps(this);

    protected override void Begin()
    {
        Steps.LoadConstants();
        Steps.LoadChain(State);
    }

    protected override void Block()
    {
        Steps.LoadWords(Source);
        ShaArm64Steps.Compress([Steps], steps => steps.Chain);
    }

    protected override void End() => Steps.StoreChain(State);
}
