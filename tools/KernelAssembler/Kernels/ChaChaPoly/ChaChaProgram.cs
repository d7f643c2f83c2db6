using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>ChaCha20 of as many blocks at once as a vector has words (<see cref="ChaChaColumns"/>).</summary>
internal abstract class ChaChaProgram(string operation, ChaChaWidth width, CpuFeatures others, ArgumentLayout arguments)
    : X64Program(operation + width.Suffix, width.Requires | others, arguments)
{
    protected const int DoubleRounds = ChaChaSteps.DoubleRounds;
    protected const int CounterWord = ChaChaColumns.CounterWord;

    /// <summary>Points to the input of a block while words are loaded, and while they are added.</summary>
    protected static readonly AssemblerRegister64 Input = ChaChaColumns.Input;

    private ChaChaColumns? _columns;

    protected ChaChaWidth Width => width;

    protected Vectors Wide => width.Vectors(Asm);

    protected ChaChaColumns Columns => _columns ?? throw new InvalidOperationException("Columns come after the entry.");

    /// <summary>The counters of the blocks, in a vector.</summary>
    internal abstract void LoadCounters(int to);

    /// <summary>Takes vectors of keystream, each with its place in the batch.</summary>
    internal abstract IEnumerable<Action> Output((int Keystream, int At)[] vectors);

    /// <summary>Claims memory before registers are saved there: it may begin on a boundary of vectors.</summary>
    protected void Enter(params AssemblerRegister64[] saved)
    {
        Asm.PreferVex = !width.HasAvx512;
        _columns = width switch
        {
            { Bits: 512 } => new ChaChaAvx512WideColumns(this),
            { HasAvx512: true } => new ChaChaAvx512VlColumns(this),
            _ => new ChaChaAvx2Columns(this, [.. Enumerable.Range(0, 4).Select(_ => Claim(width.VectorBytes))]),
        };
        Save(saved);
        Save([.. Columns.Saved.Select(Vectors.X)]);
    }

    protected void Leave()
    {
        Columns.Wipe();
        Return();
    }

    /// <summary>The steps of vectors in their order, and between them those of general registers, evenly.</summary>
    internal static void Interleave(IEnumerable<Action> vectors, IEnumerable<Action> words)
    {
        Action[] all = [.. vectors], others = [.. words];
        for (int i = 0, done = 0; i < all.Length; i++)
        {
            all[i]();
            for (var due = (i + 1) * others.Length / all.Length; done < due; done++)
                others[done]();
        }
    }

    protected static void Emit(IEnumerable<Action> steps) => Interleave(steps, []);
}
