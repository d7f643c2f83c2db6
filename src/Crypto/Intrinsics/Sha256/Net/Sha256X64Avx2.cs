// Written by tools/KernelAssembler (Sha2Source). Do not edit: change it there, and run
//     dotnet run --project tools/KernelAssembler
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using static ManagedCrypto.Intrinsics.Sha256Functions;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// SHA-256 with AVX2: FIPS 180-4, section 6.2.2, as <see cref="ShaX64Avx2"/> says.
/// Four words of the schedule at a time, sixteen words ahead of the rounds (Gulley, Gopal, Yap, Feghali, Guilford and
/// Wolrich, "Fast SHA-256 Implementations on Intel Architecture Processors", 2012).
/// .NET has no class for SHA-NI; with one, this file would be for other CPUs only.
/// </summary>
internal sealed unsafe class Sha256X64Avx2 : ShaX64Avx2
{
    private const int Block = 64;
    private const int Rounds = 64;

    public override string Id => "sha256/x64-avx2";

    public override void Compress(HashArguments* arguments)
    {
        var schedules = stackalloc uint[2 * Rounds];
        Compress((uint*)arguments->State, arguments->Source, arguments->SourceBlocks, schedules);
        Compress((uint*)arguments->State, arguments->Tail, arguments->TailBlocks, schedules);
        Secret.WipeInline(schedules, 2 * Rounds * sizeof(uint));
        Secret.ForgetRegisters();
    }

    [MethodImpl(Jit.Optimize)]
    private static void Compress(uint* state, byte* block, nint blocks, uint* w)
    {
        for (; blocks > 0; blocks -= 2, block += 2 * Block)
        {
            var next = blocks > 1 ? block + Block : block;
            var end = blocks > 1 ? 2 * Rounds : Rounds;
            var x0 = Load32(block, next);
            var x1 = Load32(block + 16, next + 16);
            var x2 = Load32(block + 32, next + 32);
            var x3 = Load32(block + 48, next + 48);
            Store(x0, w, 0);
            Store(x1, w, 4);
            Store(x2, w, 8);
            Store(x3, w, 12);

            for (nint t = 0; t < end;)
            {
                uint a = state[0], b = state[1], c = state[2], d = state[3];
                uint e = state[4], f = state[5], g = state[6], h = state[7];
                for (; t < Rounds - 16; t += 8)
                {
                    x0 = Expand(x0, x1, x2, x3);
                    Store(x0, w, t + 16);
                    h += w[t]; h += Ch(e, f, g); h += Sum1(e); d += h; h += Sum0(a); h += Maj(a, b, c);
                    g += w[t + 1]; g += Ch(d, e, f); g += Sum1(d); c += g; g += Sum0(h); g += Maj(h, a, b);
                    f += w[t + 2]; f += Ch(c, d, e); f += Sum1(c); b += f; f += Sum0(g); f += Maj(g, h, a);
                    e += w[t + 3]; e += Ch(b, c, d); e += Sum1(b); a += e; e += Sum0(f); e += Maj(f, g, h);
                    x1 = Expand(x1, x2, x3, x0);
                    Store(x1, w, t + 20);
                    d += w[t + 4]; d += Ch(a, b, c); d += Sum1(a); h += d; d += Sum0(e); d += Maj(e, f, g);
                    c += w[t + 5]; c += Ch(h, a, b); c += Sum1(h); g += c; c += Sum0(d); c += Maj(d, e, f);
                    b += w[t + 6]; b += Ch(g, h, a); b += Sum1(g); f += b; b += Sum0(c); b += Maj(c, d, e);
                    a += w[t + 7]; a += Ch(f, g, h); a += Sum1(f); e += a; a += Sum0(b); a += Maj(b, c, d);
                    (x0, x1, x2, x3) = (x2, x3, x0, x1);
                }

                do
                {
                    h += w[t]; h += Ch(e, f, g); h += Sum1(e); d += h; h += Sum0(a); h += Maj(a, b, c);
                    g += w[t + 1]; g += Ch(d, e, f); g += Sum1(d); c += g; g += Sum0(h); g += Maj(h, a, b);
                    f += w[t + 2]; f += Ch(c, d, e); f += Sum1(c); b += f; f += Sum0(g); f += Maj(g, h, a);
                    e += w[t + 3]; e += Ch(b, c, d); e += Sum1(b); a += e; e += Sum0(f); e += Maj(f, g, h);
                    d += w[t + 4]; d += Ch(a, b, c); d += Sum1(a); h += d; d += Sum0(e); d += Maj(e, f, g);
                    c += w[t + 5]; c += Ch(h, a, b); c += Sum1(h); g += c; c += Sum0(d); c += Maj(d, e, f);
                    b += w[t + 6]; b += Ch(g, h, a); b += Sum1(g); f += b; b += Sum0(c); b += Maj(c, d, e);
                    a += w[t + 7]; a += Ch(f, g, h); a += Sum1(f); e += a; a += Sum0(b); a += Maj(b, c, d);
                    t += 8;
                }
                while (t % Rounds != 0);

                Add(state, a, b, c, d, e, f, g, h);
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(Vector256<uint> words, uint* w, nint t) =>
        Store(words + Broadcast(RoundConstants, t), w + t, w + t + Rounds);

    /// <summary>The next four words of each schedule, from the sixteen before. The last two depend on the first two.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<uint> Expand(Vector256<uint> x0, Vector256<uint> x1, Vector256<uint> x2, Vector256<uint> x3)
    {
        var words = x0 + Sigma0(Avx2.AlignRight(x1, x0, 4)) + Avx2.AlignRight(x3, x2, 4);
        words += Avx2.ShiftRightLogical128BitLane(Sigma1(x3), 8);
        return words + Avx2.ShiftLeftLogical128BitLane(Sigma1(words), 8);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<uint> Sigma0(Vector256<uint> x) => RotateRight(x, 7) ^ RotateRight(x, 18) ^ (x >>> 3);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<uint> Sigma1(Vector256<uint> x) => RotateRight(x, 17) ^ RotateRight(x, 19) ^ (x >>> 10);
}
