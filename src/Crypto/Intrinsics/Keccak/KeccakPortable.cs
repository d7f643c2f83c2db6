using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Keccak-f[1600] in plain C#: FIPS 202, section 3.3. The five steps of a round are taken row by row: what theta, rho and pi make of
/// five lanes is all that chi needs for five new ones. Two rounds are unrolled, so that lanes go to and fro between two sets of
/// variables. With <c>ANDN</c>, which the JIT finds, no lane needs to be kept complemented.
/// Any alignment of the blocks. Constant-time: logic and rotations only, every address fixed. Lanes that the JIT kept on the stack are
/// wiped.
/// </summary>
internal sealed unsafe class KeccakPortable : HashKernel
{
    public override string Id => "keccak/portable";

    public override KernelTier Tier => KernelTier.Portable;

    public override bool IsConstantTime => true;

    public override void Compress(HashArguments* arguments)
    {
        var lanes = (int)arguments->BlockBytes / sizeof(ulong);
        fixed (ulong* roundConstants = KeccakConstants.OfRounds)
        {
            Compress((ulong*)arguments->State, arguments->Source, arguments->SourceBlocks, lanes, roundConstants);
            Compress((ulong*)arguments->State, arguments->Tail, arguments->TailBlocks, lanes, roundConstants);
        }

        Secret.WipeFrame();
    }

    private static void Compress(ulong* state, byte* block, nint blocks, int lanes, ulong* roundConstants)
    {
        for (; blocks > 0; blocks--)
        {
            for (var lane = 0; lane < lanes; lane++, block += sizeof(ulong))
                state[lane] ^= LittleEndian.Read64(block);
            Permute(state, roundConstants);
        }
    }

