using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// AES-GCM (SP 800-38D, sections 7.1 and 7.2) on vectors of one or two blocks, for CPUs without AVX-512: batches of eight vectors
/// with the hash of another batch between the rounds (of the one before when sealing, of the same when opening), then four blocks at
/// once, and single ones.
/// Constant-time: branches and addresses depend on lengths and on the number of rounds alone.
/// </summary>
internal sealed class GcmAvxProgram(string name, int bits, bool opening)
    : GhashAvxSteps((opening ? "Open" : "Seal") + name, bits, RequiresFor(bits), Layouts.Gcm)
{
    private const int Counter = 15;

    /// <summary>Those of a key of 128 bits.</summary>
    private const int LeastInnerRounds = 9;

    private static readonly int[] s_states = [.. Enumerable.Range(0, BatchVectors)];

    private AssemblerMemoryOperand _encryptedJ0, _padded;

    protected override void Body()
    {
        var finished = Asm.CreateLabel();
        BeginHashing();
        (_encryptedJ0, _padded) = (Claim(Block), Claim(Block));
        Begin();
        Asm.mov(rax, Argument("Length"));
        Asm.mov(r11, Argument("AssociatedDataLength"));
        Asm.cmp(rax, r11);
        Asm.cmovb(rax, r11);
        ComputePowers(GcmLayout.KeyPowersOffset);
        Asm.mov(r8, Argument("AssociatedData"));
        Asm.mov(r10, Argument("AssociatedDataLength"));
        Absorb();
        Asm.mov(r8, Argument("Source"));
        Asm.mov(r9, Argument("Destination"));
        Asm.mov(r10, Argument("Length"));
        Batches();
        Asm.test(__dword_ptr[Argument("Part")], (int)GcmPart.Unfinished);
        Asm.jz(finished);
        Asm.vmovdqu(xmm0, HashSoFar);
        Asm.vmovdqu(Argument("Hash"), xmm0);
        Wipe(_encryptedJ0, _padded);
        Return();

        Asm.Label(ref finished);
        Asm.zero_bytes();
        Blocks(Encrypt, EncryptPartial, EncryptFew);
        WriteTag();
        Wipe(_encryptedJ0, _padded);
        Asm.vmovdqu(Argument("Hash"), xmm0);
        Return();
    }

    /// <summary>The counters of the first vector, the encryption of J0, and the hash so far.</summary>
    private void Begin()
    {
        var whole = Asm.CreateLabel();
        Asm.mov(rdx, Argument("Key"));
        Asm.vmovq(xmm15, Argument("J0"));
        Asm.vpinsrq(xmm15, xmm15, Argument("J0", 8), 1);
        Asm.vpshufb(xmm15, xmm15, xmm14);
        Asm.vpshufb(xmm0, xmm15, xmm14);
        CipherOneBlock();
        Asm.vmovdqu(_encryptedJ0, xmm0);
        Asm.vpxor(xmm0, xmm0, xmm0);
        Asm.test(__dword_ptr[Argument("Part")], (int)GcmPart.Continued);
        Asm.jz(whole);
        Asm.vmovd(xmm0, Argument("BlocksBefore"));
        Asm.vpaddd(xmm15, xmm15, xmm0);
        Asm.vmovdqu(xmm0, Argument("Hash"));
        Asm.Label(ref whole);
        Asm.vmovdqu(HashSoFar, xmm0);
        V.BroadcastLowest(Counter, Counter);
        V.Add32(Counter, Counter, Counters(1, 2));
    }

    /// <summary>Whole batches of text.</summary>
    private void Batches()
    {
        var (loop, last, done) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        Asm.cmp(r10, BatchBytes);
        Asm.jb(done);
        if (!opening)
        {
            Batch(hashed: null);
            Asm.cmp(r10, BatchBytes);
            Asm.jb(last);
        }

        Align(32);
        Asm.Label(ref loop);
        Batch(opening ? __[r8] : __[r9 - BatchBytes]);
        Asm.cmp(r10, BatchBytes);
        Asm.jae(loop);
        Asm.Label(ref last);
        Asm.zero_bytes();
        if (!opening)
            HashBatch(__[r9 - BatchBytes]);
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>Encrypts a batch, with the hash of another between the rounds.</summary>
    private void Batch(AssemblerMemoryOperand? hashed)
    {
        EncryptVectors(s_states, step =>
        {
            if (hashed is { } blocks)
                HashInBatch(step, blocks);
        });
        Asm.add(r8, BatchBytes);
        Asm.add(r9, BatchBytes);
        Asm.sub(r10, BatchBytes);
    }

    /// <summary>Encrypts a few blocks, in vectors, which keep the ciphertext.</summary>
    private int[] EncryptFew()
    {
        var count = Few / V.Lanes;
        int[] states = s_states[..count], texts = s_states[count..(2 * count)];
        EncryptVectors(states, _ => { }, texts);
        Asm.add(r9, Few * Block);
        return opening ? texts : states;
    }

    /// <summary>Encrypts vectors of text, in flight together, with something else between the rounds.</summary>
    /// <param name="states">A register for each.</param>
    /// <param name="between">Comes after a round.</param>
    /// <param name="texts">Registers that are to hold the text.</param>
    private void EncryptVectors(int[] states, Action<int> between, int[]? texts = null)
    {
        foreach (var state in states)
        {
            V.ShuffleBytes(state, Counter, Reversal);
            V.Add32(Counter, Counter, Counters(V.Lanes, V.Lanes));
        }

        Cipher(V, states, between);
        for (var i = 0; i < states.Length; i++)
        {
            var text = __[r8 + (i * V.Bytes)];
            if (texts is null)
            {
                V.Xor(Data, Key, text);
            }
            else
            {
                V.Load(texts[i], text);
                V.Xor(Data, Key, texts[i]);
            }

            V.AesLastRound(states[i], Data);
        }

        // After all loads: a load waits for a store before it whose address has the same low bits.
        for (var i = 0; i < states.Length; i++)
            V.Store(__[r9 + (i * V.Bytes)], states[i]);
    }

    private void Encrypt()
    {
        EncryptData();
        Asm.vmovdqu(__[r9], xmm0);
        if (!opening)
            Asm.vmovdqa(xmm12, xmm0);
        Asm.add(r9, Block);
    }

    /// <summary>A last partial block is copied in pieces, so that nothing after the text is touched.</summary>
    private void EncryptPartial()
    {
        Asm.vmovdqu(_padded, xmm0);
        EncryptData();
        Asm.vmovdqu(Partial, xmm0);
        PartialBlock.Copy(Asm, AtR11(Partial), __[r9 + r11], AtR11(_padded));
        if (!opening)
            Asm.vmovdqu(xmm12, _padded);
    }

    /// <summary>Encrypts the next counter in xmm0, XOR the block of text.</summary>
    private void EncryptData()
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

    private void WriteTag()
    {
        var products = new GhashProducts(this, OneBlock);
        Asm.vmovq(xmm12, Argument("LastBlock"));
        Asm.vpinsrq(xmm12, xmm12, Argument("LastBlock", 8), 1);
        Asm.vpshufb(xmm12, xmm12, xmm14);
        Asm.vpxor(xmm12, xmm12, HashSoFar);
        Asm.vmovdqu(xmm13, H);
        products.Multiply(Sum, Data, Key, first: true);
        products.Reduce(Sum);
        Asm.vpshufb(xmm10, xmm10, xmm14);
        Asm.vpxor(xmm10, xmm10, _encryptedJ0);
        Asm.vmovdqu(Argument("Tag"), xmm10);
    }

    /// <summary>
    /// All rounds but the last, of states in flight together; what else there is to do comes between. Leaves the last round's
    /// key.
    /// </summary>
    private void Cipher(Vectors vectors, int[] states, Action<int> between)
    {
        var rounds = new AesRounds(this, rdx);
        Asm.mov(eax, Argument("Rounds"));
        rounds.First(vectors, states, Key);
        rounds.Inner(vectors, states, Key, Leave, round =>
        {
            if (round <= LeastInnerRounds)
                between(round - 1);
        });
        Asm.shl(eax, 4);
        vectors.Broadcast(Key, __[rdx + rax]);
    }

    private void Leave(int round, Label end)
    {
        Asm.cmp(eax, round);
        Asm.je(end);
    }

    /// <summary>Numbers to add to the counters of a vector's lanes.</summary>
    private AssemblerMemoryOperand Counters(params int[] lanes) => Constant(
        [.. lanes[..V.Lanes].SelectMany(lane => (IEnumerable<byte>)[.. BitConverter.GetBytes(lane), .. new byte[Block - 4]])],
        32);

    private static CpuFeatures RequiresFor(int bits) => bits == 256
        ? CpuFeatures.Avx | CpuFeatures.Avx2 | CpuFeatures.AesNi | CpuFeatures.Pclmulqdq
            | CpuFeatures.Vaes | CpuFeatures.Vpclmulqdq
        : CpuFeatures.Avx | CpuFeatures.AesNi | CpuFeatures.Pclmulqdq;
}
