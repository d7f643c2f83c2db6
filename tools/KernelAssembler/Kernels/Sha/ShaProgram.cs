using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// What the hash functions of FIPS 180-4 and 202 share: a walk over the blocks of the source, then those of the tail, with the
/// chaining value, or the state, in registers from the first block to the last. Any alignment of blocks and state. Constant-time: additions,
/// rotations and logic only; branches and addresses depend on the number of blocks alone.
/// </summary>
internal abstract class ShaProgram(string name, CpuFeatures requires, int? blockBytes)
    : X64Program(name, requires, Layouts.Sha)
{
    private static readonly AssemblerRegister64 s_tailBlocks = r11;

    private readonly AssemblerMemoryOperand[] _walk = new AssemblerMemoryOperand[3];

    /// <summary>The next block's address.</summary>
    protected static AssemblerRegister64 NextBlock => r8;

    /// <summary>The blocks that are left where the next is; zero after the last of all.</summary>
    protected static AssemblerRegister64 BlocksLeft => r9;

    private static AssemblerRegister64[] Walk => [NextBlock, BlocksLeft, s_tailBlocks];

    /// <summary>Where the chaining value comes from and goes to.</summary>
    protected static AssemblerMemoryOperand State(int offset = 0) => __[rax + offset];

    /// <summary>The next block.</summary>
    protected static AssemblerMemoryOperand Block(int offset) => __[NextBlock + offset];

    protected sealed override void Body()
    {
        // SHA-NI has legacy encodings only, which keep the upper halves of what they write, and wait for them if the caller's
        // code has left any.
        if (Requires.HasFlag(CpuFeatures.ShaNi))
            Asm.vzeroupper();
        SaveRegisters();
        Asm.mov(rax, Argument("State"));
        Asm.mov(NextBlock, Argument("Source"));
        Asm.mov(BlocksLeft, Argument("SourceBlocks"));
        Asm.mov(s_tailBlocks, Argument("TailBlocks"));
        LoadState();

        var loop = Asm.CreateLabel();
        var end = Asm.CreateLabel();
        Asm.test(BlocksLeft, BlocksLeft);
        GoToTailIfZero();
        Asm.test(BlocksLeft, BlocksLeft);
        Asm.jz(end);
        Align(64);
        Asm.Label(ref loop);
        Compress();
        Asm.test(BlocksLeft, BlocksLeft);
        Asm.jnz(loop);

        Asm.Label(ref end);
        StoreState();
        Return();
    }

    /// <summary>Saves what is to be given back, and claims scratch memory.</summary>
    protected abstract void SaveRegisters();

    protected abstract void LoadState();

    /// <summary>Compresses the next block, or more than one, and steps over each by <see cref="Step"/>.</summary>
    protected abstract void Compress();

    protected abstract void StoreState();

    /// <summary>One block on.</summary>
    protected void Step()
    {
        if (blockBytes is { } bytes)
            Asm.add(NextBlock, bytes);
        else
            Asm.add(NextBlock, Argument("BlockBytes"));
        Asm.dec(BlocksLeft);
        GoToTailIfZero();
    }

    /// <summary>Claims memory for the registers of the walk (r8, r9, r11).</summary>
    protected void ClaimWalk()
    {
        for (var i = 0; i < _walk.Length; i++)
            _walk[i] = Claim(8);
    }

    /// <summary>Frees these registers.</summary>
    protected void SpillWalk()
    {
        for (var i = 0; i < _walk.Length; i++)
            Asm.mov(_walk[i], Walk[i]);
    }

    protected void RestoreWalk()
    {
        for (var i = 0; i < _walk.Length; i++)
            Asm.mov(Walk[i], _walk[i]);
    }

    private void GoToTailIfZero()
    {
        var more = Asm.CreateLabel();
        Asm.jnz(more);
        Asm.mov(NextBlock, Argument("Tail"));
        Asm.mov(BlocksLeft, s_tailBlocks);
        Asm.xor(s_tailBlocks, s_tailBlocks);
        Asm.Label(ref more);

        // A label needs an instruction of its own: another may be bound to the one that follows.
        Asm.zero_bytes();
    }
}
