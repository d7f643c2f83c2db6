using System;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// GHASH (SP 800-38D, section 6.4; the mathematics and its steps are in docs/kernels.md) on vectors of one or two blocks, for the
/// programs that need it on CPUs without AVX-512: batches of eight vectors with one reduction, then single blocks, with one
/// again. A last partial block goes through scratch memory, in pieces of eight, four, two and one bytes.
/// <para>
/// The powers of H that a batch takes, and the sums of their halves for Karatsuba's rule, are computed into scratch memory,
/// which also holds what the registers have no room for. All of it is wiped.
/// </para>
/// POLYVAL (RFC 8452, section 3) is the same without step Reverse. Constant-time: branches and addresses depend on lengths alone.
/// </summary>
internal abstract class GhashAvxSteps(string name, int bits, CpuFeatures requires, ArgumentLayout arguments, bool isPolyval = false)
    : X64Program(name, requires, arguments)
{
    protected const int Block = GhashProducts.BlockBytes;
    protected const int BatchVectors = 8;

    /// <summary>Blocks in flight together after the batches.</summary>
    protected const int Few = 4;

    protected const int Data = 12, Key = 13, Reversal = 14;

    protected static readonly GhashSum Sum = new(Low: 8, Middle: 9, High: 10, Scratch: 11);

    protected int BatchBytes { get; } = BatchVectors * (bits / 8);

    protected Vectors V => new(Asm, bits);

    protected Vectors OneBlock => new(Asm, 128);

    protected GhashProducts Products => new(this, V);

    /// <summary>Where H is among the powers of a batch.</summary>
    protected AssemblerMemoryOperand H => PowersFrom(1);

    protected AssemblerMemoryOperand HashSoFar { get; private set; }

    protected AssemblerMemoryOperand Partial { get; private set; }

    private AssemblerMemoryOperand Powers { get; set; }

    private AssemblerMemoryOperand PowerHalves { get; set; }

    /// <summary>Saves the registers of a caller on Windows, and finds room for what is not in registers.</summary>
    protected void BeginHashing()
    {
        Save(xmm6, xmm7, xmm8, xmm9, xmm10, xmm11, xmm12, xmm13, xmm14, xmm15);
        (Powers, PowerHalves) = (Claim(BatchBytes), Claim(BatchBytes));
        (HashSoFar, Partial) = (Claim(Block), Claim(Block));
        if (!isPolyval)
            V.Broadcast(Reversal, Products.Reversal);
    }

    /// <summary>A place in scratch memory, r11 bytes further.</summary>
    protected static AssemblerMemoryOperand AtR11(AssemblerMemoryOperand place) => __[rcx + r11 + place.Displacement];

    /// <summary>The powers of a batch, if rax bytes have use for them. The key's own begin at an offset from rdx.</summary>
    protected void ComputePowers(int offset)
    {
        var done = Asm.CreateLabel();
        for (var place = 0; place < GcmLayout.KeyPowers * Block; place += V.Bytes)
        {
            V.Load(Data, __[rdx + (offset + place)]);
            V.Store(PowersFrom(GcmLayout.KeyPowers) + place, Data);
        }

        Asm.cmp(rax, GcmLayout.KeyPowers * Block);
        Asm.jb(done);
        if (BatchBytes > GcmLayout.KeyPowers * Block)
            V.Broadcast(Key, __[rdx + offset]);
        for (var power = V.Lanes; power + GcmLayout.KeyPowers <= BatchBytes / Block; power += V.Lanes)
        {
            V.Load(Data, PowersFrom(power));
            Products.Multiply(Sum, Data, Key, first: true);
            Products.Reduce(Sum);
            V.Store(PowersFrom(power + GcmLayout.KeyPowers), Sum.High);
        }

        for (var place = 0; place < BatchBytes; place += V.Bytes)
        {
            V.Load(Data, Powers + place);
            Products.AddHalves(Data, Data, Sum.Scratch);
            V.Store(PowerHalves + place, Data);
        }

        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>r10 bytes from r8 on, padded to whole blocks.</summary>
    protected void Absorb()
    {
        var (loop, rest) = (Asm.CreateLabel(), Asm.CreateLabel());
        Asm.Label(ref loop);
        Asm.cmp(r10, BatchBytes);
        Asm.jb(rest);
        HashBatch(__[r8]);
        Asm.add(r8, BatchBytes);
        Asm.sub(r10, BatchBytes);
        Asm.jmp(loop);
        Asm.Label(ref rest);
        Asm.zero_bytes();
        Blocks();
    }

    protected void HashBatch(AssemblerMemoryOperand blocks)
    {
        for (var step = 0; step <= BatchVectors; step++)
            HashInBatch(step, blocks);
    }

    /// <summary>
    /// One vector's products, and in the end the reduction. The first vector is the last step, since it alone waits for the hash
    /// so far.
    /// </summary>
    protected void HashInBatch(int step, AssemblerMemoryOperand blocks)
    {
        if (step > BatchVectors)
            return;
        if (step == BatchVectors)
        {
            Products.EndKaratsuba(Sum);
            Products.Reduce(Sum);
            V.XorLanes(Sum.High, Sum.Scratch);
            Asm.vmovdqu(HashSoFar, Vectors.X(Sum.High));
            return;
        }

        var offset = (step + 1) % BatchVectors * V.Bytes;
        V.Load(Data, blocks + offset);
        Reverse(V, Data);
        if (offset == 0)
        {
            Asm.vmovdqu(Vectors.X(Sum.Scratch), HashSoFar);
            V.Xor(Data, Data, Sum.Scratch);
        }

        Products.MultiplyKaratsuba(Sum, Data, Powers + offset, PowerHalves + offset, first: step == 0);
    }

    /// <summary>
    /// What fills no batch, block by block, each with its own power of H; <see cref="Few"/> at once, if they are encrypted. A block is in
    /// <see cref="Data"/> when it may be encrypted; a partial one is in <see cref="Partial"/>, too.
    /// </summary>
    /// <param name="encrypt">Encrypts a block.</param>
    /// <param name="encryptPartial">Encrypts a partial block.</param>
    /// <param name="encryptFew">Encrypts some, and gives the vectors of their ciphertexts.</param>
    protected void Blocks(Action? encrypt = null, Action? encryptPartial = null, Func<int[]>? encryptFew = null)
    {
        var (loop, partial, reduce, done) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        Asm.test(r10, r10);
        Asm.jz(done);
        OneBlock.Clear(Sum.Low);
        OneBlock.Clear(Sum.Middle);
        OneBlock.Clear(Sum.High);
        Asm.lea(r11, __[r10 + (Block - 1)]);
        Asm.and(r11, -Block);
        Asm.neg(r11);
        if (encryptFew is not null)
            FewBlocks(encryptFew, reduce);

        Asm.Label(ref loop);
        Asm.cmp(r10, Block);
        Asm.jb(partial);
        Asm.vmovdqu(xmm12, __[r8]);
        encrypt?.Invoke();
        HashData(OneBlock, PowerAtR11(0));
        Asm.add(r8, Block);
        Asm.add(r11, Block);
        Asm.sub(r10, Block);
        Asm.jnz(loop);
        Asm.jmp(reduce);

        Asm.Label(ref partial);
        Asm.vpxor(xmm0, xmm0, xmm0);
        Asm.vmovdqu(Partial, xmm0);
        PartialBlock.Copy(Asm, __[r8 + r11], AtR11(Partial));
        Asm.vmovdqu(xmm12, Partial);
        encryptPartial?.Invoke();
        HashData(OneBlock, H);
        Asm.Label(ref reduce);
        Asm.zero_bytes();
        new GhashProducts(this, OneBlock).Reduce(Sum);
        Asm.vmovdqu(HashSoFar, Vectors.X(Sum.High));
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>As long as there are so many, in vectors; their lanes are summed up in the end.</summary>
    private void FewBlocks(Func<int[]> encrypt, Label end)
    {
        var (loop, done) = (Asm.CreateLabel(), Asm.CreateLabel());
        Asm.cmp(r10, Few * Block);
        Asm.jb(done);
        Asm.Label(ref loop);
        var ciphertexts = encrypt();
        for (var i = 0; i < ciphertexts.Length; i++)
        {
            V.Copy(Data, ciphertexts[i]);
            HashData(V, PowerAtR11(i * V.Lanes), first: i == 0);
        }

        Asm.add(r8, Few * Block);
        Asm.add(r11, Few * Block);
        Asm.sub(r10, Few * Block);
        Asm.cmp(r10, Few * Block);
        Asm.jae(loop);
        foreach (var part in new[] { Sum.Low, Sum.Middle, Sum.High })
            V.XorLanes(part, Sum.Scratch);
        Asm.test(r10, r10);
        Asm.jz(end);
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>The power of a block: r11 is its distance from the end, which is negative.</summary>
    private AssemblerMemoryOperand PowerAtR11(int block) => __[rcx + r11 + (H.Displacement + ((block + 1) * Block))];

    /// <summary>XORs into the sum the products of blocks, the first one XOR the hash so far, which is zero from there on.</summary>
    private void HashData(Vectors vectors, AssemblerMemoryOperand powers, bool first = true)
    {
        Reverse(vectors, Data);
        if (first)
        {
            AddHashSoFar(vectors);
            Asm.vpxor(xmm13, xmm13, xmm13);
            Asm.vmovdqu(HashSoFar, xmm13);
        }

        vectors.Load(Key, powers);
        new GhashProducts(this, vectors).Multiply(Sum, Data, Key);
    }

    /// <summary>To the first block of several.</summary>
    private void AddHashSoFar(Vectors vectors)
    {
        if (vectors.Lanes == 1)
        {
            Asm.vpxor(xmm12, xmm12, HashSoFar);
            return;
        }

        Asm.vmovdqu(xmm13, HashSoFar);
        vectors.Xor(Data, Data, Key);
    }

    /// <summary>Zeroes what the hash leaves in scratch memory, and other blocks there. Leaves zero in register 0.</summary>
    protected void Wipe(params AssemblerMemoryOperand[] blocks)
    {
        V.Clear(0);
        for (var offset = 0; offset < BatchBytes; offset += V.Bytes)
        {
            V.Store(Powers + offset, 0);
            V.Store(PowerHalves + offset, 0);
        }

        foreach (var block in blocks.Append(HashSoFar).Append(Partial))
            Asm.vmovdqu(block, xmm0);
    }

    /// <summary>Step Reverse.</summary>
    protected void Reverse(Vectors vectors, int register)
    {
        if (!isPolyval)
            vectors.ShuffleBytes(register, register, Reversal);
    }

    private AssemblerMemoryOperand PowersFrom(int highest) => Powers + (BatchBytes - (highest * Block));
}
