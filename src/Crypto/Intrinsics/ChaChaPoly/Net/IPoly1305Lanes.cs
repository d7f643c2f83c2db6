using System.Diagnostics.CodeAnalysis;

namespace ManagedCrypto.Intrinsics;

/// <summary>Vectors of limbs for Poly1305, the lower halves of 64 bits.</summary>
internal unsafe interface IPoly1305Lanes<TVector> : IChaChaLanes<TVector>
    where TVector : unmanaged
{
    /// <summary>
    /// Whether hashing goes between the rounds, whose chain leaves half of the CPU idle: where there are registers for both.
    /// </summary>
    static abstract bool HashesBetweenRounds { get; }

    static abstract TVector Load(byte* words);

    static abstract void Store(TVector vector, byte* words);

    static abstract TVector Or(TVector left, TVector right);

    /// <summary>Products of the lower halves of 64 bits.</summary>
    static abstract TVector Multiply(TVector left, TVector right);

    /// <summary>Sums of 64 bits.</summary>
    static abstract TVector AddWide(TVector left, TVector right);

    /// <summary>Shifts 64 bits to the right, by a constant.</summary>
    static abstract TVector ShiftRight(TVector vector, [ConstantExpected] byte bits);

    /// <summary>Shifts 64 bits to the left, by a constant.</summary>
    static abstract TVector ShiftLeft(TVector vector, [ConstantExpected] byte bits);

    /// <summary>64 bits in all lanes.</summary>
    static abstract TVector EverywhereWide(ulong value);

    /// <summary>
    /// Blocks of two vectors by halves: in each pair of lanes one of the first vector and one of the second.
    /// </summary>
    static abstract void SplitBlocks(TVector first, TVector second, out TVector low, out TVector high);

    /// <summary>The sum of all 64-bit lanes.</summary>
    static abstract ulong Sum(TVector vector);
}
