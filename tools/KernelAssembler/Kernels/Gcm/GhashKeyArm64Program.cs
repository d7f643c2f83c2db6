using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Step Powers of docs/kernels.md on Arm64: from the first power of H, which a program puts there, the others, and the sums of their halves.
/// Constant-time: no branch and no address depends on H.
/// </summary>
internal abstract class GhashKeyArm64Program(string name, CpuFeatures requires, ArgumentLayout arguments, bool isPolyval)
    : GhashArm64Program(name, requires | CpuFeatures.ArmPmull, arguments, isPolyval)
{
    /// <summary>A power; the first is H.</summary>
    protected static V Power(int exponent) => v[20 + exponent];

    /// <summary>Makes the powers and stores them where they lie in a key of AES-GCM that begins at <paramref name="key"/>.</summary>
    protected void ExpandPowers(X key)
    {
        LoadPolynomial(T0);
        for (var known = 1; known < GcmArm64Layout.Powers - 1; known *= 2)
        {
            for (var i = 1; i <= known; i++)
                Multiply(known, i);
        }

        Multiply(GcmArm64Layout.Powers - 1, 1);
        Store(key);
    }

    private void Multiply(int a, int b)
    {
        Asm.Pmull(OfLowHalves, Power(a), Power(b));
        Asm.Pmull2(OfHighHalves, Power(a), Power(b));
        AddHalves(T, Power(a));
        AddHalves(U, Power(b));
        Asm.Pmull(Middle, T, U);
        Reduce(Power(a + b));
    }

    /// <summary>The powers, and the sums of their halves: of the highest alone, then of two at once.</summary>
    private void Store(X key)
    {
        Asm.StrQ(Power(GcmArm64Layout.Powers), new(key, GcmArm64Layout.PowersOffset));
        AddHalves(T, Power(GcmArm64Layout.Powers));
        Asm.StrD(T, new(key, GcmArm64Layout.SumsOffset));
        for (var (exponent, place) = (GcmArm64Layout.Powers - 1, 0); exponent > 0; exponent -= 2, place += Block)
        {
            Asm.StpQ(Power(exponent), Power(exponent - 1), new(key, GcmArm64Layout.BatchOffset + (2 * place)));
            Asm.Zip1D2(T, Power(exponent), Power(exponent - 1));
            Asm.Zip2D2(U, Power(exponent), Power(exponent - 1));
            Asm.Eor(T, T, U);
            Asm.StrQ(T, new(key, GcmArm64Layout.BatchSumsOffset + place));
        }
    }
}
