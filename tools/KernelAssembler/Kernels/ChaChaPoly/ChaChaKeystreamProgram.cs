using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Eight blocks of keystream by counters of their own: the key of Poly1305 and the end of a text, which do not follow each other.
/// Constant-time: there is no branch but that of the rounds, and no address depends on a secret.
/// </summary>
internal sealed class ChaChaKeystreamProgram(ChaChaWidth width)
    : ChaChaProgram("Keystream", width, CpuFeatures.None, Layouts.ChaChaKeystream)
{
    private static readonly AssemblerRegister64 s_destination = r9;

    protected override void Body()
    {
        var loop = Asm.CreateLabel();
        Enter();
        Asm.mov(Input, Argument("Cipher"));
        Asm.mov(s_destination, Argument("Destination"));
        Emit(Columns.LoadWords());
        Asm.mov(edx, DoubleRounds);
        Align(32);
        Asm.Label(ref loop);
        Emit(Columns.DoubleRound());
        Asm.sub(edx, 1);
        Asm.jnz(loop);
        Emit(Columns.AddInput());
        Emit(Columns.OutputBlocks());
        Leave();
    }

    /// <summary>By registers that a blend can name.</summary>
    internal override void LoadCounters(int to)
    {
        // Free while counters are loaded, and where they are added.
        var (counters, first) = Width.HasAvx512 ? (1, 2) : (to, 14);
        Wide.Broadcast32(counters, __dword_ptr[Argument("Counter")]);
        Wide.Add32(counters, counters, Columns.BlockNumbers);
        Asm.vmovd(Vectors.X(first), __dword_ptr[Argument("FirstCounter")]);
        Asm.vpblendd(Vectors.Y(counters), Vectors.Y(counters), Vectors.Y(first), 0x01);
        if (counters != to)
            Wide.Copy(to, counters);
    }

    internal override IEnumerable<Action> Output((int Keystream, int At)[] vectors) =>
        vectors.Select(vector => (Action)(() => Wide.Store(__[s_destination + vector.At], vector.Keystream)));
}
