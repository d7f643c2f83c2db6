using System.Linq;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// XTS (IEEE 1619, section 5; SP 800-38E) on Arm64, either way: <c>out_i = cipher(in_i xor T_i) xor T_i</c>, where the first tweak is given,
/// maybe to be encrypted under a key of its own, and each is the one before times x. A rest shorter than a block is encrypted by ciphertext
/// stealing. The tweak stands in two general registers, whose units the cipher leaves idle: times x is the sum with itself, and the
/// polynomial where that carries, chosen without a branch.
/// </summary>
internal sealed class AesXtsArm64Program(bool inverse) : AesParallelArm64Program(inverse ? "DecryptXts" : "EncryptXts", inverse)
{
    /// <summary>x^7 + x^2 + x + 1, which is x^128.</summary>
    private const int Polynomial = 0x87;

    private static readonly X s_low = x[7], s_high = x[8], s_carried = x[9], s_polynomial = x[10];

    /// <summary>Addresses.</summary>
    private static readonly X s_tweakKeys = x[11], s_table = x[11], s_place = x[12];

    protected override void LoadMode()
    {
        var isEncrypted = new A64Label();
        if (IsInverse)
            LeaveLastWholeBlock();
        Asm.LdrQ(Single, new(IV, 0));
        Asm.Ldr(s_tweakKeys, Argument("TweakSchedule"));
        Asm.Cbz(s_tweakKeys, isEncrypted);
        var firstKey = v[16];
        FindKeys(s_tweakKeys, firstKey);
        CipherRounds(s_tweakKeys, Single, firstKey);
        Asm.Eor(Single, Single, LastKey);
        Asm.Bind(isEncrypted);
        Asm.UmovD(s_low, Single, 0);
        Asm.UmovD(s_high, Single, 1);
        Asm.Movz(s_polynomial, Polynomial);
    }

    protected override void Input(V[] states)
    {
        Load(states, Source);
        foreach (var tweak in Beside(states))
            NextTweak(tweak);
        XorEach(states, Beside(states));
    }

    protected override void Output(V[] states) => XorEach(states, Beside(states));

    protected override void Finish()
    {
        var whole = new A64Label();
        Asm.Stp(s_low, s_high, new(IV, 0));
        Asm.Cbz(Left, whole);
        Steal();
        Asm.Bind(whole);
        Clear(s_low, s_high, s_carried);
    }

    /// <summary>Where a rest follows it, it takes another tweak, in <see cref="Steal"/>.</summary>
    private void LeaveLastWholeBlock()
    {
        var whole = new A64Label();
        Asm.And(s_place, Left, BlockBytes - 1);
        Asm.Cbz(s_place, whole);
        Asm.Sub(Left, Left, BlockBytes);
        Asm.Bind(whole);
    }

    /// <summary>Puts the tweak where it is used, and goes on to the one that follows.</summary>
    private void NextTweak(V tweak)
    {
        Join(tweak, s_low, s_high);
        Asm.Adds(s_low, s_low, s_low);
        Asm.Adcs(s_high, s_high, s_high);
        Asm.Csel(s_carried, s_polynomial, xzr, A64Condition.Hs);
        Asm.Eor(s_low, s_low, s_carried);
    }

    /// <summary>
    /// Ciphertext stealing of a rest of <see cref="AesArm64Program.Left"/> bytes. In encryption the last whole block is done; in decryption it is
    /// still to do, with the tweak after its own. The rest is shorter than a register, so each load and store is of 16 bytes that end with
    /// it, and a shuffle moves bytes from one end of a register to the other: its indices begin in a table at a place that depends on the
    /// length, and an index above 15 makes a zero. The store that ends with the rest overwrites bytes of the last whole block, which is
    /// stored after it.
    /// </summary>
    private void Steal()
    {
        const int Indices = 16, Kept = 64;
        V tweak = v[16], tweakAfter = v[17], rest = v[18], choice = v[19], moved = v[20];
        if (IsInverse)
        {
            NextTweak(tweak);
            Join(tweakAfter, s_low, s_high);
            Asm.LdrQ(Single, new(Source, 0));
            TransformBlock(tweakAfter);
        }
        else
        {
            Join(tweak, s_low, s_high);
            Asm.Sub(Source, Source, BlockBytes);
            Asm.Sub(Destination, Destination, BlockBytes);
            Asm.LdrQ(Single, new(Destination, 0));
        }

        Asm.Adr(s_table, Constant(
        [
            .. Enumerable.Repeat(byte.MaxValue, Indices), .. Enumerable.Range(0, BlockBytes).Select(i => (byte)i), .. Enumerable.Repeat(byte.MaxValue, Indices),
            .. new byte[BlockBytes], .. Enumerable.Repeat(byte.MaxValue, BlockBytes),
        ]));
        Asm.Add(s_place, Source, Left);
        Asm.LdrQ(rest, new(s_place, 0));
        Asm.Add(s_place, s_table, Left);
        Asm.LdrQ(choice, new(s_place, 0));
        Asm.Tbl(moved, Single, choice);
        Asm.Add(s_place, Destination, Left);
        Asm.StrQ(moved, new(s_place, 0));
        Asm.Sub(s_place, s_table, Left);
        Asm.LdrQ(choice, new(s_place, 2 * Indices));
        Asm.Tbl(rest, rest, choice);
        Asm.LdrQ(choice, new(s_place, Kept));
        Asm.And(Single, Single, choice);
        Asm.Eor(Single, Single, rest);
        TransformBlock(tweak);
        Asm.StrQ(Single, new(Destination, 0));
    }

    /// <summary>One block under a tweak.</summary>
    private void TransformBlock(V tweak)
    {
        Asm.Eor(Single, Single, tweak);
        Rounds([Single], FirstKey);
        Asm.Eor(Single, Single, LastKey);
        Asm.Eor(Single, Single, tweak);
    }
}
