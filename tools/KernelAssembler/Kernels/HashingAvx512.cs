using System;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// GHASH (SP 800-38D, section 6.4) on vectors of four blocks, for the programs that need it. The hash is a sum of products with one
/// reduction for a batch of blocks, each by its own power of H, or for what is less than a batch. A key holds few powers; the
/// others are computed into the argument struct's scratch memory, and wiped. What no data fill is cut off by masks, so that nothing
/// outside the buffers is touched. Constant-time: branches and addresses depend on lengths alone.
/// </summary>
internal abstract class HashingAvx512(string name, InstructionSets requires, ArgumentLayout arguments)
    : KernelProgram(name, requires, arguments)
{
    protected const int Block = Ghash.BlockBytes;
    protected const int VectorBytes = 64;

    /// <summary>Vectors in a batch at most.</summary>
    protected const int MostVectors = 8;

    // Registers that no convention wants back suffice.
    protected const int SecondScratch = 0, Power = 2, Hash = 5, Data = 27, Reversal = 30;

    protected static readonly GhashSum Sum = new(Low: 24, Middle: 25, High: 26, Scratch: 28);

    protected Vectors V => new(Asm, 512);

    protected Ghash Ghash => new(this, V);

    protected int BatchVectors { get; set; } = MostVectors;

    protected int BatchBytes => BatchVectors * VectorBytes;

    /// <summary>A batch's blocks: the powers in scratch memory, the highest first. Whole vectors may be loaded from there.</summary>
    protected int Powers => BatchBytes / Block;

    /// <summary>The address of H to a power, the lower ones behind it.</summary>
    protected AssemblerMemoryOperand PowersFrom(int highest) => ScratchPowers + ((Powers - highest) * Block);

    /// <summary>The same, r11 bytes further.</summary>
    protected AssemblerMemoryOperand PowersFromR11(int highest) => __[rcx + r11 + PowersFrom(highest).Displacement];

    private AssemblerMemoryOperand ScratchPowers => Argument(Scratch);

    /// <summary>The sums of the powers' halves, for Karatsuba's rule.</summary>
    private AssemblerMemoryOperand PowerHalves => Argument(Scratch, (MostVectors + 1) * VectorBytes);

    /// <summary>
    /// The powers of a batch, or as many as rax bytes have use for, eight at a time: the last eight times H^8. The key's own begin
    /// at an offset from rdx.
    /// </summary>
    protected void ComputePowers(int offset)
    {
        const int High = 16, Low = 17, Eighth = 18;
        var sum = new GhashSum(19, 20, 21, 22);
        var done = Asm.CreateLabel();
        V.Load(High, __[rdx + offset]);
        V.Load(Low, __[rdx + (offset + VectorBytes)]);
        V.Broadcast(Eighth, __[rdx + offset]);
        for (var count = GcmLayout.KeyPowers; ; count += GcmLayout.KeyPowers)
        {
            V.Store(PowersFrom(count), High);
            V.Store(PowersFrom(count) + VectorBytes, Low);
            if (count == Powers)
                break;
            Asm.cmp(rax, count * Block);
            Asm.jbe(done);
            Ghash.Multiply(sum, High, Eighth, first: true);
            Ghash.Reduce(sum);
            V.Copy(High, sum.High);
            Ghash.Multiply(Sum, Low, Eighth, first: true);
            Ghash.Reduce(Sum);
            V.Copy(Low, Sum.High);
        }

        Asm.cmp(rax, BatchBytes);
        Asm.jb(done);
        for (var place = 0; place < BatchBytes; place += VectorBytes)
        {
            V.Load(High, ScratchPowers + place);
            Ghash.AddHalves(High, High, Low);
            V.Store(PowerHalves + place, High);
        }

        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    protected void WipePowers()
    {
        V.Clear(Data);
        for (var offset = 0; offset < BatchBytes; offset += VectorBytes)
        {
            V.Store(ScratchPowers + offset, Data);
            V.Store(PowerHalves + offset, Data);
        }
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
        Asm.lea(r11, __[r10 + (Block - 1)]);
        Asm.and(r11, -Block);
        Asm.neg(r11);
        ClearSum();
        Asm.Label(ref vectors);
        LoadMasked(Data, __[r8], r10);
        HashVector(PowersFromR11(0));
        Asm.add(r11, VectorBytes);
        Asm.add(r8, VectorBytes);
        Asm.sub(r10, VectorBytes);
        Asm.ja(vectors);
        ReduceToHash();
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>The hash of a batch, whose vectors an action puts into registers, every block reversed.</summary>
    protected void HashBatch(Action<int, int> load)
    {
        for (var step = 0; step < BatchVectors; step += 2)
            HashInBatch(step, load);
        Ghash.EndKaratsuba(Sum);
        ReduceToHash();
    }

    /// <summary>Two vectors' products. The first vector is the last step, since it alone waits for the hash so far.</summary>
    protected void HashInBatch(int step, Action<int, int> load)
    {
        var (a, b) = (Operands(Data, step + 1), Operands(Power, (step + 2) % BatchVectors));
        Ghash.MultiplyKaratsuba(Sum, a, b, SecondScratch, first: step == 0);

        (int, AssemblerMemoryOperand, AssemblerMemoryOperand) Operands(int data, int vector)
        {
            load(data, vector);
            if (vector == 0)
                V.Xor(data, data, Hash);
            var offset = vector * VectorBytes;
            return (data, ScratchPowers + offset, PowerHalves + offset);
        }
    }

    protected void LoadReversed(int to, AssemblerMemoryOperand from)
    {
        V.Load(to, from);
        V.ShuffleBytes(to, to, Reversal);
    }

    /// <summary>Adds the products of a vector in <see cref="Data"/>, and the hash so far to its first block.</summary>
    protected void HashVector(AssemblerMemoryOperand powers)
    {
        V.Load(Power, powers);
        V.ShuffleBytes(Data, Data, Reversal);
        V.Xor(Data, Data, Hash);
        V.Clear(Hash);
        Ghash.Multiply(Sum, Data, Power);
    }

    protected void ReduceToHash()
    {
        Ghash.Reduce(Sum);
        V.SumLanes(Sum.High, Sum.Scratch);
        V.Copy(Hash, Sum.High);
    }

    private void ClearSum()
    {
        V.Clear(Sum.Low);
        V.Clear(Sum.Middle);
        V.Clear(Sum.High);
    }

    /// <summary>Sets k1 to as many bytes as there are, or 64, and loads those bytes, and zeros behind them.</summary>
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
