using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Whole batches of ChaCha20-Poly1305 (RFC 8439, section 2.8) on Arm64: between the instructions of ChaCha20 on eight blocks, which are on
/// vectors, stands Poly1305 of as many bytes in general registers, which other units of the CPU do meanwhile. Sealing hashes the batch
/// before, and the last one by itself; opening hashes the batch under way, before it is overwritten.
/// Constant-time: branches and addresses depend on the length alone.
/// </summary>
internal sealed class ChaChaPolyArm64Program(bool opening) : ChaChaArm64Program(opening ? "OpenNeon" : "SealNeon", Blocks, Layouts.ChaChaPoly)
{
    public const int Blocks = 8;

    /// <summary>Blocks of Poly1305 in a double round; those that are left stand before the rounds.</summary>
    private const int HashedBlocks = 3;

    private static readonly X s_source = x[1], s_length = x[3], s_hashed = x[4];

    private Poly1305Arm64Steps Poly1305 => new(Asm);

    private int FirstHashedBlocks => (BatchBytes / Poly1305Steps.BlockBytes) - (DoubleRounds * HashedBlocks);

    protected override void Body()
    {
        var (loop, done) = (new A64Label(), new A64Label());
        Enter();
        Asm.Ldr(s_source, Argument("Source"));
        Asm.Ldr(Destination, Argument("Destination"));
        Asm.Ldr(s_length, Argument("Length"));
        Asm.Ldr(Cipher, Argument("Hash"));
        Poly1305.Begin(Cipher);
        Asm.Ldr(Cipher, Argument("Cipher"));
        if (!opening)
        {
            Batch(hashes: false);
            Asm.B(A64Condition.Eq, done);
        }

        Align(32);
        Asm.Bind(loop);
        Batch(hashes: true);
        Asm.B(A64Condition.Ne, loop);
        if (!opening)
        {
            Asm.Bind(done);
            HashLastBatch();
        }

        Asm.Ldr(Cipher, Argument("Hash"));
        Poly1305.End(Cipher);
        Leave();
    }

    protected override void LoadCounters(V to, int set, V row, V numbers)
    {
        Asm.DupLaneS4(to, row, 0);
        Asm.AddS4(to, to, numbers);
    }

    protected override void LoadCounterRow(V to) => Asm.LdrQ(to, new(Cipher, CounterRow * RowBytes));

    protected override void AfterFirstBlock(V row, V one) => Asm.AddS4(row, row, one);

    protected override void Output(V one, V other, int at, V t)
    {
        Asm.LdrQ(t, new(s_source, at));
        Asm.Eor(one, one, t);
        Asm.LdrQ(t, new(s_source, at + RowBytes));
        Asm.Eor(other, other, t);
        Asm.StpQ(one, other, new(Destination, at));
    }

    /// <summary>Keeps the row of the next batch's first block.</summary>
    protected override void AfterLastBlock(V row, V one)
    {
        Asm.AddS4(row, row, one);
        Asm.StrQ(row, new(Cipher, CounterRow * RowBytes));
    }

    /// <summary>One batch. Leaves the flag that the last one was.</summary>
    private void Batch(bool hashes)
    {
        var loop = new A64Label();
        LoadWords();
        if (hashes)
        {
            if (opening)
                Asm.Mov(s_hashed, s_source);
            else
                Asm.Sub(s_hashed, Destination, BatchBytes);
            ChaChaProgram.Interleave(Hashing(FirstHashedBlocks), []);
        }

        Asm.Movz(Count, DoubleRounds);
        Align(32);
        Asm.Bind(loop);
        ChaChaProgram.Interleave(DoubleRound(), hashes ? Hashing(HashedBlocks) : []);
        Asm.Subs(Count, Count, 1);
        Asm.B(A64Condition.Ne, loop);
        OutputBlocks();
        Asm.Add(s_source, s_source, BatchBytes);
        Asm.Add(Destination, Destination, BatchBytes);
        Asm.Subs(s_length, s_length, BatchBytes);
    }

    private void HashLastBatch()
    {
        var loop = new A64Label();
        Asm.Sub(s_hashed, Destination, BatchBytes);
        Asm.Movz(Count, BatchBytes / Poly1305Steps.BlockBytes);
        Align(32);
        Asm.Bind(loop);
        ChaChaProgram.Interleave(Hashing(1), []);
        Asm.Subs(Count, Count, 1);
        Asm.B(A64Condition.Ne, loop);
    }

    private IEnumerable<Action> Hashing(int blocks) =>
    [
        .. Enumerable.Range(0, blocks).SelectMany(block => Poly1305.Hash(s_hashed, block * Poly1305Steps.BlockBytes)),
        () => Asm.Add(s_hashed, s_hashed, blocks * Poly1305Steps.BlockBytes),
    ];
}
