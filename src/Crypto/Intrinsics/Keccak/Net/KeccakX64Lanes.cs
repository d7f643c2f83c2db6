using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Keccak-f[1600] of as many states as a vector has words of 64 bits: FIPS 202, section 3.3, in the order of
/// <see cref="KeccakPortable"/>. A state has 25 words, which would leave too few registers for the steps of a round: it goes from one
/// array of vectors to another. With AVX-512, chi is one instruction for each word, and a rotation one.
/// <para>
/// Any alignment; blocks of any number of whole words, from those of a vector on. Constant-time: logic and rotations only, and every
/// address fixed. What lies on the stack is wiped.
/// </para>
/// </summary>
/// <typeparam name="TVector">A vector of 256 or 512 bits.</typeparam>
/// <typeparam name="TLanes">Its words, of 64 bits.</typeparam>
internal sealed unsafe class KeccakX64Lanes<TVector, TLanes>(string id, int fewestMessages)
    : HashX64Lanes<TVector, TLanes>(id, fewestMessages)
    where TVector : unmanaged
    where TLanes : struct, IShaLanes<TVector>
{
    private const int StateWords = 25;

    [SkipLocalsInit]
    public override void Compress(HashLanesArguments* arguments)
    {
        KeccakLanesMemory memory;
        var state = LaneRows<TVector, TLanes>.Align(&memory);
        var other = state + (StateWords * sizeof(TVector));
        var rows = other + (StateWords * sizeof(TVector));
        var constants = LaneRows<TVector, TLanes>.Address(KeccakConstants.OfRounds);
        for (var word = 0; word < StateWords; word += Lanes)
        {
            var first = Math.Min(word, StateWords - Lanes);
            LaneRows<TVector, TLanes>.Load(arguments->States, first * sizeof(ulong), rows, LaneRows<TVector, TLanes>.AsItIs);
            LaneRows<TVector, TLanes>.Transpose(rows, state + (first * sizeof(TVector)));
        }

        var words = (int)arguments->BlockBytes / sizeof(ulong);
        for (nint block = 0; block < arguments->Blocks; block++)
        {
            for (var word = 0; word < words; word += Lanes)
            {
                // The last words come with some before them, which have been added.
                var first = Math.Min(word, words - Lanes);
                LaneRows<TVector, TLanes>.Load(
                    arguments->Sources, (block * arguments->BlockBytes) + (first * sizeof(ulong)), rows, LaneRows<TVector, TLanes>.AsItIs);
                LaneRows<TVector, TLanes>.Transpose(rows, other);
                Add(other + ((word - first) * sizeof(TVector)), state + (word * sizeof(TVector)), Math.Min(Lanes, words - word));
            }

            Permute(state, other, constants);
        }

        for (var word = 0; word < StateWords; word += Lanes)
        {
            var first = Math.Min(word, StateWords - Lanes);
            LaneRows<TVector, TLanes>.Transpose(state + (first * sizeof(TVector)), rows);
            LaneRows<TVector, TLanes>.Store(rows, arguments->States, first * sizeof(ulong));
        }

        Secret.Wipe(state, ((2 * StateWords) + Lanes) * sizeof(TVector));
        Secret.WipeFrame();
        Secret.ForgetRegisters();
    }

    [MethodImpl(Jit.Optimize)]
    private static void Add(byte* words, byte* state, int count)
    {
        for (var i = 0; i < count; i++)
            Store(TLanes.Xor(Vector(state, i), Vector(words, i)), state, i);
    }

    /// <summary>
    /// An even number of rounds, from one array to the other and back. Of the five lanes that theta, rho and pi bring into a row, chi
    /// makes the new row; the sums of columns, by which the next round begins, are made beside, since the way through memory takes long.
    /// </summary>
    [MethodImpl(Jit.Optimize)]
    private static void Permute(byte* a, byte* e, byte* constant)
    {
        TVector c0 = Column(a, 0), c1 = Column(a, 1), c2 = Column(a, 2), c3 = Column(a, 3), c4 = Column(a, 4);
        for (var end = constant + (KeccakConstants.Rounds * sizeof(ulong)); constant < end; constant += sizeof(ulong))
        {
            var d0 = TLanes.Xor(c4, TLanes.RotateRight(c1, 63));
            var d1 = TLanes.Xor(c0, TLanes.RotateRight(c2, 63));
            var d2 = TLanes.Xor(c1, TLanes.RotateRight(c3, 63));
            var d3 = TLanes.Xor(c2, TLanes.RotateRight(c4, 63));
            var d4 = TLanes.Xor(c3, TLanes.RotateRight(c0, 63));
            c0 = TLanes.Everywhere(constant);
            c1 = c2 = c3 = c4 = default;
            Row(e, 0, TLanes.Xor(Vector(a, 0), d0), Moved(a, 6, d1, 20), Moved(a, 12, d2, 21), Moved(a, 18, d3, 43), Moved(a, 24, d4, 50),
                ref c0, ref c1, ref c2, ref c3, ref c4);
            Store(c0, e, 0);
            Row(e, 5, Moved(a, 3, d3, 36), Moved(a, 9, d4, 44), Moved(a, 10, d0, 61), Moved(a, 16, d1, 19), Moved(a, 22, d2, 3),
                ref c0, ref c1, ref c2, ref c3, ref c4);
            Row(e, 10, Moved(a, 1, d1, 63), Moved(a, 7, d2, 58), Moved(a, 13, d3, 39), Moved(a, 19, d4, 56), Moved(a, 20, d0, 46),
                ref c0, ref c1, ref c2, ref c3, ref c4);
            Row(e, 15, Moved(a, 4, d4, 37), Moved(a, 5, d0, 28), Moved(a, 11, d1, 54), Moved(a, 17, d2, 49), Moved(a, 23, d3, 8),
                ref c0, ref c1, ref c2, ref c3, ref c4);
            Row(e, 20, Moved(a, 2, d2, 2), Moved(a, 8, d3, 9), Moved(a, 14, d4, 25), Moved(a, 15, d0, 23), Moved(a, 21, d1, 62),
                ref c0, ref c1, ref c2, ref c3, ref c4);
            var next = e;
            e = a;
            a = next;
        }
    }

    /// <summary>The sum of a column.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Column(byte* a, nint x) =>
        TLanes.Xor(TLanes.Xor(Vector(a, x), Vector(a, x + 5), Vector(a, x + 10)), Vector(a, x + 15), Vector(a, x + 20));

    /// <summary>A lane with what theta adds to its column, rotated to the right: by 64 less what the standard has to the left.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Moved(byte* a, nint lane, TVector d, [ConstantExpected] byte bits) =>
        TLanes.RotateRight(TLanes.Xor(Vector(a, lane), d), bits);

    /// <summary>A row by chi, which is added to the sums of columns.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Row(
        byte* e, nint lane, TVector b0, TVector b1, TVector b2, TVector b3, TVector b4,
        ref TVector c0, ref TVector c1, ref TVector c2, ref TVector c3, ref TVector c4)
    {
        New(e, lane, TLanes.XorUnless(b0, b1, b2), ref c0);
        New(e, lane + 1, TLanes.XorUnless(b1, b2, b3), ref c1);
        New(e, lane + 2, TLanes.XorUnless(b2, b3, b4), ref c2);
        New(e, lane + 3, TLanes.XorUnless(b3, b4, b0), ref c3);
        New(e, lane + 4, TLanes.XorUnless(b4, b0, b1), ref c4);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void New(byte* e, nint lane, TVector value, ref TVector column)
    {
        Store(value, e, lane);
        column = TLanes.Xor(column, value);
    }
}

/// <summary>Room for the states, before a round and after it, and for a vector of each.</summary>
[StackRoom]
[StructLayout(LayoutKind.Sequential, Size = ((25 + 25 + 8) * 64) + 64)]
internal struct KeccakLanesMemory
{
}
