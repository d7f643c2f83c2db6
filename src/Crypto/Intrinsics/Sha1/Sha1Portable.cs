using System.Runtime.CompilerServices;
using static ManagedCrypto.Intrinsics.Sha1Functions;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// SHA-1 in plain C#: FIPS 180-4, section 6.1.2. Five rounds are unrolled, so that the working variables change their roles
/// instead of their places; the message schedule is computed twenty words ahead, off the chain of dependent rounds.
/// Any alignment of the blocks. Constant-time: additions, rotations and logic only, every address fixed. The schedule is wiped.
/// A System.Runtime.Intrinsics class for SHA-NI would leave this file to CPUs without it.
/// </summary>
internal sealed unsafe class Sha1Portable : HashKernel
{
    private const int Block = 64;
    private const int Rounds = 80;

    public override string Id => "sha1/portable";

    public override KernelTier Tier => KernelTier.Portable;

    public override bool IsConstantTime => true;

    public override void Compress(HashArguments* arguments)
    {
        var schedule = stackalloc uint[Rounds];
        Compress((uint*)arguments->State, arguments->Source, arguments->SourceBlocks, schedule);
        Compress((uint*)arguments->State, arguments->Tail, arguments->TailBlocks, schedule);
        Secret.WipeInline(schedule, Rounds * sizeof(uint));
    }

    private static void Compress(uint* state, byte* block, nint blocks, uint* schedule)
    {
        for (; blocks > 0; blocks--, block += Block)
        {
            uint a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
            var w = schedule;
            for (var t = 0; t < 16; t++)
                w[t] = BigEndian.Read32(block + (4 * t));
            for (var t = 16; t < 20; t++)
                w[t] = Expand(w + t);

            for (var end = w + 20; w < end; w += 5)
            {
                e += w[0] + K0; e += Ch(b, c, d); e += RotateLeft(a, 5); b = RotateLeft(b, 30); w[20] = Expand(w + 20);
                d += w[1] + K0; d += Ch(a, b, c); d += RotateLeft(e, 5); a = RotateLeft(a, 30); w[21] = Expand(w + 21);
                c += w[2] + K0; c += Ch(e, a, b); c += RotateLeft(d, 5); e = RotateLeft(e, 30); w[22] = Expand(w + 22);
                b += w[3] + K0; b += Ch(d, e, a); b += RotateLeft(c, 5); d = RotateLeft(d, 30); w[23] = Expand(w + 23);
                a += w[4] + K0; a += Ch(c, d, e); a += RotateLeft(b, 5); c = RotateLeft(c, 30); w[24] = Expand(w + 24);
            }

            for (var end = w + 20; w < end; w += 5)
            {
                e += w[0] + K1; e += Parity(b, c, d); e += RotateLeft(a, 5); b = RotateLeft(b, 30); w[20] = Expand(w + 20);
                d += w[1] + K1; d += Parity(a, b, c); d += RotateLeft(e, 5); a = RotateLeft(a, 30); w[21] = Expand(w + 21);
                c += w[2] + K1; c += Parity(e, a, b); c += RotateLeft(d, 5); e = RotateLeft(e, 30); w[22] = Expand(w + 22);
                b += w[3] + K1; b += Parity(d, e, a); b += RotateLeft(c, 5); d = RotateLeft(d, 30); w[23] = Expand(w + 23);
                a += w[4] + K1; a += Parity(c, d, e); a += RotateLeft(b, 5); c = RotateLeft(c, 30); w[24] = Expand(w + 24);
            }

            for (var end = w + 20; w < end; w += 5)
            {
                e += w[0] + K2; e += Maj(b, c, d); e += RotateLeft(a, 5); b = RotateLeft(b, 30); w[20] = Expand(w + 20);
                d += w[1] + K2; d += Maj(a, b, c); d += RotateLeft(e, 5); a = RotateLeft(a, 30); w[21] = Expand(w + 21);
                c += w[2] + K2; c += Maj(e, a, b); c += RotateLeft(d, 5); e = RotateLeft(e, 30); w[22] = Expand(w + 22);
                b += w[3] + K2; b += Maj(d, e, a); b += RotateLeft(c, 5); d = RotateLeft(d, 30); w[23] = Expand(w + 23);
                a += w[4] + K2; a += Maj(c, d, e); a += RotateLeft(b, 5); c = RotateLeft(c, 30); w[24] = Expand(w + 24);
            }

            for (var end = w + 20; w < end; w += 5)
            {
                e += w[0] + K3; e += Parity(b, c, d); e += RotateLeft(a, 5); b = RotateLeft(b, 30);
                d += w[1] + K3; d += Parity(a, b, c); d += RotateLeft(e, 5); a = RotateLeft(a, 30);
                c += w[2] + K3; c += Parity(e, a, b); c += RotateLeft(d, 5); e = RotateLeft(e, 30);
                b += w[3] + K3; b += Parity(d, e, a); b += RotateLeft(c, 5); d = RotateLeft(d, 30);
                a += w[4] + K3; a += Parity(c, d, e); a += RotateLeft(b, 5); c = RotateLeft(c, 30);
            }

            state[0] += a;
            state[1] += b;
            state[2] += c;
            state[3] += d;
            state[4] += e;
        }
    }

    /// <summary>The schedule's next word, from those before it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Expand(uint* w) => RotateLeft(w[-3] ^ w[-8] ^ w[-14] ^ w[-16], 1);
}
