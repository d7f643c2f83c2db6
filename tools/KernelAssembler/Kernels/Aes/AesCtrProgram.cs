using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// CTR (SP 800-38A, section 6.5; the incrementing function of appendix B.1 on all 128 bits): <c>C_i = P_i xor cipher(T + i)</c>.
/// <para>
/// The counter T stands in every lane with its bytes reversed, so that its halves are integers: low half L, high half H.
/// Block i has the low half L + i, and its high half is H + 1 just if L + i reaches 2^64, which is if L &gt; 2^64 - 1 - i.
/// There is no comparison of unsigned numbers below AVX-512; less 2^63 on both sides, it is a signed one:
/// L - 2^63 &gt; 2^63 - 1 - i. Each lane has that limit in the place of its high half, and in the place of its low half one that
/// nothing exceeds.
/// </para>
/// <para>
/// A batch has N blocks, N a power of two, and would need all this for each vector. Instead, it keeps b = T mod N, which no batch
/// changes, apart from A = T - b, which has no bits below N. With A' = A + N, T + i is A + (b + i) if b + i is less than N, and
/// A' + (b + i - N) otherwise; sums of no common bits, which are XORs. So T + i = A xor (S_i and D), where D is A xor A' with all
/// bits below N set, and the mask S_i has (b + i) mod N there, and above it ones just if b + i is not less than N: the number
/// b + i in the first case and b + i - 2N in the other. XOR and AND work on reversed bytes as well, and with A xor K_0 in place
/// of A; the masks are made once for a call.
/// </para>
/// The counter may be secret: carries are added and not branched upon.
/// </summary>
internal sealed class AesCtrProgram(AesWidth width) : AesCounterProgram("TransformCtr", width)
{
    /// <summary>The counter's low half less 2^63, in both halves of every lane.</summary>
    private const int SignedLow = FirstOfMode + 1;

    private const int Reversal = FirstOfMode + 2;

    /// <summary>What 512 bits leave: registers for all masks but the first.</summary>
    private static readonly int[] s_maskRegisters = [0, 26, 27, 28, 29, 30, 31];

    /// <summary>Masks whose registers a long message has for round keys.</summary>
    private const int MasksOfKeys = 5;

    /// <summary>The masks that lie in memory, the first ones.</summary>
    private AssemblerMemoryOperand[] _masks = [];

    protected override void LoadMode(Vectors vectors)
    {
        Asm.mov(IV, Argument("IV"));
        var reversal = Enumerable.Range(1, BlockBytes).Select(i => (byte)(BlockBytes - i));
        vectors.Broadcast(Reversal, Constant([.. reversal], BlockBytes));

        // By halves: callers that count have just written it so, and a load across two stores waits for both to reach the cache.
        vectors.BroadcastHalves(Counter, __[IV], __[IV + 8], Temporary);
        vectors.ShuffleBytes(Counter, Counter, Reversal);
        SplitCounter(vectors);
    }

    /// <summary>Makes the masks S, and the counter A.</summary>
    protected override void EnterBatches(Vectors vectors, IReadOnlyList<int> states)
    {
        var blocks = states.Count * vectors.Lanes;
        var (low, inAllBytes, inBlocks, over, other) = (states[0], states[1], states[2], states[3], states[4]);
        vectors.And(low, Counter, Words(vectors, _ => (blocks - 1, 0)));
        vectors.Xor(Counter, Counter, low);
        SplitCounter(vectors);
        vectors.ShuffleBytes(inBlocks, low, Reversal);
        vectors.Xor(other, other, other);
        vectors.ShuffleBytes(inAllBytes, low, other);
        vectors.Load(over, Bytes(vectors, _ => (byte)(-2 * blocks), _ => byte.MaxValue));
        var registers = MaskRegisters(vectors);
        _masks = [.. states.Skip(registers.Length).Select(_ => Claim(vectors.Bytes))];
        for (var i = 0; i < states.Count; i++)
        {
            int Number(int lane) => (i * vectors.Lanes) + lane;
            byte Limit(int lane) => (byte)(blocks - 1 - Number(lane));
            var kept = i - _masks.Length;
            var mask = kept < 0 ? other : registers[kept];
            vectors.Add8(mask, inBlocks, Bytes(vectors, lane => (byte)Number(lane), _ => 0));
            vectors.AddBytesWhereGreater(mask, inAllBytes, Bytes(vectors, Limit, Limit), over, Temporary);
            if (kept < 0)
                vectors.Store(_masks[i], mask);
        }

        vectors.Broadcast(First(states), Rounds.Key(0));
        vectors.ShuffleBytes(Temporary, Counter, Reversal);
        vectors.Xor(First(states), First(states), Temporary);
        PrepareChange(vectors, states);
    }

    /// <summary>Those of five masks among them.</summary>
    protected override int[] KeyRegisters(Vectors vectors) =>
        vectors.Bits == 512 ? [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, .. s_maskRegisters.Take(MasksOfKeys)] : [];

    protected override int LongMessageBatches => 8;

    protected override void EnterLongMessage(Vectors vectors)
    {
        var registers = s_maskRegisters.Take(MasksOfKeys).ToArray();
        AssemblerMemoryOperand[] homes = [.. registers.Select(_ => Claim(vectors.Bytes))];
        foreach (var (home, register) in homes.Zip(registers))
            vectors.Store(home, register);
        _masks = [.. _masks, .. homes];
    }