    /// <summary>
    /// Lane (x, y) is called x + 5y: a before a round and e after it. b is what chi takes, c and d are what theta makes of columns.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Permute(ulong* state, ulong* roundConstants)
    {
        ulong
            a0 = state[0], a1 = state[1], a2 = state[2], a3 = state[3], a4 = state[4], a5 = state[5], a6 = state[6],
            a7 = state[7], a8 = state[8], a9 = state[9], a10 = state[10], a11 = state[11], a12 = state[12], a13 = state[13],
            a14 = state[14], a15 = state[15], a16 = state[16], a17 = state[17], a18 = state[18], a19 = state[19],
            a20 = state[20], a21 = state[21], a22 = state[22], a23 = state[23], a24 = state[24];
        for (var round = 0; round < KeccakConstants.Rounds; round += 2, roundConstants += 2)
        {
            ulong b0, b1, b2, b3, b4, c0, c1, c2, c3, c4, d0, d1, d2, d3, d4;
            ulong e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, e13, e14, e15, e16, e17, e18, e19, e20, e21, e22, e23, e24;
            c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20; c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21; c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22;
            c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23; c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24;
            d0 = c4 ^ Rol(c1, 1); d1 = c0 ^ Rol(c2, 1); d2 = c1 ^ Rol(c3, 1); d3 = c2 ^ Rol(c4, 1); d4 = c3 ^ Rol(c0, 1);
            b0 = a0 ^ d0; b1 = Rol(a6 ^ d1, 44); b2 = Rol(a12 ^ d2, 43); b3 = Rol(a18 ^ d3, 21); b4 = Rol(a24 ^ d4, 14);
            e0 = b0 ^ (~b1 & b2) ^ roundConstants[0]; e1 = b1 ^ (~b2 & b3); e2 = b2 ^ (~b3 & b4); e3 = b3 ^ (~b4 & b0);
            e4 = b4 ^ (~b0 & b1);
            b0 = Rol(a3 ^ d3, 28); b1 = Rol(a9 ^ d4, 20); b2 = Rol(a10 ^ d0, 3); b3 = Rol(a16 ^ d1, 45); b4 = Rol(a22 ^ d2, 61);
            e5 = b0 ^ (~b1 & b2); e6 = b1 ^ (~b2 & b3); e7 = b2 ^ (~b3 & b4); e8 = b3 ^ (~b4 & b0); e9 = b4 ^ (~b0 & b1);
            b0 = Rol(a1 ^ d1, 1); b1 = Rol(a7 ^ d2, 6); b2 = Rol(a13 ^ d3, 25); b3 = Rol(a19 ^ d4, 8); b4 = Rol(a20 ^ d0, 18);
            e10 = b0 ^ (~b1 & b2); e11 = b1 ^ (~b2 & b3); e12 = b2 ^ (~b3 & b4); e13 = b3 ^ (~b4 & b0); e14 = b4 ^ (~b0 & b1);
            b0 = Rol(a4 ^ d4, 27); b1 = Rol(a5 ^ d0, 36); b2 = Rol(a11 ^ d1, 10); b3 = Rol(a17 ^ d2, 15); b4 = Rol(a23 ^ d3, 56);
            e15 = b0 ^ (~b1 & b2); e16 = b1 ^ (~b2 & b3); e17 = b2 ^ (~b3 & b4); e18 = b3 ^ (~b4 & b0); e19 = b4 ^ (~b0 & b1);
            b0 = Rol(a2 ^ d2, 62); b1 = Rol(a8 ^ d3, 55); b2 = Rol(a14 ^ d4, 39); b3 = Rol(a15 ^ d0, 41); b4 = Rol(a21 ^ d1, 2);
            e20 = b0 ^ (~b1 & b2); e21 = b1 ^ (~b2 & b3); e22 = b2 ^ (~b3 & b4); e23 = b3 ^ (~b4 & b0); e24 = b4 ^ (~b0 & b1);

            c0 = e0 ^ e5 ^ e10 ^ e15 ^ e20; c1 = e1 ^ e6 ^ e11 ^ e16 ^ e21; c2 = e2 ^ e7 ^ e12 ^ e17 ^ e22;
            c3 = e3 ^ e8 ^ e13 ^ e18 ^ e23; c4 = e4 ^ e9 ^ e14 ^ e19 ^ e24;
            d0 = c4 ^ Rol(c1, 1); d1 = c0 ^ Rol(c2, 1); d2 = c1 ^ Rol(c3, 1); d3 = c2 ^ Rol(c4, 1); d4 = c3 ^ Rol(c0, 1);
            b0 = e0 ^ d0; b1 = Rol(e6 ^ d1, 44); b2 = Rol(e12 ^ d2, 43); b3 = Rol(e18 ^ d3, 21); b4 = Rol(e24 ^ d4, 14);
            a0 = b0 ^ (~b1 & b2) ^ roundConstants[1]; a1 = b1 ^ (~b2 & b3); a2 = b2 ^ (~b3 & b4); a3 = b3 ^ (~b4 & b0);
            a4 = b4 ^ (~b0 & b1);
            b0 = Rol(e3 ^ d3, 28); b1 = Rol(e9 ^ d4, 20); b2 = Rol(e10 ^ d0, 3); b3 = Rol(e16 ^ d1, 45); b4 = Rol(e22 ^ d2, 61);
            a5 = b0 ^ (~b1 & b2); a6 = b1 ^ (~b2 & b3); a7 = b2 ^ (~b3 & b4); a8 = b3 ^ (~b4 & b0); a9 = b4 ^ (~b0 & b1);
            b0 = Rol(e1 ^ d1, 1); b1 = Rol(e7 ^ d2, 6); b2 = Rol(e13 ^ d3, 25); b3 = Rol(e19 ^ d4, 8); b4 = Rol(e20 ^ d0, 18);
            a10 = b0 ^ (~b1 & b2); a11 = b1 ^ (~b2 & b3); a12 = b2 ^ (~b3 & b4); a13 = b3 ^ (~b4 & b0); a14 = b4 ^ (~b0 & b1);
            b0 = Rol(e4 ^ d4, 27); b1 = Rol(e5 ^ d0, 36); b2 = Rol(e11 ^ d1, 10); b3 = Rol(e17 ^ d2, 15); b4 = Rol(e23 ^ d3, 56);
            a15 = b0 ^ (~b1 & b2); a16 = b1 ^ (~b2 & b3); a17 = b2 ^ (~b3 & b4); a18 = b3 ^ (~b4 & b0); a19 = b4 ^ (~b0 & b1);
            b0 = Rol(e2 ^ d2, 62); b1 = Rol(e8 ^ d3, 55); b2 = Rol(e14 ^ d4, 39); b3 = Rol(e15 ^ d0, 41); b4 = Rol(e21 ^ d1, 2);
            a20 = b0 ^ (~b1 & b2); a21 = b1 ^ (~b2 & b3); a22 = b2 ^ (~b3 & b4); a23 = b3 ^ (~b4 & b0); a24 = b4 ^ (~b0 & b1);
        }

        state[0] = a0; state[1] = a1; state[2] = a2; state[3] = a3; state[4] = a4; state[5] = a5; state[6] = a6; state[7] = a7;
        state[8] = a8; state[9] = a9; state[10] = a10; state[11] = a11; state[12] = a12; state[13] = a13; state[14] = a14;
        state[15] = a15; state[16] = a16; state[17] = a17; state[18] = a18; state[19] = a19; state[20] = a20; state[21] = a21;
        state[22] = a22; state[23] = a23; state[24] = a24;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Rol(ulong lane, int bits) => (lane << bits) | (lane >> (64 - bits));
}
