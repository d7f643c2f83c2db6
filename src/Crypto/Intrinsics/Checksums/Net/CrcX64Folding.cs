using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A CRC by carry-less multiplication (Gopal and others, "Fast CRC computation for generic polynomials using PCLMULQDQ
/// instruction", 2009). The message is a polynomial, whose remainder modulo P is wanted. A vector of it may be replaced by any
/// multiple of lower degree that has the same remainder: its halves times x^n modulo P, XOR the vector that stands n bits
/// further on. Four vectors at once are folded onto the next four, until less than that is left; then onto each other. <see
/// cref="CrcFactors"/> has the factors.
/// <para>
/// Any alignment. Constant-time: branches and addresses depend on the length alone.
/// </para>
/// </summary>
/// <typeparam name="TVector">A vector of 128, 256 or 512 bits.</typeparam>
/// <typeparam name="TLanes">What can be done with it.</typeparam>
/// <typeparam name="TEnding">What is done with less than a vector.</typeparam>
internal sealed unsafe class CrcX64Folding<TVector, TLanes, TEnding>(CrcPolynomial polynomial) : ChecksumKernel
    where TVector : unmanaged
    where TLanes : struct, ICrcX64Lanes<TVector>
    where TEnding : struct, ICrcX64Ending
{
    private readonly byte* _factors = CrcFactors.Make(polynomial, sizeof(TVector));

    public override string Id { get; } = polynomial.Id + "/" + TLanes.Id;

    public override KernelTier Tier => KernelTier.Intrinsics;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires =>
        CpuFeatures.Pclmulqdq | CpuFeatures.Ssse3 | CpuFeatures.Sse41 | TEnding.Requires | TLanes.Requires;

    public override string? WhyUnavailable() => base.WhyUnavailable()
        ?? (TLanes.IsSupported ? null : $"the runtime does not grant vectors of {8 * sizeof(TVector)} bits");

    public override bool IsTestedInParts => true;

    public override uint Update(uint value, byte* source, nint length)
    {
        if (length < sizeof(TVector))
            return TEnding.Short(value, source, length, _factors);
        RequireTested(LongTexts);
        return Bulk(value, source, length, _factors);
    }

    [MethodImpl(Jit.Optimize)]
    private static uint Bulk(uint value, byte* source, nint length, byte* factors)
    {
        var sum = TLanes.LoadFirst(source, Vector128.CreateScalar(value).AsByte());
        source += sizeof(TVector);
        length -= sizeof(TVector);
        if (length >= 7 * sizeof(TVector))
        {
            var sum1 = TLanes.Load(source);
            var sum2 = TLanes.Load(source + sizeof(TVector));
            var sum3 = TLanes.Load(source + (2 * sizeof(TVector)));
            source += 3 * sizeof(TVector);
            length -= 3 * sizeof(TVector);
            var pair = TLanes.Broadcast(factors + CrcFactors.FourTimes);
            do
            {
                sum = TLanes.Fold(sum, pair, TLanes.Load(source));
                sum1 = TLanes.Fold(sum1, pair, TLanes.Load(source + sizeof(TVector)));
                sum2 = TLanes.Fold(sum2, pair, TLanes.Load(source + (2 * sizeof(TVector))));
                sum3 = TLanes.Fold(sum3, pair, TLanes.Load(source + (3 * sizeof(TVector))));
                source += 4 * sizeof(TVector);
                length -= 4 * sizeof(TVector);
            }
            while (length >= 4 * sizeof(TVector));

            pair = TLanes.Broadcast(factors + CrcFactors.Once);
            sum = TLanes.Fold(sum, pair, sum1);
            sum2 = TLanes.Fold(sum2, pair, sum3);
            sum = TLanes.Fold(sum, TLanes.Broadcast(factors + CrcFactors.Twice), sum2);
        }

        var once = TLanes.Broadcast(factors + CrcFactors.Once);
        for (; length >= sizeof(TVector); length -= sizeof(TVector), source += sizeof(TVector))
            sum = TLanes.Fold(sum, once, TLanes.Load(source));
        return TEnding.Finish(TLanes.Collapse(sum, factors + CrcFactors.Lanes), source, length, factors);
    }
}

/// <summary>What a polynomial has to end a message with.</summary>
internal unsafe interface ICrcX64Ending
{
    static abstract CpuFeatures Requires { get; }

    /// <summary>The value of a block and a rest after it that is shorter than a vector.</summary>
    static abstract uint Finish(Block sum, byte* rest, nint length, byte* factors);

    /// <summary>The value of a message that is shorter than a vector.</summary>
    static abstract uint Short(uint value, byte* source, nint length, byte* factors);
}
