using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Poly1305 of whole blocks on Arm64, one or several: associated data, and the end of a text.
/// Constant-time: branches and addresses depend on the length alone.
/// </summary>
internal sealed class Poly1305Arm64Program() : A64Program("HashArm64", CpuFeatures.None, Layouts.ChaChaPoly)
{
    private static readonly X s_source = x[1], s_state = x[2], s_length = x[3];

    protected override void Body()
    {
        var (loop, steps) = (new A64Label(), new Poly1305Arm64Steps(Asm));
        Asm.Ldr(s_source, Argument("Source"));
        Asm.Ldr(s_state, Argument("Hash"));
        Asm.Ldr(s_length, Argument("Length"));
        steps.Begin(s_state);
        Align(32);
        Asm.Bind(loop);
        foreach (var step in steps.Hash(s_source, 0))
            step();
        Asm.Add(s_source, s_source, Poly1305Steps.BlockBytes);
        Asm.Subs(s_length, s_length, Poly1305Steps.BlockBytes);
        Asm.B(A64Condition.Ne, loop);
        steps.End(s_state);
        Return();
    }
}
