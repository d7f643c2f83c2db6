using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using static ManagedCrypto.Intrinsics.Sha1Functions;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// SHA-1 with AVX2: FIPS 180-4, section 6.1.2, as <see cref="ShaX64Avx2"/> says. Four words of the schedule at a time
/// (Locktyukhin, "Improving the Performance of the Secure Hash Algorithm (SHA-1)", 2010), twenty words ahead of the rounds.
/// A System.Runtime.Intrinsics class for SHA-NI would leave this file to CPUs without it.
/// </summary>
internal sealed unsafe class Sha1X64Avx2 : ShaX64Avx2
{
    private const int Block = 64;
    private const int Rounds = 80;

    public override string Id => "sha1/x64-avx2";

    public override void Compress(HashArguments* arguments)
    {
        var schedules = stackalloc uint[2 * Rounds];
        Compress((uint*)arguments->State, arguments->Source, arguments->SourceBlocks, schedules);
        Compress((uint*)arguments->State, arguments->Tail, arguments->TailBlocks, schedules);
        Secret.WipeInline(schedules, 2 * Rounds * sizeof(uint));
        Secret.ForgetRegisters();
    }

    [MethodImpl(Jit.Optimize)]
    private static void Compress(uint* state, byte* block, nint blocks, uint* schedules)
    {
        for (; blocks > 0; blocks -= 2, block += 2 * Block)
        {
            var next = blocks > 1 ? block + Block : block;
            var end = schedules + (blocks > 1 ? 2 * Rounds : Rounds);
            var x0 = Load32(block, next);
            var x1 = Load32(block + 16, next + 16);
            var x2 = Load32(block + 32, next + 32);
            var x3 = Load32(block + 48, next + 48);
            var x4 = Expand(x0, x1, x2, x3);
            Store(x0, x1, x2, x3, x4, K0, schedules);

            for (var w = schedules; w < end;)
            {
                uint a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
                if (w < schedules + Rounds)
                    Expand(ref x0, ref x1, ref x2, ref x3, ref x4, K1, w + 20);
                for (var twenty = w + 20; w < twenty; w += 5)
                {
                    e += w[0]; e += Ch(b, c, d); e += RotateLeft(a, 5); b = RotateLeft(b, 30);
                    d += w[1]; d += Ch(a, b, c); d += RotateLeft(e, 5); a = RotateLeft(a, 30);
                    c += w[2]; c += Ch(e, a, b); c += RotateLeft(d, 5); e = RotateLeft(e, 30);
                    b += w[3]; b += Ch(d, e, a); b += RotateLeft(c, 5); d = RotateLeft(d, 30);
                    a += w[4]; a += Ch(c, d, e); a += RotateLeft(b, 5); c = RotateLeft(c, 30);
                }

                if (w < schedules + Rounds)
                    Expand(ref x0, ref x1, ref x2, ref x3, ref x4, K2, w + 20);
                for (var twenty = w + 20; w < twenty; w += 5)
                {
                    e += w[0]; e += Parity(b, c, d); e += RotateLeft(a, 5); b = RotateLeft(b, 30);
                    d += w[1]; d += Parity(a, b, c); d += RotateLeft(e, 5); a = RotateLeft(a, 30);
                    c += w[2]; c += Parity(e, a, b); c += RotateLeft(d, 5); e = RotateLeft(e, 30);
                    b += w[3]; b += Parity(d, e, a); b += RotateLeft(c, 5); d = RotateLeft(d, 30);
                    a += w[4]; a += Parity(c, d, e); a += RotateLeft(b, 5); c = RotateLeft(c, 30);
                }

                if (w < schedules + Rounds)
                    Expand(ref x0, ref x1, ref x2, ref x3, ref x4, K3, w + 20);
                for (var twenty = w + 20; w < twenty; w += 5)
                {
                    e += w[0]; e += Maj(b, c, d); e += RotateLeft(a, 5); b = RotateLeft(b, 30);
                    d += w[1]; d += Maj(a, b, c); d += RotateLeft(e, 5); a = RotateLeft(a, 30);
                    c += w[2]; c += Maj(e, a, b); c += RotateLeft(d, 5); e = RotateLeft(e, 30);
                    b += w[3]; b += Maj(d, e, a); b += RotateLeft(c, 5); d = RotateLeft(d, 30);
                    a += w[4]; a += Maj(c, d, e); a += RotateLeft(b, 5); c = RotateLeft(c, 30);
                }

                for (var twenty = w + 20; w < twenty; w += 5)
                {
                    e += w[0]; e += Parity(b, c, d); e += RotateLeft(a, 5); b = RotateLeft(b, 30);
                    d += w[1]; d += Parity(a, b, c); d += RotateLeft(e, 5); a = RotateLeft(a, 30);
                    c += w[2]; c += Parity(e, a, b); c += RotateLeft(d, 5); e = RotateLeft(e, 30);
                    b += w[3]; b += Parity(d, e, a); b += RotateLeft(c, 5); d = RotateLeft(d, 30);
                    a += w[4]; a += Parity(c, d, e); a += RotateLeft(b, 5); c = RotateLeft(c, 30);
                }

                state[0] += a;
                state[1] += b;
                state[2] += c;
                state[3] += d;
                state[4] += e;
            }
        }
    }

    /// <summary>The next twenty words of each schedule, from the twenty before, stored at <paramref name="w"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Expand(
        ref Vector256<uint> x0, ref Vector256<uint> x1, ref Vector256<uint> x2, ref Vector256<uint> x3, ref Vector256<uint> x4,
        uint constant, uint* w)
    {
        x0 = Expand(x1, x2, x3, x4);
        x1 = Expand(x2, x3, x4, x0);
        x2 = Expand(x3, x4, x0, x1);
        x3 = Expand(x4, x0, x1, x2);
        x4 = Expand(x0, x1, x2, x3);
        Store(x0, x1, x2, x3, x4, constant, w);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(
        Vector256<uint> x0, Vector256<uint> x1, Vector256<uint> x2, Vector256<uint> x3, Vector256<uint> x4,
        uint constant, uint* w)
    {
        var k = Vector256.Create(constant);
        Store(x0 + k, w, w + Rounds);
        Store(x1 + k, w + 4, w + 4 + Rounds);
        Store(x2 + k, w + 8, w + 8 + Rounds);
        Store(x3 + k, w + 12, w + 12 + Rounds);
        Store(x4 + k, w + 16, w + 16 + Rounds);
    }

    /// <summary>The next four words of each schedule, from the sixteen before. The fourth depends on the first.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<uint> Expand(Vector256<uint> x0, Vector256<uint> x1, Vector256<uint> x2, Vector256<uint> x3)
    {
        var words = RotateLeftByOne(x0 ^ Avx2.AlignRight(x1, x0, 8) ^ x2 ^ Avx2.ShiftRightLogical128BitLane(x3, 4));
        return words ^ RotateLeftByOne(Avx2.ShiftLeftLogical128BitLane(words, 12));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<uint> RotateLeftByOne(Vector256<uint> x) => RotateRight(x, 31);
}
