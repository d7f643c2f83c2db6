using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// A compression function with SHA-NI for two messages at once, the same number of blocks of each. The chain of one message leaves
/// half of the time of its unit unused, or more: an instruction begins every other cycle, and takes four or six to its end. Between
/// them go those of the other message. Two messages leave too few registers of sixteen for chaining values: these wait in their place
/// in memory, in the order of the rounds, for the end of a block. Any alignment of blocks and states. Constant-time: branches and
/// addresses depend on the number of blocks alone.
/// </summary>
internal abstract class ShaNiPairProgram(string name)
    : X64Program(name, CpuFeatures.Avx | CpuFeatures.ShaNi, Layouts.ShaPair)
{
    private const int BlockBytes = 64;

    private static readonly AssemblerRegister64 s_left = rax;
    private static readonly AssemblerRegister64[] s_states = [rdx, r8];
    private static readonly AssemblerRegister64[] s_blocks = [r9, r10];

    protected sealed override void Body()
    {
        Asm.vzeroupper();
        SaveRegisters();
        for (var i = 0; i < 2; i++)
        {
            Asm.mov(s_states[i], Argument("State" + i));
            Asm.mov(s_blocks[i], Argument("Source" + i));
        }

        Asm.mov(s_left, Argument("Blocks"));
        var end = Asm.CreateLabel();
        var loop = Asm.CreateLabel();
        Asm.test(s_left, s_left);
        Asm.jz(end);
        for (var i = 0; i < 2; i++)
            LoadState(i);
        Align(64);
        Asm.Label(ref loop);
        Compress();
        for (var i = 0; i < 2; i++)
            Asm.add(s_blocks[i], BlockBytes);
        Asm.dec(s_left);
        Asm.jnz(loop);
        for (var i = 0; i < 2; i++)
            StoreState(i);
        Asm.Label(ref end);
        Return();
    }

    /// <summary>The chaining value of a message.</summary>
    protected static AssemblerMemoryOperand State(int message, int offset = 0) => __[s_states[message] + offset];

    /// <summary>The next block of a message.</summary>
    protected static AssemblerMemoryOperand Block(int message, int offset) => __[s_blocks[message] + offset];

    protected abstract void SaveRegisters();

    /// <summary>Loads a chaining value into registers, and stores it in the order of the rounds.</summary>
    protected abstract void LoadState(int message);

    /// <summary>Compresses the next block of both.</summary>
    protected abstract void Compress();

    /// <summary>Stores a chaining value in its own order.</summary>
    protected abstract void StoreState(int message);
}
