using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// XTS (IEEE 1619, section 5; SP 800-38E) of whole blocks, either way: <c>out_i = cipher(in_i xor T_i) xor T_i</c>, where the first
/// tweak is given, and each is the one before times x.
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

    /// <summary>The tweak as it is given, in every lane, until batches begin.</summary>
    protected const int First = FirstOfMode + 1;

    /// <summary>The same with its halves swapped.</summary>
    protected const int Swapped = FirstOfMode + 2;

    private static readonly AssemblerRegister64 s_iv = r11;

    /// <summary>The tweaks of the batch under way, once its rounds have begun.</summary>
    private AssemblerMemoryOperand[] _due = [];

    /// <summary>Those that the next batch begins with.</summary>
    private AssemblerMemoryOperand[] _next = [];

    protected XtsTweakSteps Steps => new(this);

    protected override void LoadMode(Vectors vectors)
    {
        Asm.mov(s_iv, Argument("IV"));
        vectors.Broadcast(First, __[s_iv]);
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

    protected override void Finish(Vectors block) => block.Store(__[s_iv], Tweak);
}
