using System;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// What the programs of all modes share: their arguments in registers, and the rounds of the cipher (FIPS 197, section 5.1) or of
/// the equivalent inverse cipher (section 5.3.5) on any number of vectors. A round key is read from memory for each use, one load
/// for many blocks, so that no registers are kept for keys and a short message has none to prepare. The number of rounds decides
/// which of the last ones are left out; it is as public as the key's length.
/// </summary>
internal abstract class AesProgram(string name, CpuFeatures requires, bool inverse = false)
    : KernelProgram(name, requires, Layouts.Aes)
{
    protected const int BlockBytes = 16;

    /// <summary>Bytes from the round keys to those of the inverse cipher: room for the longest key's.</summary>
    public const int InverseOffset = (14 + 1) * BlockBytes;

    /// <summary>The vector register of round keys.</summary>
    protected const int Key = 1;

    protected static readonly AssemblerRegister64 Schedule = rdx;
    protected static readonly AssemblerRegister64 Source = r8;
    protected static readonly AssemblerRegister64 Destination = r9;
    protected static readonly AssemblerRegister64 Left = r10;

    private static readonly AssemblerRegister64 s_lastKeyOffset = rax;

    protected static AssemblerMemoryOperand LastKey => __[Schedule + s_lastKeyOffset];

    protected static AssemblerMemoryOperand RoundKey(int round) => __[Schedule + (round * BlockBytes)];

    protected void LoadArguments()
    {
        Asm.mov(Schedule, Argument("Schedule"));
        if (inverse)
            Asm.add(Schedule, InverseOffset);
        Asm.mov(Source, Argument("Source"));
        Asm.mov(Destination, Argument("Destination"));
        Asm.mov(Left, Argument("Length"));
        Asm.mov(eax, Argument("Rounds"));
        Asm.shl(eax, 4);
    }

    /// <summary>All rounds between the first key and the last. Other work for the CPU may begin after the first.</summary>
    protected void InnerRounds(Vectors vectors, int[] states, Action? meanwhile = null)
    {
        var done = Asm.CreateLabel();
        for (var round = 1; round < 14; round++)
        {
            if (round == 10)
                Asm.cmp(eax, 12 * BlockBytes);
            if (round == 10)
                Asm.jb(done);
            if (round == 12)
                Asm.je(done);
            if (vectors.Lanes == 1 && states.Length == 1)
                Round(Vectors.X(states[0]), RoundKey(round));
            else
                Round(vectors, states, RoundKey(round));
            if (round == 1)
                meanwhile?.Invoke();
        }

        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>The last round, with a key that is at hand.</summary>
    protected void LastRound(Vectors vectors, int state, int key)
    {
        if (inverse)
            vectors.AesInverseLastRound(state, key);
        else
            vectors.AesLastRound(state, key);
    }

    /// <summary>A single block takes the key where it lies.</summary>
    private void Round(AssemblerRegisterXMM state, AssemblerMemoryOperand key)
    {
        if (inverse)
            Asm.vaesdec(state, state, key);
        else
            Asm.vaesenc(state, state, key);
    }

    private void Round(Vectors vectors, int[] states, AssemblerMemoryOperand key)
    {
        vectors.Broadcast(Key, key);
        foreach (var state in states)
        {
            if (inverse)
                vectors.AesInverseRound(state, Key);
            else
                vectors.AesRound(state, Key);
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
