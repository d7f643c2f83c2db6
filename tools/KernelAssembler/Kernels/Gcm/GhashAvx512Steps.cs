using System;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// GHASH (SP 800-38D, section 6.4; the mathematics and its steps are in docs/kernels.md) on vectors of four blocks, for the
/// programs that need it: one reduction for a batch of blocks, or for what is less than a batch. The powers of H lie in the key, at
/// an offset from rdx, the highest first; after them, for step Karatsuba, the sums of their halves, those of two vectors in one.
/// Masks cut off the last vector, so that nothing outside the buffers is touched. POLYVAL (RFC 8452, section 3) is the same without
/// step Reverse. Constant-time: branches and addresses depend on lengths alone.
/// </summary>
internal abstract class GhashAvx512Steps(
    string name, CpuFeatures requires, ArgumentLayout arguments, int tableOffset, int tablePowers, bool isPolyval = false)
    : X64Program(name, requires, arguments)
{
    protected const int Block = GhashProducts.BlockBytes;
    protected const int VectorBytes = 64;

    protected const int BatchVectors = 8;
    protected const int BatchBytes = BatchVectors * VectorBytes;

    /// <summary>The vector of a batch that is hashed first, with the one after it.</summary>
    protected const int FirstHashed = 2;

    /// <summary>A batch's blocks, and the powers for them.</summary>
    public const int Powers = BatchBytes / Block;

    /// <summary>The sums of the halves of a batch's powers, those of two vectors in one.</summary>
    public const int HalvesBytes = BatchBytes / 2;

    // Registers that no convention wants back suffice.
    protected const int SecondScratch = 0, Power = 2, Hash = 5, Data = 27, Reversal = 30;

    protected static readonly GhashSum Sum = new(Low: 24, Middle: 25, High: 26, Scratch: 28);

    protected Vectors V => new(Asm, 512);

    protected GhashProducts Products => new(this, V);

    /// <summary>The address of H to a power; the lower ones follow.</summary>
    protected AssemblerMemoryOperand PowersFrom(int highest) => __[rdx + (tableOffset + ((tablePowers - highest) * Block))];

    /// <summary>
    /// Points r11 to the powers for the blocks of r10 bytes, padded to whole ones; the last block's is H to the lowest.
    /// Overwrites rax.
    /// </summary>
    protected void PointToPowers(int lowest)
    {
        Asm.lea(rax, __[r10 + (Block - 1)]);
        Asm.and(rax, -Block);
        Asm.lea(r11, PowersFrom(lowest - 1));
        Asm.sub(r11, rax);
    }

    /// <summary>r10 bytes from r8 on, padded to whole blocks.</summary>
    protected void Absorb()
    {
        var (batches, rest, vectors, done) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        Asm.test(r10, r10);
        Asm.jz(done);

        Asm.Label(ref batches);
        Asm.cmp(r10, BatchBytes);
        Asm.jb(rest);
        HashBatch((to, vector) => LoadReversed(to, __[r8 + (vector * VectorBytes)]));
        Asm.add(r8, BatchBytes);
        Asm.sub(r10, BatchBytes);
        Asm.jnz(batches);
        Asm.jmp(done);

        Asm.Label(ref rest);
        PointToPowers(lowest: 1);
        ClearSum();
        Asm.Label(ref vectors);
        LoadMasked(Data, __[r8], r10);
        HashVector(__[r11]);
        Asm.add(r11, VectorBytes);
        Asm.add(r8, VectorBytes);
        Asm.sub(r10, VectorBytes);
        Asm.ja(vectors);
        ReduceToHash();
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>The hash of a batch, whose vectors an action puts into registers, every block reversed.</summary>
    protected void HashBatch(Action<int, int> load) => Array.ForEach(HashSteps(load), step => step());

    /// <summary>The same, in steps for between other instructions.</summary>
    protected Action[] HashSteps(Action<int, int> load) =>
    [
        .. from step in Enumerable.Range(0, BatchVectors / 2) select (Action)(() => HashInBatch(step * 2, load)),
        () =>
        {
            Products.EndKaratsuba(Sum);
            ReduceToHash();
        },
    ];

    /// <summary>Two vectors' products. The first vector is the last step, since it alone waits for the hash so far.</summary>
    private void HashInBatch(int step, Action<int, int> load)
    {
        var vector = (step + FirstHashed) % BatchVectors;
        load(Data, vector);
        load(Power, vector + 1);
        if (vector == 0)
            V.Xor(Data, Data, Hash);
        Products.MultiplyKaratsuba(
            Sum,
            (Data, PowersFrom(Powers) + (vector * VectorBytes)),
            (Power, PowersFrom(Powers) + ((vector + 1) * VectorBytes)),
            PowersFrom(0) + (vector / 2 * VectorBytes),
            SecondScratch,
            first: step == 0);
    }

    protected void LoadReversed(int to, AssemblerMemoryOperand from)
    {
        V.Load(to, from);
        Reverse(to);
    }

    protected void LoadReversal()
    {
        if (!isPolyval)
            V.Broadcast(Reversal, Products.Reversal);
    }

    /// <summary>Step Reverse.</summary>
    protected void Reverse(int register)
    {
        if (!isPolyval)
            V.ShuffleBytes(register, register, Reversal);
    }

    /// <summary>XORs into the sum the products of a vector in <see cref="Data"/>, its first block XOR the hash so far.</summary>
    protected void HashVector(AssemblerMemoryOperand powers)
    {
        V.Load(Power, powers);
        Reverse(Data);
        V.Xor(Data, Data, Hash);
        V.Clear(Hash);
        Products.Multiply(Sum, Data, Power);
    }

    protected void ReduceToHash()
    {
        Products.Reduce(Sum);
        V.XorLanes(Sum.High, Sum.Scratch);
        V.Copy(Hash, Sum.High);
    }

    private void ClearSum()
    {
        V.Clear(Sum.Low);
        V.Clear(Sum.Middle);
        V.Clear(Sum.High);
    }

    /// <summary>Sets k1 to as many bytes as there are, or 64, and loads those bytes, followed by zeros.</summary>
    protected void LoadMasked(int to, AssemblerMemoryOperand from, AssemblerRegister64 bytes)
    {
        Mask(bytes);
        Asm.vmovdqu8(Vectors.Z(to).k1.z, from);
    }

    /// <summary>Sets k1 to the bytes of a vector that are there. Overwrites rax.</summary>
    protected void Mask(AssemblerRegister64 bytes)
    {
        var whole = Asm.CreateLabel();
        Asm.mov(rax, -1);
        Asm.cmp(bytes, VectorBytes);
        Asm.jge(whole);
        Asm.bzhi(rax, rax, bytes);
        Asm.Label(ref whole);
        Asm.kmovq(k1, rax);
    }
}
