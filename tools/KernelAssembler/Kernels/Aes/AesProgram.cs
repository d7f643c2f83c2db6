using System;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// What the programs of all modes share: their arguments in registers, and the rounds of the cipher or of the inverse cipher. eax
/// has the number of rounds times 16, the place of the last key.
/// </summary>
internal abstract class AesProgram(string name, CpuFeatures requires, ArgumentLayout arguments, bool inverse = false)
    : X64Program(name, requires, arguments)
{
    protected const int BlockBytes = AesRounds.BlockBytes;

    /// <summary>Bytes from the round keys to those of the inverse cipher: room for the longest key's.</summary>
    public const int InverseOffset = (14 + 1) * BlockBytes;

    /// <summary>The vector register of round keys.</summary>
    protected const int Key = 1;

    protected static readonly AssemblerRegister64 Schedule = rdx;
    protected static readonly AssemblerRegister64 Source = r8;
    protected static readonly AssemblerRegister64 Destination = r9;
    protected static readonly AssemblerRegister64 Left = r10;

    private static readonly AssemblerRegister64 s_lastKeyOffset = rax;

    protected bool IsInverse => inverse;

    protected static AssemblerMemoryOperand LastKey => __[Schedule + s_lastKeyOffset];

    protected AesRounds Rounds => new(this, Schedule, inverse);

    protected void LoadArguments()
    {
        Asm.mov(Schedule, Argument("Schedule"));
        if (inverse)
            Asm.add(Schedule, InverseOffset);
        Asm.mov(Source, Argument("Source"));
        Asm.mov(Destination, Argument("Destination"));
        Asm.mov(Left, Argument("Length"));
        LoadRounds();
    }

    protected void LoadRounds()
    {
        Asm.mov(eax, Argument("Rounds"));
        Asm.shl(eax, 4);
    }

    /// <summary>All rounds between the first key and the last, of blocks in flight together.</summary>
    protected void InnerRounds(Vectors vectors, int[] states, Action<int>? afterRound = null, params int[] kept)
    {
        if (vectors.Lanes == 1 && states.Length == 1)
            Rounds.Inner([Vectors.X(states[0])], Leave);
        else
            Rounds.Inner(vectors, states, Key, Leave, afterRound, kept);
    }

    /// <summary>Loads all keys into registers, one for each round of the longest key; the last key is in the last register.</summary>
    protected void KeepKeys(Vectors vectors, int[] registers)
    {
        Rounds.Keep(vectors, registers, Leave);
        vectors.Broadcast(registers[^1], LastKey);
    }

    /// <summary>One comparison tells the three numbers of rounds apart.</summary>
    protected void Leave(int round, Label end)
    {
        if (round == 10)
        {
            Asm.cmp(eax, 12 * BlockBytes);
            Asm.jb(end);
        }
        else
        {
            Asm.je(end);
        }
    }

    /// <summary>Steps over bytes that are done.</summary>
    protected void Advance(int bytes)
    {
        Asm.add(Source, bytes);
        Asm.add(Destination, bytes);
        Asm.sub(Left, bytes);
    }
}
