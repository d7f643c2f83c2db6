using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.Tests.MachineCode;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.Proofs;

/// <summary>
/// Routines that copy a text block by block, as far as one looks at two, three and four blocks: <see cref="Induction"/> must refuse those that do
/// otherwise after more of them, and take the one that does not.
/// </summary>
internal static class FalseInductions
{
    private const int BlockBytes = 16, Rounds = 10, Many = 64 * BlockBytes;

    /// <summary>A kernel whose argument struct the routines have.</summary>
    private const string Like = "EncryptEcbAesNiAvx";

    /// <summary>What is done before the loop and in each round, with the length in r10, pointers to source and destination in r8 and r9, and a way out.</summary>
    private static readonly (string What, Action<Assembler, Label> Before, Action<Assembler, Label> Round)[] s_wrong =
    [
        ("takes the length for a byte", (code, _) => code.movzx(r10d, r10b), Nothing),
        ("takes some bits of the length", (code, _) => code.and(r10d, Many - 1), Nothing),
        ("takes some bits of a number by the length", (code, _) =>
        {
            code.mov(r11d, Many - 1);
            code.and(r11, r10);
            code.mov(r10, r11);
        }, Nothing),
        ("takes a long text for none, by a carry", (code, _) =>
        {
            code.cmp(r10, Many);
            code.sbb(rax, rax);
            code.and(r10, rax);
        }, Nothing),
        ("leaves out long texts, by a carry that a count leaves", (code, end) =>
        {
            code.cmp(r10, Many);
            code.inc(r11);
            code.jae(end);
        }, Nothing),
        ("takes some bits of an address", (code, _) => code.mov(eax, r8d), (code, end) =>
        {
            code.mov(r11d, r8d);
            code.sub(r11d, eax);
            code.js(end);
        }),
        ("leaves out long texts", (code, end) =>
        {
            code.cmp(r10, Many);
            code.jae(end);
        }, Nothing),
        ("ends at an address", Nothing, (code, end) =>
        {
            code.mov(rax, r8);
            code.and(rax, Many - 1);
            code.cmp(rax, Many - BlockBytes);
            code.je(end);
        }),
        ("ends with so many blocks left", Nothing, (code, end) =>
        {
            code.cmp(r10, Many);
            code.je(end);
        }),
        ("ends after so many blocks", (code, _) => code.xor(r11d, r11d), (code, end) =>
        {
            code.inc(r11);
            code.cmp(r11, Many);
            code.je(end);
        }),
        ("ends when a byte has counted around", (code, _) => code.mov(r11d, 5), (code, end) =>
        {
            code.inc(r11b);
            code.je(end);
        }),
        ("counts in a vector", (code, _) => code.vpxor(xmm1, xmm1, xmm1), (code, _) =>
        {
            code.vpcmpeqd(xmm2, xmm2, xmm2);
            code.vpsubq(xmm1, xmm1, xmm2);
        }),
        ("shifts a bit out", (code, _) => code.mov(r11d, 1), (code, end) =>
        {
            code.shl(r11d, 1);
            code.je(end);
        }),
        ("goes back to a block before", (code, _) => code.lea(r11, __[r8 + Many]), (code, _) =>
        {
            code.cmp(r8, r11);
            code.cmove(r8, rax);
        }),
    ];

    /// <exception cref="InvalidOperationException">One is taken, or the right one is refused.</exception>
    public static void Run()
    {
        if (WhyNot(Nothing, Nothing) is { } why)
            throw new InvalidOperationException($"Any number of blocks is not shown where it is so: {why}");
        foreach (var (what, before, round) in s_wrong)
        {
            if (WhyNot(before, round) is null)
                throw new InvalidOperationException($"Any number of blocks is shown of a routine that {what}.");
        }
    }

    private static string? WhyNot(Action<Assembler, Label> before, Action<Assembler, Label> round) => Program.WhyNot(() =>
    {
        var kernel = AssembledKernels.Find(AssembledKernels.Names.Single(name => name.EndsWith('.' + Like, StringComparison.Ordinal)));
        var routine = new Routine(kernel with { Bytes = Copy(kernel.Program.Arguments, before, round) });
        var terms = new Terms();
        new Induction(terms, new Dictionary<string, Func<int, int>>
        {
            ["text"] = Induction.Later(terms, "text", BlockBytes),
            ["destination"] = Induction.Later(terms, "destination", BlockBytes),
        }).Demand(routine, more => Copied((2 + more) * BlockBytes));

        void Copied(int length)
        {
            var proof = new Proof(terms, routine);
            var text = terms.Unknowns("text", length);
            proof.SetNumber("Rounds", Rounds);
            proof.SetNumber("Length", length);
            var (_, destination) = proof.SetText(text, isInPlace: false);
            proof.Run();
            proof.Demand("the copy", destination, text);
        }
    });

    private static void Nothing(Assembler code, Label end)
    {
    }

    private static byte[] Copy(ArgumentLayout arguments, Action<Assembler, Label> before, Action<Assembler, Label> round)
    {
        var code = new Assembler(64);
        var (loop, end) = (code.CreateLabel(), code.CreateLabel());
        code.mov(r10, __[rdi + arguments["Length"].Offset]);
        code.mov(r8, __[rdi + arguments["Source"].Offset]);
        code.mov(r9, __[rdi + arguments["Destination"].Offset]);
        before(code, end);
        code.Label(ref loop);
        code.vmovdqu(xmm0, __[r8]);
        code.vmovdqu(__[r9], xmm0);
        round(code, end);
        code.add(r8, BlockBytes);
        code.add(r9, BlockBytes);
        code.sub(r10, BlockBytes);
        code.ja(loop);
        code.Label(ref end);
        code.ret();
        using var bytes = new MemoryStream();
        code.Assemble(new StreamCodeWriter(bytes), 0);
        return bytes.ToArray();
    }
}
