using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// AES-GCM (SP 800-38D, sections 7.1 and 7.2) on Arm64: batches of eight blocks with the hash of another batch between the rounds (of the
/// one before when sealing, of the same when opening). The keystream of what remains is made at once, together with the encryption of J0,
/// and lies in scratch memory until each block is hashed with its own power of H. Up to nine blocks of associated data, text and lengths
/// share a reduction. EOR3, where the CPU has it, takes the place of two EORs.
/// Constant-time: branches and addresses depend on lengths and on the number of rounds alone.
/// </summary>
internal sealed class GcmArm64Program(string name, bool hasEor3, bool opening)
    : GhashArm64Program(
        (opening ? "Open" : "Seal") + name,
        CpuFeatures.ArmAes | CpuFeatures.ArmPmull | (hasEor3 ? CpuFeatures.ArmSha3 : CpuFeatures.None),
        Layouts.Gcm)
{
    private const int BatchBlocks = 8, BatchBytes = BatchBlocks * Block;

    /// <summary>Rounds with AESMC under the shortest key, and under the longest.</summary>
    private const int FewestMixingRounds = 9, MostMixingRounds = 13;

    private static readonly X s_key = x[1], s_associatedData = x[2], s_associatedDataLength = x[3], s_source = x[4], s_destination = x[5],
        s_length = x[6], s_rounds = x[7], s_lastKey = x[8], s_power = x[9], s_sum = x[10], s_isShared = x[11], s_keystream = x[12];

    /// <summary>Each step may overwrite them, and leaves no secret there.</summary>
    private static readonly X s_t0 = x[13], s_t1 = x[14], s_t2 = x[15], s_t3 = x[16];

    private static readonly V[] s_states = v[..BatchBlocks];

    private static readonly V s_a = v[21], s_b = v[22], s_powerA = v[23], s_powerB = v[24], s_j0 = v[25], s_hash = v[26],
        s_evenKey = v[27], s_oddKey = v[28], s_counter = v[29], s_one = v[30];

    private A64Address _keystream;

    protected override void Body()
    {
        var finished = new A64Label();
        _keystream = Claim(BatchBytes);
        Asm.Ldp(s_key, s_associatedData, Argument("Key"));
        Asm.Ldp(s_associatedDataLength, s_source, Argument("AssociatedDataLength"));
        Asm.Ldp(s_destination, s_length, Argument("Destination"));
        Asm.Ldr(s_rounds, Argument("Rounds"));
        Asm.Add(s_lastKey, s_key, s_rounds, 4);
        LoadPolynomial(s_t0);
        Begin();
        AssociatedData();
        Batches();
        Asm.Ldr(s_t0, Argument("Part"));
        Asm.Tbz(s_t0, Bit(GcmPart.Unfinished), finished);
        Asm.Add(s_t0, x[0], Arguments["Hash"].Offset);
        Asm.StrQ(s_hash, new(s_t0, 0));
        Return();

        Asm.Bind(finished);
        Remainder();
        WriteTag();
        Return();
    }

    private static int Bit(GcmPart part) => int.Log2((int)part);

    /// <summary>The first counter blocks, and the hash so far.</summary>
    private void Begin()
    {
        var whole = new A64Label();
        Load(s_counter, "J0");
        Asm.Rev32(s_counter, s_counter);
        Asm.Clear(s_one);
        Asm.Movz(s_t0, 1, 32);
        Asm.InsD(s_one, 1, s_t0);
        Asm.Clear(s_hash);
        Asm.Ldr(s_t0, Argument("Part"));
        Asm.Tbz(s_t0, Bit(GcmPart.Continued), whole);
        Asm.Add(s_t0, x[0], Arguments["Hash"].Offset);
        Asm.LdrQ(s_hash, new(s_t0, 0));
        Asm.Ldr(s_t0, Argument("BlocksBefore"));
        Asm.Lsl(s_t0, s_t0, 32);
        Asm.Clear(T);
        Asm.InsD(T, 1, s_t0);
        Asm.AddS4(s_counter, s_counter, T);
        Asm.Bind(whole);
        Count(s_states);
    }

    /// <summary>Hashes associated data: batches, and what remains, whose reduction waits if text and lengths can share it.</summary>
    private void AssociatedData()
    {
        var (batch, rest, alone, loop, partial, hashed, done) =
            (new A64Label(), new A64Label(), new A64Label(), new A64Label(), new A64Label(), new A64Label(), new A64Label());
        Asm.Mov(s_isShared, xzr);
        Asm.Bind(batch);
        Asm.Cmp(s_associatedDataLength, BatchBytes);
        Asm.B(A64Condition.Lo, rest);
        HashBatch(s_associatedData, 0);
        Asm.Add(s_associatedData, s_associatedData, BatchBytes);
        Asm.Sub(s_associatedDataLength, s_associatedDataLength, BatchBytes);
        Asm.B(batch);
        Asm.Bind(rest);
        Asm.Cbz(s_associatedDataLength, done);

        CountBlocks(s_t0, s_associatedDataLength);
        CountBlocks(s_t1, s_length);
        Asm.Add(s_t1, s_t1, s_t0);
        Asm.Ldr(s_t2, Argument("Part"));
        Asm.Tbnz(s_t2, Bit(GcmPart.Unfinished), alone);
        Asm.Cmp(s_t1, GcmArm64Layout.Powers);
        Asm.B(A64Condition.Hs, alone);
        Asm.Add(s_t0, s_t1, 1);
        Asm.Movz(s_isShared, 1);
        Asm.Bind(alone);
        BeginSum(s_t0);

        Asm.Bind(loop);
        Asm.Cmp(s_associatedDataLength, Block);
        Asm.B(A64Condition.Lo, partial);
        Asm.LdrQ(s_a, new(s_associatedData, Block, IsPost: true));
        HashBlock();
        Asm.Sub(s_associatedDataLength, s_associatedDataLength, Block);
        Asm.B(loop);
        Asm.Bind(partial);
        Asm.Cbz(s_associatedDataLength, hashed);
        LoadPartial(s_a, s_associatedData, s_associatedDataLength);
        HashBlock();
        Asm.Bind(hashed);
        Asm.Cbnz(s_isShared, done);
        Reduce(s_hash);
        Asm.Bind(done);
    }

    /// <summary>Whole batches of text.</summary>
    private void Batches()
    {
        var (loop, last, done) = (new A64Label(), new A64Label(), new A64Label());
        Asm.Cmp(s_length, BatchBytes);
        Asm.B(A64Condition.Lo, done);
        if (!opening)
        {
            Batch([]);
            Asm.Cmp(s_length, BatchBytes);
            Asm.B(A64Condition.Lo, last);
        }

        Align(32);
        Asm.Bind(loop);
        Batch(opening ? BatchHash(s_source, 0) : BatchHash(s_destination, -BatchBytes));
        Asm.Cmp(s_length, BatchBytes);
        Asm.B(A64Condition.Hs, loop);
        Asm.Bind(last);
        if (!opening)
            HashBatch(s_destination, -BatchBytes);
        Asm.Bind(done);
    }

    /// <summary>Encrypts a batch, with the hash of another between the rounds, and leaves the counter blocks of the next.</summary>
    private void Batch(Action[] hash)
    {
        V[] texts = v[16..24];
        MixingRounds(s_states, hash);
        Asm.LdrQ(s_evenKey, new(s_lastKey, 0));
        for (var i = 0; i < BatchBlocks; i += 2)
        {
            Asm.LdpQ(texts[i], texts[i + 1], new(s_source, 2 * Block, IsPost: true));
            for (var j = i; j < i + 2; j++)
            {
                Asm.Aese(s_states[j], s_oddKey);
                Xor3(s_states[j], s_states[j], texts[j], s_evenKey);
            }

            Asm.StpQ(s_states[i], s_states[i + 1], new(s_destination, 2 * Block, IsPost: true));
            Count(s_states[i..(i + 2)]);
        }

        Asm.Sub(s_length, s_length, BatchBytes);
    }

    /// <summary>What fills no batch of text, and the lengths. Leaves the hash.</summary>
    private void Remainder()
    {
        var (shared, loop, partial, lengths) = (new A64Label(), new A64Label(), new A64Label(), new A64Label());
        CountBlocks(s_t0, s_length);
        Asm.Cbnz(s_isShared, shared);
        Asm.Add(s_t1, s_t0, 1);
        BeginSum(s_t1);
        Asm.Bind(shared);
        MakeKeystream(s_t0);

        Asm.Bind(loop);
        Asm.Cmp(s_length, Block);
        Asm.B(A64Condition.Lo, partial);
        Asm.LdrQ(s_a, new(s_source, Block, IsPost: true));
        Asm.LdrQ(T, new(s_keystream, Block, IsPost: true));
        Asm.Eor(T, T, s_a);
        Asm.StrQ(T, new(s_destination, Block, IsPost: true));
        if (!opening)
            Asm.Mov(s_a, T);
        HashBlock();
        Asm.Sub(s_length, s_length, Block);
        Asm.B(loop);

        Asm.Bind(partial);
        Asm.Cbz(s_length, lengths);
        LoadPartial(s_a, s_source, s_length);
        Asm.LdrQ(T, new(s_keystream, 0));
        Asm.Eor(T, T, s_a);
        StorePartial(T, s_destination, s_length);
        if (!opening)
            CutPartial(s_a, T, s_length);
        HashBlock();

        Asm.Bind(lengths);
        Load(s_a, "LastBlock");
        HashBlock();
        Reduce(s_hash);
    }

    /// <summary>Encrypts J0 and as many counter blocks as there are blocks, or some more: one takes as long as a few together.</summary>
    private void MakeKeystream(X blocks)
    {
        int[] sizes = [0, 2, 4, BatchBlocks];
        var labels = sizes.Select(_ => new A64Label()).ToArray();
        var done = new A64Label();
        Load(s_j0, "J0");
        Asm.Add(s_keystream, _keystream.Base, _keystream.Offset);
        for (var i = 0; i < sizes.Length; i++)
        {
            Asm.Bind(labels[i]);
            if (i + 1 < sizes.Length)
            {
                Asm.Cmp(blocks, sizes[i]);
                Asm.B(A64Condition.Hi, labels[i + 1]);
            }

            V[] states = s_states[..sizes[i]];
            MixingRounds([s_j0, .. states], []);
            Asm.LdrQ(s_evenKey, new(s_lastKey, 0));
            foreach (var state in states.Prepend(s_j0))
            {
                Asm.Aese(state, s_oddKey);
                Asm.Eor(state, state, s_evenKey);
            }

            for (var j = 0; j < sizes[i]; j += 2)
                Asm.StpQ(states[j], states[j + 1], new(s_keystream, Block * j));
            if (i + 1 < sizes.Length)
                Asm.B(done);
        }

        Asm.Bind(done);
    }

    /// <summary>The tag; and nothing is left of the hash of parts before, and of keystream.</summary>
    private void WriteTag()
    {
        Asm.Rev64(T, s_hash);
        Asm.Eor(T, T, s_j0);
        Asm.Add(s_t0, x[0], Arguments["Tag"].Offset);
        Asm.StrQ(T, new(s_t0, 0));
        Asm.Clear(T);
        Asm.Add(s_t0, x[0], Arguments["Hash"].Offset);
        Asm.StrQ(T, new(s_t0, 0));
        Asm.Add(s_keystream, _keystream.Base, _keystream.Offset);
        for (var place = 0; place < BatchBytes; place += 2 * Block)
            Asm.StpQ(T, T, new(s_keystream, place));
    }

    /// <summary>A block of the argument struct, of two words: a wider load would wait for the stores.</summary>
    private void Load(V to, string field)
    {
        Asm.LdpD(to, T, Argument(field));
        Asm.Zip1D2(to, to, T);
    }

    /// <summary>The next counter blocks, from a counter whose words are numbers.</summary>
    private void Count(V[] states)
    {
        foreach (var state in states)
        {
            Asm.AddS4(s_counter, s_counter, s_one);
            Asm.Rev32(state, s_counter);
        }
    }

    /// <summary>
    /// All rounds of AES but the last, of states in flight together; what else there is to do is spread over those that every key has.
    /// Leaves the key that the last AESE takes, and not the one that is XORed after it.
    /// </summary>
    private void MixingRounds(V[] states, Action[] between)
    {
        var end = new A64Label();
        var (slots, slot, emitted) = (FewestMixingRounds * states.Length, 0, 0);
        for (var round = 0; round < MostMixingRounds; round++)
        {
            if (round is FewestMixingRounds or FewestMixingRounds + 2)
            {
                Asm.Cmp(s_rounds, round + 1);
                Asm.B(A64Condition.Eq, end);
            }

            if (round % 2 == 0)
                Asm.LdpQ(s_evenKey, s_oddKey, new(s_key, round * Block));
            foreach (var state in states)
            {
                Asm.Aese(state, round % 2 == 0 ? s_evenKey : s_oddKey);
                Asm.Aesmc(state, state);
                for (slot++; emitted < between.Length && emitted * slots < between.Length * slot; emitted++)
                    between[emitted]();
            }
        }

        Asm.Bind(end);
    }

    private void HashBatch(X blocks, int offset)
    {
        foreach (var step in BatchHash(blocks, offset))
            step();
    }

    /// <summary>
    /// The hash of a batch, an instruction or two a step: two blocks at a time by step Karatsuba, and the reduction. The first two come
    /// last, since they wait for the hash so far.
    /// </summary>
    private Action[] BatchHash(X blocks, int offset)
    {
        var steps = new List<Action>();
        foreach (var i in new[] { 2, 4, 6, 0 })
        {
            steps.Add(() => Asm.LdpQ(s_a, s_b, new(blocks, offset + (Block * i))));
            steps.Add(() => Asm.LdpQ(s_powerA, s_powerB, new(s_key, GcmArm64Layout.BatchOffset + (Block * i))));
            steps.Add(() => Asm.Rev64(s_a, s_a));
            steps.Add(() => Asm.Rev64(s_b, s_b));
            if (i == 0)
                steps.Add(() => Asm.Eor(s_a, s_a, s_hash));
            AddProducts(High, () => Asm.Pmull(T, s_a, s_powerA), () => Asm.Pmull(U, s_b, s_powerB));
            AddProducts(Low, () => Asm.Pmull2(T, s_a, s_powerA), () => Asm.Pmull2(U, s_b, s_powerB));
            steps.Add(() => Asm.LdrQ(s_powerA, new(s_key, GcmArm64Layout.BatchSumsOffset + (GcmArm64Layout.SumBytes * i))));
            steps.Add(() => Asm.Zip1D2(T, s_a, s_b));
            steps.Add(() => Asm.Zip2D2(U, s_a, s_b));
            steps.Add(() => Asm.Eor(s_a, T, U));
            AddProducts(Middle, () => Asm.Pmull(T, s_a, s_powerA), () => Asm.Pmull2(U, s_a, s_powerA));

            void AddProducts(V part, Action first, Action second)
            {
                steps.Add(first);
                steps.Add(second);
                if (i == 2)
                    steps.Add(() => Asm.Eor(part, T, U));
                else
                    steps.Add(() => Xor3(part, part, T, U));
            }
        }

        return [.. steps, .. ReduceSteps(s_hash)];
    }

    /// <summary>Begins a sum of so many blocks, each with its own power.</summary>
    private void BeginSum(X blocks)
    {
        Asm.Add(s_power, s_key, GcmArm64Layout.PowersEnd);
        Asm.Sub(s_power, s_power, blocks, 4);
        Asm.Add(s_sum, s_key, GcmArm64Layout.SumsEnd);
        Asm.Sub(s_sum, s_sum, blocks, 3);
        ClearSum();
    }

    /// <summary>Adds the products of a block, XOR the hash so far, which is then in the sum.</summary>
    private void HashBlock()
    {
        Asm.LdrQ(s_powerA, new(s_power, Block, IsPost: true));
        Asm.LdrD(s_powerB, new(s_sum, GcmArm64Layout.SumBytes, IsPost: true));
        Asm.Rev64(s_a, s_a);
        Asm.Eor(s_a, s_a, s_hash);
        Asm.Clear(s_hash);
        Asm.Pmull(T, s_a, s_powerA);
        Asm.Eor(High, High, T);
        Asm.Pmull2(U, s_a, s_powerA);
        Asm.Eor(Low, Low, U);
        AddHalves(T, s_a);
        Asm.Pmull(T, T, s_powerB);
        Asm.Eor(Middle, Middle, T);
    }

    private void CountBlocks(X to, X bytes)
    {
        Asm.Add(to, bytes, Block - 1);
        Asm.Lsr(to, to, 4);
    }

    /// <summary>Less than a block, padded with zeros, from its last bytes on: nothing beside it is touched.</summary>
    private void LoadPartial(V to, X from, X length)
    {
        X word = s_t0, piece = s_t1, more = s_t2, end = s_t3;
        var (noOne, noTwo, noFour, noEight, done) = (new A64Label(), new A64Label(), new A64Label(), new A64Label(), new A64Label());
        Asm.Add(end, from, length);
        Asm.Mov(word, xzr);
        Asm.Tbz(length, 0, noOne);
        Asm.Sub(end, end, 1);
        Asm.Ldrb(W(word), new(end, 0));
        Asm.Bind(noOne);
        Asm.Tbz(length, 1, noTwo);
        Asm.Sub(end, end, 2);
        Asm.Ldrb(W(piece), new(end, 0));
        Asm.Ldrb(W(more), new(end, 1));
        Asm.Orr(piece, piece, more, 8);
        Asm.Orr(word, piece, word, 16);
        Asm.Bind(noTwo);
        Asm.Tbz(length, 2, noFour);
        Asm.Sub(end, end, 4);
        Asm.Ldr(W(piece), new(end, 0));
        Asm.Orr(word, piece, word, 32);
        Asm.Bind(noFour);
        Asm.Tbz(length, 3, noEight);
        Asm.LdrD(to, new(from, 0));
        Asm.InsD(to, 1, word);
        Asm.B(done);
        Asm.Bind(noEight);
        Asm.FmovToD(to, word);
        Asm.Bind(done);
        Forget(word, piece, more);
    }

    private void StorePartial(V from, X to, X length)
    {
        var word = s_t0;
        var (noEight, noFour, noTwo, noOne) = (new A64Label(), new A64Label(), new A64Label(), new A64Label());
        Asm.UmovD(word, from, 0);
        Asm.Tbz(length, 3, noEight);
        Asm.Str(word, new(to, 8, IsPost: true));
        Asm.UmovD(word, from, 1);
        Asm.Bind(noEight);
        Asm.Tbz(length, 2, noFour);
        Asm.Str(W(word), new(to, 0));
        Asm.Add(to, to, 4);
        Asm.Lsr(word, word, 32);
        Asm.Bind(noFour);
        Asm.Tbz(length, 1, noTwo);
        Asm.Strb(W(word), new(to, 0));
        Asm.Lsr(word, word, 8);
        Asm.Strb(W(word), new(to, 1));
        Asm.Add(to, to, 2);
        Asm.Lsr(word, word, 8);
        Asm.Bind(noTwo);
        Asm.Tbz(length, 0, noOne);
        Asm.Strb(W(word), new(to, 0));
        Asm.Bind(noOne);
        Forget(word);
    }

    /// <summary>Clears the bytes of a block from a length on.</summary>
    private void CutPartial(V to, V from, X length)
    {
        var kept = Enumerable.Repeat(byte.MaxValue, Block);
        Asm.Adr(s_t0, Constant([.. kept, .. new byte[Block]]));
        Asm.Add(s_t0, s_t0, Block);
        Asm.Sub(s_t0, s_t0, length);
        Asm.LdrQ(to, new(s_t0, 0));
        Asm.And(to, to, from);
    }

    private void Forget(params X[] registers)
    {
        foreach (var register in registers)
            Asm.Mov(register, xzr);
    }

    private static W W(X register) => w[register.Number];
}
