using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AEGIS-256, whose six blocks stay in registers. An update has six rounds for 16 bytes.
/// <para>
/// Constant-time: rounds of AES and logic. Preconditions: none beyond the contract.
/// </para>
/// </summary>
internal sealed unsafe class Aegis256Intrinsics<TRound>(AegisVariant variant) : AegisIntrinsics<TRound>(variant)
    where TRound : struct, IAegisRound
{
    [MethodImpl(Jit.Optimize)]
    protected override void Absorb(byte* state, byte* source, nint count, nint stride)
    {
        Block s0 = Load(state, 0), s1 = Load(state, 1), s2 = Load(state, 2), s3 = Load(state, 3), s4 = Load(state, 4), s5 = Load(state, 5);
        for (; count > 0; count--, source += stride)
            Update(Vector128.Load(source), s0, ref s0, ref s1, ref s2, ref s3, ref s4, ref s5);
        Store(state, s0, s1, s2, s3, s4, s5);
    }

    [MethodImpl(Jit.Optimize)]
    protected override void Encrypt(byte* state, byte* source, byte* destination, nint count)
    {
        Block s0 = Load(state, 0), s1 = Load(state, 1), s2 = Load(state, 2), s3 = Load(state, 3), s4 = Load(state, 4), s5 = Load(state, 5);
        for (; count > 0; count--, source += BlockBytes, destination += BlockBytes)
        {
            var m = Vector128.Load(source);
            (m ^ s1 ^ s4 ^ s5 ^ (s2 & s3)).Store(destination);
            Update(m, s0, ref s0, ref s1, ref s2, ref s3, ref s4, ref s5);
        }

        Store(state, s0, s1, s2, s3, s4, s5);
    }

    [MethodImpl(Jit.Optimize)]
    protected override void Decrypt(byte* state, byte* source, byte* destination, nint count)
    {
        Block s0 = Load(state, 0), s1 = Load(state, 1), s2 = Load(state, 2), s3 = Load(state, 3), s4 = Load(state, 4), s5 = Load(state, 5);
        for (; count > 0; count--, source += BlockBytes, destination += BlockBytes)
        {
            var c = Vector128.Load(source);
            var z = s1 ^ s4 ^ s5 ^ (s2 & s3);
            (c ^ z).Store(destination);
            Update(c, s0 ^ z, ref s0, ref s1, ref s2, ref s3, ref s4, ref s5);
        }

        Store(state, s0, s1, s2, s3, s4, s5);
    }

    /// <summary>The first block comes besides as it is to be XORed in: with the keystream, if the text is ciphertext.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Update(Block m, Block own0, ref Block s0, ref Block s1, ref Block s2, ref Block s3, ref Block s4, ref Block s5)
    {
        var last = s5;
        s5 = TRound.Round(s4, s5);
        s4 = TRound.Round(s3, s4);
        s3 = TRound.Round(s2, s3);
        s2 = TRound.Round(s1, s2);
        s1 = TRound.Round(s0, s1);
        s0 = TRound.Round(last, own0, m);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block Load(byte* state, int block) => Vector128.Load(state + (block * BlockBytes));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(byte* state, Block s0, Block s1, Block s2, Block s3, Block s4, Block s5)
    {
        s0.Store(state);
        s1.Store(state + BlockBytes);
        s2.Store(state + (2 * BlockBytes));
        s3.Store(state + (3 * BlockBytes));
        s4.Store(state + (4 * BlockBytes));
        s5.Store(state + (5 * BlockBytes));
    }
}
