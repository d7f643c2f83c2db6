using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// A mode of SP 800-38A whose blocks do not wait for each other: <c>out_i = cipher(in_i) xor mask_i</c>, where both the cipher's
/// input and the mask follow from the source and from the IV or the counter. Batches of eight vectors, then single vectors, then
/// one vector of each lesser width, down to a block. A round's latency (3 to 5 cycles) is hidden by the other vectors of a batch;
/// after the batches, the CPU runs ahead from one vector to the next.
/// <para>
/// Any alignment; source and destination the same or apart: all of a batch is read before any of it is written. Nothing is
/// read or written outside the buffers. Constant-time: branches and addresses depend on length and number of rounds alone.
/// </para>
/// Below 512 bits eight vectors need registers that the Windows convention wants back. They are saved for batches alone, so
/// that a short message pays nothing for them.
/// </summary>
internal abstract class AesParallelProgram(string name, AesWidth width, bool inverse = false)
    : AesProgram(name + width.Suffix, width.Requires, Layouts.Aes, inverse)
{
    /// <summary>A vector register for the mode's use within a step.</summary>
    protected const int Temporary = 2;

    /// <summary>The first of the vector registers that keep the mode's state, up to 5.</summary>
    protected const int FirstOfMode = 3;

    /// <summary>The vector register of a state that has no other beside it.</summary>
    protected const int Single = 0;

    private const int BatchVectors = 8;
    private const int LeastRounds = 10;

    protected override void Body()
    {
        var wide = new Vectors(Asm, width.Bits);
        var blocks = new Vectors(Asm, 128);
        var (batches, afterBatches) = (Asm.CreateLabel(), Asm.CreateLabel());

        LoadArguments();
        LoadMode(wide);
        Asm.cmp(Left, BatchVectors * wide.Bytes);
        Asm.jae(batches);
        Asm.Label(ref afterBatches);
        for (var bits = width.Bits; bits >= 128; bits /= 2)
            WhileLeft(new Vectors(Asm, bits), [Single]);
        Finish(blocks);
        Return();

        Asm.Label(ref batches);
        int[] states = width.Bits == 512 ? [16, 17, 18, 19, 20, 21, 22, 23] : [Single, 6, 7, 8, 9, 10, 11, 12];
        if (width.Bits != 512)
            Save([.. states.Skip(1).Concat(BatchRegisters(states)).Select(Vectors.X)]);
        EnterBatches(wide, states);
        var (longMessage, leave) = (Asm.CreateLabel(), Asm.CreateLabel());
        var keys = KeyRegisters(wide);
        if (LongMessageBatches == 1)
        {
            LongMessage(wide, states, keys);
        }
        else
        {
            if (keys.Length > 0)
            {
                Asm.cmp(Left, LongMessageBatches * BatchVectors * wide.Bytes);
                Asm.jae(longMessage);
            }

            WhileLeft(wide, states);
        }

        Asm.Label(ref leave);
        LeaveBatches(wide, states);
        Restore();

        // Here, so that a short message has less to clear in the end.
        if (width.Bits == 512)
            Clear(Enumerable.Range(16, 16));
        Asm.jmp(afterBatches);

        if (keys.Length == 0 || LongMessageBatches == 1)
            return;
        Asm.Label(ref longMessage);
        LongMessage(wide, states, keys);
        Asm.jmp(leave);
    }

    /// <summary>Batches with all round keys in registers.</summary>
    private void LongMessage(Vectors wide, int[] states, int[] keys)
    {
        Save([.. keys.Concat(BatchRegisters(states)).Where(register => register is >= 6 and < 16).Select(Vectors.X)]);
        EnterLongMessage(wide);
        KeepKeys(wide, keys);
        WhileLeft(wide, states, keys);
        LeaveLongMessage(wide);
        Restore();
    }

    /// <summary>Vector registers that the mode keeps from batch to batch, besides those that it has at all times.</summary>
    protected virtual IEnumerable<int> BatchRegisters(IReadOnlyList<int> states) => [];

    /// <summary>
    /// Registers for all round keys, which a long message keeps there from batch to batch. Where 512 bits are whole (Zen 5), a load of
    /// one block into all lanes takes a pipe that may be the cipher's.
    /// </summary>
    protected virtual int[] KeyRegisters(Vectors vectors) =>
        vectors.Bits == 512 ? [24, 25, 26, 27, 28, 29, 30, 31, Single, FirstOfMode + 1, FirstOfMode + 2, 6, 7, 8, 9] : [];

    /// <summary>
    /// Batches from which on keeping the keys pays for saving what the Windows convention wants back; if one, there is no other loop.
    /// </summary>
    protected virtual int LongMessageBatches => 2;

    /// <summary>Loads the IV or the counter.</summary>
    protected abstract void LoadMode(Vectors vectors);

    /// <summary>Makes the states: the cipher's input XOR the first key.</summary>
    protected abstract void Input(Vectors vectors, IReadOnlyList<int> states, int[] keys);

    /// <summary>The cipher's last round, of states with the last key in a register.</summary>
    protected virtual void LastRound(Vectors vectors, IReadOnlyList<int> states, int key)
    {
        foreach (var state in states)
            Rounds.Last(vectors, state, key);
    }

    /// <summary>The XOR with the cipher's output, and the next IV or counter.</summary>
    protected abstract void Output(Vectors vectors, IReadOnlyList<int> states);

    /// <summary>Prepares what only batches need. The states' registers are free.</summary>
    protected virtual void EnterBatches(Vectors vectors, IReadOnlyList<int> states)
    {
    }

    /// <summary>Does a part of what the next batch may find done, after one of the rounds that every key has.</summary>
    protected virtual void PrepareNextBatch(Vectors vectors, IReadOnlyList<int> states, int round)
    {
    }

    /// <summary>Takes what is in the registers of round keys elsewhere.</summary>
    protected virtual void EnterLongMessage(Vectors vectors)
    {
    }

    /// <summary>Wipes it there.</summary>
    protected virtual void LeaveLongMessage(Vectors vectors)
    {
    }

    /// <summary>Undoes what was prepared for batches, and wipes it.</summary>
    protected virtual void LeaveBatches(Vectors vectors, IReadOnlyList<int> states)
    {
    }

    /// <summary>Does what is left after all whole blocks, and stores the next IV or counter.</summary>
    protected abstract void Finish(Vectors block);

    /// <summary>A vector of the source, or the bytes <paramref name="offset"/> from it.</summary>
    protected static AssemblerMemoryOperand SourceVector(Vectors vectors, int index, int offset = 0) =>
        __[Source + ((index * vectors.Bytes) + offset)];

    /// <summary>Makes the states: the source XOR the first key.</summary>
    protected void InputSource(Vectors vectors, IReadOnlyList<int> states, int[] keys)
    {
        var key = FirstKey(vectors, keys);
        for (var i = 0; i < states.Count; i++)
            vectors.Xor(states[i], key, SourceVector(vectors, i));
    }

    /// <summary>The source XOR the cipher's output.</summary>
    protected static void XorSource(Vectors vectors, IReadOnlyList<int> states)
    {
        for (var i = 0; i < states.Count; i++)
            vectors.Xor(states[i], states[i], SourceVector(vectors, i));
    }

    /// <summary>The register that has the first key, in every lane.</summary>
    protected int FirstKey(Vectors vectors, int[] keys)
    {
        if (keys.Length > 0)
            return keys[0];
        vectors.Broadcast(Key, Rounds.Key(0));
        return Key;
    }

    /// <summary>Encrypts or decrypts the mode's input, with keys from memory, but for those that are kept in registers.</summary>
    protected void Cipher(Vectors vectors, int[] states, params int[] keys)
    {
        Input(vectors, states, keys);
        var isBatch = states.Length > 1;
        InnerRounds(
            vectors,
            states,
            round =>
            {
                if (isBatch && round < LeastRounds)
                    PrepareNextBatch(vectors, states, round);
            },
            keys);
        var last = keys.Length > 0 ? keys[^1] : Key;
        if (keys.Length == 0)
            vectors.Broadcast(last, LastKey);
        LastRound(vectors, states, last);
    }

    /// <summary>
    /// Transforms what is left in batches, vectors or blocks, and steps over it. The caller has checked that there is a batch; for a vector or
    /// a block, this is checked here.
    /// </summary>
    private void WhileLeft(Vectors vectors, int[] states, params int[] keys)
    {
        var bytes = states.Length * vectors.Bytes;
        var (loop, done) = (Asm.CreateLabel(), Asm.CreateLabel());
        if (states.Length > 1)
        {
            Align(64);
        }
        else
        {
            Asm.cmp(Left, bytes);
            Asm.jb(done);
        }

        Asm.Label(ref loop);
        Cipher(vectors, states, keys);
        Output(vectors, states);
        for (var i = 0; i < states.Length; i++)
            vectors.Store(__[Destination + (i * vectors.Bytes)], states[i]);
        Advance(bytes);

        // After vectors of twice the width one of these is left at most.
        if (vectors.Bits == width.Bits)
        {
            Asm.cmp(Left, bytes);
            Asm.jae(loop);
        }

        Asm.Label(ref done);
        Asm.zero_bytes();
    }
}
