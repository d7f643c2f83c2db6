using System;
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
    /// <summary>Rounds with AESMC under the shortest key, and under the longest.</summary>
    private const int FewestMixingRounds = 9, MostMixingRounds = 13;

    private static readonly X s_associatedData = x[2], s_associatedDataLength = x[3], s_source = x[4], s_destination = x[5],
        s_length = x[6], s_rounds = x[7], s_lastKey = x[8], s_isShared = x[11], s_keystream = x[12];

    private static readonly V[] s_states = v[..BatchBlocks];

    private static readonly V s_j0 = v[25], s_evenKey = v[27], s_oddKey = v[28], s_counter = v[29], s_one = v[30];

    private A64Address _keystream;

    protected override void Body()
    {
        var finished = new A64Label();
        _keystream = Claim(BatchBytes);
        Asm.Ldp(Key, s_associatedData, Argument("Key"));
        Asm.Ldp(s_associatedDataLength, s_source, Argument("AssociatedDataLength"));
        Asm.Ldp(s_destination, s_length, Argument("Destination"));
        Asm.Ldr(s_rounds, Argument("Rounds"));
        Asm.Add(s_lastKey, Key, s_rounds, 4);
        LoadPolynomial(T0);
        Begin();
        AssociatedData();
        Batches();
        Asm.Ldr(T0, Argument("Part"));
        Asm.Tbz(T0, Bit(GcmPart.Unfinished), finished);
        Asm.Add(T0, x[0], Arguments["Hash"].Offset);
        Asm.StrQ(Hash, new(T0, 0));
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
        Asm.Movz(T0, 1, 32);
        Asm.InsD(s_one, 1, T0);
        Asm.Clear(Hash);
        Asm.Ldr(T0, Argument("Part"));
        Asm.Tbz(T0, Bit(GcmPart.Continued), whole);
        Asm.Add(T0, x[0], Arguments["Hash"].Offset);
        Asm.LdrQ(Hash, new(T0, 0));
        Asm.Ldr(T0, Argument("BlocksBefore"));
        Asm.Lsl(T0, T0, 32);
        Asm.Clear(T);
        Asm.InsD(T, 1, T0);
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

        CountBlocks(T0, s_associatedDataLength);
        CountBlocks(T1, s_length);
        Asm.Add(T1, T1, T0);
        Asm.Ldr(T2, Argument("Part"));
        Asm.Tbnz(T2, Bit(GcmPart.Unfinished), alone);
        Asm.Cmp(T1, GcmArm64Layout.Powers);
        Asm.B(A64Condition.Hs, alone);
        Asm.Add(T0, T1, 1);
        Asm.Movz(s_isShared, 1);
        Asm.Bind(alone);
        BeginSum(T0);

        Asm.Bind(loop);
        Asm.Cmp(s_associatedDataLength, Block);
        Asm.B(A64Condition.Lo, partial);
        Asm.LdrQ(A, new(s_associatedData, Block, IsPost: true));
        HashBlock();
        Asm.Sub(s_associatedDataLength, s_associatedDataLength, Block);
        Asm.B(loop);
        Asm.Bind(partial);
        Asm.Cbz(s_associatedDataLength, hashed);
        LoadPartial(A, s_associatedData, s_associatedDataLength);
        HashBlock();
        Asm.Bind(hashed);
        Asm.Cbnz(s_isShared, done);
        Reduce(Hash);
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
        CountBlocks(T0, s_length);
        Asm.Cbnz(s_isShared, shared);
        Asm.Add(T1, T0, 1);
        BeginSum(T1);
        Asm.Bind(shared);
        MakeKeystream(T0);

        Asm.Bind(loop);
        Asm.Cmp(s_length, Block);
        Asm.B(A64Condition.Lo, partial);
        Asm.LdrQ(A, new(s_source, Block, IsPost: true));
        Asm.LdrQ(T, new(s_keystream, Block, IsPost: true));
        Asm.Eor(T, T, A);
        Asm.StrQ(T, new(s_destination, Block, IsPost: true));
        if (!opening)
            Asm.Mov(A, T);
        HashBlock();
        Asm.Sub(s_length, s_length, Block);
        Asm.B(loop);

        Asm.Bind(partial);
        Asm.Cbz(s_length, lengths);
        LoadPartial(A, s_source, s_length);
        Asm.LdrQ(T, new(s_keystream, 0));
        Asm.Eor(T, T, A);
        StorePartial(T, s_destination, s_length);
        if (!opening)
            CutPartial(A, T, s_length);
        HashBlock();

        Asm.Bind(lengths);
        Load(A, "LastBlock");
        HashBlock();
        Reduce(Hash);
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
        Asm.Rev64(T, Hash);
        Asm.Eor(T, T, s_j0);
        Asm.Add(T0, x[0], Arguments["Tag"].Offset);
        Asm.StrQ(T, new(T0, 0));
        Asm.Clear(T);
        Asm.Add(T0, x[0], Arguments["Hash"].Offset);
        Asm.StrQ(T, new(T0, 0));
        Asm.Add(s_keystream, _keystream.Base, _keystream.Offset);
        for (var place = 0; place < BatchBytes; place += 2 * Block)
            Asm.StpQ(T, T, new(s_keystream, place));
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
                Asm.LdpQ(s_evenKey, s_oddKey, new(Key, round * Block));
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

    private void StorePartial(V from, X to, X length)
    {
        var word = T0;
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
        Asm.Adr(T0, Constant([.. kept, .. new byte[Block]]));
        Asm.Add(T0, T0, Block);
        Asm.Sub(T0, T0, length);
        Asm.LdrQ(to, new(T0, 0));
        Asm.And(to, to, from);
    }
}
