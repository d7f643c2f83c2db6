using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using Xunit;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// Kernels run under both calling conventions, with real work of several sizes: what a caller relies on is as it was, and nothing
/// is written but what the contract names.
/// </summary>
public sealed unsafe class ClobberTests : IDisposable
{
    private static readonly Dictionary<string, Action<SmallProgram>> s_clobbering = new()
    {
        ["rsp"] = program =>
        {
            program.Asm.mov(rdx, __[rsp]);
            program.Asm.add(rsp, 16);
            program.Asm.jmp(rdx);
        },
        ["direction flag"] = program => program.Asm.std(),
        ["mxcsr"] = program => program.Asm.ldmxcsr(program.Constant([0x80, 0x1F, 0, 0])),
        ["the caller's stack"] = program => program.Asm.mov(__[rsp + 8], rcx),
        ["memory below the stack"] = program => program.Asm.mov(__[rsp - 8], rcx),
        ["around the argument struct"] = program => program.Asm.mov(__[rcx + SmallProgram.Layout.Bytes], rcx),
        ["Length"] = program => program.Asm.mov(program.Argument("Length"), rcx),
        ["the memory of Key"] = program =>
        {
            program.Asm.mov(rax, program.Argument("Key"));
            program.Asm.mov(__[rax + 32], rax);
        },
        ["around the memory of Destination"] = program =>
        {
            program.Asm.mov(rax, program.Argument("Destination"));
            program.Asm.mov(__[rax - 8], rax);
        },
    };

    private static readonly Dictionary<string, long> s_noWork = [];

    private readonly ClobberFrame _frame = new();

    public ClobberTests() =>
        Assert.SkipUnless(RuntimeInformation.ProcessArchitecture == Architecture.X64, "needs an x64 process");

    public static TheoryData<string> Kernels => new(AssembledKernels.Names);

    public static TheoryData<string> Clobbering => new(s_clobbering.Keys);

    public static TheoryData<Register> PreservedRegisters =>
        new(CallingConvention.Both.SelectMany(convention => convention.Preserved).Distinct());

    public void Dispose() => _frame.Dispose();

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Kernel_gives_back_what_its_caller_relies_on(string name)
    {
        var kernel = AssembledKernels.Find(name);
        var requires = kernel.Program.Requires;
        Assert.SkipUnless(Cpu.ForMachineCode.HasFlag(requires), "needs " + (requires & ~Cpu.ForMachineCode));

        var page = CodePage.Load(kernel.Bytes);
        var works = KernelWork.Of(kernel.Program);
        Assert.NotEmpty(works);
        foreach (var convention in CallingConvention.Both)
        {
            foreach (var work in works)
                Assert.Equal("", string.Join(", ", Changes(page, kernel.Program, convention, work)));
        }
    }

    [Theory]
    [MemberData(nameof(Clobbering))]
    public void Clobbered_state_is_noticed(string what)
    {
        var program = Small(program =>
        {
            s_clobbering[what](program);
            program.Return();
        });
        foreach (var convention in CallingConvention.Both)
            Assert.Equal([what], Changes(CodePage.Load(program.Bytes), program.Program, convention, s_noWork));
    }

    [Theory]
    [MemberData(nameof(PreservedRegisters))]
    public void Register_not_given_back_is_noticed_where_the_convention_preserves_it(Register register)
    {
        var program = Small(program =>
        {
            if (register.IsXMM())
                program.Asm.AddInstruction(Instruction.Create(Code.Pxor_xmm_xmmm128, register, register));
            else
                program.Asm.AddInstruction(Instruction.Create(Code.Inc_rm64, register));
            program.Return();
        });
        foreach (var convention in CallingConvention.Both)
        {
            string[] expected = convention.Preserved.Contains(register) ? [register.ToString().ToLowerInvariant()] : [];
            Assert.Equal(expected, Changes(CodePage.Load(program.Bytes), program.Program, convention, s_noWork));
        }
    }

    private static KernelCode Small(Action<SmallProgram> body) =>
        new SmallProgram("Small", CpuFeatures.None, body).Assemble();

    private List<string> Changes(
        CodePage page, KernelProgram program, CallingConvention convention, IReadOnlyDictionary<string, long> work)
    {
        Assert.Null(page.WhyDenied);
        using var arguments = new ArgumentMemory(program.Arguments, work);
        return [.. _frame.Call(page, convention, arguments.Struct), .. arguments.Changes()];
    }
}
