using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The iterations of PBKDF2 with HMAC-SHA-256 for two blocks of one key at once, by <see cref="Sha256ShaNiSteps"/>: the chain of one
/// leaves its unit idle half of the time (<see cref="ShaNiPairProgram"/>). Words stay in registers as in <see cref="Sha256Pbkdf2Program"/>;
/// the chaining values, which both have in common, and the sums are in memory.
/// <para>Constant-time: branches depend on the number of iterations alone.</para>
/// </summary>
internal sealed class Sha256Pbkdf2PairProgram()
    : X64Program("Sha256Pbkdf2ShaNiPair", CpuFeatures.Avx | CpuFeatures.ShaNi, Layouts.Pbkdf2)
{
    private static readonly AssemblerRegister64 s_left = r8;
    private static readonly string[] s_blocks = ["Block", "OtherBlock"];
    private static readonly string[] s_sums = ["Sum", "OtherSum"];

    private Sha256ShaNiSteps[] Steps => [new(this, 1), new(this, 8)];

    protected override void Body()
    {
        Asm.vzeroupper();
        Save([.. Enumerable.Range(6, 9).Select(Vectors.X)]);
        var inner = ToRounds("Inner");
        var outer = ToRounds("Outer");
        for (var t = 0; t < 8; t += 4)
            for (var i = 0; i < 2; i++)
                Steps[i].LoadWords(t, Argument(s_blocks[i], 4 * t));

        var loop = Asm.CreateLabel();
        var end = Asm.CreateLabel();
        Asm.mov(s_left, Argument("Iterations"));
        Asm.test(s_left, s_left);
        Asm.jz(end);
        Align(64);
        Asm.Label(ref loop);
        Hash(inner);
        Hash(outer);
        for (var i = 0; i < 2; i++)
            AddToSum(Steps[i], s_sums[i]);
        Asm.dec(s_left);
        Asm.jnz(loop);

        Asm.Label(ref end);
        for (var t = 0; t < 8; t += 4)
            for (var i = 0; i < 2; i++)
                Steps[i].StoreWords(t, Argument(s_blocks[i], 4 * t));
        Asm.pxor(xmm0, xmm0);
        foreach (var chain in new[] { inner, outer })
        {
            Asm.movdqu(chain, xmm0);
            Asm.movdqu(chain + 16, xmm0);
        }

        Return();
    }

    /// <summary>A chaining value in the order of the rounds, in scratch memory.</summary>
    private AssemblerMemoryOperand ToRounds(string field)
    {
        var (chain, steps) = (Claim(32), Steps[0]);
        steps.ToRounds(Argument(field), Argument(field, 16), steps.Abef, steps.Cdgh);
        Asm.movdqu(chain, steps.Abef);
        Asm.movdqu(chain + 16, steps.Cdgh);
        return chain;
    }

    /// <summary>The hashes of the words of two digests after a padded key, over these words.</summary>
    private void Hash(AssemblerMemoryOperand chain)
    {
        foreach (var steps in Steps)
        {
            Asm.movdqu(steps.Abef, chain);
            Asm.movdqu(steps.Cdgh, chain + 16);
        }

        for (var t = 0; t < Sha256ShaNiSteps.Rounds; t += 4)
        {
            foreach (var steps in Steps)
            {
                steps.FourRounds(t, at =>
                {
                    if (at >= 8)
                        Asm.movdqa(steps.Words(at), Constant(Sha256Pbkdf2Program.Padding(at), alignment: 16));
                });
            }
        }

        foreach (var steps in Steps)
        {
            // Encoded by VEX, which takes memory of any alignment.
            Asm.vpaddd(steps.Abef, steps.Abef, chain);
            Asm.vpaddd(steps.Cdgh, steps.Cdgh, chain + 16);
            steps.FromRounds(steps.Words(0), steps.Words(4));
        }
    }

    private void AddToSum(Sha256ShaNiSteps steps, string sum)
    {
        for (var t = 0; t < 8; t += 4)
        {
            Asm.vpxor(steps.Abef, steps.Words(t), Argument(sum, 4 * t));
            Asm.movdqu(Argument(sum, 4 * t), steps.Abef);
        }
    }
}
