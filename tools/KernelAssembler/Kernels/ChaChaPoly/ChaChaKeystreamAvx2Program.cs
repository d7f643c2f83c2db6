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
internal sealed class ChaChaKeystreamAvx2Program() : ChaChaProgram("Keystream", ChaChaWidth.Avx2, CpuFeatures.None, Layouts.ChaChaKeystream)
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

    internal override void LoadCounters(int to)
    {
        // Free while counters are loaded, and where they are added.
        const int Temporary = 14;
        Wide.Broadcast32(to, __dword_ptr[Argument("Counter")]);
        Wide.Add32(to, to, Columns.BlockNumbers);
        Asm.vmovd(Vectors.X(Temporary), __dword_ptr[Argument("FirstCounter")]);
        Asm.vpblendd(Vectors.Y(to), Vectors.Y(to), Vectors.Y(Temporary), 0x01);
    }

    internal override IEnumerable<Action> Output((int Keystream, int At)[] vectors) =>
        vectors.Select(vector => (Action)(() => Wide.Store(__[s_destination + vector.At], vector.Keystream)));
}
