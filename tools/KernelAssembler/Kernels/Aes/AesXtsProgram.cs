using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// XTS (IEEE 1619, section 5; SP 800-38E), either way: <c>out_i = cipher(in_i xor T_i) xor T_i</c>, where the first tweak is given, maybe
/// to be encrypted under a key of its own, and each is the one before times x. A rest shorter than a block is encrypted by ciphertext
/// stealing.
/// <para>
/// A batch of N blocks has all their tweaks in memory. Between its rounds it makes those of the next batch of them, each times x^N, so
/// that none waits for another; what is due at the end is kept beside. Made after the rounds, they would keep the next batch out of the
/// CPU's window. (Batches of 512 bits have registers for those of the next: <see cref="AesXts512Program"/>.)
/// </para>
/// </summary>
internal class AesXtsProgram(AesWidth width, bool inverse) : AesParallelProgram(
    inverse ? "DecryptXts" : "EncryptXts", width with { Requires = width.Requires | width.ProductsRequire }, inverse)
{
    /// <summary>The tweaks of the next vector, but within batches.</summary>
    protected const int Tweak = FirstOfMode;

    /// <summary>The first tweak, in every lane, until batches begin.</summary>
    protected const int First = FirstOfMode + 1;

    /// <summary>The same with its halves swapped.</summary>
    protected const int Swapped = FirstOfMode + 2;

    /// <summary>One register, which has an address for a few instructions at a time.</summary>
    private static readonly AssemblerRegister64 s_iv = r11, s_tweakKeys = r11, s_table = r11;

    /// <summary>The tweaks of the batch under way, once its rounds have begun.</summary>
    private AssemblerMemoryOperand[] _due = [];

    /// <summary>Those that the next batch begins with.</summary>
    private AssemblerMemoryOperand[] _next = [];

    protected XtsTweakSteps Steps => new(this);

    protected override void LoadMode(Vectors vectors)
    {
        if (IsInverse)
            LeaveLastWholeBlock();
        LoadTweak();
        if (vectors.Lanes > 1)
            vectors.BroadcastLowest(First, First);
        vectors.SwapHalves(Swapped, First);
        if (vectors.Lanes > 1)
            Steps.MultiplyLanes(vectors, Tweak, First, Swapped, 0, Temporary);
        else
            vectors.Copy(Tweak, First);
    }

    protected override void EnterBatches(Vectors vectors, IReadOnlyList<int> states)
    {
        _due = [.. states.Select(_ => Claim(vectors.Bytes))];
        _next = [.. states.Select(_ => Claim(vectors.Bytes))];
        vectors.Store(_next[0], Tweak);
        for (var i = 1; i < states.Count; i++)
        {
            Steps.MultiplyLanes(vectors, states[i], First, Swapped, i * vectors.Lanes, Temporary);
            vectors.Store(_next[i], states[i]);
        }
    }

    protected override void PrepareNextBatch(Vectors vectors, IReadOnlyList<int> states, int round)
    {
        var i = round - 1;
        if (i >= states.Count)
            return;
        vectors.Load(Tweak, _next[i]);
        vectors.Store(_due[i], Tweak);
        Steps.MultiplyByBytes(vectors, Tweak, states.Count * vectors.Lanes / 8, Temporary);
        vectors.Store(_next[i], Tweak);
    }

    protected override void Input(Vectors vectors, IReadOnlyList<int> states, int[] keys)
    {
        var key = FirstKey(vectors, keys);
        if (states.Count == 1)
        {
            vectors.Xor(states[0], key, SourceVector(vectors, 0));
            vectors.Xor(states[0], states[0], Tweak);
            return;
        }

        for (var i = 0; i < states.Count; i++)
        {
            vectors.Load(states[i], SourceVector(vectors, i));
            vectors.Xor3(states[i], key, _next[i]);
        }
    }

    protected override void Output(Vectors vectors, IReadOnlyList<int> states)
    {
        if (states.Count == 1)
        {
            vectors.Xor(states[0], states[0], Tweak);
            Steps.Multiply(vectors, Tweak, Tweak, vectors.Lanes, Temporary);
            return;
        }

        for (var i = 0; i < states.Count; i++)
            vectors.Xor(states[i], states[i], _due[i]);
    }

    protected override void LeaveBatches(Vectors vectors, IReadOnlyList<int> states)
    {
        vectors.Load(Tweak, _next[0]);
        vectors.Xor(Temporary, Temporary, Temporary);
        foreach (var tweak in _due.Concat(_next))
            vectors.Store(tweak, Temporary);
    }

    protected override void Finish(Vectors block)
    {
        var whole = Asm.CreateLabel();
        Asm.mov(s_iv, Argument("IV"));
        block.Store(__[s_iv], Tweak);
        Asm.test(Left, Left);
        Asm.jz(whole);
        Steal(block);
        Asm.Label(ref whole);
        Asm.zero_bytes();
    }

    /// <summary>Where a rest follows it, it takes another tweak, in <see cref="Steal"/>.</summary>
    private void LeaveLastWholeBlock()
    {
        var whole = Asm.CreateLabel();
        Asm.test(Left, BlockBytes - 1);
        Asm.jz(whole);
        Asm.sub(Left, BlockBytes);
        Asm.Label(ref whole);
        Asm.zero_bytes();
    }

    /// <summary>And encrypts it, if it has a key.</summary>
    private void LoadTweak()
    {
        var block = new Vectors(Asm, 128);
        var isEncrypted = Asm.CreateLabel();
        var keys = new AesRounds(this, s_tweakKeys);
        Asm.mov(s_iv, Argument("IV"));
        block.Load(First, __[s_iv]);
        Asm.mov(s_tweakKeys, Argument("TweakSchedule"));
        Asm.test(s_tweakKeys, s_tweakKeys);
        Asm.jz(isEncrypted);
        block.Xor(First, First, keys.Key(0));
        keys.Inner([Vectors.X(First)], Leave);
        keys.Last(block, First, __[s_tweakKeys + rax]);
        Asm.Label(ref isEncrypted);
        Asm.zero_bytes();
    }

    /// <summary>
    /// Ciphertext stealing of a rest of <see cref="AesProgram.Left"/> bytes. In encryption the last whole block is done; in decryption it is
    /// still to do, with the tweak after its own. The rest is shorter than a register, so each load and store is of 16 bytes that end with
    /// it, and a shuffle moves bytes from one end of a register to the other: its indices begin in a table at a place that depends on the
    /// length, and an index above 127 makes a zero. The store that ends with the rest overwrites bytes of the last whole block, which is
    /// stored after it.
    /// </summary>
    private void Steal(Vectors block)
    {
        const int Indices = 16, Kept = 64;
        var lastWhole = IsInverse ? 0 : -BlockBytes;
        AssemblerMemoryOperand source = __[Source + lastWhole], destination = __[Destination + lastWhole];
        if (IsInverse)
        {
            Steps.Multiply(block, First, Tweak, 1, Temporary);
            block.Load(Single, source);
            TransformBlock(block, First);
        }
        else
        {
            block.Load(Single, destination);
        }

        Asm.lea(s_table, Constant(
        [
            .. Enumerable.Repeat((byte)0x80, Indices), .. Enumerable.Range(0, BlockBytes).Select(i => (byte)i), .. Enumerable.Repeat((byte)0x80, Indices),
            .. new byte[BlockBytes], .. Enumerable.Repeat(byte.MaxValue, BlockBytes),
        ]));
        block.Load(Temporary, __[Source + Left + lastWhole]);
        block.Load(Swapped, __[s_table + Left]);
        block.ShuffleBytes(Swapped, Single, Swapped);
        block.Store(__[Destination + Left + lastWhole], Swapped);
        Asm.sub(s_table, Left);
        block.Load(Swapped, __[s_table + (2 * Indices)]);
        block.ShuffleBytes(Temporary, Temporary, Swapped);
        block.And(Single, Single, __[s_table + Kept]);
        block.Xor(Single, Single, Temporary);
        TransformBlock(block, Tweak);
        block.Store(destination, Single);
    }

    /// <summary>One block under a tweak.</summary>
    private void TransformBlock(Vectors block, int tweak)
    {
        block.Xor(Single, Single, tweak);
        block.Xor(Single, Single, Rounds.Key(0));
        InnerRounds(block, [Single]);
        Rounds.Last(block, Single, LastKey);
        block.Xor(Single, Single, tweak);
    }
}
