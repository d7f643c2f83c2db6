using System;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// GHASH (SP 800-38D, section 6.4) on Arm64: the steps Reverse, Product, Karatsuba and Fold of docs/kernels.md. PMULL multiplies the low
/// halves of two vectors, PMULL2 the high ones. Step Reverse is REV64, which leaves the halves of a block exchanged; so they are in the powers
/// and in the hash, and of a product PMULL makes the high part. Constant-time: no branch and no address depends on data.
/// </summary>
internal abstract class GhashArm64Program(string name, CpuFeatures requires, ArgumentLayout arguments)
    : A64Program(name, requires, arguments)
{
    protected const int Block = GcmArm64Layout.BlockBytes;

    /// <summary>A sum of products, in parts.</summary>
    protected static readonly V Low = v[16], Middle = v[17], High = v[18];

    /// <summary>Each step may overwrite them.</summary>
    protected static readonly V T = v[19], U = v[20];

    /// <summary>The constant c of step Fold.</summary>
    private static readonly V s_polynomial = v[31];

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

    /// <summary>The same, an instruction or two a step. The parts are in the order that PMULL leaves; the result has its halves exchanged.</summary>
    protected Action[] ReduceSteps(V to) =>
    [
        () => Asm.Pmull(T, Low, s_polynomial),
        () => Asm.Ext(U, Low, Low, 8),
        () => Xor3(Middle, Middle, Low, High),
        () => Xor3(Middle, Middle, T, U),
        () => Asm.Pmull(T, Middle, s_polynomial),
        () => Asm.Ext(U, Middle, Middle, 8),
        () => Xor3(High, High, T, U),
        () => Asm.Ext(to, High, High, 8),
    ];
}
