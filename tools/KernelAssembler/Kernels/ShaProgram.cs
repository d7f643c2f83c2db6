using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// What the compression functions of FIPS 180-4 share: a walk over the blocks of the source, then those of the tail, with the
/// chaining value in registers from the first block to the last. Any alignment of blocks and state. Constant-time: additions,
/// rotations and logic only; branches and addresses depend on the number of blocks alone.
/// </summary>
internal abstract class ShaProgram(string name, InstructionSets requires, int blockBytes)
    : KernelProgram(name, requires, Layouts.HashArguments)
{
    private static readonly AssemblerRegister64 s_block = r8;
    private static readonly AssemblerRegister64 s_blocks = r9;
    private static readonly AssemblerRegister64 s_tailBlocks = r11;

    private static readonly AssemblerRegister64[] s_walk = [s_block, s_blocks, s_tailBlocks];

    private readonly AssemblerMemoryOperand[] _walk = new AssemblerMemoryOperand[3];

    /// <summary>Where the chaining value comes from and goes to.</summary>
    protected static AssemblerMemoryOperand State(int offset = 0) => __[rax + offset];

    /// <summary>The block to compress.</summary>
    protected static AssemblerMemoryOperand Block(int offset) => __[s_block + offset];

    protected sealed override void Body()
    {
        // SHA-NI has legacy encodings only, which keep the upper halves of what they write, and wait for them if the caller's
        // code has left any.
        if (Requires.HasFlag(InstructionSets.ShaNi))
            Asm.vzeroupper();
        SaveRegisters();
        Asm.mov(rax, Argument("State"));
        Asm.mov(s_block, Argument("Source"));
        Asm.mov(s_blocks, Argument("SourceBlocks"));
        Asm.mov(s_tailBlocks, Argument("TailBlocks"));
        LoadState();

        var loop = Asm.CreateLabel();
        var nextPart = Asm.CreateLabel();
        var end = Asm.CreateLabel();
        Asm.test(s_blocks, s_blocks);
        Asm.jz(nextPart);
        Align(64);
        Asm.Label(ref loop);
        CompressBlock();
        Asm.add(s_block, blockBytes);
        Asm.dec(s_blocks);
        Asm.jnz(loop);

        Asm.Label(ref nextPart);
        Asm.test(s_tailBlocks, s_tailBlocks);
        Asm.jz(end);
        Asm.mov(s_block, Argument("Tail"));
        Asm.mov(s_blocks, s_tailBlocks);
        Asm.xor(s_tailBlocks, s_tailBlocks);
        Asm.jmp(loop);

        Asm.Label(ref end);
        StoreState();
        Return();
    }

    /// <summary>Saves what is to be given back, and claims scratch memory.</summary>
    protected abstract void SaveRegisters();

    protected abstract void LoadState();

    protected abstract void CompressBlock();

    protected abstract void StoreState();

    /// <summary>Claims memory for the registers of the walk (r8, r9, r11).</summary>
    protected void ClaimWalk()
    {
        for (var i = 0; i < s_walk.Length; i++)
            _walk[i] = Claim(8);
    }

    /// <summary>Frees these registers.</summary>
    protected void SpillWalk()
    {
        for (var i = 0; i < s_walk.Length; i++)
            Asm.mov(_walk[i], s_walk[i]);
    }

    protected void RestoreWalk()
    {
        for (var i = 0; i < s_walk.Length; i++)
            Asm.mov(s_walk[i], _walk[i]);
    }
}
