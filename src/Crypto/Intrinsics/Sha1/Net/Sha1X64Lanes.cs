using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using static ManagedCrypto.Intrinsics.Sha1Functions;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// SHA-1 in the lanes of vectors, as <see cref="ShaX64Lanes{TVector, TLanes}"/> says: FIPS 180-4, section 6.1.2. The word that is due
/// sixteen rounds later is made in each round.
/// </summary>
internal sealed unsafe class Sha1X64Lanes<TVector, TLanes>(string id, int fewestMessages)
    : ShaX64Lanes<TVector, TLanes>(id, fewestMessages)
    where TVector : unmanaged
    where TLanes : struct, IShaLanes<TVector>
{
    private protected override int Rounds => 80;

    /// <summary>Each for twenty rounds.</summary>
    private static ReadOnlySpan<uint> Constants => [K0, K1, K2, K3];

    private protected override void CompressBlock(byte* state, byte* words) => Compress(state, words, Address(Constants));

    [MethodImpl(Jit.Optimize)]
    private static void Compress(byte* state, byte* w, byte* constants)
    {
        TVector a = Vector(state, 0), b = Vector(state, 1), c = Vector(state, 2), d = Vector(state, 3), e = Vector(state, 4);
        TwentyRounds(0, ref a, ref b, ref c, ref d, ref e, w, constants);
        TwentyRounds(1, ref a, ref b, ref c, ref d, ref e, w + (20 * sizeof(TVector)), constants);
        TwentyRounds(2, ref a, ref b, ref c, ref d, ref e, w + (40 * sizeof(TVector)), constants);
        for (var t = 60; t < 64; t++)
            Expand(w, t);
        TwentyRounds(3, ref a, ref b, ref c, ref d, ref e, w + (60 * sizeof(TVector)), constants);
        AddTo(state, 0, a);
        AddTo(state, 1, b);
        AddTo(state, 2, c);
        AddTo(state, 3, d);
        AddTo(state, 4, e);
    }

    /// <summary>A quarter of the rounds; all but the last make words for later ones.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void TwentyRounds(
        [ConstantExpected] int quarter, ref TVector a, ref TVector b, ref TVector c, ref TVector d, ref TVector e, byte* w, byte* constants)
    {
        var k = TLanes.Everywhere(constants + (quarter * sizeof(uint)));
        for (var end = w + (20 * sizeof(TVector)); w < end; w += 5 * sizeof(TVector))
        {
            Round(quarter, a, ref b, c, d, ref e, w, 0, k);
            Round(quarter, e, ref a, b, c, ref d, w, 1, k);
            Round(quarter, d, ref e, a, b, ref c, w, 2, k);
            Round(quarter, c, ref d, e, a, ref b, w, 3, k);
            Round(quarter, b, ref c, d, e, ref a, w, 4, k);
        }
    }

    /// <summary>A round, which makes the new a in place of e.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Round(
        [ConstantExpected] int quarter, TVector a, ref TVector b, TVector c, TVector d, ref TVector e, byte* w, nint t, TVector k)
    {
        var function = quarter switch
        {
            0 => TLanes.Choose(b, c, d),
            2 => TLanes.Majority(b, c, d),
            _ => TLanes.Xor(b, c, d),
        };
        e = TLanes.Add(TLanes.Add(e, TLanes.Add(k, Vector(w, t))), function);
        e = TLanes.Add(e, TLanes.RotateRight(a, 27));
        b = TLanes.RotateRight(b, 2);
        if (quarter < 3)
            Expand(w, t);
    }

    /// <summary>W(t + 16) = (W(t + 13) xor W(t + 8) xor W(t + 2) xor W(t)), rotated.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Expand(byte* w, nint t)
    {
        var word = TLanes.Xor(TLanes.Xor(Vector(w, t), Vector(w, t + 2)), Vector(w, t + 8), Vector(w, t + 13));
        Store(TLanes.RotateRight(word, 31), w, t + 16);
    }
}
