using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// SHA-256 or SHA-512, by the words of a vector, as <see cref="ShaX64Lanes{TVector, TLanes}"/> says: FIPS 180-4, sections 6.2.2 and
/// 6.4.2, which differ in the numbers of bits and rounds alone. The word that is due sixteen rounds later is made in each round.
/// <para>
/// The longest term of T1 is added last, once for the new e and once for the new a: an addition more than the least, and three
/// instructions from e to e, or from a to a, and not four.
/// </para>
/// </summary>
internal sealed unsafe class Sha2X64Lanes<TVector, TLanes>(string id, int fewestMessages)
    : ShaX64Lanes<TVector, TLanes>(id, fewestMessages)
    where TVector : unmanaged
    where TLanes : struct, IShaLanes<TVector>
{
    private static bool Is256 => TLanes.WordBytes == sizeof(uint);

    /// <summary>Whether there is a kernel of two messages at once by the instructions for SHA-256.</summary>
    public bool HasPairs { private get; init; }

    private protected override int Rounds => Is256 ? 64 : 80;

    public override string? WhyNotPreferred() => HasPairs && Cpu.Core == CpuCore.Zen4
        ? "two messages at once by the instructions for SHA-256 are faster on this CPU" : null;

    private protected override void CompressBlock(byte* state, byte* words)
    {
        var constants = Is256 ? Address(Sha256Functions.RoundConstants) : Address(Sha512Functions.RoundConstants);
        var variables = words + (Rounds * sizeof(TVector));
        var last = Rounds - BlockWords;
        ExpandingRounds(state, variables, words, constants, constants + (last * TLanes.WordBytes));
        LastRounds(state, variables, words + (last * sizeof(TVector)), constants + (last * TLanes.WordBytes));
    }

    /// <summary>
    /// The rounds that make words for later ones. Apart from the others, since the JIT tracks so many variables of a method only, and
    /// keeps the rest on the stack.
    /// </summary>
    [MethodImpl(Jit.Optimize)]
    private static void ExpandingRounds(byte* state, byte* variables, byte* w, byte* k, byte* end)
    {
        TVector a = Vector(state, 0), b = Vector(state, 1), c = Vector(state, 2), d = Vector(state, 3);
        TVector e = Vector(state, 4), f = Vector(state, 5), g = Vector(state, 6), h = Vector(state, 7);
        TVector even = Vector(w, 14), odd = Vector(w, 15);
        for (; k < end; k += 8 * TLanes.WordBytes, w += 8 * sizeof(TVector))
        {
            Round(a, b, c, ref d, e, f, g, ref h, w, 0, k); Expand(w, 0, ref even);
            Round(h, a, b, ref c, d, e, f, ref g, w, 1, k); Expand(w, 1, ref odd);
            Round(g, h, a, ref b, c, d, e, ref f, w, 2, k); Expand(w, 2, ref even);
            Round(f, g, h, ref a, b, c, d, ref e, w, 3, k); Expand(w, 3, ref odd);
            Round(e, f, g, ref h, a, b, c, ref d, w, 4, k); Expand(w, 4, ref even);
            Round(d, e, f, ref g, h, a, b, ref c, w, 5, k); Expand(w, 5, ref odd);
            Round(c, d, e, ref f, g, h, a, ref b, w, 6, k); Expand(w, 6, ref even);
            Round(b, c, d, ref e, f, g, h, ref a, w, 7, k); Expand(w, 7, ref odd);
        }

        Store(a, variables, 0);
        Store(b, variables, 1);
        Store(c, variables, 2);
        Store(d, variables, 3);
        Store(e, variables, 4);
        Store(f, variables, 5);
        Store(g, variables, 6);
        Store(h, variables, 7);
    }

    [MethodImpl(Jit.Optimize)]
    private static void LastRounds(byte* state, byte* variables, byte* w, byte* k)
    {
        TVector a = Vector(variables, 0), b = Vector(variables, 1), c = Vector(variables, 2), d = Vector(variables, 3);
        TVector e = Vector(variables, 4), f = Vector(variables, 5), g = Vector(variables, 6), h = Vector(variables, 7);
        for (var end = k + (BlockWords * TLanes.WordBytes); k < end; k += 8 * TLanes.WordBytes, w += 8 * sizeof(TVector))
        {
            Round(a, b, c, ref d, e, f, g, ref h, w, 0, k);
            Round(h, a, b, ref c, d, e, f, ref g, w, 1, k);
            Round(g, h, a, ref b, c, d, e, ref f, w, 2, k);
            Round(f, g, h, ref a, b, c, d, ref e, w, 3, k);
            Round(e, f, g, ref h, a, b, c, ref d, w, 4, k);
            Round(d, e, f, ref g, h, a, b, ref c, w, 5, k);
            Round(c, d, e, ref f, g, h, a, ref b, w, 6, k);
            Round(b, c, d, ref e, f, g, h, ref a, w, 7, k);
        }

        AddTo(state, 0, a);
        AddTo(state, 1, b);
        AddTo(state, 2, c);
        AddTo(state, 3, d);
        AddTo(state, 4, e);
        AddTo(state, 5, f);
        AddTo(state, 6, g);
        AddTo(state, 7, h);
    }

    /// <summary>A round, which makes the new e in place of d and the new a in place of h.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Round(
        TVector a, TVector b, TVector c, ref TVector d, TVector e, TVector f, TVector g, ref TVector h, byte* w, nint t, byte* k)
    {
        var wordAndConstant = TLanes.Add(Vector(w, t), TLanes.Everywhere(k + (t * TLanes.WordBytes)));
        var sum = TLanes.Add(TLanes.Add(h, wordAndConstant), TLanes.Choose(e, f, g));
        var last = Is256 ? Rotations(e, 6, 11, 25) : Rotations(e, 14, 18, 41);
        d = TLanes.Add(TLanes.Add(d, sum), last);
        sum = TLanes.Add(TLanes.Add(sum, last), TLanes.Majority(a, b, c));
        h = TLanes.Add(sum, Is256 ? Rotations(a, 2, 13, 22) : Rotations(a, 28, 34, 39));
    }

    /// <summary>
    /// W(t + 16) = s1(W(t + 14)) + W(t + 9) + s0(W(t + 1)) + W(t). The word of two rounds before is in a register, since to store and load
    /// it takes longer than two rounds.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Expand(byte* w, nint t, ref TVector latest)
    {
        var word = TLanes.Add(Vector(w, t), Vector(w, t + 9));
        word = TLanes.Add(word, Is256 ? RotationsAndShift(Vector(w, t + 1), 7, 18, 3) : RotationsAndShift(Vector(w, t + 1), 1, 8, 7));
        latest = TLanes.Add(word, Is256 ? RotationsAndShift(latest, 17, 19, 10) : RotationsAndShift(latest, 19, 61, 6));
        Store(latest, w, t + 16);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Rotations(
        TVector x, [ConstantExpected] byte first, [ConstantExpected] byte second, [ConstantExpected] byte third) =>
        TLanes.Xor(TLanes.RotateRight(x, first), TLanes.RotateRight(x, second), TLanes.RotateRight(x, third));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector RotationsAndShift(
        TVector x, [ConstantExpected] byte first, [ConstantExpected] byte second, [ConstantExpected] byte shift) =>
        TLanes.Xor(TLanes.RotateRight(x, first), TLanes.RotateRight(x, second), TLanes.ShiftRight(x, shift));
}
