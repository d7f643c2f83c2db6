using System;
using System.Collections.Generic;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// GHASH (SP 800-38D, section 6.4) on Arm64: the steps Reverse, Product, Karatsuba and Fold of docs/kernels.md. PMULL multiplies the low
/// halves of two vectors, PMULL2 the high ones. Step Reverse is REV64, which leaves the halves of a block exchanged; so they are in the powers
/// and in the hash, and of a product PMULL makes the high part. POLYVAL has no such step, and PMULL makes the low part. Constant-time: no
/// branch and no address depends on data.
/// </summary>
internal abstract class GhashArm64Program(string name, CpuFeatures requires, ArgumentLayout arguments, bool isPolyval = false)
    : A64Program(name, requires, arguments)
{
    protected const int Block = GcmArm64Layout.BlockBytes, BatchBlocks = 8, BatchBytes = BatchBlocks * Block;

    /// <summary>Where the powers of H lie as in a key of AES-GCM, after its round keys; and the next ones of a sum.</summary>
    protected static readonly X Key = x[1], NextPower = x[9], NextSum = x[10];

    /// <summary>Each step may overwrite them, and leaves no secret there.</summary>
    protected static readonly X T0 = x[13], T1 = x[14], T2 = x[15], T3 = x[16];

    /// <summary>Blocks and powers that are multiplied, and the hash so far.</summary>
    protected static readonly V A = v[21], B = v[22], PowerA = v[23], PowerB = v[24], Hash = v[26];

    /// <summary>A sum of products, in parts.</summary>
    protected static readonly V Low = v[16], Middle = v[17], High = v[18];

    /// <summary>Each step may overwrite them.</summary>
    protected static readonly V T = v[19], U = v[20];

    /// <summary>The constant c of step Fold.</summary>
    private static readonly V s_polynomial = v[31];

    /// <summary>The parts that PMULL and PMULL2 make.</summary>
    protected V OfLowHalves => isPolyval ? Low : High;

    protected V OfHighHalves => isPolyval ? High : Low;

    private bool HasEor3 => (Requires & CpuFeatures.ArmSha3) != 0;

    protected void LoadPolynomial(X temporary)
    {
        Asm.Movz(temporary, 0xC200, 48);
        Asm.DupD2(s_polynomial, temporary);
    }

    protected void ClearSum()
    {
        foreach (var part in new[] { Low, Middle, High })
            Asm.Clear(part);
    }

    /// <summary>d = n XOR m XOR a. May overwrite <paramref name="m"/>.</summary>
    protected void Xor3(V d, V n, V m, V a)
    {
        if (HasEor3)
        {
            Asm.Eor3(d, n, m, a);
            return;
        }

        Asm.Eor(m, m, a);
        Asm.Eor(d, n, m);
    }

    /// <summary>The sum of both halves of a vector, in both.</summary>
    protected void AddHalves(V to, V from)
    {
        Asm.Ext(to, from, from, 8);
        Asm.Eor(to, to, from);
    }

    /// <summary>Folds a sum of step Karatsuba twice.</summary>
    protected void Reduce(V to)
    {
        foreach (var step in ReduceSteps(to))
            step();
    }

    /// <summary>The same, an instruction or two a step. If blocks have their halves exchanged, the result has them so, too.</summary>
    protected Action[] ReduceSteps(V to) =>
    [
        () => Asm.Pmull(T, Low, s_polynomial),
        () => Asm.Ext(U, Low, Low, 8),
        () => Xor3(Middle, Middle, Low, High),
        () => Xor3(Middle, Middle, T, U),
        () => Asm.Pmull(T, Middle, s_polynomial),
        () => Asm.Ext(U, Middle, Middle, 8),
        () => Xor3(isPolyval ? to : High, High, T, U),
        .. isPolyval ? Array.Empty<Action>() : [() => Asm.Ext(to, High, High, 8)],
    ];

    /// <summary>A block of the argument struct, of two words: a wider load would wait for the stores.</summary>
    protected void Load(V to, string field)
    {
        Asm.LdpD(to, T, Argument(field));
        Asm.Zip1D2(to, to, T);
    }

    protected void HashBatch(X blocks, int offset)
    {
        foreach (var step in BatchHash(blocks, offset))
            step();
    }

    /// <summary>
    /// The hash of a batch, an instruction or two a step: two blocks at a time by step Karatsuba, and the reduction. The first two come
    /// last, since they wait for the hash so far.
    /// </summary>
    protected Action[] BatchHash(X blocks, int offset)
    {
        var steps = new List<Action>();
        foreach (var i in new[] { 2, 4, 6, 0 })
        {
            steps.Add(() => Asm.LdpQ(A, B, new(blocks, offset + (Block * i))));
            steps.Add(() => Asm.LdpQ(PowerA, PowerB, new(Key, GcmArm64Layout.BatchOffset + (Block * i))));
            if (!isPolyval)
            {
                steps.Add(() => Asm.Rev64(A, A));
                steps.Add(() => Asm.Rev64(B, B));
            }

            if (i == 0)
                steps.Add(() => Asm.Eor(A, A, Hash));
            AddProducts(OfLowHalves, () => Asm.Pmull(T, A, PowerA), () => Asm.Pmull(U, B, PowerB));
            AddProducts(OfHighHalves, () => Asm.Pmull2(T, A, PowerA), () => Asm.Pmull2(U, B, PowerB));
            steps.Add(() => Asm.LdrQ(PowerA, new(Key, GcmArm64Layout.BatchSumsOffset + (GcmArm64Layout.SumBytes * i))));
            steps.Add(() => Asm.Zip1D2(T, A, B));
            steps.Add(() => Asm.Zip2D2(U, A, B));
            steps.Add(() => Asm.Eor(A, T, U));
            AddProducts(Middle, () => Asm.Pmull(T, A, PowerA), () => Asm.Pmull2(U, A, PowerA));

            void AddProducts(V part, Action first, Action second)
            {
                steps.Add(first);
                steps.Add(second);
                if (i == 2)
                    steps.Add(() => Asm.Eor(part, T, U));
                else
                    steps.Add(() => Xor3(part, part, T, U));
            }
        }

        return [.. steps, .. ReduceSteps(Hash)];
    }

    /// <summary>Begins a sum of so many blocks, each with its own power.</summary>
    protected void BeginSum(X blocks)
    {
        Asm.Add(NextPower, Key, GcmArm64Layout.PowersEnd);
        Asm.Sub(NextPower, NextPower, blocks, 4);
        Asm.Add(NextSum, Key, GcmArm64Layout.SumsEnd);
        Asm.Sub(NextSum, NextSum, blocks, 3);
        ClearSum();
    }

    /// <summary>Adds the products of a block, XOR the hash so far, which is then in the sum.</summary>
    protected void HashBlock()
    {
        Asm.LdrQ(PowerA, new(NextPower, Block, IsPost: true));
        Asm.LdrD(PowerB, new(NextSum, GcmArm64Layout.SumBytes, IsPost: true));
        if (!isPolyval)
            Asm.Rev64(A, A);
        Asm.Eor(A, A, Hash);
        Asm.Clear(Hash);
        Asm.Pmull(T, A, PowerA);
        Asm.Eor(OfLowHalves, OfLowHalves, T);
        Asm.Pmull2(U, A, PowerA);
        Asm.Eor(OfHighHalves, OfHighHalves, U);
        AddHalves(T, A);
        Asm.Pmull(T, T, PowerB);
        Asm.Eor(Middle, Middle, T);
    }

    protected void CountBlocks(X to, X bytes)
    {
        Asm.Add(to, bytes, Block - 1);
        Asm.Lsr(to, to, 4);
    }

    /// <summary>Less than a block, padded with zeros, from its last bytes on: nothing beside it is touched.</summary>
    protected void LoadPartial(V to, X from, X length)
    {
        X word = T0, piece = T1, more = T2, end = T3;
        var (noOne, noTwo, noFour, noEight, done) = (new A64Label(), new A64Label(), new A64Label(), new A64Label(), new A64Label());
        Asm.Add(end, from, length);
        Asm.Mov(word, xzr);
        Asm.Tbz(length, 0, noOne);
        Asm.Sub(end, end, 1);
        Asm.Ldrb(W(word), new(end, 0));
        Asm.Bind(noOne);
        Asm.Tbz(length, 1, noTwo);
        Asm.Sub(end, end, 2);
        Asm.Ldrb(W(piece), new(end, 0));
        Asm.Ldrb(W(more), new(end, 1));
        Asm.Orr(piece, piece, more, 8);
        Asm.Orr(word, piece, word, 16);
        Asm.Bind(noTwo);
        Asm.Tbz(length, 2, noFour);
        Asm.Sub(end, end, 4);
        Asm.Ldr(W(piece), new(end, 0));
        Asm.Orr(word, piece, word, 32);
        Asm.Bind(noFour);
        Asm.Tbz(length, 3, noEight);
        Asm.LdrD(to, new(from, 0));
        Asm.InsD(to, 1, word);
        Asm.B(done);
        Asm.Bind(noEight);
        Asm.FmovToD(to, word);
        Asm.Bind(done);
        Forget(word, piece, more);
    }

    protected void Forget(params X[] registers)
    {
        foreach (var register in registers)
            Asm.Mov(register, xzr);
    }

    protected static W W(X register) => w[register.Number];
}
