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
    GcmLayout.KeyPowersEnd,
    GcmLayout.TablePowers)
{
    /// <summary>What a short message has at most: it needs few powers, and one vector of counters.</summary>
    private const int ShortText = GcmLayout.ShortMessageBytes, ShortAssociatedData = 4 * Block;

    /// <summary>The place of <see cref="GcmPart.Unfinished"/>, the highest of its flags.</summary>
    private const int UnfinishedBit = 1;

    // Vectors that GHASH does not use; Text aliases a GHASH temporary.
    private const int FirstState = 16;
    private const int Text = SecondScratch, EncryptedJ0 = 4, Key = 29;

    // The next batch's: T, the same as a block, of which A xor K_0 is made, and D.
    private const int Counter = 31, CounterBlock = 1, Change = 3;

    private static readonly int[] s_states = [.. Enumerable.Range(FirstState, BatchVectors)];

    /// <summary>The masks S of a batch's counters. The Windows convention wants these registers back: batches alone have them.</summary>
    private static readonly int[] s_masks = [.. Enumerable.Range(6, BatchVectors)];

    /// <summary>
    /// The vectors of ciphertext that are hashed first. When sealing they stay here: a load across cache lines waits until their stores have
    /// left for the cache.
    /// </summary>
    private static readonly int[] s_hashedFirst = [14, 15];

    /// <summary>All bits of a block but those that count a batch's blocks.</summary>
    private AssemblerMemoryOperand AboveBatch =>
        Constant([.. Enumerable.Range(1, VectorBytes).Select(i => (byte)(i % Block == 0 ? -Powers : -1))]);

    private Label _hashed, _few, _done;

    private AesRounds Rounds => new(this, rdx);

    protected override void Body()
    {
        var longer = Asm.CreateLabel();
        Asm.PreferVex = false;
        Asm.mov(rdx, Argument("Key"));
        Asm.mov(r10, Argument("Length"));
        Asm.mov(r11, Argument("AssociatedDataLength"));
        LoadReversal();
        Asm.vpbroadcastq(zmm1, Argument("J0"));
        Asm.vpbroadcastq(zmm16, Argument("J0", 8));
        Asm.vpunpcklqdq(zmm1, zmm1, zmm16);
        V.ShuffleBytes(Counter, CounterBlock, Reversal);

        Asm.cmp(__qword_ptr[Argument("Part")], 0);
        Asm.jne(longer);
        Asm.cmp(r10, ShortText);
        Asm.ja(longer);
        Asm.cmp(r11, ShortAssociatedData);
        Asm.ja(longer);
        Short();
        Return(Reversal);

        Asm.Label(ref longer);
        Long();
    }

    /// <summary>At most three blocks of text, encrypted in one vector with J0.</summary>
    private void Short()
    {
        var (noText, noData, nothingToWrite) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        const int State = FirstState, TextPowers = 17, Lengths = 18, LastKey = 19;

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

        LoadRounds();
        V.Broadcast(LastKey, __[rdx + rax]);
        Rounds.First(V, [State], Key);
        InnerRounds([State], null);
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
        Asm.vextracti32x4(Vectors.X(State), Vectors.Z(State), 3);
        WriteTag(State);
    }

    /// <summary>Any message, or a part of one.</summary>
    private void Long()
    {
        var (whole, unfinished, batches) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        (_hashed, _few, _done) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        EncryptJ0();
        V.Clear(Hash);
        Asm.test(__dword_ptr[Argument("Part")], (int)GcmPart.Continued);
        Asm.jz(whole);
        Asm.vmovdqu(Vectors.X(Hash), Argument("Hash"));
        Asm.vmovd(Vectors.X(Data), Argument("BlocksBefore"));
        V.BroadcastLowest(Data, Data);
        V.Add32(Counter, Counter, Data);
        V.ShuffleBytes(CounterBlock, Counter, Reversal);
        Asm.Label(ref whole);
        Asm.zero_bytes();

        Asm.mov(r8, Argument("AssociatedData"));
        Asm.mov(r10, r11);
        Absorb();
        Asm.mov(r10, Argument("Length"));
        Asm.mov(r8, Argument("Source"));
        Asm.mov(r9, Argument("Destination"));
        BatchesAndRest(batches);
        Asm.Label(ref _done);
        Asm.test(__dword_ptr[Argument("Part")], (int)GcmPart.Unfinished);
        Asm.jnz(unfinished);
        HashLengths(Data, PowersFrom(1), Hash);
        Asm.Label(ref _hashed);
        Asm.zero_bytes();
        WriteTag(EncryptedJ0);
        V.Clear(Hash);
        Asm.Label(ref unfinished);
        Asm.vmovdqu(Argument("Hash"), Vectors.X(Hash));
        Return(Reversal);

        Asm.Label(ref batches);
        Batches();
    }

    /// <summary>Begins the sum of products with that of the lengths block, with the hash if no text took it, and H.</summary>
    private void HashLengths(int lengths, AssemblerMemoryOperand h, int? hash = null)
    {
        Asm.vmovq(Vectors.X(lengths), Argument("LastBlock"));
        Asm.vpinsrq(Vectors.X(lengths), Vectors.X(lengths), Argument("LastBlock", 8), 1);
        Asm.vmovdqu(Vectors.X(Power), h);
        V.ShuffleBytes(lengths, lengths, Reversal);
        if (hash is { } soFar)
            V.Xor(lengths, lengths, soFar);
        Products.Multiply(Sum, lengths, Power, first: true);
    }

    private void WriteTag(int encryptedJ0)
    {
        var tag = Vectors.X(Sum.High);
        Products.Reduce(Sum);
        V.XorLanes(Sum.High, Sum.Scratch);
        Asm.vpshufb(tag, tag, Vectors.X(Reversal));
        Asm.vpxorq(tag, tag, Vectors.X(encryptedJ0));
        Asm.vmovdqu32(Argument("Tag"), tag);
    }

    private void EncryptJ0()
    {
        var state = Vectors.X(EncryptedJ0);
        LoadRounds();
        Asm.vpxor(state, Vectors.X(CounterBlock), __[rdx]);
        Rounds.Inner([state], Leave);
        Asm.vaesenclast(state, state, __[rdx + rax]);
    }

    /// <summary>
    /// Text of 512 bytes at a time, while more follows. What remains, 1 to 512 bytes, is hashed with the lengths; of a message's
    /// unfinished part nothing remains. Opening takes 512 bytes alone for a batch, whose powers have the sums of their halves.
    /// </summary>
    private void BatchesAndRest(Label batches)
    {
        Asm.cmp(r10, opening ? BatchBytes : BatchBytes + 1);
        Asm.jae(batches);
        Asm.test(r10, r10);
        Asm.jz(_done);
        if (!opening)
        {
            Asm.test(__dword_ptr[Argument("Part")], (int)GcmPart.Unfinished);
            Asm.jnz(batches);
        }

        Asm.Label(ref _few);
        Remainder(afterBatch: false, _hashed);
        Asm.jmp(_hashed);
    }

    /// <summary>
    /// The batches. r10 = remaining - (BatchBytes + 1), or - BatchBytes if other parts follow: not negative while a further batch is due.
    /// </summary>
    private void Batches()
    {
        var (loop, last) = (Asm.CreateLabel(), Asm.CreateLabel());
        Save([.. s_masks.Concat(opening ? [] : s_hashedFirst).Select(Vectors.X)]);
        AlignCounter();
        Asm.mov(eax, Argument("Part"));
        Asm.shr(eax, UnfinishedBit);
        Asm.lea(r10, __[r10 + rax - (BatchBytes + 1)]);
        LoadRounds();
        if (!opening)
        {
            Batch(hashed: false);
            Asm.sub(r10, BatchBytes);
            Asm.jl(last);
        }

        Align(32);
        Asm.Label(ref loop);
        Batch(hashed: true);
        Asm.sub(r10, BatchBytes);
        Asm.jge(loop);

        Asm.Label(ref last);
        if (opening)
        {
            LeaveBatches();
            Asm.test(__dword_ptr[Argument("Part")], (int)GcmPart.Unfinished);
            Asm.jnz(_done);
            V.Add32(Counter, Counter, Lanes(-Powers));
            Asm.add(r10, BatchBytes + 1);
            Asm.jz(_done);
            Asm.jmp(_few);
            return;
        }

        var (unfinished, remainderDone) = (Asm.CreateLabel(), Asm.CreateLabel());
        Asm.test(__dword_ptr[Argument("Part")], (int)GcmPart.Unfinished);
        Asm.jnz(unfinished);
        Asm.add(r10, BatchBytes + 1);
        Remainder(afterBatch: true, remainderDone);
        Asm.Label(ref remainderDone);
        LeaveBatches();
        Asm.jmp(_hashed);

        Asm.Label(ref unfinished);
        HashBatch((to, vector) => V.ShuffleBytes(to, s_states[vector], Reversal));
        LeaveBatches();
        Asm.jmp(_done);
    }

    private void LeaveBatches()
    {
        ClearStates(s_states);
        Restore();
    }

    /// <summary>All but the first, where they were in use, so that a message without them has less to clear in the end.</summary>
    private void ClearStates(int[] states) => Clear(states.Skip(1));

    /// <summary>Encrypts a batch, with the hash of another between the rounds.</summary>
    private void Batch(bool hashed)
    {
        CounterBlocks(s_states);
        InnerRounds(s_states, CountBatch, hashed ? HashSteps(LoadHashed) : []);
        AddText(s_states, cut: false);
        if (!opening)
        {
            for (var i = 0; i < s_hashedFirst.Length; i++)
                V.Copy(s_hashedFirst[i], s_states[FirstHashed + i]);
        }

        Asm.add(r8, BatchBytes);
        Asm.add(r9, BatchBytes);
    }

    /// <summary>
    /// The last round, with the text. If the last vector is cut off, k1 tells what it has. All loads come before all stores: a load
    /// waits for a store before it whose address has the same low bits.
    /// </summary>
    private void AddText(int[] states, bool cut)
    {
        V.Broadcast(Key, __[rdx + rax]);
        for (var i = 0; i < states.Length; i++)
        {
            var source = __[r8 + (i * VectorBytes)];
            if (!IsCut(i))
            {
                V.Xor(Text, Key, source);
            }
            else
            {
                Asm.vmovdqu8(Vectors.Z(Text).k1.z, source);
                V.Xor(Text, Text, Key);
            }

            V.AesLastRound(states[i], Text);
        }

        for (var i = 0; i < states.Length; i++)
        {
            var destination = __[r9 + (i * VectorBytes)];
            Asm.vmovdqu8(IsCut(i) ? destination.k1 : destination, Vectors.Z(states[i]));
        }

        bool IsCut(int i) => cut && i == states.Length - 1;
    }

    /// <summary>A vector of the batch that is hashed.</summary>
    private void LoadHashed(int to, int vector)
    {
        if (!opening && vector - FirstHashed is >= 0 and var i && i < s_hashedFirst.Length)
            V.ShuffleBytes(to, s_hashedFirst[i], Reversal);
        else
            LoadReversed(to, (opening ? __[r8] : __[r9 - BatchBytes]) + (vector * VectorBytes));
    }

    /// <summary>
    /// From T, the counter before the next block's, b = T mod 32 + 1 and A = T - T mod 32: then block i has the counter A + (b + i),
    /// as in <see cref="AesCtrProgram"/>. Its mask S is b + i as a signed number of six bits, which two shifts make of it without a
    /// branch or a table: a counter is secret where a nonce is hashed. Whole batches change no b.
    /// </summary>
    private void AlignCounter()
    {
        const byte AndXor = 0x6C, Bits = 6, Shift = 32 - Bits;
        V.And(s_masks[0], Counter, Lanes(Powers - 1));
        V.ShiftLeft64(s_masks[0], s_masks[0], Shift);
        V.Add32(s_masks[0], s_masks[0], Counters(1 << Shift, 2 << Shift, 3 << Shift, 4 << Shift));
        for (var i = 1; i < s_masks.Length; i++)
            V.Add32(s_masks[i], s_masks[i - 1], Lanes((VectorBytes / Block) << Shift));
        foreach (var mask in s_masks)
        {
            Asm.vpsrad(Vectors.Z(mask), Vectors.Z(mask), Shift);
            V.ShuffleBytes(mask, mask, Reversal);
        }

        V.Broadcast(Key, Rounds.Key(0));
        Asm.vpternlogd(Vectors.Z(CounterBlock), Vectors.Z(Key), AboveBatch, AndXor);
        MakeChange();
    }

    /// <summary>
    /// The next blocks of counters, XOR the first key: A xor K_0 xor (S and D). No counter waits for another, and none is
    /// reversed.
    /// </summary>
    private void CounterBlocks(int[] states)
    {
        for (var i = 0; i < states.Length; i++)
        {
            V.Copy(states[i], s_masks[i]);
            V.AndXor(states[i], Change, CounterBlock);
        }
    }

    /// <summary>The same from T alone: for so few blocks, fewer instructions.</summary>
    private void FewCounterBlocks(int[] states)
    {
        V.Broadcast(Key, Rounds.Key(0));
        V.Add32(states[0], Counter, Counters(1, 2, 3, 4));
        for (var i = 1; i < states.Length; i++)
            V.Add32(states[i], states[i - 1], Lanes(VectorBytes / Block));

        foreach (var state in states)
        {
            V.ShuffleBytes(state, state, Reversal);
            V.Xor(state, state, Key);
        }
    }

    /// <summary>A xor K_0 and D of the next batch.</summary>
    private void CountBatch()
    {
        const byte XorAnd = 0x78;
        Asm.vpternlogd(Vectors.Z(CounterBlock), Vectors.Z(Change), AboveBatch, XorAnd);
        MakeChange();
    }

    /// <summary>D, and T of the next batch. The bits of T below A leave no trace in D.</summary>
    private void MakeChange()
    {
        const byte XorOr = 0xBE;
        V.Copy(Change, Counter);
        V.Add32(Counter, Counter, Lanes(Powers));
        Asm.vpternlogd(Vectors.Z(Change), Vectors.Z(Counter), Lanes(Powers - 1), XorOr);
        V.ShuffleBytes(Change, Change, Reversal);
    }

    /// <summary>
    /// The text that remains, 1 to 512 bytes, in as many vectors as it fills, all in flight together. Each block has its own
    /// power. The code for fewer vectors than a batch has jumps to the end; that for a whole batch falls through.
    /// </summary>
    private void Remainder(bool afterBatch, Label end)
    {
        for (var vectors = 1; vectors < BatchVectors; vectors++)
        {
            var more = Asm.CreateLabel();
            Asm.cmp(r10, vectors * VectorBytes);
            Asm.ja(more);
            Remainder(s_states[..vectors], afterBatch);
            Asm.jmp(end);
            Asm.Label(ref more);
            Asm.zero_bytes();
        }

        Remainder(s_states, afterBatch);
    }

    /// <summary>
    /// Encrypts vectors, the last of which may be cut off, and begins the sum of products with the lengths block and theirs, by
    /// the powers that r11 points to.
    /// </summary>
    private void Remainder(int[] states, bool afterBatch)
    {
        if (afterBatch)
            CounterBlocks(states);
        else
            FewCounterBlocks(states);
        PointToPowers(lowest: 2);
        if (states.Length > 1)
            Asm.sub(r10, (states.Length - 1) * VectorBytes);
        Mask(r10);
        LoadRounds();

        Action[] before = afterBatch ? HashSteps(LoadHashed) : [];
        Action[] own = [.. from i in Enumerable.Range(0, (states.Length + 1) / 2) select (Action)(() => HashPair(states, i * 2))];
        InnerRounds(states, null, [.. before, BeginSum, .. opening ? own : []]);
        AddText(states, cut: true);
        if (!opening)
            Array.ForEach(own, step => step());
        if (!afterBatch)
            ClearStates(states);

        void BeginSum()
        {
            HashLengths(Data, PowersFrom(1));
            if (states.Length > 1)
                Products.EndKaratsuba(Sum);
        }
    }

    /// <summary>
    /// The products of two vectors of what remains, or of the last one. Step Karatsuba is for pairs, before and after which
    /// <see cref="GhashProducts.EndKaratsuba"/> changes the form of the sum.
    /// </summary>
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
        Products.MultiplyKaratsuba(
            Sum,
            (Data, __[r11 + (first * VectorBytes)]),
            (Power, __[r11 + ((first + 1) * VectorBytes)]),
            halves: null,
            SecondScratch,
            first: false);
        if (first + 2 >= states.Length - 1)
            Products.EndKaratsuba(Sum);

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
    /// The rounds between the first key and the last, of states in flight together, with the steps of what else there is to do
    /// between.
    /// </summary>
    private void InnerRounds(int[] states, Action? afterFirst, params Action[] steps)
    {
        const int LeastInnerRounds = 9;
        var done = 0;
        Rounds.Inner(V, states, Key, Leave, round =>
        {
            if (round == 1)
                afterFirst?.Invoke();
            for (; round <= LeastInnerRounds && done < round * steps.Length / LeastInnerRounds; done++)
                steps[done]();
        });
    }

    /// <summary>The last key's offset, in eax.</summary>
    private void LoadRounds()
    {
        Asm.mov(eax, Argument("Rounds"));
        Asm.shl(eax, 4);
    }

    private void Leave(int round, Label end)
    {
        Asm.cmp(eax, round * Block);
        Asm.je(end);
    }

    /// <summary>A few powers, as a short message has them, so many bytes further.</summary>
    private static AssemblerMemoryOperand FewPowersFrom(int highest, AssemblerRegister64 further) =>
        __[rdx + further + (GcmLayout.KeyPowersEnd - (highest * Block))];

    /// <summary>A number in the place of every block's counter.</summary>
    private AssemblerMemoryOperand Lanes(int counter) => Counters(counter, counter, counter, counter);

    private AssemblerMemoryOperand Counters(params int[] lanes) =>
        Constant([.. lanes.SelectMany(lane => (IEnumerable<byte>)[.. BitConverter.GetBytes(lane), .. new byte[Block - 4]])]);
}
