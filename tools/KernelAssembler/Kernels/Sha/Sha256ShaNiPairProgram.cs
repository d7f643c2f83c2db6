using System.Linq;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>SHA-256 for two messages, by <see cref="Sha256ShaNiSteps"/>.</summary>
internal sealed class Sha256ShaNiPairProgram() : ShaNiPairProgram("Sha256ShaNiPair")
{
    private Sha256ShaNiSteps[] Steps => [new(this, 1), new(this, 8)];

    protected override void SaveRegisters() => Save([.. Enumerable.Range(6, 9).Select(Vectors.X)]);

    protected override void LoadState(int message)
    {
        var steps = Steps[message];
        steps.ToRounds(State(message), State(message, 16), steps.Abef, steps.Cdgh);
        Asm.movdqu(State(message), steps.Abef);
        Asm.movdqu(State(message, 16), steps.Cdgh);
    }

    protected override void Compress()
    {
        for (var t = 0; t < Sha256ShaNiSteps.Rounds; t += 4)
        {
            for (var i = 0; i < 2; i++)
                Steps[i].FourRounds(t, at => Steps[i].LoadWords(at, Block(i, 4 * at)));
        }

        for (var i = 0; i < 2; i++)
        {
            // Encoded by VEX, which takes memory of any alignment.
            Asm.vpaddd(Steps[i].Abef, Steps[i].Abef, State(i));
            Asm.vpaddd(Steps[i].Cdgh, Steps[i].Cdgh, State(i, 16));
            Asm.movdqu(State(i), Steps[i].Abef);
            Asm.movdqu(State(i, 16), Steps[i].Cdgh);
        }
    }

    protected override void StoreState(int message)
    {
        var steps = Steps[message];
        steps.FromRounds(steps.Words(0), steps.Words(4));
        Asm.movdqu(State(message), steps.Words(0));
        Asm.movdqu(State(message, 16), steps.Words(4));
    }
}
