using System.Linq;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>SHA-1 for two messages, by <see cref="Sha1ShaNiSteps"/>. The last word of a chaining value stays in a register.</summary>
internal sealed class Sha1ShaNiPairProgram() : ShaNiPairProgram("Sha1ShaNiPair")
{
    private static readonly AssemblerRegisterXMM[] s_chainE = [xmm14, xmm15];

    private Sha1ShaNiSteps[] Steps => [new(this, 0), new(this, 7)];

    protected override void SaveRegisters() => Save([.. Enumerable.Range(6, 10).Select(Vectors.X)]);

    protected override void LoadState(int message)
    {
        Steps[message].ToRounds(State(message), State(message, 16));
        Asm.movdqu(State(message), Steps[message].Abcd);
    }

    protected override void Compress()
    {
        for (var i = 0; i < 2; i++)
            Asm.movdqa(s_chainE[i], Steps[i].E(0));
        for (var t = 0; t < Sha1ShaNiSteps.Rounds; t += 4)
        {
            for (var i = 0; i < 2; i++)
                Steps[i].FourRounds(t, Block(i, 4 * t));
        }

        for (var i = 0; i < 2; i++)
        {
            Asm.sha1nexte(Steps[i].E(0), s_chainE[i]);

            // Encoded by VEX, which takes memory of any alignment.
            Asm.vpaddd(Steps[i].Abcd, Steps[i].Abcd, State(i));
            Asm.movdqu(State(i), Steps[i].Abcd);
        }
    }

    protected override void StoreState(int message) => Steps[message].FromRounds(State(message), State(message, 16));
}
