using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>The round keys of the cipher (FIPS 197, section 5.2), by <see cref="AesArm64KeyExpansion"/>.</summary>
internal sealed class ExpandKeyArm64Program() : A64Program("ExpandKey", CpuFeatures.ArmAes, Layouts.AesKey)
{
    private static readonly X s_key = x[1], s_schedule = x[2], s_rounds = x[3];

    protected override void Body()
    {
        Asm.Ldr(s_key, Argument("Key"));
        Asm.Ldr(s_schedule, Argument("Schedule"));
        Asm.Ldr(w[s_rounds.Number], Argument("Rounds"));
        new AesArm64KeyExpansion(this).Expand(s_key, s_schedule, s_rounds);
        Return();
    }
}

/// <summary>The round keys of the equivalent inverse cipher (section 5.3.5): those of the cipher in reverse, the inner ones through InvMixColumns.</summary>
internal sealed class InvertKeyArm64Program() : A64Program("InvertKey", CpuFeatures.ArmAes, Layouts.AesKey)
{
    private const int KeyBytes = 16;

    private static readonly V s_key = v[0];

    private static readonly X s_schedule = x[1], s_rounds = x[2], s_inverse = x[3];

    protected override void Body()
    {
        var inner = new A64Label();
        Asm.Ldr(s_schedule, Argument("Schedule"));
        Asm.Ldr(w[s_rounds.Number], Argument("Rounds"));
        Asm.Add(s_inverse, s_schedule, s_rounds, 4);
        Asm.Add(s_inverse, s_inverse, AesProgram.InverseOffset);
        Load();
        Store();
        Asm.Sub(s_rounds, s_rounds, 1);
        Asm.Bind(inner);
        Load();
        Asm.Aesimc(s_key, s_key);
        Store();
        Asm.Subs(s_rounds, s_rounds, 1);
        Asm.B(A64Condition.Ne, inner);
        Load();
        Store();
        Return();
    }

    private void Load() => Asm.LdrQ(s_key, new(s_schedule, KeyBytes, IsPost: true));

    private void Store() => Asm.StrQ(s_key, new(s_inverse, -KeyBytes, IsPost: true));
}
