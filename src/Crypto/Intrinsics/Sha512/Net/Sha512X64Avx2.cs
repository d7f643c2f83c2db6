// Written by tools/KernelAssembler (Sha2Source). Do not edit: change it there, and run
//     dotnet run --project tools/KernelAssembler
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using static ManagedCrypto.Intrinsics.Sha512Functions;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// SHA-512 and, from another initial value, SHA-384 with AVX2: FIPS 180-4, section 6.4.2, as <see cref="ShaX64Avx2"/> says.
/// Two words of the schedule at a time, sixteen words ahead of the rounds.
/// .NET has no class for the SHA-512 instructions; with one, this file would be for other CPUs only.
/// </summary>
internal sealed unsafe class Sha512X64Avx2 : ShaX64Avx2
{
    private const int Block = 128;
    private const int Rounds = 80;

    public override string Id => "sha512/x64-avx2";

    public override string? WhyNotPreferred() => Cpu.Core == CpuCore.Zen4 && Vector512.IsHardwareAccelerated
        ? "rounds that are spread over general registers and vectors are faster on this CPU" : null;

    public override void Compress(HashArguments* arguments)
    {
        var schedules = stackalloc ulong[2 * Rounds];
        Compress((ulong*)arguments->State, arguments->Source, arguments->SourceBlocks, schedules);
        Compress((ulong*)arguments->State, arguments->Tail, arguments->TailBlocks, schedules);
        Secret.WipeInline(schedules, 2 * Rounds * sizeof(ulong));
        Secret.ForgetRegisters();
    }

    [MethodImpl(Jit.Optimize)]
    private static void Compress(ulong* state, byte* block, nint blocks, ulong* w)
    {
        for (; blocks > 0; blocks -= 2, block += 2 * Block)
        {
            var next = blocks > 1 ? block + Block : block;
            var end = blocks > 1 ? 2 * Rounds : Rounds;
            var x0 = Load64(block, next);
            var x1 = Load64(block + 16, next + 16);
            var x2 = Load64(block + 32, next + 32);
            var x3 = Load64(block + 48, next + 48);
            var x4 = Load64(block + 64, next + 64);
            var x5 = Load64(block + 80, next + 80);
            var x6 = Load64(block + 96, next + 96);
            var x7 = Load64(block + 112, next + 112);
            Store(x0, w, 0);
            Store(x1, w, 2);
            Store(x2, w, 4);
            Store(x3, w, 6);
            Store(x4, w, 8);
            Store(x5, w, 10);
            Store(x6, w, 12);
            Store(x7, w, 14);

            for (nint t = 0; t < end;)
            {
                ulong a = state[0], b = state[1], c = state[2], d = state[3];
                ulong e = state[4], f = state[5], g = state[6], h = state[7];
                for (; t < Rounds - 16; t += 8)
                {
                    x0 = Expand(x0, x1, x4, x5, x7);
                    Store(x0, w, t + 16);
                    h += w[t]; h += Ch(e, f, g); h += Sum1(e); d += h; h += Sum0(a); h += Maj(a, b, c);
                    g += w[t + 1]; g += Ch(d, e, f); g += Sum1(d); c += g; g += Sum0(h); g += Maj(h, a, b);
                    x1 = Expand(x1, x2, x5, x6, x0);
                    Store(x1, w, t + 18);
                    f += w[t + 2]; f += Ch(c, d, e); f += Sum1(c); b += f; f += Sum0(g); f += Maj(g, h, a);
                    e += w[t + 3]; e += Ch(b, c, d); e += Sum1(b); a += e; e += Sum0(f); e += Maj(f, g, h);
                    x2 = Expand(x2, x3, x6, x7, x1);
                    Store(x2, w, t + 20);
                    d += w[t + 4]; d += Ch(a, b, c); d += Sum1(a); h += d; d += Sum0(e); d += Maj(e, f, g);
                    c += w[t + 5]; c += Ch(h, a, b); c += Sum1(h); g += c; c += Sum0(d); c += Maj(d, e, f);
                    x3 = Expand(x3, x4, x7, x0, x2);
                    Store(x3, w, t + 22);
                    b += w[t + 6]; b += Ch(g, h, a); b += Sum1(g); f += b; b += Sum0(c); b += Maj(c, d, e);
                    a += w[t + 7]; a += Ch(f, g, h); a += Sum1(f); e += a; a += Sum0(b); a += Maj(b, c, d);
                    (x0, x1, x2, x3, x4, x5, x6, x7) = (x4, x5, x6, x7, x0, x1, x2, x3);
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
    private static void Store(Vector256<ulong> words, ulong* w, nint t) =>
        Store(words + Broadcast(RoundConstants, t), w + t, w + t + Rounds);

    /// <summary>The next two words of each schedule, from the sixteen before, of which x2, x3 and x6 play no part.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Expand(
        Vector256<ulong> x0, Vector256<ulong> x1, Vector256<ulong> x4, Vector256<ulong> x5, Vector256<ulong> x7) =>
        x0 + Sigma0(Avx2.AlignRight(x1, x0, 8)) + Avx2.AlignRight(x5, x4, 8) + Sigma1(x7);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Sigma0(Vector256<ulong> x) => RotateRight(x, 1) ^ RotateRight(x, 8) ^ (x >>> 7);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Sigma1(Vector256<ulong> x) => RotateRight(x, 19) ^ RotateRight(x, 61) ^ (x >>> 6);
}
