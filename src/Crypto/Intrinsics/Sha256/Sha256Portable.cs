// Written by tools/KernelAssembler (Sha2Source). Do not edit: change it there, and run
//     dotnet run --project tools/KernelAssembler
using System.Runtime.CompilerServices;
using static ManagedCrypto.Intrinsics.Sha256Functions;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// SHA-256 in plain C#: FIPS 180-4, section 6.2.2.
/// Eight rounds are unrolled, so that the working variables change their roles instead of their places; the message schedule is
/// computed sixteen words ahead, off the chain of dependent rounds.
/// Any alignment of the blocks. Constant-time: additions, rotations and logic only, every address fixed. The schedule is wiped.
/// .NET has no class for SHA-NI; with one, this file would be for other CPUs only.
/// </summary>
internal sealed unsafe class Sha256Portable : HashKernel
{
    private const int Block = 64;
    private const int Rounds = 64;

    public override string Id => "sha256/portable";

    public override KernelTier Tier => KernelTier.Portable;

    public override bool IsConstantTime => true;

    public override void Compress(HashArguments* arguments)
    {
        var schedule = stackalloc uint[Rounds];
        fixed (uint* k = RoundConstants)
        {
            Compress((uint*)arguments->State, arguments->Source, arguments->SourceBlocks, k, schedule);
            Compress((uint*)arguments->State, arguments->Tail, arguments->TailBlocks, k, schedule);
        }

        Secret.WipeInline(schedule, Rounds * sizeof(uint));
    }

    private static void Compress(uint* state, byte* block, nint blocks, uint* roundConstants, uint* schedule)
    {
        for (; blocks > 0; blocks--, block += Block)
        {
            uint a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
            for (var t = 0; t < 16; t++)
                schedule[t] = BigEndian.Read32(block + (4 * t));

            uint* w = schedule, k = roundConstants;
            for (var end = schedule + Rounds - 16; w < end; w += 8, k += 8)
            {
                h += w[0] + k[0]; h += Ch(e, f, g); h += Sum1(e); d += h; h += Maj(a, b, c) + Sum0(a); w[16] = Expand(w + 16);
                g += w[1] + k[1]; g += Ch(d, e, f); g += Sum1(d); c += g; g += Maj(h, a, b) + Sum0(h); w[17] = Expand(w + 17);
                f += w[2] + k[2]; f += Ch(c, d, e); f += Sum1(c); b += f; f += Maj(g, h, a) + Sum0(g); w[18] = Expand(w + 18);
                e += w[3] + k[3]; e += Ch(b, c, d); e += Sum1(b); a += e; e += Maj(f, g, h) + Sum0(f); w[19] = Expand(w + 19);
                d += w[4] + k[4]; d += Ch(a, b, c); d += Sum1(a); h += d; d += Maj(e, f, g) + Sum0(e); w[20] = Expand(w + 20);
                c += w[5] + k[5]; c += Ch(h, a, b); c += Sum1(h); g += c; c += Maj(d, e, f) + Sum0(d); w[21] = Expand(w + 21);
                b += w[6] + k[6]; b += Ch(g, h, a); b += Sum1(g); f += b; b += Maj(c, d, e) + Sum0(c); w[22] = Expand(w + 22);
                a += w[7] + k[7]; a += Ch(f, g, h); a += Sum1(f); e += a; a += Maj(b, c, d) + Sum0(b); w[23] = Expand(w + 23);
            }

            for (var end = schedule + Rounds; w < end; w += 8, k += 8)
            {
                h += w[0] + k[0]; h += Ch(e, f, g); h += Sum1(e); d += h; h += Maj(a, b, c) + Sum0(a);
                g += w[1] + k[1]; g += Ch(d, e, f); g += Sum1(d); c += g; g += Maj(h, a, b) + Sum0(h);
                f += w[2] + k[2]; f += Ch(c, d, e); f += Sum1(c); b += f; f += Maj(g, h, a) + Sum0(g);
                e += w[3] + k[3]; e += Ch(b, c, d); e += Sum1(b); a += e; e += Maj(f, g, h) + Sum0(f);
                d += w[4] + k[4]; d += Ch(a, b, c); d += Sum1(a); h += d; d += Maj(e, f, g) + Sum0(e);
                c += w[5] + k[5]; c += Ch(h, a, b); c += Sum1(h); g += c; c += Maj(d, e, f) + Sum0(d);
                b += w[6] + k[6]; b += Ch(g, h, a); b += Sum1(g); f += b; b += Maj(c, d, e) + Sum0(c);
                a += w[7] + k[7]; a += Ch(f, g, h); a += Sum1(f); e += a; a += Maj(b, c, d) + Sum0(b);
            }

            Add(state, a, b, c, d, e, f, g, h);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Sigma0(uint x) => RotateRight(x, 7) ^ RotateRight(x, 18) ^ (x >> 3);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Sigma1(uint x) => RotateRight(x, 17) ^ RotateRight(x, 19) ^ (x >> 10);

    /// <summary>The schedule's next word, from those before it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Expand(uint* w) => w[-16] + Sigma0(w[-15]) + w[-7] + Sigma1(w[-2]);
}
