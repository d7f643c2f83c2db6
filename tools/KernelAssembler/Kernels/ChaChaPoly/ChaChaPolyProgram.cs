using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Whole batches of ChaCha20-Poly1305 (RFC 8439, section 2.8): between the instructions of ChaCha20 on eight or sixteen blocks, which are on
/// vectors, stands Poly1305 of as many bytes in general registers, which other units of the CPU do meanwhile. Sealing hashes the batch
/// before, and the last one by itself; opening hashes the batch under way, before it is overwritten.
/// Constant-time: branches and addresses depend on the length alone.
/// </summary>
internal sealed class ChaChaPolyProgram(ChaChaWidth width, bool opening)
    : ChaChaProgram(opening ? "Open" : "Seal", width, CpuFeatures.Bmi2, Layouts.ChaChaPoly)
{
    /// <summary>Blocks of Poly1305 before the rounds.</summary>
    private const int FirstHashedBlocks = 2;

    private static readonly AssemblerRegister64 s_source = r8;
    private static readonly AssemblerRegister64 s_destination = r9;

    /// <summary>What is hashed next.</summary>
    private static readonly AssemblerRegister64 s_hashed = rdi;

    /// <summary>
    /// Blocks of Poly1305 in a double round. On 512 bits fewer than there would be room for: the hash takes longer than the rounds, and goes on
    /// while blocks are put together.
    /// </summary>
    private readonly int _hashedBlocks = width.Bits == 512 ? 5 : 3;

    private Poly1305Steps? _poly1305;

    private Poly1305Steps Poly1305 => _poly1305 ?? throw new InvalidOperationException("The hash comes after the entry.");

    /// <summary>Blocks of Poly1305 while blocks are put together: those that are left.</summary>
    private int LastHashedBlocks => (Width.BatchBytes / Poly1305Steps.BlockBytes) - FirstHashedBlocks - (DoubleRounds * _hashedBlocks);

    protected override void Body()
    {
        Enter([.. Poly1305Steps.Saved, s_hashed]);
        _poly1305 = new(Asm, Claim(Poly1305Steps.ClaimedBytes));
        Asm.mov(s_source, Argument("Source"));
        Asm.mov(s_destination, Argument("Destination"));
        Poly1305.Begin(Argument("Hash"));
        Asm.mov(Input, Argument("Cipher"));

        var (loop, done) = (Asm.CreateLabel(), Asm.CreateLabel());
        if (!opening)
        {
            Batch(hashes: false);
            Asm.jz(done);
        }

        Align(32);
        Asm.Label(ref loop);
        Batch(hashes: true);
        Asm.jnz(loop);
        if (!opening)
        {
            Asm.Label(ref done);
            HashLastBatch();
        }

        Poly1305.End(Argument("Hash"));
        Leave();
    }

    /// <summary>The counter of the first block is with the other words of the input.</summary>
    internal override void LoadCounters(int to)
    {
        Columns.Broadcast(to, CounterWord);
        Wide.Add32(to, to, Columns.BlockNumbers);
    }

    /// <summary>All text is loaded before anything is stored: a load waits for a store before it whose address has the same low bits.</summary>
    internal override IEnumerable<Action> Output((int Keystream, int At)[] vectors) =>
    [
        .. vectors.Select(vector => (Action)(() => Wide.Xor(vector.Keystream, vector.Keystream, __[s_source + vector.At]))),
        .. vectors.Select(vector => (Action)(() => Wide.Store(__[s_destination + vector.At], vector.Keystream))),
    ];

    /// <summary>
    /// One batch. The register that points to the input does so before and after it; for hashing it is one like others. Leaves ZF set after
    /// the last batch.
    /// </summary>
    private void Batch(bool hashes)
    {
        if (hashes)
            Asm.lea(s_hashed, opening ? __[s_source] : __[s_destination - Width.BatchBytes]);
        Emit(Columns.LoadWords());
        if (hashes)
            Emit(Hashing(FirstHashedBlocks));
        Rounds(hashes);
        if (hashes)
            Asm.mov(Input, Argument("Cipher"));
        Emit(Columns.AddInput());
        Asm.add(__dword_ptr[Input + (CounterWord * sizeof(uint))], Width.Blocks);
        if (hashes && LastHashedBlocks > 0)
        {
            Interleave(Columns.OutputBlocks(), Hashing(LastHashedBlocks));
            Asm.mov(Input, Argument("Cipher"));
        }
        else
        {
            Emit(Columns.OutputBlocks());
        }

        Asm.add(s_source, Width.BatchBytes);
        Asm.add(s_destination, Width.BatchBytes);
        Asm.sub(__qword_ptr[Argument("Length")], Width.BatchBytes);
    }

    private void Rounds(bool hashes)
    {
        var loop = Asm.CreateLabel();
        if (!hashes)
            Asm.mov(edx, DoubleRounds);
        Align(32);
        Asm.Label(ref loop);
        Interleave(Columns.DoubleRound(), hashes ? Hashing(_hashedBlocks) : []);
        if (hashes)
        {
            var left = LastHashedBlocks * Poly1305Steps.BlockBytes;
            Asm.lea(rax, opening ? __[s_source + (Width.BatchBytes - left)] : __[s_destination - left]);
            Asm.cmp(s_hashed, rax);
        }
        else
        {
            Asm.sub(edx, 1);
        }

        Asm.jnz(loop);
    }

    private void HashLastBatch()
    {
        var loop = Asm.CreateLabel();
        Asm.lea(s_hashed, __[s_destination - Width.BatchBytes]);
        Align(32);
        Asm.Label(ref loop);
        Emit(Hashing(1));
        Asm.cmp(s_hashed, s_destination);
        Asm.jnz(loop);
    }

    private IEnumerable<Action> Hashing(int blocks) =>
    [
        .. Enumerable.Range(0, blocks).SelectMany(block => Poly1305.Hash(s_hashed, block * Poly1305Steps.BlockBytes)),
        () => Asm.add(s_hashed, blocks * Poly1305Steps.BlockBytes),
    ];
}