    protected override void LeaveLongMessage(Vectors vectors) => Wipe(vectors, _masks.Skip(1));

    protected override IEnumerable<int> BatchRegisters(IReadOnlyList<int> states) => [First(states), Change(states)];

    /// <summary>The next A is A xor D, but for the bits below N.</summary>
    protected override void PrepareNextBatch(Vectors vectors, IReadOnlyList<int> states, int round)
    {
        if (round != 2)
            return;
        var blocks = states.Count * vectors.Lanes;
        vectors.AndNotXor(First(states), Change(states), LowBits(vectors, blocks), Temporary);
        PrepareChange(vectors, states);
    }

    protected override void Input(Vectors vectors, IReadOnlyList<int> states, int[] keys)
    {
        if (states.Count > 1)
        {
            for (var i = 0; i < states.Count; i++)
            {
                if (i < _masks.Length)
                    vectors.Load(states[i], _masks[i]);
                else
                    vectors.Copy(states[i], s_maskRegisters[i - 1]);
                vectors.AndXor(states[i], Change(states), First(states));
            }

            return;
        }

        AddToCounter(vectors, states[0], lane => lane);
        vectors.ShuffleBytes(states[0], states[0], Reversal);
        vectors.Xor(states[0], states[0], FirstKey(vectors, keys));
        Count(vectors, vectors.Lanes);
    }

    /// <summary>Makes the counter again, of A and the low bits: the lowest lane's mask is nothing else.</summary>
    protected override void LeaveBatches(Vectors vectors, IReadOnlyList<int> states)
    {
        vectors.Broadcast(Counter, Rounds.Key(0));
        vectors.Xor(Counter, Counter, First(states));
        vectors.Broadcast(Temporary, _masks[0]);
        vectors.Xor(Counter, Counter, Temporary);
        vectors.ShuffleBytes(Counter, Counter, Reversal);
        SplitCounter(vectors);
        Wipe(vectors, _masks);
    }

    protected override void FinishCounter(Vectors block)
    {
        block.ShuffleBytes(Counter, Counter, Reversal);
        block.Store(__[IV], Counter);
        if (Requires.HasFlag(CpuFeatures.Avx512))
            Asm.kxorw(k1, k1, k1);
    }

    /// <summary>A xor K_0 of the next batch.</summary>
    private static int First(IReadOnlyList<int> states) => states[^1] + 1;

    /// <summary>D of the next batch.</summary>
    private static int Change(IReadOnlyList<int> states) => states[^1] + 2;

    private static int[] MaskRegisters(Vectors vectors) => vectors.Bits == 512 ? s_maskRegisters : [];

    private static void Wipe(Vectors vectors, IEnumerable<AssemblerMemoryOperand> masks)
    {
        vectors.Xor(Temporary, Temporary, Temporary);
        foreach (var mask in masks)
            vectors.Store(mask, Temporary);
    }

    /// <summary>Counts, and makes D.</summary>
    private void PrepareChange(Vectors vectors, IReadOnlyList<int> states)
    {
        var (blocks, change) = (states.Count * vectors.Lanes, Change(states));
        vectors.Copy(change, Counter);
        Count(vectors, blocks);
        vectors.XorOr(change, Counter, Words(vectors, _ => (blocks - 1, 0)));
        vectors.ShuffleBytes(change, change, Reversal);
    }

    private void Count(Vectors vectors, int blocks)
    {
        AddToCounter(vectors, Counter, _ => blocks);
        SplitCounter(vectors);
    }

    private void SplitCounter(Vectors vectors)
    {
        vectors.LowHalves(SignedLow, Counter);
        vectors.Xor(SignedLow, SignedLow, Words(vectors, _ => (long.MinValue, long.MinValue)));
    }

    /// <summary>The counter plus a number for each lane, carries and all.</summary>
    private void AddToCounter(Vectors vectors, int to, Func<int, int> number)
    {
        vectors.Add64(to, Counter, Words(vectors, lane => (number(lane), 0)));
        vectors.AddWhereGreater(
            to,
            SignedLow,
            Words(vectors, lane => (long.MaxValue, long.MaxValue - number(lane))),
            Words(vectors, _ => (0, 1)),
            Temporary);
    }

    /// <summary>The bits below a power of two, as they are in a block that is big-endian.</summary>
    private AssemblerMemoryOperand LowBits(Vectors vectors, int powerOfTwo) =>
        Words(vectors, _ => (0, (long)(powerOfTwo - 1) << 56));

    /// <summary>A byte for the last of every block, the lowest as it is big-endian, and one for all others.</summary>
    private AssemblerMemoryOperand Bytes(Vectors vectors, Func<int, byte> last, Func<int, byte> others) => Constant(
        [
            .. from i in Enumerable.Range(0, vectors.Bytes)
            let lane = i / BlockBytes
            select i % BlockBytes == BlockBytes - 1 ? last(lane) : others(lane),
        ],
        vectors.Bytes);

    private AssemblerMemoryOperand Words(Vectors vectors, Func<int, (long Low, long High)> ofLane)
    {
        var bytes = new byte[vectors.Bytes];
        for (var lane = 0; lane < vectors.Lanes; lane++)
        {
            BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(lane * BlockBytes), ofLane(lane).Low);
            BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan((lane * BlockBytes) + 8), ofLane(lane).High);
        }

        return Constant(bytes, vectors.Bytes);
    }
}
