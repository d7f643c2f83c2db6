using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Eight blocks of keystream by counters of their own: the key of Poly1305 and the end of a text, which do not follow each other.
/// Constant-time: there is no branch but that of the rounds, and no address depends on a secret.
/// </summary>
internal sealed class ChaChaKeystreamAvx2Program() : ChaChaAvx2Program("Keystream", CpuFeatures.None, Layouts.ChaChaKeystream)
{
    private static readonly AssemblerRegister64 s_destination = r9;

    protected override void Body()
    {
        var loop = Asm.CreateLabel();
        Enter();
        Asm.mov(Input, Argument("Cipher"));
        Asm.mov(s_destination, Argument("Destination"));
        Emit(LoadWords());
        Asm.mov(edx, DoubleRounds);
        Align(32);
        Asm.Label(ref loop);
        Emit(DoubleRound());
        Asm.sub(edx, 1);
        Asm.jnz(loop);
        OutputBlocks();
        Leave();
    }

    protected override void LoadCounters(AssemblerRegisterYMM to)
    {
        Asm.vpbroadcastd(to, __dword_ptr[Argument("Counter")]);
        Asm.vpaddd(to, to, BlockNumbers);
        Asm.vmovd(Vectors.X(Temporary), __dword_ptr[Argument("FirstCounter")]);
        Asm.vpblendd(to, to, Vectors.Y(Temporary), 0x01);
    }

    protected override void Output(AssemblerRegisterYMM keystream, int at) => Asm.vmovdqu(__[s_destination + at], keystream);
}
