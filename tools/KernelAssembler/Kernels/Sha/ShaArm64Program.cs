using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>A compression function on Arm64, over the blocks of the source and then over those of the tail; the state stays in registers.</summary>
internal abstract class ShaArm64Program(string name, CpuFeatures requires) : A64Program(name, requires, Layouts.Sha)
{
    protected static X State => x[1];

    protected static X Source => x[2];

    private static X Blocks => x[3];

    protected override void Body()
    {
        var (next, loop, end) = (new A64Label(), new A64Label(), new A64Label());
        var (tail, tailBlocks) = (x[4], x[5]);
        Asm.Ldr(State, Argument("State"));
        Asm.Ldp(Source, Blocks, Argument("Source"));
        Asm.Ldp(tail, tailBlocks, Argument("Tail"));
        Begin();
        Asm.Bind(next);
        Asm.Cbnz(Blocks, loop);
        Asm.Cbz(tailBlocks, end);
        Asm.Mov(Source, tail);
        Asm.Mov(Blocks, tailBlocks);
        Asm.Mov(tailBlocks, xzr);
        Align(16);
        Asm.Bind(loop);
        Block();
        Asm.Subs(Blocks, Blocks, 1);
        Asm.B(A64Condition.Ne, loop);
        Asm.B(next);
        Asm.Bind(end);
        End();
        Return();
    }

    /// <summary>Loads the state and what does not change.</summary>
    protected abstract void Begin();

    /// <summary>Takes a block.</summary>
    protected abstract void Block();

    /// <summary>Stores the state.</summary>
    protected abstract void End();
}
