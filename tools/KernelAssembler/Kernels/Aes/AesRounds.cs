using System;
using System.Collections.Generic;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The rounds of AES as steps for any program: of the cipher (FIPS 197, section 5.1), or of the equivalent inverse cipher
/// (section 5.3.5). A round key is read from memory for each use, one load for many blocks, so that a short message has none to
/// prepare; a program that has registers to spare may keep some for a long one.
/// <para>
/// The number of rounds decides where the inner ones end; it is as public as the key's length. Programs keep it in different
/// places, so each says how to <c>leave</c> before round 10 or 12, if there is no such round between the first key and the last.
/// </para>
/// </summary>
internal sealed class AesRounds(X64Program program, AssemblerRegister64 schedule, bool inverse = false)
{
    public const int BlockBytes = 16;

    private const int MostRounds = 14;

    private Assembler Asm => program.Asm;

    public AssemblerMemoryOperand Key(int round) => __[schedule + (round * BlockBytes)];

    /// <summary>The XOR with the first key. Leaves the key in its register.</summary>
    public void First(Vectors vectors, IReadOnlyList<int> states, int key)
    {
        vectors.Broadcast(key, Key(0));
        foreach (var state in states)
            vectors.Xor(state, state, key);
    }

    /// <summary>
    /// All rounds between the first key and the last, of vectors in flight together. Other work may come after each round. The keys are
    /// those that are kept, if any.
    /// </summary>
    public void Inner(
        Vectors vectors,
        IReadOnlyList<int> states,
        int key,
        Action<int, Label> leave,
        Action<int>? afterRound = null,
        params int[] kept) =>
        Inner(leave, round =>
        {
            var ofRound = kept.Length > 0 ? kept[round] : key;
            if (kept.Length == 0)
                vectors.Broadcast(ofRound, Key(round));
            foreach (var state in states)
            {
                if (inverse)
                    vectors.AesInverseRound(state, ofRound);
                else
                    vectors.AesRound(state, ofRound);
            }

            afterRound?.Invoke(round);
        });

    /// <summary>Loads the first key and those of the inner rounds into every lane of registers, numbered by rounds.</summary>
    public void Keep(Vectors vectors, int[] registers, Action<int, Label> leave)
    {
        vectors.Broadcast(registers[0], Key(0));
        Inner(leave, round => vectors.Broadcast(registers[round], Key(round)));
    }

    /// <summary>The same, of a few single blocks, which take each key where it lies.</summary>
    public void Inner(IReadOnlyList<AssemblerRegisterXMM> states, Action<int, Label> leave) =>
        Inner(leave, round =>
        {
            foreach (var state in states)
            {
                if (inverse)
                    Asm.vaesdec(state, state, Key(round));
                else
                    Asm.vaesenc(state, state, Key(round));
            }
        });

    /// <summary>The last round, with a key that is in a register.</summary>
    public void Last(Vectors vectors, int state, int key)
    {
        if (inverse)
            vectors.AesInverseLastRound(state, key);
        else
            vectors.AesLastRound(state, key);
    }

    /// <summary>The last round, with a key of every block in memory.</summary>
    public void Last(Vectors vectors, int state, AssemblerMemoryOperand keys)
    {
        if (inverse)
            vectors.AesInverseLastRound(state, keys);
        else
            vectors.AesLastRound(state, keys);
    }

    private void Inner(Action<int, Label> leave, Action<int> emitRound)
    {
        var end = Asm.CreateLabel();
        for (var round = 1; round < MostRounds; round++)
        {
            if (round is 10 or 12)
                leave(round, end);
            emitRound(round);
        }

        Asm.Label(ref end);
        Asm.zero_bytes();
    }
}
