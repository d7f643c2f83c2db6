using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>The powers of a subkey H of POLYVAL that is given, on Arm64: the steps of <see cref="GhashKeyArm64Program"/>.</summary>
internal sealed class PolyvalKeyArm64Program()
    : GhashKeyArm64Program("ExpandPolyvalKey", CpuFeatures.None, Layouts.PolyvalKey, isPolyval: true)
{
    protected override void Body()
    {
        Asm.Ldp(x[2], x[3], Argument("Subkey"));
        Asm.LdrQ(Power(1), new(x[2], 0));
        Asm.Sub(x[3], x[3], GcmArm64Layout.PowersOffset);
        ExpandPowers(x[3]);
        Return();
    }
}

/// <summary>POLYVAL (RFC 8452, section 3) on Arm64: eight blocks at once, and what remains with one reduction.</summary>
internal sealed class PolyvalArm64Program() : GhashArm64Program("Polyval", CpuFeatures.ArmPmull, Layouts.Polyval, isPolyval: true)
{
    private static readonly X s_source = x[2], s_length = x[3];

    protected override void Body()
    {
        var (batch, rest, loop, partial, last, done) =
            (new A64Label(), new A64Label(), new A64Label(), new A64Label(), new A64Label(), new A64Label());
        Asm.Ldp(Key, s_source, Argument("Key"));
        Asm.Ldr(s_length, Argument("Length"));
        Asm.Sub(Key, Key, GcmArm64Layout.PowersOffset);
        Load(Hash, "Hash");
        LoadPolynomial(T0);
        Asm.Subs(s_length, s_length, BatchBytes);
        Asm.B(A64Condition.Lo, rest);
        Align(32);
        Asm.Bind(batch);
        HashBatch(s_source, 0);
        Asm.Add(s_source, s_source, BatchBytes);
        Asm.Subs(s_length, s_length, BatchBytes);
        Asm.B(A64Condition.Hs, batch);

        Asm.Bind(rest);
        Asm.Add(s_length, s_length, BatchBytes);
        Asm.Cbz(s_length, done);
        CountBlocks(T0, s_length);
        BeginSum(T0);
        Asm.Bind(loop);
        Asm.Cmp(s_length, Block);
        Asm.B(A64Condition.Lo, partial);
        Asm.LdrQ(A, new(s_source, Block, IsPost: true));
        HashBlock();
        Asm.Sub(s_length, s_length, Block);
        Asm.B(loop);
        Asm.Bind(partial);
        Asm.Cbz(s_length, last);
        LoadPartial(A, s_source, s_length);
        HashBlock();
        Asm.Bind(last);
        Reduce(Hash);

        Asm.Bind(done);
        Asm.Add(T0, x[0], Arguments["Hash"].Offset);
        Asm.StrQ(Hash, new(T0, 0));
        Return();
    }
}
