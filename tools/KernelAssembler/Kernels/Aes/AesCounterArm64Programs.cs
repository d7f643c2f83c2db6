using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// What modes that encrypt a counter share on Arm64: the XOR with the source. A last partial block is XORed in pieces of eight and four
/// bytes and then by single ones.
/// </summary>
internal abstract class AesCounterArm64Program(string name) : AesParallelArm64Program(name)
{
    private static readonly X s_keystream = x[12], s_keystreamHigh = x[13], s_piece = x[14];

    /// <summary>Stores the next counter.</summary>
    protected abstract void FinishCounter();

    protected override void Output(V[] states)
    {
        Load(Beside(states), Source);
        XorEach(states, Beside(states));
    }

    protected override void Finish()
    {
        var (done, bytes, next) = (new A64Label(), new A64Label(), new A64Label());
        Asm.Cbz(Left, done);
        Cipher([Single]);
        Asm.UmovD(s_keystream, Single, 0);
        Asm.UmovD(s_keystreamHigh, Single, 1);

        var upToSeven = new A64Label();
        Asm.Tbz(Left, 3, upToSeven);
        Asm.Ldr(s_piece, new A64Address(Source, 8, IsPost: true));
        Asm.Eor(s_piece, s_piece, s_keystream);
        Asm.Str(s_piece, new(Destination, 8, IsPost: true));
        Asm.Mov(s_keystream, s_keystreamHigh);
        Asm.Bind(upToSeven);

        Asm.Tbz(Left, 2, bytes);
        Asm.Ldr(w[s_piece.Number], new(Source, 0));
        Asm.Eor(s_piece, s_piece, s_keystream);
        Asm.Str(w[s_piece.Number], new(Destination, 0));
        Asm.Add(Source, Source, 4);
        Asm.Add(Destination, Destination, 4);
        Asm.Lsr(s_keystream, s_keystream, 32);
        Asm.Bind(bytes);

        var wiped = new A64Label();
        Asm.And(Left, Left, 3);
        Asm.Cbz(Left, wiped);
        Asm.Bind(next);
        Asm.Ldrb(w[s_piece.Number], new(Source, 0));
        Asm.Eor(s_piece, s_piece, s_keystream);
        Asm.Strb(w[s_piece.Number], new(Destination, 0));
        Asm.Add(Source, Source, 1);
        Asm.Add(Destination, Destination, 1);
        Asm.Lsr(s_keystream, s_keystream, 8);
        Asm.Subs(Left, Left, 1);
        Asm.B(A64Condition.Ne, next);
        Asm.Bind(wiped);
        Clear(s_keystream, s_keystreamHigh, s_piece);
        Asm.Bind(done);
        FinishCounter();
    }
}

/// <summary>
/// CTR (SP 800-38A, section 6.5; the incrementing function of appendix B.1 on all 128 bits) on Arm64. The counter stands in two general
/// registers, whose units the cipher leaves idle. It may be secret: carries are added and not branched upon.
/// </summary>
internal sealed class AesCtrArm64Program() : AesCounterArm64Program("TransformCtr")
{
    private static readonly X s_high = x[7], s_low = x[8], s_highOfBlock = x[9], s_lowOfBlock = x[10], s_one = x[11];

    protected override void LoadMode()
    {
        Asm.Ldp(s_high, s_low, new(IV, 0));
        Asm.Rev(s_high, s_high);
        Asm.Rev(s_low, s_low);
        Asm.Movz(s_one, 1);
    }

    protected override void Input(V[] states)
    {
        foreach (var state in states)
        {
            Asm.Rev(s_highOfBlock, s_high);
            Asm.Rev(s_lowOfBlock, s_low);
            Asm.Adds(s_low, s_low, s_one);
            Asm.Adc(s_high, s_high, xzr);
            Join(state, s_highOfBlock, s_lowOfBlock);
        }
    }

    protected override void FinishCounter()
    {
        Asm.Rev(s_high, s_high);
        Asm.Rev(s_low, s_low);
        Asm.Stp(s_high, s_low, new(IV, 0));
        Clear(s_high, s_low, s_highOfBlock, s_lowOfBlock);
    }
}

/// <summary>
/// The counter mode of AES-GCM-SIV (RFC 8452, section 4) on Arm64: the counter is the first 32 bits of its block, little-endian, and wraps
/// alone. So it is an integer where it lies.
/// </summary>
internal sealed class AesGcmSivCtrArm64Program() : AesCounterArm64Program("TransformGcmSivCtr")
{
    private static readonly V s_counter = v[24], s_one = v[25];

    private static readonly X s_oneOfLane = x[7];

    protected override void LoadMode()
    {
        Asm.LdrQ(s_counter, new(IV, 0));
        Asm.Movz(s_oneOfLane, 1);
        Asm.FmovToD(s_one, s_oneOfLane);
    }

    protected override void Input(V[] states)
    {
        foreach (var state in states)
        {
            Asm.Mov(state, s_counter);
            Asm.AddS4(s_counter, s_counter, s_one);
        }
    }

    protected override void FinishCounter() => Asm.StrQ(s_counter, new(IV, 0));
}
