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
internal sealed class GcmAvx512(bool opening) : KernelProgram(
    opening ? "OpenVaes512" : "SealVaes512",
    InstructionSets.Avx | InstructionSets.Avx2 | InstructionSets.Bmi2 | InstructionSets.Avx512
        | InstructionSets.Vaes | InstructionSets.Vpclmulqdq,
    Layouts.Gcm)
{
    private const int Block = Ghash.BlockBytes;
    private const int VectorBytes = 64;

    /// <summary>Vectors in flight at most, for a message of more bytes than this.</summary>
    private const int MostVectors = 8, ManyBytes = 1536;

    /// <summary>What a short message has at most: all powers that it needs are in the key.</summary>
    private const int ShortText = 3 * Block, ShortAssociatedData = 4 * Block;

    // What a public flag of the struct's says of a part of a message.
    private const int Continued = 1, Unfinished = 2;

    // Registers. Those that no convention wants back suffice.
    private const int FirstState = 16;
    private const int Text = 0, LastKey = 1, Power = 2, BigEndianFours = 3, EncipheredJ0 = 4, Hash = 5;
    private const int Data = 27, Key = 29, Reversal = 30, Counter = 31;

    private static readonly GhashSum s_sum = new(Low: 24, Middle: 25, High: 26, Scratch: 28);

    private AssemblerMemoryOperand _powers, _powerHalves;
    private int[] _states = [];

    private int BatchVectors => _states.Length;

    private int BatchBytes => BatchVectors * VectorBytes;

    /// <summary>A batch's blocks: the powers in scratch memory.</summary>
    private int Powers => BatchBytes / Block;

    private Vectors V => new(Asm, 512);

    private Ghash Ghash => new(this, V);

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

        _powers = Claim((MostVectors + 1) * VectorBytes);
        _powerHalves = Claim(MostVectors * VectorBytes);
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
        Ghash.Multiply(s_sum, Data, Power);
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
        Ghash.Multiply(s_sum, Data, TextPowers);
        Asm.vextracti32x4(Vectors.X(EncipheredJ0), Vectors.Z(State), 3);
        WriteTag();
    }

    /// <summary>Any message, or a part of one, with batches of so many vectors.</summary>
    private void Long(int batchVectors)
    {
        var (whole, finished) = (Asm.CreateLabel(), Asm.CreateLabel());
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

        ComputePowers();
        AbsorbAssociatedData();
        Asm.mov(r10, Argument("Length"));
        Asm.mov(r8, Argument("Source"));
        Asm.mov(r9, Argument("Destination"));
        V.Load(BigEndianFours, Constant([.. Enumerable.Range(1, VectorBytes).Select(i => (byte)(i % Block == 0 ? 4 : 0))]));
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
        HashLengths(Data, Behind(_powers, Powers * Block - Block));
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
        Ghash.Multiply(s_sum, lengths, Power, first: true);
    }

    private void WriteTag()
    {
        var tag = Vectors.X(s_sum.High);
        Ghash.Reduce(s_sum);
        V.SumLanes(s_sum.High, s_sum.Scratch);
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
    /// H^32 to H, as many as the message has use for, eight at a time: the last eight by H^8.
    /// </summary>
    private void ComputePowers()
    {
        const int High = 16, Low = 17, Eighth = 18;
        var sum = new GhashSum(19, 20, 21, 22);
        var done = Asm.CreateLabel();
        Asm.mov(r11, Argument("AssociatedDataLength"));
        Asm.lea(rax, __[r10 + Block]);
        Asm.cmp(rax, r11);
        Asm.cmovb(rax, r11);

        V.Load(High, __[rdx + GcmLayout.KeyPowersOffset]);
        V.Load(Low, __[rdx + (GcmLayout.KeyPowersOffset + VectorBytes)]);
        V.Broadcast(Eighth, __[rdx + GcmLayout.KeyPowersOffset]);
        for (var count = GcmLayout.KeyPowers; ; count += GcmLayout.KeyPowers)
        {
            V.Store(Behind(_powers, (Powers - count) * Block), High);
            V.Store(Behind(_powers, ((Powers - count) * Block) + VectorBytes), Low);
            if (count == Powers)
                break;
            Asm.cmp(rax, count * Block);
            Asm.jbe(done);
            Ghash.Multiply(sum, High, Eighth, first: true);
            Ghash.Reduce(sum);
            V.Copy(High, sum.High);
            Ghash.Multiply(s_sum, Low, Eighth, first: true);
            Ghash.Reduce(s_sum);
            V.Copy(Low, s_sum.High);
        }

        Asm.cmp(rax, BatchBytes);
        Asm.jb(done);
        for (var offset = 0; offset < BatchBytes; offset += VectorBytes)
        {
            V.Load(High, Behind(_powers, offset));
            Ghash.AddHalves(High, High, Low);
            V.Store(Behind(_powerHalves, offset), High);
        }

        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    private void WipePowers()
    {
        V.Clear(Data);
        for (var offset = 0; offset < BatchBytes; offset += VectorBytes)
        {
            V.Store(Behind(_powers, offset), Data);
            V.Store(Behind(_powerHalves, offset), Data);
        }
    }

    private void AbsorbAssociatedData()
    {
        var (batches, rest, vectors, done) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        Asm.mov(r10, Argument("AssociatedDataLength"));
        Asm.mov(r8, Argument("AssociatedData"));
        Asm.test(r10, r10);
        Asm.jz(done);

        Asm.Label(ref batches);
        Asm.cmp(r10, BatchBytes);
        Asm.jb(rest);
        HashBatch(__[r8], masked: false);
        Asm.add(r8, BatchBytes);
        Asm.sub(r10, BatchBytes);
        Asm.jnz(batches);
        Asm.jmp(done);

        Asm.Label(ref rest);
        Asm.lea(r11, __[r10 + (Block - 1)]);
        Asm.and(r11, -Block);
        Asm.neg(r11);
        ClearSum();
        Asm.Label(ref vectors);
        LoadMasked(Data, __[r8], r10);
        HashVector(__[rcx + r11 + Displacement(_powers, Powers * Block)]);
        Asm.add(r11, VectorBytes);
        Asm.add(r8, VectorBytes);
        Asm.sub(r10, VectorBytes);
        Asm.ja(vectors);
        ReduceToHash();
        Asm.Label(ref done);
        Asm.zero_bytes();
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
            Batch(hashed: null);
            Asm.sub(r10, BatchBytes);
            Asm.cmp(r10, least);
            Asm.jl(last);
        }

        Align(32);
        Asm.Label(ref loop);
        Batch(opening ? __[r8] : __[r9 - BatchBytes]);
        Asm.sub(r10, BatchBytes);
        Asm.cmp(r10, least);
        Asm.jge(loop);

        Asm.Label(ref last);
        if (!opening)
            HashBatch(__[r9 - BatchBytes], masked: true);
        Asm.xor(eax, eax);
        Asm.test(r10, r10);
        Asm.cmovs(r10, rax);
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>Enciphers a batch, with the hash of another between the rounds.</summary>
    private void Batch(AssemblerMemoryOperand? hashed)
    {
        Asm.lea(r11, __[r10 - (BatchBytes - VectorBytes)]);
        Mask(r11);
        CounterBlocks();

        // Two vectors' products at a time, evenly spread.
        var interval = 16 / BatchVectors;
        Cipher(_states, round =>
        {
            if (hashed is { } blocks && round < 8 && round % interval == 1)
                HashInBatch(round / interval * 2, blocks, masked: opening);
            if (hashed is not null && round == 8)
            {
                Ghash.EndKaratsuba(s_sum);
                ReduceToHash();
            }
        });
        for (var i = 0; i < BatchVectors; i++)
        {
            var last = i == BatchVectors - 1;
            var offset = i * VectorBytes;
            if (last)
            {
                Asm.vmovdqu8(Vectors.Z(Text).k1.z, __[r8 + offset]);
                V.Xor(Text, Text, LastKey);
            }
            else
            {
                V.Xor(Text, LastKey, __[r8 + offset]);
            }

            V.AesLastRound(_states[i], Text);
            Asm.vmovdqu8(last ? __[r9 + offset].k1 : __[r9 + offset], Vectors.Z(_states[i]));
        }

        Asm.add(r8, BatchBytes);
        Asm.add(r9, BatchBytes);
    }

    /// <summary>
    /// The next counters, as blocks. While their lowest bytes do not wrap, each follows from the one before, as big-endian as it
    /// is.
    /// </summary>
    private void CounterBlocks()
    {
        var (wraps, done) = (Asm.CreateLabel(), Asm.CreateLabel());
        Asm.vmovd(eax, Vectors.X(Counter));
        Asm.add(al, (byte)(Powers - 1));
        V.ShuffleBytes(_states[0], Counter, Reversal);
        Asm.jc(wraps);
        for (var i = 1; i < BatchVectors; i++)
            V.Add32(_states[i], _states[i - 1], BigEndianFours);
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

    private void HashBatch(AssemblerMemoryOperand blocks, bool masked)
    {
        for (var step = 0; step < BatchVectors; step += 2)
            HashInBatch(step, blocks, masked);
        Ghash.EndKaratsuba(s_sum);
        ReduceToHash();
    }

    /// <summary>Two vectors' products. The first vector is the last step, since it alone waits for the hash so far.</summary>
    private void HashInBatch(int step, AssemblerMemoryOperand blocks, bool masked)
    {
        var (a, b) = (Operands(Data, step + 1), Operands(Power, (step + 2) % BatchVectors));
        Ghash.MultiplyKaratsuba(s_sum, a, b, Text, first: step == 0);

        (int, AssemblerMemoryOperand, AssemblerMemoryOperand) Operands(int data, int vector)
        {
            var offset = vector * VectorBytes;
            if (masked && vector == BatchVectors - 1)
                Asm.vmovdqu8(Vectors.Z(data).k1.z, blocks + offset);
            else
                V.Load(data, blocks + offset);
            V.ShuffleBytes(data, data, Reversal);
            if (vector == 0)
                V.Xor(data, data, Hash);
            return (data, Behind(_powers, offset), Behind(_powerHalves, offset));
        }
    }

    /// <summary>
    /// The text that remains, in groups of vectors while there are so many, and the hash of it, each block by its own power.
    /// </summary>
    private void Tail()
    {
        var (single, empty) = (Asm.CreateLabel(), Asm.CreateLabel());
        for (var vectors = BatchVectors / 2; vectors > 1; vectors /= 2)
        {
            var fewer = Asm.CreateLabel();
            Asm.cmp(r10, vectors * VectorBytes);
            Asm.jb(fewer);
            Group(vectors, masked: false);
            Asm.Label(ref fewer);
            Asm.zero_bytes();
        }

        Asm.test(r10, r10);
        Asm.jz(empty);
        Asm.Label(ref single);
        Mask(r10);
        Group(1, masked: true);
        Asm.ja(single);
        Asm.Label(ref empty);

        // The hash so far, if no block was there to take it.
        Asm.vmovdqu(Vectors.X(Power), Behind(_powers, (Powers - 1) * Block));
        Ghash.Multiply(s_sum, Hash, Power);
    }

    /// <summary>Enciphers a few vectors, and adds their products to the sum. Leaves the flags of what remains.</summary>
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
            var (source, destination) = (__[r8 + (i * VectorBytes)], __[r9 + (i * VectorBytes)]);
            var state = Vectors.Z(states[i]);
            Asm.vmovdqu8(masked ? Vectors.Z(Text).k1.z : Vectors.Z(Text), source);
            V.AesLastRound(states[i], LastKey);
            V.Xor(states[i], states[i], Text);
            Asm.vmovdqu8(masked ? destination.k1 : destination, state);
            Asm.vmovdqu8(masked ? Vectors.Z(Data).k1.z : Vectors.Z(Data), opening ? Vectors.Z(Text) : state);
            HashVector(__[rcx + r11 + Displacement(_powers, ((Powers - 1) * Block) + (i * VectorBytes))]);
        }

        Asm.add(r11, vectors * VectorBytes);
        Asm.add(r8, vectors * VectorBytes);
        Asm.add(r9, vectors * VectorBytes);
        Asm.sub(r10, vectors * VectorBytes);
    }

    /// <summary>Adds the products of a vector in <see cref="Data"/>, and the hash so far to its first block.</summary>
    private void HashVector(AssemblerMemoryOperand powers)
    {
        V.Load(Power, powers);
        V.ShuffleBytes(Data, Data, Reversal);
        V.Xor(Data, Data, Hash);
        V.Clear(Hash);
        Ghash.Multiply(s_sum, Data, Power);
    }

    private void ReduceToHash()
    {
        Ghash.Reduce(s_sum);
        V.SumLanes(s_sum.High, s_sum.Scratch);
        V.Copy(Hash, s_sum.High);
    }

    private void ClearSum()
    {
        V.Clear(s_sum.Low);
        V.Clear(s_sum.Middle);
        V.Clear(s_sum.High);
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

    /// <summary>Sets k1 to as many bytes as there are, or 64, and loads those bytes, and zeros behind them.</summary>
    private void LoadMasked(int to, AssemblerMemoryOperand from, AssemblerRegister64 bytes)
    {
        Mask(bytes);
        Asm.vmovdqu8(Vectors.Z(to).k1.z, from);
    }

    /// <summary>Sets k1 to the bytes of a vector that are there. Overwrites rax.</summary>
    private void Mask(AssemblerRegister64 bytes)
    {
        var whole = Asm.CreateLabel();
        Asm.mov(rax, -1);
        Asm.cmp(bytes, VectorBytes);
        Asm.jge(whole);
        Asm.bzhi(rax, rax, bytes);
        Asm.Label(ref whole);
        Asm.kmovq(k1, rax);
    }

    private AssemblerMemoryOperand Counters(params int[] lanes) =>
        Constant([.. lanes.SelectMany(lane => (IEnumerable<byte>)[.. BitConverter.GetBytes(lane), .. new byte[Block - 4]])]);

    private static AssemblerMemoryOperand Behind(AssemblerMemoryOperand start, int offset) => start + offset;

    private static long Displacement(AssemblerMemoryOperand start, int offset) => start.Displacement + offset;
}
