using System;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-1 or SHA-256 by their instructions for two messages at once, the same number of blocks of each (<see cref="ShaArm64Steps.Compress"/>).
/// Any alignment of blocks and states. Constant-time: branches and addresses depend on the number of blocks alone.
/// </summary>
internal sealed class ShaPairArm64Program(string name, CpuFeatures requires, Func<A64Program, ShaArm64Steps[]> steps)
    : A64Program(name, requires, Layouts.ShaPair)
{
    private static readonly X s_left = x[5];
    private static readonly X[] s_states = [x[1], x[2]], s_sources = [x[3], x[4]];

    private ShaArm64Steps[] Steps => steps(this);

    protected override void Body()
    {
        var (loop, end) = (new A64Label(), new A64Label());
        Asm.Ldr(s_left, Argument("Blocks"));
        Asm.Cbz(s_left, end);
        Asm.Ldp(s_states[0], s_states[1], Argument("State0"));
        Asm.Ldp(s_sources[0], s_sources[1], Argument("Source0"));
        Steps[0].LoadConstants();
        for (var i = 0; i < Steps.Length; i++)
            Steps[i].LoadChain(s_states[i]);
        Align(16);
        Asm.Bind(loop);
        for (var i = 0; i < Steps.Length; i++)
            Steps[i].LoadWords(s_sources[i]);
        ShaArm64Steps.Compress(Steps, steps => steps.Chain);
        Asm.Subs(s_left, s_left, 1);
        Asm.B(A64Condition.Ne, loop);
        for (var i = 0; i < Steps.Length; i++)
            Steps[i].StoreChain(s_states[i]);
        Asm.Bind(end);
        Return();
    }
}
