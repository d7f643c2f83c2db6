using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Arm64;
using ManagedCrypto.Proofs.Arm64;
using ManagedCrypto.Tests.MachineCode;
using static Iced.Intel.AssemblerRegisters;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.Proofs;

/// <summary>
/// Routines that copy a text block by block, as far as one looks at two, three and four blocks: <see cref="Induction"/> must refuse those that do
/// otherwise after more of them, and take the one that does not.
/// </summary>
internal static class FalseInductions
{
    private const int BlockBytes = 16, Rounds = 10, Many = 64 * BlockBytes;

    /// <summary>Kernels whose argument struct the routines have.</summary>
    private static readonly KernelCode
        s_like = Like(AssembledKernels.Names, "EncryptEcbAesNiAvx"), s_likeOnArm64 = Like(AssembledKernels.Arm64Names, "EncryptEcb");

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
        ("ends when a count in a vector is so much", (code, _) =>
        {
            code.xor(r11d, r11d);
            code.mov(eax, Many);
            code.vmovq(xmm2, rax);
        }, (code, end) =>
        {
            code.inc(r11);
            code.vmovq(xmm1, r11);
            code.vpcmpeqd(xmm1, xmm1, xmm2);
            code.vmovq(rax, xmm1);
            code.inc(eax);
            code.je(end);
        }),
        ("ends when a count that is added to a vector makes zero", (code, _) =>
        {
            code.xor(r11d, r11d);
            code.mov(rax, -Many);
            code.vmovq(xmm2, rax);
        }, (code, end) =>
        {
            code.inc(r11);
            code.vmovq(xmm1, r11);
            code.vpaddq(xmm1, xmm1, xmm2);
            code.vmovq(rax, xmm1);
            code.test(rax, rax);
            code.je(end);
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

    /// <summary>The same on Arm64, with the length in x10, and pointers to source and destination in x8 and x9.</summary>
    private static readonly (string What, Action<A64Assembler, A64Label> Before, Action<A64Assembler, A64Label> Round)[] s_wrongOnArm64 =
    [
        ("takes some bits of the length", (code, _) => code.And(x[10], x[10], Many - 1), NothingOnArm64),
        ("takes the length for a byte that it kept", (code, _) =>
        {
            code.Strb(w[10], new(x[9], 0));
            code.Ldrb(w[10], new(x[9], 0));
        }, NothingOnArm64),
        ("takes a long text for none, by a choice", (code, _) =>
        {
            code.Cmp(x[10], Many);
            code.Csel(x[10], x[10], xzr, A64Condition.Lo);
        }, NothingOnArm64),
        ("leaves out long texts", (code, end) =>
        {
            code.Cmp(x[10], Many);
            code.B(A64Condition.Hs, end);
        }, NothingOnArm64),
        ("leaves out long texts, by a bit", (code, end) => code.Tbnz(x[10], 10, end), NothingOnArm64),
        ("ends with so many blocks left", NothingOnArm64, (code, end) =>
        {
            code.Cmp(x[10], Many);
            code.B(A64Condition.Eq, end);
        }),
        ("ends at an address", NothingOnArm64, (code, end) =>
        {
            code.And(x[11], x[8], Many - BlockBytes);
            code.Sub(x[11], x[11], Many - BlockBytes);
            code.Cbz(x[11], end);
        }),
        ("ends after so many blocks", (code, _) => code.Movz(x[11], Many), (code, end) =>
        {
            code.Sub(x[11], x[11], 1);
            code.Cbz(x[11], end);
        }),
        ("ends when a bit of a count is set", (code, _) => code.Movz(x[11], 1), (code, end) =>
        {
            code.Add(x[11], x[11], 1);
            code.Tbnz(x[11], 10, end);
        }),
        ("counts in a vector", (code, _) => code.Movz(x[11], 1), (code, _) =>
        {
            code.DupD2(v[1], x[11]);
            code.Add(x[11], x[11], 1);
        }),
        ("shifts a bit out", (code, _) => code.Movz(x[11], 1), (code, end) =>
        {
            code.Lsl(x[11], x[11], 1);
            code.Cbz(x[11], end);
        }),
    ];

    /// <exception cref="InvalidOperationException">One is taken, or the right one is refused.</exception>
    public static void Run()
    {
        DemandAll(s_wrong, Nothing, (before, round) => new Routine(s_like with { Bytes = Copy(s_like.Program.Arguments, before, round) }));
        DemandAll(s_wrongOnArm64, NothingOnArm64, (before, round) =>
        {
            var bytes = CopyOnArm64(s_likeOnArm64.Program.Arguments, before, round);
            return new A64Routine(s_likeOnArm64 with { Bytes = bytes, InstructionBytes = bytes.Length });
        });
    }

    private static void DemandAll<T>((string What, T Before, T Round)[] wrong, T nothing, Func<T, T, Routine> routine)
    {
        if (WhyNot(routine(nothing, nothing)) is { } why)
            throw new InvalidOperationException($"Any number of blocks is not shown where it is so: {why}");
        foreach (var (what, before, round) in wrong)
        {
            if (WhyNot(routine(before, round)) is null)
                throw new InvalidOperationException($"Any number of blocks is shown of a routine that {what}.");
        }
    }

    private static KernelCode Like(IEnumerable<string> names, string name) => AssembledKernels.Find(names.Single(one => one.EndsWith('.' + name, StringComparison.Ordinal)));

    private static string? WhyNot(Routine routine) => Program.WhyNot(() =>
    {
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

    private static void NothingOnArm64(A64Assembler code, A64Label end)
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

    private static byte[] CopyOnArm64(ArgumentLayout arguments, Action<A64Assembler, A64Label> before, Action<A64Assembler, A64Label> round)
    {
        var (code, loop, end) = (new A64Assembler(), new A64Label(), new A64Label());
        code.Ldr(x[10], new A64Address(x[0], arguments["Length"].Offset));
        code.Ldr(x[8], new A64Address(x[0], arguments["Source"].Offset));
        code.Ldr(x[9], new A64Address(x[0], arguments["Destination"].Offset));
        before(code, end);
        code.Bind(loop);
        code.LdrQ(v[0], new(x[8], 0));
        code.StrQ(v[0], new(x[9], 0));
        round(code, end);
        code.Add(x[8], x[8], BlockBytes);
        code.Add(x[9], x[9], BlockBytes);
        code.Subs(x[10], x[10], BlockBytes);
        code.B(A64Condition.Hi, loop);
        code.Bind(end);
        code.Clear(v[0]);
        code.Ret();
        return code.Assemble();
    }
}
