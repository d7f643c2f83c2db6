using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// CTR (SP 800-38A, section 6.5; the incrementing function of appendix B.1 on all 128 bits): <c>C_i = P_i + cipher(T + i)</c>.
/// <para>
/// The counter T stands in every lane with its bytes reversed, so that its halves are integers: low half L, high half H.
/// Block i has the low half L + i, and its high half is H + 1 just if L + i reaches 2^64, which is if L &gt; 2^64 - 1 - i.
/// There is no comparison of unsigned numbers below AVX-512; less 2^63 on both sides, it is a signed one:
/// L - 2^63 &gt; 2^63 - 1 - i. Each lane has that limit in the place of its high half, and in the place of its low half one that
/// nothing exceeds.
/// </para>
/// The counter may be secret: carries are added and not branched upon. A last block that is no whole one is added in pieces of
/// 8, 4, 2 and 1 bytes, as the length's bits tell.
/// </summary>
internal sealed class AesCtr(AesWidth width) : AesParallelProgram("TransformCtr", width)
{
    private const int Counter = FirstOfMode;

    /// <summary>The counter's low half less 2^63, in both halves of every lane.</summary>
    private const int SignedLow = FirstOfMode + 1;

    private const int Reversal = FirstOfMode + 2;

    private static readonly AssemblerRegister64 s_register = r11;
    private static readonly AssemblerRegister64 s_keystream = rax;
    private static readonly AssemblerRegister64 s_keystreamHigh = rdx;
    private static readonly AssemblerRegister64 s_piece = rcx;

    protected override void LoadMode(Vectors vectors)
    {
        Asm.mov(s_register, Argument("Register"));
        var reversal = Enumerable.Range(1, BlockBytes).Select(i => (byte)(BlockBytes - i));
        vectors.Broadcast(Reversal, Constant([.. reversal], BlockBytes));
        vectors.Broadcast(Counter, __[s_register]);
        vectors.ShuffleBytes(Counter, Counter, Reversal);
        SplitCounter(vectors);
    }

    protected override void Input(Vectors vectors, IReadOnlyList<int> states)
    {
        for (var i = 0; i < states.Count; i++)
        {
            AddToCounter(vectors, states[i], lane => (i * vectors.Lanes) + lane);
            vectors.ShuffleBytes(states[i], states[i], Reversal);
            vectors.Xor(states[i], states[i], Key);
        }
    }

    protected override void Output(Vectors vectors, IReadOnlyList<int> states)
    {
        AddSource(vectors, states);
        Count(vectors, states.Count * vectors.Lanes);
    }

    protected override void Finish(Vectors block)
    {
        var done = Asm.CreateLabel();
        Asm.test(Left, Left);
        Asm.jz(done);
        Cipher(block, 0);
        Count(block, 1);
        Asm.vmovq(s_keystream, xmm0);
        Asm.vpextrq(s_keystreamHigh, xmm0, 1);
        AddPiece(8, () => Asm.mov(rcx, __[Source]), () => Asm.mov(__[Destination], rcx));
        AddPiece(4, () => Asm.mov(ecx, __[Source]), () => Asm.mov(__[Destination], ecx));
        AddPiece(2, () => Asm.movzx(ecx, __word_ptr[Source]), () => Asm.mov(__[Destination], cx));
        AddPiece(1, () => Asm.movzx(ecx, __byte_ptr[Source]), () => Asm.mov(__[Destination], cl));
        Asm.Label(ref done);
        block.ShuffleBytes(Counter, Counter, Reversal);
        block.Store(__[s_register], Counter);
    }

    private void AddPiece(int bytes, Action load, Action store)
    {
        var skip = Asm.CreateLabel();
        Asm.test(r10b, (sbyte)bytes);
        Asm.jz(skip);
        load();
        Asm.xor(s_piece, s_keystream);
        store();
        Asm.add(Source, bytes);
        Asm.add(Destination, bytes);
        if (bytes == 8)
            Asm.mov(s_keystream, s_keystreamHigh);
        else
            Asm.shr(s_keystream, (byte)(8 * bytes));
        Asm.Label(ref skip);
        Asm.zero_bytes();
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
        vectors.IncrementWhereGreater(
            to, SignedLow, Words(vectors, lane => (long.MaxValue, long.MaxValue - number(lane))),
            Words(vectors, _ => (1, 1)), Temporary);
    }

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
