using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// AES-GCM (SP 800-38D, sections 7.1 and 7.2) on vectors of four blocks. Blocks that no message fills are cut off by masks, so
/// that nothing outside the buffers is touched.
/// <para>
/// The hash is a sum of products with one reduction: of all blocks of a short message, each by its own power of H; in a long one,
/// of 32 blocks at a time, between the rounds of the cipher: of the batch before when sealing, of the same batch when opening.
/// A key holds few powers; a longer message computes the others into its argument struct's scratch memory, and wipes them.
/// </para>
/// Constant-time: branches and addresses depend on lengths and on the number of rounds alone.
/// </summary>
internal sealed class GcmAvx512(bool opening) : HashingAvx512(
    opening ? "OpenVaes512" : "SealVaes512",
    InstructionSets.Avx | InstructionSets.Avx2 | InstructionSets.Bmi2 | InstructionSets.Avx512
        | InstructionSets.Vaes | InstructionSets.Vpclmulqdq,
    Layouts.Gcm)
{
    /// <summary>What a short message has at most: all powers that it needs are in the key.</summary>
    private const int ShortText = 3 * Block, ShortAssociatedData = 4 * Block;

    /// <summary>A message of more bytes has batches of as many vectors as there are registers for.</summary>
    private const int ManyBytes = 1536;

    /// <summary>What remains behind the batches is enciphered in groups of so many vectors at most.</summary>
    private const int GroupVectors = 4;

    // What a public flag of the struct's says of a part of a message.
    private const int Continued = 1, Unfinished = 2;

    // Registers that the hash leaves. Text is where it needs one for a moment.
    private const int FirstState = 16;
    private const int Text = SecondScratch, LastKey = 1, LastVector = 3, EncipheredJ0 = 4, Key = 29, Counter = 31;

    private int[] _states = [];

    protected override void Body()
    {
        var (longer, many) = (Asm.CreateLabel(), Asm.CreateLabel());
        Asm.PreferVex = false;
        Asm.mov(rdx, Argument("Key"));
        Asm.mov(r10, Argument("Length"));
        Asm.mov(r11, Argument("AssociatedDataLength"));
        V.Broadcast(Reversal, Ghash.Reversal);
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
        Asm.lea(rax, __[r10 + r11]);
        Asm.cmp(rax, ManyBytes);
        Asm.ja(many);
        Long(MostVectors / 2);
        Asm.Label(ref many);
        Asm.zero_bytes();
        Long(MostVectors);
    }

    /// <summary>At most three blocks of text, enciphered in one vector with J0.</summary>
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
        V.Load(TextPowers, __[rdx + r9 + (GcmLayout.KeyPowersEnd - Block)]);
        HashLengths(Lengths, __[rdx + (GcmLayout.KeyPowersEnd - Block)]);

        Asm.test(r11, r11);
        Asm.jz(noData);
        Asm.mov(r8, Argument("AssociatedData"));
        LoadMasked(Data, __[r8], r11);
        Asm.add(r11, Block - 1);
        Asm.and(r11, -Block);
        Asm.sub(r9, r11);
        V.Load(Power, __[rdx + r9 + (GcmLayout.KeyPowersEnd - Block)]);
        V.ShuffleBytes(Data, Data, Reversal);
        Ghash.Multiply(Sum, Data, Power);
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
        Ghash.Multiply(Sum, Data, TextPowers);
        Asm.vextracti32x4(Vectors.X(EncipheredJ0), Vectors.Z(State), 3);
        WriteTag();
    }

    /// <summary>Any message, or a part of one, with batches of so many vectors.</summary>
    private void Long(int batchVectors)
    {
        var (whole, finished) = (Asm.CreateLabel(), Asm.CreateLabel());
        BatchVectors = batchVectors;
        _states = [.. Enumerable.Range(FirstState, batchVectors)];
        EncipherJ0();
        V.Add32(Counter, Counter, Counters(1, 2, 3, 4));
        V.Clear(Hash);
        Asm.test(__dword_ptr[Argument("Part")], Continued);
        Asm.jz(whole);
        Asm.vmovdqu(Vectors.X(Hash), Argument("Hash"));
        Asm.vmovd(Vectors.X(Data), Argument("BlocksBefore"));
        V.BroadcastLowest(Data, Data);
        V.Add32(Counter, Counter, Data);
        Asm.Label(ref whole);
        Asm.zero_bytes();

        Asm.mov(r11, Argument("AssociatedDataLength"));
        Asm.lea(rax, __[r10 + Block]);
        Asm.cmp(rax, r11);
        Asm.cmovb(rax, r11);
        ComputePowers(GcmLayout.KeyPowersOffset);
        Asm.mov(r8, Argument("AssociatedData"));
        Asm.mov(r10, r11);
        Absorb();
        Asm.mov(r10, Argument("Length"));
        Asm.mov(r8, Argument("Source"));
        Asm.mov(r9, Argument("Destination"));
        Batches();
        Asm.test(__dword_ptr[Argument("Part")], Unfinished);
        Asm.jz(finished);
        Asm.vmovdqu(Argument("Hash"), Vectors.X(Hash));
        WipePowers();
        Return();

        Asm.Label(ref finished);
        Asm.lea(r11, __[r10 + (Block - 1)]);
        Asm.and(r11, -Block);
        Asm.neg(r11);
        HashLengths(Data, PowersFrom(1));
        Tail();
        WriteTag();
        WipePowers();
        Asm.vmovdqu32(Argument("Hash"), Vectors.X(Data));
        Return();
    }

    /// <summary>Begins the sum of products with that of the lengths block and H.</summary>
    private void HashLengths(int lengths, AssemblerMemoryOperand h)
    {
        Asm.vmovq(Vectors.X(lengths), Argument("LengthsBlock"));
        Asm.vpinsrq(Vectors.X(lengths), Vectors.X(lengths), Argument("LengthsBlock", 8), 1);
        Asm.vmovdqu(Vectors.X(Power), h);
        V.ShuffleBytes(lengths, lengths, Reversal);
        Ghash.Multiply(Sum, lengths, Power, first: true);
    }

    private void WriteTag()
    {
        var tag = Vectors.X(Sum.High);
        Ghash.Reduce(Sum);
        V.SumLanes(Sum.High, Sum.Scratch);
        Asm.vpshufb(tag, tag, Vectors.X(Reversal));
        Asm.vpxorq(tag, tag, Vectors.X(EncipheredJ0));
        Asm.vmovdqu32(Argument("Tag"), tag);
    }

    private void EncipherJ0()
    {
        var (last, state) = (Asm.CreateLabel(), Vectors.X(EncipheredJ0));
        Asm.mov(eax, Argument("Rounds"));
        Asm.shl(eax, 4);
        V.Broadcast(LastKey, __[rdx + rax]);
        Asm.vpshufb(state, Vectors.X(Counter), Vectors.X(Reversal));
        Asm.vpxor(state, state, __[rdx]);
        for (var round = 1; round <= 13; round++)
        {
            if (round is 10 or 12)
            {
                Asm.cmp(eax, round * Block);
                Asm.je(last);
            }

            Asm.vaesenc(state, state, __[rdx + (round * Block)]);
        }

        Asm.Label(ref last);
        Asm.vaesenclast(state, state, __[rdx + rax]);
    }

    /// <summary>
    /// Text of 497 to 512 bytes at a time: the last block of the last batch may be cut off. Leaves the bytes that remain in r10.
    /// </summary>
    private void Batches()
    {
        var (loop, last, done) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        var least = BatchBytes - Block + 1;
        Asm.cmp(r10, least);
        Asm.jb(done);
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
        if (!opening)
        {
            Asm.vmovdqu8(Vectors.Z(_states[^1]).k1.z, Vectors.Z(_states[^1]));
            HashBatch((to, vector) => V.ShuffleBytes(to, _states[vector], Reversal));
        }

        Asm.xor(eax, eax);
        Asm.test(r10, r10);
        Asm.cmovs(r10, rax);
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>Enciphers a batch, with the hash of another between the rounds.</summary>
    private void Batch(bool hashed)
    {
        var last = BatchVectors - 1;
        Asm.lea(r11, __[r10 - (last * VectorBytes)]);
        Mask(r11);
        CounterBlocks();

        // Two vectors' products at a time, evenly spread.
        var interval = 16 / BatchVectors;
        Cipher(_states, round =>
        {
            if (hashed && round < 8 && round % interval == 1)
                HashInBatch(round / interval * 2, LoadHashed);
            if (hashed && round == 8)
            {
                Ghash.EndKaratsuba(Sum);
                ReduceToHash();
            }
        });
        for (var i = 0; i < last; i++)
        {
            V.Xor(Text, LastKey, __[r8 + (i * VectorBytes)]);
            V.AesLastRound(_states[i], Text);
            V.Store(__[r9 + (i * VectorBytes)], _states[i]);
        }

        Asm.vmovdqu8(Vectors.Z(Text).k1.z, __[r8 + (last * VectorBytes)]);
        V.Xor(Text, Text, LastKey);
        V.AesLastRound(_states[last], Text);
        Asm.vmovdqu8(__[r9 + (last * VectorBytes)].k1, Vectors.Z(_states[last]));
        if (!opening)
            V.Copy(LastVector, _states[last]);

        Asm.add(r8, BatchBytes);
        Asm.add(r9, BatchBytes);
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
    private void CounterBlocks()
    {
        var (wraps, done) = (Asm.CreateLabel(), Asm.CreateLabel());
        var bigEndianFours = Constant([.. Enumerable.Range(1, VectorBytes).Select(i => (byte)(i % Block == 0 ? 4 : 0))]);
        Asm.vmovd(eax, Vectors.X(Counter));
        Asm.add(al, (byte)(Powers - 1));
        V.ShuffleBytes(_states[0], Counter, Reversal);
        Asm.jc(wraps);
        for (var i = 1; i < BatchVectors; i++)
            V.Add32(_states[i], _states[i - 1], bigEndianFours);
        V.Add32(Counter, Counter, Counters(Powers, Powers, Powers, Powers));
        Asm.jmp(done);
        Asm.Label(ref wraps);
        foreach (var state in _states)
        {
            V.ShuffleBytes(state, Counter, Reversal);
            V.Add32(Counter, Counter, Counters(4, 4, 4, 4));
        }

        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>
    /// The text that remains, in at most two groups of vectors, and the hash of it, each block by its own power.
    /// </summary>
    private void Tail()
    {
        var (lastGroup, empty, done) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        if (BatchVectors > GroupVectors)
        {
            const int GroupBytes = GroupVectors * VectorBytes;
            Asm.cmp(r10, GroupBytes);
            Asm.jb(lastGroup);
            Group(GroupVectors, masked: false);
            Asm.add(r11, GroupBytes);
            Asm.add(r8, GroupBytes);
            Asm.add(r9, GroupBytes);
            Asm.sub(r10, GroupBytes);
            Asm.Label(ref lastGroup);
            Asm.zero_bytes();
        }

        Asm.test(r10, r10);
        Asm.jz(empty);
        for (var vectors = 1; vectors <= GroupVectors; vectors++)
        {
            var more = Asm.CreateLabel();
            Asm.cmp(r10, VectorBytes);
            Asm.ja(more);
            Mask(r10);
            Group(vectors, masked: true);
            Asm.jmp(done);
            Asm.Label(ref more);
            Asm.sub(r10, VectorBytes);
        }

        // No block was there to take the hash so far.
        Asm.Label(ref empty);
        Asm.vmovdqu(Vectors.X(Power), PowersFrom(1));
        Ghash.Multiply(Sum, Hash, Power);
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>Enciphers a few vectors, the last of which may be cut off, and adds their products to the sum.</summary>
    private void Group(int vectors, bool masked)
    {
        var states = _states[..vectors];
        foreach (var state in states)
        {
            V.ShuffleBytes(state, Counter, Reversal);
            V.Add32(Counter, Counter, Counters(4, 4, 4, 4));
        }

        Cipher(states);
        for (var i = 0; i < vectors; i++)
        {
            var cut = masked && i == vectors - 1;
            var (source, destination) = (__[r8 + (i * VectorBytes)], __[r9 + (i * VectorBytes)]);
            var state = Vectors.Z(states[i]);
            Asm.vmovdqu8(cut ? Vectors.Z(Text).k1.z : Vectors.Z(Text), source);
            V.AesLastRound(states[i], LastKey);
            V.Xor(states[i], states[i], Text);
            Asm.vmovdqu8(cut ? destination.k1 : destination, state);
            Asm.vmovdqu8(cut ? Vectors.Z(Data).k1.z : Vectors.Z(Data), opening ? Vectors.Z(Text) : state);
            HashVector(PowersFromR11(1) + (i * VectorBytes));
        }
    }

    /// <summary>All rounds but the last, of states in flight together; what else there is to do comes between.</summary>
    private void Cipher(int[] states, Action<int>? between = null)
    {
        var last = Asm.CreateLabel();
        for (var round = 0; round <= 13; round++)
        {
            if (round is 10 or 12)
            {
                Asm.cmp(__dword_ptr[Argument("Rounds")], round);
                Asm.je(last);
            }

            V.Broadcast(Key, __[rdx + (round * Block)]);
            foreach (var state in states)
            {
                if (round == 0)
                    V.Xor(state, state, Key);
                else
                    V.AesRound(state, Key);
            }

            if (round is > 0 and < 10)
                between?.Invoke(round - 1);
        }

        Asm.Label(ref last);
        Asm.zero_bytes();
    }

    private AssemblerMemoryOperand Counters(params int[] lanes) =>
        Constant([.. lanes.SelectMany(lane => (IEnumerable<byte>)[.. BitConverter.GetBytes(lane), .. new byte[Block - 4]])]);
}
