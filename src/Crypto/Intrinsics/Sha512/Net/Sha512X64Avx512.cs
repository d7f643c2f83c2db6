// Written by tools/KernelAssembler (Sha2Source). Do not edit: change it there, and run
//     dotnet run --project tools/KernelAssembler
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using static ManagedCrypto.Intrinsics.Sha512Functions;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// SHA-512 and, from another initial value, SHA-384 with AVX-512: FIPS 180-4, section 6.4.2, as <see cref="ShaX64Avx2"/> says.
/// Two words of the schedule at a time, sixteen words ahead of the rounds.
/// A round's new e is due in the next one, and is made in general registers. Its new a, which is e - d + Maj + Sum0, is due as d
/// four rounds later, and is made in vectors from a copy of e: these have every function of three operands as one instruction.
/// </summary>
internal sealed unsafe class Sha512X64Avx512 : ShaX64Avx2
{
    private const int Block = 128;
    private const int Rounds = 80;

    public override string Id => "sha512/x64-avx512vl";

    public override CpuFeatures Requires => CpuFeatures.Avx512;

    public override string? WhyUnavailable() =>
        base.WhyUnavailable() ?? (Vector512.IsHardwareAccelerated ? null : "the runtime does not grant AVX-512");

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
                var aVector = Vector128.CreateScalarUnsafe(a);
                var bVector = Vector128.CreateScalarUnsafe(b);
                var cVector = Vector128.CreateScalarUnsafe(c);
                var dVector = Vector128.CreateScalarUnsafe(d);
                for (; t < Rounds - 16; t += 8)
                {
                    x0 = Expand(x0, x1, x4, x5, x7);
                    Store(x0, w, t + 16);
                    h += w[t]; h += Ch(e, f, g); d += h; d += Sum1(e); dVector = Vector128.CreateScalarUnsafe(d) - dVector + Maj(aVector, bVector, cVector) + Sum0(aVector); h = dVector.ToScalar();
                    g += w[t + 1]; g += Ch(d, e, f); c += g; c += Sum1(d); cVector = Vector128.CreateScalarUnsafe(c) - cVector + Maj(dVector, aVector, bVector) + Sum0(dVector); g = cVector.ToScalar();
                    x1 = Expand(x1, x2, x5, x6, x0);
                    Store(x1, w, t + 18);
                    f += w[t + 2]; f += Ch(c, d, e); b += f; b += Sum1(c); bVector = Vector128.CreateScalarUnsafe(b) - bVector + Maj(cVector, dVector, aVector) + Sum0(cVector); f = bVector.ToScalar();
                    e += w[t + 3]; e += Ch(b, c, d); a += e; a += Sum1(b); aVector = Vector128.CreateScalarUnsafe(a) - aVector + Maj(bVector, cVector, dVector) + Sum0(bVector); e = aVector.ToScalar();
                    x2 = Expand(x2, x3, x6, x7, x1);
                    Store(x2, w, t + 20);
                    d += w[t + 4]; d += Ch(a, b, c); h += d; h += Sum1(a); dVector = Vector128.CreateScalarUnsafe(h) - dVector + Maj(aVector, bVector, cVector) + Sum0(aVector); d = dVector.ToScalar();
                    c += w[t + 5]; c += Ch(h, a, b); g += c; g += Sum1(h); cVector = Vector128.CreateScalarUnsafe(g) - cVector + Maj(dVector, aVector, bVector) + Sum0(dVector); c = cVector.ToScalar();
                    x3 = Expand(x3, x4, x7, x0, x2);
                    Store(x3, w, t + 22);
                    b += w[t + 6]; b += Ch(g, h, a); f += b; f += Sum1(g); bVector = Vector128.CreateScalarUnsafe(f) - bVector + Maj(cVector, dVector, aVector) + Sum0(cVector); b = bVector.ToScalar();
                    a += w[t + 7]; a += Ch(f, g, h); e += a; e += Sum1(f); aVector = Vector128.CreateScalarUnsafe(e) - aVector + Maj(bVector, cVector, dVector) + Sum0(bVector); a = aVector.ToScalar();
                    (x0, x1, x2, x3, x4, x5, x6, x7) = (x4, x5, x6, x7, x0, x1, x2, x3);
                }

                do
                {
                    h += w[t]; h += Ch(e, f, g); d += h; d += Sum1(e); dVector = Vector128.CreateScalarUnsafe(d) - dVector + Maj(aVector, bVector, cVector) + Sum0(aVector); h = dVector.ToScalar();
                    g += w[t + 1]; g += Ch(d, e, f); c += g; c += Sum1(d); cVector = Vector128.CreateScalarUnsafe(c) - cVector + Maj(dVector, aVector, bVector) + Sum0(dVector); g = cVector.ToScalar();
                    f += w[t + 2]; f += Ch(c, d, e); b += f; b += Sum1(c); bVector = Vector128.CreateScalarUnsafe(b) - bVector + Maj(cVector, dVector, aVector) + Sum0(cVector); f = bVector.ToScalar();
                    e += w[t + 3]; e += Ch(b, c, d); a += e; a += Sum1(b); aVector = Vector128.CreateScalarUnsafe(a) - aVector + Maj(bVector, cVector, dVector) + Sum0(bVector); e = aVector.ToScalar();
                    d += w[t + 4]; d += Ch(a, b, c); h += d; h += Sum1(a); dVector = Vector128.CreateScalarUnsafe(h) - dVector + Maj(aVector, bVector, cVector) + Sum0(aVector); d = dVector.ToScalar();
                    c += w[t + 5]; c += Ch(h, a, b); g += c; g += Sum1(h); cVector = Vector128.CreateScalarUnsafe(g) - cVector + Maj(dVector, aVector, bVector) + Sum0(dVector); c = cVector.ToScalar();
                    b += w[t + 6]; b += Ch(g, h, a); f += b; f += Sum1(g); bVector = Vector128.CreateScalarUnsafe(f) - bVector + Maj(cVector, dVector, aVector) + Sum0(cVector); b = bVector.ToScalar();
                    a += w[t + 7]; a += Ch(f, g, h); e += a; e += Sum1(f); aVector = Vector128.CreateScalarUnsafe(e) - aVector + Maj(bVector, cVector, dVector) + Sum0(bVector); a = aVector.ToScalar();
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

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Maj(Vector128<ulong> x, Vector128<ulong> y, Vector128<ulong> z) =>
        Avx512F.VL.TernaryLogic(x, y, z, 0xE8);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Sum0(Vector128<ulong> x) => Avx512F.VL.TernaryLogic(
        Avx512F.VL.RotateRight(x, 28), Avx512F.VL.RotateRight(x, 34), Avx512F.VL.RotateRight(x, 39), 0x96);
}
