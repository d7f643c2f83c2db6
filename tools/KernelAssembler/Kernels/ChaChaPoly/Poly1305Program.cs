using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Poly1305 of whole blocks, one or several: associated data, and the end of a text.
/// Constant-time: branches and addresses depend on the length alone.
/// </summary>
internal sealed class Poly1305Program() : X64Program("HashBmi2", CpuFeatures.Bmi2, Layouts.ChaChaPoly)
{
    protected override void Body()
    {
        var (loop, steps) = (Asm.CreateLabel(), new Poly1305Steps(Asm, Claim(Poly1305Steps.ClaimedBytes)));
        Save(Poly1305Steps.Saved);
        Asm.mov(r8, Argument("Source"));
        Asm.mov(r9, Argument("Length"));
        Asm.add(r9, r8);
        steps.Begin(Argument("Hash"));
        Align(32);
        Asm.Label(ref loop);
        foreach (var step in steps.Hash(r8, 0))
            step();
        Asm.add(r8, Poly1305Steps.BlockBytes);
        Asm.cmp(r8, r9);
        Asm.jnz(loop);
        steps.End(Argument("Hash"));
        Return();
    }
}
