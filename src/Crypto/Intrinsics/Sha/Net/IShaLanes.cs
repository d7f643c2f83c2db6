using System.Diagnostics.CodeAnalysis;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A vector that has one word of each of as many messages, and what SHA does with it. (All is marked to be inlined: vectors of
/// secrets stay in registers.)
/// </summary>
internal unsafe interface IShaLanes<TVector>
    where TVector : unmanaged
{
    static abstract CpuFeatures Requires { get; }

    /// <summary>Whether the runtime has such vectors.</summary>
    static abstract bool IsSupported { get; }

    static abstract int WordBytes { get; }

    static abstract TVector Load(byte* words);

    static abstract void Store(TVector words, byte* to);

    /// <summary>The first 16 bytes of every second vector, or of every fourth: as many as 16 bytes have words.</summary>
    static abstract TVector Gather(byte* vectors);

    /// <summary>Puts every 16 bytes into an order, that of a shuffle by 16 bytes.</summary>
    static abstract TVector Reorder(TVector words, byte* order);

    /// <summary>The words in the lower halves of every 16 bytes, in turns.</summary>
    static abstract TVector UnpackLow(TVector left, TVector right);

    /// <summary>The words in the upper halves of every 16 bytes, in turns.</summary>
    static abstract TVector UnpackHigh(TVector left, TVector right);

    /// <summary>The lower halves of every 16 bytes, in turns.</summary>
    static abstract TVector UnpackLowHalves(TVector left, TVector right);

    /// <summary>The upper halves of every 16 bytes, in turns.</summary>
    static abstract TVector UnpackHighHalves(TVector left, TVector right);

    /// <summary>One word in all lanes.</summary>
    static abstract TVector Everywhere(byte* word);

    static abstract TVector Add(TVector left, TVector right);

    static abstract TVector Xor(TVector left, TVector right);

    static abstract TVector Xor(TVector x, TVector y, TVector z);

    /// <summary>The bits of y where x has ones, else those of z.</summary>
    static abstract TVector Choose(TVector x, TVector y, TVector z);

    /// <summary>The bits that two of the three have, or all.</summary>
    static abstract TVector Majority(TVector x, TVector y, TVector z);

    /// <summary>x xor those bits of z where y has zeros: chi of Keccak.</summary>
    static abstract TVector XorUnless(TVector x, TVector y, TVector z);

    static abstract TVector RotateRight(TVector x, [ConstantExpected] byte bits);

    static abstract TVector ShiftRight(TVector x, [ConstantExpected] byte bits);
}
