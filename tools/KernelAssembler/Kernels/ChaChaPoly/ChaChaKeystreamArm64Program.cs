using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Blocks of keystream by counters of their own: the key of Poly1305 and the end of a text, which do not follow each other.
/// Constant-time: there is no branch but that of the rounds, and no address depends on a secret.
/// </summary>
internal sealed class ChaChaKeystreamArm64Program(int blocks)
    : ChaChaArm64Program("Keystream" + blocks + "Neon", blocks, Layouts.ChaChaKeystream)
{
    protected override void Body()
    {
        var loop = new A64Label();
        Enter();
        Asm.Ldr(Cipher, Argument("Cipher"));
        Asm.Ldr(Destination, Argument("Destination"));
        LoadWords();
        Asm.Movz(Count, DoubleRounds);
        Align(32);
        Asm.Bind(loop);
        foreach (var step in DoubleRound())
            step();
        Asm.Subs(Count, Count, 1);
        Asm.B(A64Condition.Ne, loop);
        OutputBlocks();
        Leave();
    }

    protected override void LoadCounters(V to, int set, V row, V numbers)
    {
        Asm.Ldr(w[Temporary.Number], Argument("Counter"));
        Asm.DupS4(to, w[Temporary.Number]);
        Asm.AddS4(to, to, numbers);
        if (set == 0)
            SetCounter(to, "FirstCounter");
    }

    protected override void LoadCounterRow(V to)
    {
        Asm.LdrQ(to, new(Cipher, CounterRow * RowBytes));
        SetCounter(to, "FirstCounter");
    }

    protected override void AfterFirstBlock(V row, V one)
    {
        SetCounter(row, "Counter");
        Asm.AddS4(row, row, one);
    }

    protected override void Output(V one, V other, int at, V t) => Asm.StpQ(one, other, new(Destination, at));

    private void SetCounter(V row, string field)
    {
        Asm.Ldr(w[Temporary.Number], Argument(field));
        Asm.InsS(row, 0, w[Temporary.Number]);
    }
}
