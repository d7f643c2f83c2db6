using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Whole batches of ChaCha20-Poly1305 (RFC 8439, section 2.8): between the instructions of ChaCha20 on eight blocks, which are on vectors,
/// stands Poly1305 of 32 blocks in general registers, which other units of the CPU do meanwhile. Sealing hashes the batch before, and the
/// last one by itself; opening hashes the batch under way, before it is overwritten.
/// Constant-time: branches and addresses depend on the length alone.
/// </summary>
internal sealed class ChaChaPolyAvx2Program(bool opening) : ChaChaAvx2Program(opening ? "Open" : "Seal", CpuFeatures.Bmi2, Layouts.ChaChaPoly)
{
    /// <summary>Blocks of Poly1305 in a double round. Two are left, and come first.</summary>
    private const int HashedBlocks = 3, FirstHashedBlocks = (BatchBytes / Poly1305Steps.BlockBytes) - (DoubleRounds * HashedBlocks);

    private static readonly AssemblerRegister64 s_source = r8;
    private static readonly AssemblerRegister64 s_destination = r9;

    /// <summary>What is hashed next.</summary>
    private static readonly AssemblerRegister64 s_hashed = rdi;

    private Poly1305Steps Poly1305 => new(Asm);

    protected override void Body()
    {
        Enter([.. Poly1305Steps.Saved, s_hashed]);
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
    protected override void LoadCounters(AssemblerRegisterYMM to)
    {
        Broadcast(to, CounterWord);
        Asm.vpaddd(to, to, BlockNumbers);
    }

    protected override void Output(AssemblerRegisterYMM keystream, int at)
    {
        Asm.vpxor(keystream, keystream, __[s_source + at]);
        Asm.vmovdqu(__[s_destination + at], keystream);
    }

    /// <summary>
    /// One batch. The register that points to the input does so before and after it; for hashing it is one like others. Leaves ZF set after the last batch.
    /// </summary>
    private void Batch(bool hashes)
    {
        if (hashes)
            Asm.lea(s_hashed, opening ? __[s_source] : __[s_destination - BatchBytes]);
        Interleave(LoadWords(), []);
        if (hashes)
            Emit(Hashing(FirstHashedBlocks));
        Rounds(hashes);
        if (hashes)
            Asm.mov(Input, Argument("Cipher"));
        OutputBlocks();
        Asm.add(__dword_ptr[Input + (CounterWord * WordBytes)], Blocks);
        Asm.add(s_source, BatchBytes);
        Asm.add(s_destination, BatchBytes);
        Asm.sub(__qword_ptr[Argument("Length")], BatchBytes);
    }

    private void Rounds(bool hashes)
    {
        var loop = Asm.CreateLabel();
        if (!hashes)
            Asm.mov(edx, DoubleRounds);
        Align(32);
        Asm.Label(ref loop);
        Interleave(DoubleRound(), hashes ? Hashing(HashedBlocks) : []);
        if (hashes)
        {
            Asm.lea(rax, opening ? __[s_source + BatchBytes] : __[s_destination]);
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
        Asm.lea(s_hashed, __[s_destination - BatchBytes]);
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
