using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// AES-GCM (SP 800-38D, sections 7.1 and 7.2) on vectors of one or two blocks, for CPUs without AVX-512: batches of eight vectors
/// with the hash of another batch between the rounds (of the one before when sealing, of the same when opening), then single
/// blocks. A last block that is not whole goes through scratch memory, by pieces of eight, four, two bytes and one.
/// <para>
/// The powers of H that a batch takes, and the sums of their halves for Karatsuba's rule, are computed into scratch memory, which
/// also holds what the registers have no room for. All of it is wiped.
/// </para>
/// Constant-time: branches and addresses depend on lengths and on the number of rounds alone.
/// </summary>
internal sealed class GcmAvx(string name, int bits, bool opening)
    : KernelProgram((opening ? "Open" : "Seal") + name, RequiresFor(bits), Layouts.Gcm)
{
    private const int Block = Ghash.BlockBytes;
    private const int BatchVectors = 8;
    private const int Data = 12, Key = 13, Reversal = 14, Counter = 15;

    // What a public flag of the struct's says of a part of a message.
    private const int Continued = 1, Unfinished = 2;

    private static readonly GhashSum s_sum = new(Low: 8, Middle: 9, High: 10, Scratch: 11);
    private static readonly int[] s_states = [.. Enumerable.Range(0, BatchVectors)];

    private readonly int _batchBytes = BatchVectors * (bits / 8);

    private AssemblerMemoryOperand _powers, _powerHalves, _encipheredJ0, _hash, _partial, _padded;

    private Vectors V => new(Asm, bits);

    private Vectors OneBlock => new(Asm, 128);

    private Ghash Ghash => new(this, V);

    /// <summary>Where H is among the powers of a batch.</summary>
    private AssemblerMemoryOperand H => _powers + (_batchBytes - Block);

    protected override void Body()
    {
        var finished = Asm.CreateLabel();
        Save(xmm6, xmm7, xmm8, xmm9, xmm10, xmm11, xmm12, xmm13, xmm14, xmm15);
        (_powers, _powerHalves) = (Claim(_batchBytes), Claim(_batchBytes));
        (_encipheredJ0, _hash, _partial, _padded) = (Claim(Block), Claim(Block), Claim(Block), Claim(Block));

        Begin();
        ComputePowers();
        Asm.mov(r8, Argument("AssociatedData"));
        Asm.mov(r10, Argument("AssociatedDataLength"));
        AbsorbAssociatedData();
        Asm.mov(r8, Argument("Source"));
        Asm.mov(r9, Argument("Destination"));
        Asm.mov(r10, Argument("Length"));
        Batches();
        Asm.test(__dword_ptr[Argument("Part")], Unfinished);
        Asm.jz(finished);
        Asm.vmovdqu(xmm0, _hash);
        Asm.vmovdqu(Argument("Hash"), xmm0);
        Wipe();
        Return();

        Asm.Label(ref finished);
        Asm.zero_bytes();
        Blocks(cipher: true);
        WriteTag();
        Wipe();
        Asm.vmovdqu(Argument("Hash"), xmm0);
        Return();
    }

    /// <summary>The counters of the first vector, J0 enciphered, and the hash so far.</summary>
    private void Begin()
    {
        var whole = Asm.CreateLabel();
        Asm.mov(rdx, Argument("Key"));
        V.Broadcast(Reversal, Ghash.Reversal);
        Asm.vmovq(xmm15, Argument("J0"));
        Asm.vpinsrq(xmm15, xmm15, Argument("J0", 8), 1);
        Asm.vpshufb(xmm15, xmm15, xmm14);
        Asm.vpshufb(xmm0, xmm15, xmm14);
        CipherOneBlock();
        Asm.vmovdqu(_encipheredJ0, xmm0);
        Asm.vpxor(xmm0, xmm0, xmm0);
        Asm.test(__dword_ptr[Argument("Part")], Continued);
        Asm.jz(whole);
        Asm.vmovd(xmm0, Argument("BlocksBefore"));
        Asm.vpaddd(xmm15, xmm15, xmm0);
        Asm.vmovdqu(xmm0, Argument("Hash"));
        Asm.Label(ref whole);
        Asm.vmovdqu(_hash, xmm0);
        V.BroadcastLowest(Counter, Counter);
        V.Add32(Counter, Counter, Counters(1, 2));
    }

    private void ComputePowers()
    {
        var done = Asm.CreateLabel();
        for (var offset = 0; offset < GcmLayout.KeyPowers * Block; offset += V.Bytes)
        {
            V.Load(Data, __[rdx + (GcmLayout.KeyPowersOffset + offset)]);
            V.Store(Powers(GcmLayout.KeyPowers) + offset, Data);
        }

        Asm.mov(rax, Argument("Length"));
        Asm.mov(r11, Argument("AssociatedDataLength"));
        Asm.cmp(rax, r11);
        Asm.cmovb(rax, r11);
        Asm.cmp(rax, GcmLayout.KeyPowers * Block);
        Asm.jb(done);
        V.Broadcast(Key, __[rdx + GcmLayout.KeyPowersOffset]);
        for (var power = V.Lanes; power + GcmLayout.KeyPowers <= _batchBytes / Block; power += V.Lanes)
        {
            V.Load(Data, Powers(power));
            Ghash.Multiply(s_sum, Data, Key, first: true);
            Ghash.Reduce(s_sum);
            V.Store(Powers(power + GcmLayout.KeyPowers), s_sum.High);
        }

        for (var offset = 0; offset < _batchBytes; offset += V.Bytes)
        {
            V.Load(Data, _powers + offset);
            Ghash.AddHalves(Data, Data, s_sum.Scratch);
            V.Store(_powerHalves + offset, Data);
        }

        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    private void AbsorbAssociatedData()
    {
        var (loop, rest) = (Asm.CreateLabel(), Asm.CreateLabel());
        Asm.Label(ref loop);
        Asm.cmp(r10, _batchBytes);
        Asm.jb(rest);
        HashBatch(__[r8]);
        Asm.add(r8, _batchBytes);
        Asm.sub(r10, _batchBytes);
        Asm.jmp(loop);
        Asm.Label(ref rest);
        Asm.zero_bytes();
        Blocks(cipher: false);
    }

    /// <summary>Whole batches of text.</summary>
    private void Batches()
    {
        var (loop, last, done) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        Asm.cmp(r10, _batchBytes);
        Asm.jb(done);
        if (!opening)
        {
            Batch(hashed: null);
            Asm.cmp(r10, _batchBytes);
            Asm.jb(last);
        }

        Align(32);
        Asm.Label(ref loop);
        Batch(opening ? __[r8] : __[r9 - _batchBytes]);
        Asm.cmp(r10, _batchBytes);
        Asm.jae(loop);
        Asm.Label(ref last);
        Asm.zero_bytes();
        if (!opening)
            HashBatch(__[r9 - _batchBytes]);
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>Enciphers a batch, with the hash of another between the rounds.</summary>
    private void Batch(AssemblerMemoryOperand? hashed)
    {
        foreach (var state in s_states)
        {
            V.ShuffleBytes(state, Counter, Reversal);
            V.Add32(Counter, Counter, Counters(V.Lanes, V.Lanes));
        }

        Cipher(V, s_states, step =>
        {
            if (hashed is { } blocks)
                HashInBatch(step, blocks);
        });
        for (var i = 0; i < BatchVectors; i++)
        {
            V.Xor(Data, Key, __[r8 + (i * V.Bytes)]);
            V.AesLastRound(s_states[i], Data);
            V.Store(__[r9 + (i * V.Bytes)], s_states[i]);
        }

        Asm.add(r8, _batchBytes);
        Asm.add(r9, _batchBytes);
        Asm.sub(r10, _batchBytes);
    }

    private void HashBatch(AssemblerMemoryOperand blocks)
    {
        for (var step = 0; step <= BatchVectors; step++)
            HashInBatch(step, blocks);
    }

    /// <summary>
    /// One vector's products, and in the end the reduction. The first vector is the last step, since it alone waits for the hash
    /// so far.
    /// </summary>
    private void HashInBatch(int step, AssemblerMemoryOperand blocks)
    {
        if (step > BatchVectors)
            return;
        if (step == BatchVectors)
        {
            Ghash.EndKaratsuba(s_sum);
            Ghash.Reduce(s_sum);
            V.SumLanes(s_sum.High, s_sum.Scratch);
            Asm.vmovdqu(_hash, Vectors.X(s_sum.High));
            return;
        }

        var offset = (step + 1) % BatchVectors * V.Bytes;
        V.Load(Data, blocks + offset);
        V.ShuffleBytes(Data, Data, Reversal);
        if (offset == 0)
        {
            Asm.vmovdqu(Vectors.X(s_sum.Scratch), _hash);
            V.Xor(Data, Data, s_sum.Scratch);
        }

        Ghash.MultiplyKaratsuba(s_sum, Data, _powers + offset, _powerHalves + offset, first: step == 0);
    }

    /// <summary>What fills no batch, block by block, each with its own power of H; text is enciphered.</summary>
    private void Blocks(bool cipher)
    {
        var (loop, partial, reduce, done) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        Asm.test(r10, r10);
        Asm.jz(done);
        OneBlock.Clear(s_sum.Low);
        OneBlock.Clear(s_sum.Middle);
        OneBlock.Clear(s_sum.High);
        Asm.lea(r11, __[r10 + (Block - 1)]);
        Asm.and(r11, -Block);
        Asm.neg(r11);

        Asm.Label(ref loop);
        Asm.cmp(r10, Block);
        Asm.jb(partial);
        Asm.vmovdqu(xmm12, __[r8]);
        if (cipher)
        {
            EncipherData();
            Asm.vmovdqu(__[r9], xmm0);
            if (!opening)
                Asm.vmovdqa(xmm12, xmm0);
            Asm.add(r9, Block);
        }

        HashData(__[rcx + r11 + (H.Displacement + Block)]);
        Asm.add(r8, Block);
        Asm.add(r11, Block);
        Asm.sub(r10, Block);
        Asm.jnz(loop);
        Asm.jmp(reduce);

        Asm.Label(ref partial);
        Asm.vpxor(xmm0, xmm0, xmm0);
        Asm.vmovdqu(_partial, xmm0);
        CopyPieces(__[r8 + r11], [__[rcx + r11 + _partial.Displacement]]);
        Asm.vmovdqu(xmm12, _partial);
        if (cipher)
        {
            Asm.vmovdqu(_padded, xmm0);
            EncipherData();
            Asm.vmovdqu(_partial, xmm0);
            CopyPieces(__[rcx + r11 + _partial.Displacement], [__[r9 + r11], __[rcx + r11 + _padded.Displacement]]);
            if (!opening)
                Asm.vmovdqu(xmm12, _padded);
        }

        HashData(H);
        Asm.Label(ref reduce);
        Asm.zero_bytes();
        new Ghash(this, OneBlock).Reduce(s_sum);
        Asm.vmovdqu(_hash, Vectors.X(s_sum.High));
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>Copies less than a block, each piece at its place. The addresses have r11 for index.</summary>
    private void CopyPieces(AssemblerMemoryOperand from, AssemblerMemoryOperand[] to)
    {
        for (var bytes = Block / 2; bytes > 0; bytes /= 2)
        {
            var none = Asm.CreateLabel();
            Asm.test(r10d, bytes);
            Asm.jz(none);
            Asm.mov(r11d, r10d);
            Asm.and(r11d, -2 * bytes);
            CopyPiece(bytes, from, to);
            Asm.Label(ref none);
            Asm.zero_bytes();
        }
    }

    private void CopyPiece(int bytes, AssemblerMemoryOperand from, AssemblerMemoryOperand[] to)
    {
        switch (bytes)
        {
            case 8:
                Asm.mov(rax, from);
                Array.ForEach(to, place => Asm.mov(place, rax));
                break;
            case 4:
                Asm.mov(eax, from);
                Array.ForEach(to, place => Asm.mov(place, eax));
                break;
            case 2:
                Asm.mov(ax, from);
                Array.ForEach(to, place => Asm.mov(place, ax));
                break;
            default:
                Asm.mov(al, from);
                Array.ForEach(to, place => Asm.mov(place, al));
                break;
        }
    }

    /// <summary>Enciphers the next counter in xmm0, and adds the block of text.</summary>
    private void EncipherData()
    {
        Asm.vpshufb(xmm0, xmm15, xmm14);
        Asm.vpaddd(xmm15, xmm15, Counters(1, 1));
        CipherOneBlock();
        Asm.vpxor(xmm0, xmm0, xmm12);
    }

    private void CipherOneBlock()
    {
        Cipher(OneBlock, [0], _ => { });
        Asm.vaesenclast(xmm0, xmm0, xmm13);
    }

    /// <summary>Adds a block's products, and the hash so far to the first block.</summary>
    private void HashData(AssemblerMemoryOperand power)
    {
        Asm.vpshufb(xmm12, xmm12, xmm14);
        Asm.vpxor(xmm12, xmm12, _hash);
        Asm.vpxor(xmm13, xmm13, xmm13);
        Asm.vmovdqu(_hash, xmm13);
        Asm.vmovdqu(xmm13, power);
        new Ghash(this, OneBlock).Multiply(s_sum, Data, Key);
    }

    private void WriteTag()
    {
        var ghash = new Ghash(this, OneBlock);
        Asm.vmovq(xmm12, Argument("LengthsBlock"));
        Asm.vpinsrq(xmm12, xmm12, Argument("LengthsBlock", 8), 1);
        Asm.vpshufb(xmm12, xmm12, xmm14);
        Asm.vpxor(xmm12, xmm12, _hash);
        Asm.vmovdqu(xmm13, H);
        ghash.Multiply(s_sum, Data, Key, first: true);
        ghash.Reduce(s_sum);
        Asm.vpshufb(xmm10, xmm10, xmm14);
        Asm.vpxor(xmm10, xmm10, _encipheredJ0);
        Asm.vmovdqu(Argument("Tag"), xmm10);
    }

    /// <summary>Leaves zero in register 0.</summary>
    private void Wipe()
    {
        V.Clear(0);
        for (var offset = 0; offset < _batchBytes; offset += V.Bytes)
        {
            V.Store(_powers + offset, 0);
            V.Store(_powerHalves + offset, 0);
        }

        foreach (var block in new[] { _encipheredJ0, _hash, _partial, _padded })
            Asm.vmovdqu(block, xmm0);
    }

    /// <summary>
    /// All rounds but the last, of states in flight together; what else there is to do comes between. Leaves the last round's
    /// key.
    /// </summary>
    private void Cipher(Vectors vectors, int[] states, Action<int> between)
    {
        var last = Asm.CreateLabel();
        Asm.mov(eax, Argument("Rounds"));
        for (var round = 0; round <= 13; round++)
        {
            if (round is 10 or 12)
            {
                Asm.cmp(eax, round);
                Asm.je(last);
            }

            vectors.Broadcast(Key, __[rdx + (round * Block)]);
            foreach (var state in states)
            {
                if (round == 0)
                    vectors.Xor(state, state, Key);
                else
                    vectors.AesRound(state, Key);
            }

            if (round is > 0 and < 10)
                between(round - 1);
        }

        Asm.Label(ref last);
        Asm.shl(eax, 4);
        vectors.Broadcast(Key, __[rdx + rax]);
    }

    private AssemblerMemoryOperand Powers(int highest) => _powers + (_batchBytes - (highest * Block));

    /// <summary>Numbers to add to the counters of a vector's lanes.</summary>
    private AssemblerMemoryOperand Counters(params int[] lanes) => Constant(
        [.. lanes[..V.Lanes].SelectMany(lane => (IEnumerable<byte>)[.. BitConverter.GetBytes(lane), .. new byte[Block - 4]])],
        32);

    private static InstructionSets RequiresFor(int bits) => bits == 256
        ? InstructionSets.Avx | InstructionSets.Avx2 | InstructionSets.AesNi | InstructionSets.Pclmulqdq
            | InstructionSets.Vaes | InstructionSets.Vpclmulqdq
        : InstructionSets.Avx | InstructionSets.AesNi | InstructionSets.Pclmulqdq;
}
