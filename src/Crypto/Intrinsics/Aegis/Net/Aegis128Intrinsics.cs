using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A lane of AEGIS-128L, whose eight blocks stay in registers. An update has eight rounds, none of which waits for another: the next update
/// waits for them, four or five cycles for each 32 bytes.
/// <para>
/// Constant-time: rounds of AES and logic. Preconditions: none beyond the contract.
/// </para>
/// </summary>
internal sealed unsafe class Aegis128Intrinsics<TRound>(AegisVariant variant) : AegisIntrinsics<TRound>(variant)
    where TRound : struct, IAegisRound
{
    [MethodImpl(Jit.Optimize)]
    protected override void Absorb(byte* state, byte* source, nint count, nint stride)
    {
        var second = (nint)SecondOffset;
        Block s0 = Load(state, 0), s1 = Load(state, 1), s2 = Load(state, 2), s3 = Load(state, 3);
        Block s4 = Load(state, 4), s5 = Load(state, 5), s6 = Load(state, 6), s7 = Load(state, 7);
        for (; count > 0; count--, source += stride)
            Update(Vector128.Load(source), Vector128.Load(source + second), s0, s4, ref s0, ref s1, ref s2, ref s3, ref s4, ref s5, ref s6, ref s7);
        Store(state, s0, s1, s2, s3, s4, s5, s6, s7);
    }

    [MethodImpl(Jit.Optimize)]
    protected override void Mix(byte* state, byte* source, int lane)
    {
        var memory = NumberOf(lane);
        Block nonce = Vector128.Load(source), key = Vector128.Load(source + SecondOffset), number = Vector128.Load((byte*)&memory);
        Block s0 = Load(state, 0), s1 = Load(state, 1), s2 = Load(state, 2), s3 = Load(state, 3);
        Block s4 = Load(state, 4), s5 = Load(state, 5), s6 = Load(state, 6), s7 = Load(state, 7);
        for (var i = 0; i < InitialUpdates; i++)
        {
            s3 ^= number;
            s7 ^= number;
            Update(nonce, key, s0, s4, ref s0, ref s1, ref s2, ref s3, ref s4, ref s5, ref s6, ref s7);
        }

        Store(state, s0, s1, s2, s3, s4, s5, s6, s7);
    }

    [MethodImpl(Jit.Optimize)]
    protected override void Encrypt(byte* state, byte* source, byte* destination, nint count)
    {
        nint second = SecondOffset, rate = 2 * second;
        Block s0 = Load(state, 0), s1 = Load(state, 1), s2 = Load(state, 2), s3 = Load(state, 3);
        Block s4 = Load(state, 4), s5 = Load(state, 5), s6 = Load(state, 6), s7 = Load(state, 7);
        for (; count > 0; count--, source += rate, destination += rate)
        {
            Block m0 = Vector128.Load(source), m1 = Vector128.Load(source + second);
            (m0 ^ s6 ^ s1 ^ (s2 & s3)).Store(destination);
            (m1 ^ s2 ^ s5 ^ (s6 & s7)).Store(destination + second);
            Update(m0, m1, s0, s4, ref s0, ref s1, ref s2, ref s3, ref s4, ref s5, ref s6, ref s7);
        }

        Store(state, s0, s1, s2, s3, s4, s5, s6, s7);
    }

    [MethodImpl(Jit.Optimize)]
    protected override void Decrypt(byte* state, byte* source, byte* destination, nint count)
    {
        nint second = SecondOffset, rate = 2 * second;
        Block s0 = Load(state, 0), s1 = Load(state, 1), s2 = Load(state, 2), s3 = Load(state, 3);
        Block s4 = Load(state, 4), s5 = Load(state, 5), s6 = Load(state, 6), s7 = Load(state, 7);
        for (; count > 0; count--, source += rate, destination += rate)
        {
            Block c0 = Vector128.Load(source), c1 = Vector128.Load(source + second);
            Block z0 = s6 ^ s1 ^ (s2 & s3), z1 = s2 ^ s5 ^ (s6 & s7);
            (c0 ^ z0).Store(destination);
            (c1 ^ z1).Store(destination + second);
            Update(c0, c1, s0 ^ z0, s4 ^ z1, ref s0, ref s1, ref s2, ref s3, ref s4, ref s5, ref s6, ref s7);
        }

        Store(state, s0, s1, s2, s3, s4, s5, s6, s7);
    }

    /// <summary>Two of the blocks come besides as they are to be XORed in: with a keystream, if the texts are ciphertexts.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Update(
        Block m0,
        Block m1,
        Block own0,
        Block own4,
        ref Block s0,
        ref Block s1,
        ref Block s2,
        ref Block s3,
        ref Block s4,
        ref Block s5,
        ref Block s6,
        ref Block s7)
    {
        var last = s7;
        s7 = TRound.Round(s6, s7);
        s6 = TRound.Round(s5, s6);
        s5 = TRound.Round(s4, s5);
        s4 = TRound.Round(s3, own4, m1);
        s3 = TRound.Round(s2, s3);
        s2 = TRound.Round(s1, s2);
        s1 = TRound.Round(s0, s1);
        s0 = TRound.Round(last, own0, m0);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block Load(byte* state, int block) => Vector128.Load(state + (block * BlockBytes));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(byte* state, Block s0, Block s1, Block s2, Block s3, Block s4, Block s5, Block s6, Block s7)
    {
        s0.Store(state);
        s1.Store(state + BlockBytes);
        s2.Store(state + (2 * BlockBytes));
        s3.Store(state + (3 * BlockBytes));
        s4.Store(state + (4 * BlockBytes));
        s5.Store(state + (5 * BlockBytes));
        s6.Store(state + (6 * BlockBytes));
        s7.Store(state + (7 * BlockBytes));
    }
}
