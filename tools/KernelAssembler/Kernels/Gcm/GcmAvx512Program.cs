using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// AES-GCM (SP 800-38D, sections 7.1 and 7.2) on vectors of four blocks. Blocks that no message fills are cut off by masks, so
/// that nothing outside the buffers is touched.
/// <para>
/// One reduction (step Sum of docs/kernels.md) serves all blocks of a short message; in a long one, 32 blocks at a time, and what
/// remains with the lengths. The hash lies between the rounds of the cipher: that of the batch before when sealing, of the same
/// vectors when opening.
/// </para>
/// Constant-time: branches and addresses depend on lengths and on the number of rounds alone.
/// </summary>
internal sealed class GcmAvx512Program(bool opening) : GhashAvx512Steps(
    opening ? "OpenVaes512" : "SealVaes512",
    CpuFeatures.Avx | CpuFeatures.Avx2 | CpuFeatures.Bmi2 | CpuFeatures.Avx512
        | CpuFeatures.Vaes | CpuFeatures.Vpclmulqdq,
    Layouts.Gcm,
    GcmLayout.KeyPowersEnd)
{
    /// <summary>What a short message has at most: it needs few powers, and one vector of counters.</summary>
    private const int ShortText = GcmLayout.ShortMessageBytes, ShortAssociatedData = 4 * Block;

    // Registers that the hash leaves. Text is where it needs one for a moment.
    private const int FirstState = 16;
    private const int Text = SecondScratch, LastKey = 1, LastVector = 3, EncryptedJ0 = 4, Key = 29, Counter = 31;

    private static readonly int[] s_states = [.. Enumerable.Range(FirstState, BatchVectors)];

    private Label _hashed;

    private AesRounds Rounds => new(this, rdx);

    protected override void Body()
    {
        var longer = Asm.CreateLabel();
        Asm.PreferVex = false;
        Asm.mov(rdx, Argument("Key"));
        Asm.mov(r10, Argument("Length"));
        Asm.mov(r11, Argument("AssociatedDataLength"));
        V.Broadcast(Reversal, Products.Reversal);
        Asm.vpbroadcastq(zmm31, Argument("J0"));
        Asm.vpbroadcastq(zmm16, Argument("J0", 8));
        Asm.vpunpcklqdq(zmm31, zmm31, zmm16);
        V.ShuffleBytes(Counter, Counter, Reversal);

        Asm.cmp(__qword_ptr[Argument("Part")], 0);
        Asm.jne(longer);
        Asm.cmp(r10, ShortText);
        Asm.ja(longer);
        Asm.cmp(r11, ShortAssociatedData);
        Asm.ja(longer);
        Short();
        Return();

        Asm.Label(ref longer);
        Long();
    }

    /// <summary>At most three blocks of text, encrypted in one vector with J0.</summary>
    private void Short()
    {
        var (noText, noData, nothingToWrite) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        const int State = FirstState, TextPowers = 17, Lengths = 18;

        V.Add32(State, Counter, Counters(1, 2, 3, 0));
        V.ShuffleBytes(State, State, Reversal);

        // Minus the bytes of all blocks of text.
        Asm.lea(r9, __[r10 + (Block - 1)]);
        Asm.and(r9, -Block);
        Asm.neg(r9);
        V.Load(TextPowers, FewPowersFrom(1, r9));
        HashLengths(Lengths, __[rdx + (GcmLayout.KeyPowersEnd - Block)]);

        Asm.test(r11, r11);
        Asm.jz(noData);
        Asm.mov(r8, Argument("AssociatedData"));
        LoadMasked(Data, __[r8], r11);
        Asm.add(r11, Block - 1);
        Asm.and(r11, -Block);
        Asm.sub(r9, r11);
        V.Load(Power, FewPowersFrom(1, r9));
        V.ShuffleBytes(Data, Data, Reversal);
        Products.Multiply(Sum, Data, Power);
        Asm.Label(ref noData);

        V.Clear(Text);
        Asm.kxorq(k1, k1, k1);
        Asm.test(r10, r10);
        Asm.jz(noText);
        Asm.mov(r8, Argument("Source"));
        LoadMasked(Text, __[r8], r10);
        Asm.Label(ref noText);

        Asm.mov(eax, Argument("Rounds"));
        Asm.shl(eax, 4);
        V.Broadcast(LastKey, __[rdx + rax]);
        Cipher([State]);
        V.Xor(LastKey, LastKey, Text);
        V.AesLastRound(State, LastKey);
        Asm.test(r10, r10);
        Asm.jz(nothingToWrite);
        Asm.mov(r9, Argument("Destination"));
        Asm.vmovdqu8(__[r9].k1, Vectors.Z(State));
        Asm.Label(ref nothingToWrite);

        Asm.vmovdqu8(Vectors.Z(Data).k1.z, Vectors.Z(opening ? Text : State));
        V.ShuffleBytes(Data, Data, Reversal);
        Products.Multiply(Sum, Data, TextPowers);
        Asm.vextracti32x4(Vectors.X(EncryptedJ0), Vectors.Z(State), 3);
        WriteTag();
    }

    /// <summary>Any message, or a part of one.</summary>
    private void Long()
    {
        var (whole, unfinished) = (Asm.CreateLabel(), Asm.CreateLabel());
        _hashed = Asm.CreateLabel();
        EncryptJ0();
        V.Add32(Counter, Counter, Counters(1, 2, 3, 4));
        V.Clear(Hash);
        Asm.test(__dword_ptr[Argument("Part")], (int)GcmPart.Continued);
        Asm.jz(whole);
        Asm.vmovdqu(Vectors.X(Hash), Argument("Hash"));
        Asm.vmovd(Vectors.X(Data), Argument("BlocksBefore"));
        V.BroadcastLowest(Data, Data);
        V.Add32(Counter, Counter, Data);
        Asm.Label(ref whole);
        Asm.zero_bytes();

        Asm.mov(r8, Argument("AssociatedData"));
        Asm.mov(r10, r11);
        Absorb();
        Asm.mov(r10, Argument("Length"));
        Asm.mov(r8, Argument("Source"));
        Asm.mov(r9, Argument("Destination"));
        Batches();

        Asm.test(__dword_ptr[Argument("Part")], (int)GcmPart.Unfinished);
        Asm.jnz(unfinished);
        HashLengths(Data, PowersFrom(1), Hash);
        Asm.Label(ref _hashed);
        Asm.zero_bytes();
        WriteTag();
        V.Clear(Hash);
        Asm.Label(ref unfinished);
        Asm.vmovdqu(Argument("Hash"), Vectors.X(Hash));
        Return();
    }

    /// <summary>Begins the sum of products with that of the lengths block, with the hash if no text took it, and H.</summary>
    private void HashLengths(int lengths, AssemblerMemoryOperand h, int? hash = null)
    {
        Asm.vmovq(Vectors.X(lengths), Argument("LengthsBlock"));
        Asm.vpinsrq(Vectors.X(lengths), Vectors.X(lengths), Argument("LengthsBlock", 8), 1);
        Asm.vmovdqu(Vectors.X(Power), h);
        V.ShuffleBytes(lengths, lengths, Reversal);
        if (hash is { } soFar)
            V.Xor(lengths, lengths, soFar);
        Products.Multiply(Sum, lengths, Power, first: true);
    }

    private void WriteTag()
    {
        var tag = Vectors.X(Sum.High);
        Products.Reduce(Sum);
        V.XorLanes(Sum.High, Sum.Scratch);
        Asm.vpshufb(tag, tag, Vectors.X(Reversal));
        Asm.vpxorq(tag, tag, Vectors.X(EncryptedJ0));
        Asm.vmovdqu32(Argument("Tag"), tag);
    }

    private void EncryptJ0()
    {
        var state = Vectors.X(EncryptedJ0);
        Asm.mov(eax, Argument("Rounds"));
        Asm.shl(eax, 4);
        V.Broadcast(LastKey, __[rdx + rax]);
        Asm.vpshufb(state, Vectors.X(Counter), Vectors.X(Reversal));
        Asm.vpxor(state, state, __[rdx]);
        Rounds.Inner(state, (round, end) =>
        {
            Asm.cmp(eax, round * Block);
            Asm.je(end);
        });
        Asm.vaesenclast(state, state, __[rdx + rax]);
    }

    /// <summary>
    /// Text of 497 to 512 bytes at a time: the last block of the last batch may be cut off. If text remains, it is encrypted
    /// next, and the message hashed.
    /// </summary>
    private void Batches()
    {
        var (loop, last, few, done) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        var least = BatchBytes - Block + 1;
        Asm.cmp(r10, least);
        Asm.jb(few);
        if (!opening)
        {
            Batch(hashed: false);
            Asm.sub(r10, BatchBytes);
            Asm.cmp(r10, least);
            Asm.jl(last);
        }

        Align(32);
        Asm.Label(ref loop);
        Batch(hashed: true);
        Asm.sub(r10, BatchBytes);
        Asm.cmp(r10, least);
        Asm.jge(loop);

        Asm.Label(ref last);
        Asm.zero_bytes();
        if (!opening)
        {
            var whole = Asm.CreateLabel();
            Asm.test(r10, r10);
            Asm.jle(whole);
            Remainder(afterBatch: true);
            Asm.Label(ref whole);
            Asm.vmovdqu8(Vectors.Z(s_states[^1]).k1.z, Vectors.Z(s_states[^1]));
            HashBatch((to, vector) => V.ShuffleBytes(to, s_states[vector], Reversal));
            Asm.jmp(done);
        }

        Asm.Label(ref few);
        Asm.test(r10, r10);
        Asm.jle(done);
        Remainder(afterBatch: false);
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>Encrypts a batch, with the hash of another between the rounds.</summary>
    private void Batch(bool hashed)
    {
        Asm.lea(r11, __[r10 - (BatchBytes - VectorBytes)]);
        Mask(r11);
        CounterBlocks(s_states);

        Cipher(s_states, hashed ? [.. HashSteps(LoadHashed)] : []);
        AddText(s_states);
        if (!opening)
            V.Copy(LastVector, s_states[^1]);

        Asm.add(r8, BatchBytes);
        Asm.add(r9, BatchBytes);
    }

    /// <summary>The last round, with the text, of which k1 tells what the last vector has.</summary>
    private void AddText(int[] states)
    {
        for (var i = 0; i < states.Length; i++)
        {
            var (source, destination) = (__[r8 + (i * VectorBytes)], __[r9 + (i * VectorBytes)]);
            if (i < states.Length - 1)
            {
                V.Xor(Text, LastKey, source);
            }
            else
            {
                Asm.vmovdqu8(Vectors.Z(Text).k1.z, source);
                V.Xor(Text, Text, LastKey);
                destination = destination.k1;
            }

            V.AesLastRound(states[i], Text);
            Asm.vmovdqu8(destination, Vectors.Z(states[i]));
        }
    }

    /// <summary>
    /// A vector of the batch that is hashed. What a masked store wrote is not loaded: the load would wait until it has left the
    /// store buffer. A batch that another follows is whole.
    /// </summary>
    private void LoadHashed(int to, int vector)
    {
        var offset = vector * VectorBytes;
        if (vector < BatchVectors - 1)
        {
            LoadReversed(to, (opening ? __[r8] : __[r9 - BatchBytes]) + offset);
            return;
        }

        if (opening)
            Asm.vmovdqu8(Vectors.Z(to).k1.z, __[r8 + offset]);
        V.ShuffleBytes(to, opening ? to : LastVector, Reversal);
    }

    /// <summary>
    /// The next counters, as blocks. While their lowest bytes do not wrap, each follows from the one before, as big-endian as it
    /// is.
    /// </summary>
    private void CounterBlocks(int[] states)
    {
        var (wraps, done) = (Asm.CreateLabel(), Asm.CreateLabel());
        var bigEndianFours = Constant([.. Enumerable.Range(1, VectorBytes).Select(i => (byte)(i % Block == 0 ? 4 : 0))]);
        Asm.vmovd(eax, Vectors.X(Counter));
        Asm.add(al, (byte)(Powers - 1));
        V.ShuffleBytes(states[0], Counter, Reversal);
        Asm.jc(wraps);
        for (var i = 1; i < states.Length; i++)
            V.Add32(states[i], states[i - 1], bigEndianFours);
        V.Add32(Counter, Counter, Counters(Powers, Powers, Powers, Powers));
        Asm.jmp(done);
        Asm.Label(ref wraps);
        foreach (var state in states)
        {
            V.ShuffleBytes(state, Counter, Reversal);
            V.Add32(Counter, Counter, Counters(4, 4, 4, 4));
        }

        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>
    /// The text that remains, 1 to 496 bytes, in as many vectors as it fills, all in flight together. Each block has its own
    /// power.
    /// </summary>
    private void Remainder(bool afterBatch)
    {
        PointToPowers(lowest: 2);
        for (var vectors = 1; vectors <= BatchVectors; vectors++)
        {
            var more = Asm.CreateLabel();
            if (vectors < BatchVectors)
            {
                Asm.cmp(r10, vectors * VectorBytes);
                Asm.ja(more);
            }

            Remainder(s_states[..vectors], afterBatch);
            Asm.jmp(_hashed);
            Asm.Label(ref more);
            Asm.zero_bytes();
        }
    }

    /// <summary>
    /// Encrypts vectors, the last of which may be cut off, and begins the sum of products with the lengths block and theirs, by
    /// the powers that r11 points to.
    /// </summary>
    private void Remainder(int[] states, bool afterBatch)
    {
        Asm.sub(r10, (states.Length - 1) * VectorBytes);
        Mask(r10);
        CounterBlocks(states);

        Action[] before = afterBatch && !opening ? HashSteps(LoadHashed) : [];
        Action[] own = [.. from i in Enumerable.Range(0, (states.Length + 1) / 2) select (Action)(() => HashPair(states, i * 2))];
        Cipher(states, [.. before, () => HashLengths(Data, PowersFrom(1)), .. opening ? own : []]);
        AddText(states);
        if (!opening)
            Array.ForEach(own, step => step());
    }

    /// <summary>The products of two vectors of what remains, or of the last one.</summary>
    private void HashPair(int[] states, int first)
    {
        LoadOwn(Data, first);
        if (first == 0)
            V.Xor(Data, Data, Hash);
        if (first == states.Length - 1)
        {
            V.Load(Power, __[r11 + (first * VectorBytes)]);
            Products.Multiply(Sum, Data, Power);
            return;
        }

        LoadOwn(Power, first + 1);
        Products.Multiply(
            Sum,
            (Data, __[r11 + (first * VectorBytes)]),
            (Power, __[r11 + ((first + 1) * VectorBytes)]),
            SecondScratch);

        void LoadOwn(int to, int i)
        {
            var source = __[r8 + (i * VectorBytes)];
            var cut = i == states.Length - 1;
            if (opening)
                Asm.vmovdqu8(cut ? Vectors.Z(to).k1.z : Vectors.Z(to), source);
            else if (cut)
                Asm.vmovdqu8(Vectors.Z(to).k1.z, Vectors.Z(states[i]));
            V.ShuffleBytes(to, opening || cut ? to : states[i], Reversal);
        }
    }

    /// <summary>
    /// All rounds but the last, of states in flight together, with the steps of what else there is to do between.
    /// </summary>
    private void Cipher(int[] states, params Action[] steps)
    {
        const int LeastInnerRounds = 9;
        var done = 0;
        Rounds.First(V, states, Key);
        Rounds.Inner(V, states, Key, Leave, round =>
        {
            for (; round <= LeastInnerRounds && done < round * steps.Length / LeastInnerRounds; done++)
                steps[done]();
        });
    }

    private void Leave(int round, Label end)
    {
        Asm.cmp(__dword_ptr[Argument("Rounds")], round);
        Asm.je(end);
    }

    /// <summary>A few powers, as a short message has them, so many bytes further.</summary>
    private static AssemblerMemoryOperand FewPowersFrom(int highest, AssemblerRegister64 further) =>
        __[rdx + further + (GcmLayout.KeyPowersEnd - (highest * Block))];

    private AssemblerMemoryOperand Counters(params int[] lanes) =>
        Constant([.. lanes.SelectMany(lane => (IEnumerable<byte>)[.. BitConverter.GetBytes(lane), .. new byte[Block - 4]])]);
}
