using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using Xunit;
using Xunit.Sdk;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// Every address that a kernel touches lies in a buffer of its contract, and in none that it may only read does it write: for all lengths
/// of text, or of associated data, up to <see cref="Longest"/> and some that are longer (in CFB8, up to <see cref="LongestCfb8"/> but at
/// night), and all sizes of keys, which take turns but at night. The kernels are interpreted, so that all run on every machine. A
/// kernel of GCM always writes the whole tag; what is left of it is its caller's to cut.
/// </summary>
public class AddressTests
{
    private const int Longest = 1100;

    /// <summary>It goes byte by byte, and has no way of its own for what is longer than this.</summary>
    private const int LongestCfb8 = 600;

    private static readonly long[] s_rounds = [10, 12, 14];

    private static readonly long[] s_upToLongest = [.. Enumerable.Range(0, Longest + 1)];

    /// <summary>For loops that only long messages reach.</summary>
    private static readonly long[] s_lengths = [.. s_upToLongest, 1536, 1600, 2047, 2048, 4096, 4097, 4111, 4607, 4608, 9001];

    /// <summary>Lengths of text beside every length of associated data, and the other way round.</summary>
    private static readonly long[] s_few = TestBytes.AllLengths ? [0, 13, 48, 64, 600] : [0, 13, 64, 600];

    /// <summary>What must be said of programs whose two buffers have two bytes each.</summary>
    private static readonly Dictionary<string, OutOfBounds> s_breaches = new()
    {
        ["two bytes too many"] = new("mov eax,[rax] touches 0 to 3 of Key, which has 0 to 1", program =>
        {
            program.Asm.mov(rax, program.Argument("Key"));
            program.Asm.mov(eax, __dword_ptr[rax]);
        }),
        ["one byte too many in the second round of a loop"] = new("movzx eax,word [rax+rdx] touches 1 to 2 of Key, which has 0 to 1", program =>
        {
            var again = program.Asm.CreateLabel();
            program.Asm.xor(edx, edx);
            program.Asm.Label(ref again);
            program.Asm.mov(rax, program.Argument("Key"));
            program.Asm.movzx(eax, __word_ptr[rax + rdx]);
            program.Asm.inc(rdx);
            program.Asm.cmp(rdx, program.Argument("Length"));
            program.Asm.jne(again);
        }),
        ["a byte before"] = new("movzx eax,byte [rax-1] touches", program =>
        {
            program.Asm.mov(rax, program.Argument("Key"));
            program.Asm.movzx(eax, __byte_ptr[rax - 1]);
        }),
        ["a mask of three bytes"] = new("touches 0 to 2 of Destination, which has 0 to 1", program =>
        {
            program.Asm.mov(eax, 7);
            program.Asm.kmovq(k1, rax);
            program.Asm.mov(rax, program.Argument("Destination"));
            program.Asm.vmovdqu8(__[rax].k1, zmm1);
        }),
        ["a field and the next"] = new("touches 16 to 31 of Length, which has 16 to 23", program =>
            program.Asm.vmovdqu(xmm1, program.Argument("Length"))),
        ["write to what is only read"] = new("mov [rax],dl writes to Key", program =>
        {
            program.Asm.mov(rax, program.Argument("Key"));
            program.Asm.mov(__[rax], dl);
        }),
    };

    public static TheoryData<string> Kernels => new(AssembledKernels.Names);

    public static TheoryData<string> Breaches => new(s_breaches.Keys);

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Addresses_lie_in_the_buffers_of_the_contract(string name)
    {
        var kernel = new DecodedKernel(AssembledKernels.Find(name));
        var machine = new AddressMachine(kernel, KernelContract.Struct, KernelContract.Code);
        foreach (var work in Works(kernel))
            AssertInBuffers(kernel, machine, work);
    }

    [Theory]
    [MemberData(nameof(Breaches))]
    public void Address_outside_the_buffers_is_found(string name)
    {
        var (breach, body) = s_breaches[name];
        Assert.Contains(breach, Assert.Throws<FailException>(() => RunOnTwoBytes(body)).Message);
    }

    [Fact]
    public void Addresses_of_the_last_bytes_pass() => RunOnTwoBytes(program =>
    {
        var asm = program.Asm;
        asm.mov(eax, 3);
        asm.kmovq(k1, rax);
        asm.mov(rax, program.Argument("Key"));
        asm.movzx(edx, __word_ptr[rax]);
        asm.vmovdqu8(zmm1.k1.z, __[rax]);
        asm.mov(rax, program.Argument("Destination"));
        asm.vmovdqu8(__[rax].k1, zmm1);
        asm.mov(__[rax + 1], dl);
        asm.vmovdqu(program.Argument("Tag"), xmm1);
    });

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Works_leave_out_no_public_number(string name)
    {
        var program = AssembledKernels.Find(name).Program;
        var works = KernelWork.Of(program);
        Assert.NotEmpty(works);
        Assert.Empty(KernelWork.LeftOut(program.Arguments, works));
    }

    [Fact]
    public void Work_without_a_public_number_is_found()
    {
        var program = AssembledKernels.Names.Select(name => AssembledKernels.Find(name).Program)
            .First(program => program.Arguments.StructName == nameof(Pbkdf2Arguments));
        var works = KernelWork.Of(program);
        works[^1].Remove(nameof(Pbkdf2Arguments.DigestBytes));
        Assert.Equal([nameof(Pbkdf2Arguments.DigestBytes)], KernelWork.LeftOut(program.Arguments, works));
    }

    private static void AssertInBuffers(DecodedKernel kernel, AddressMachine machine, IReadOnlyDictionary<string, long> work)
    {
        var contract = new KernelContract(kernel, work);
        machine.Run(contract.Argument, access =>
        {
            if (contract.Breach(access) is { } breach)
                Assert.Fail($"{string.Join(", ", work.Select(field => $"{field.Key} {field.Value}"))}: {breach}");
        });
    }

    private static void RunOnTwoBytes(Action<SmallProgram> body)
    {
        var program = new SmallProgram("Small", CpuFeatures.Avx512, program =>
        {
            body(program);
            program.Return();
        });
        var kernel = new DecodedKernel(program.Assemble());
        AssertInBuffers(kernel, new AddressMachine(kernel, KernelContract.Struct, KernelContract.Code), Work(("Length", 2)));
    }

    private static IEnumerable<IReadOnlyDictionary<string, long>> Works(DecodedKernel kernel)
    {
        var (name, layout) = (kernel.Code.Program.Name, kernel.Code.Program.Arguments);
        var isCfb8 = name.EndsWith("Cfb8", StringComparison.Ordinal);
        var isXts = name.Contains("Xts", StringComparison.Ordinal);
        var isByBytes = isCfb8 || isXts || name.Contains("Ctr", StringComparison.Ordinal);
        var longest = isCfb8 && !TestBytes.AllLengths ? LongestCfb8 : long.MaxValue;
        return layout.StructName switch
        {
            nameof(AesArguments) =>
                from length in s_lengths
                where isXts ? length is 0 or >= 16 : isByBytes ? length <= longest : length % 16 == 0
                from rounds in TestBytes.AllLengths || s_few.Contains(length) ? s_rounds : [s_rounds[(isByBytes ? length : length / 16) % 3]]
                from hasTweakKey in isXts && s_few.Contains(length) ? new long[] { 0, 1 } : [1]
                select Work(("Rounds", rounds), ("Length", length), ("TweakSchedule", hasTweakKey)),
            nameof(AesCcmArguments) =>
                from rounds in s_rounds
                from head in new long[] { 16, 32, 528 }
                from length in s_lengths
                select Work(("Rounds", rounds), ("HeadLength", head), ("Length", length)),
            nameof(AeadArguments) =>
                from associated in s_upToLongest
                from length in s_few.Contains(associated) ? s_lengths : s_few
                from rounds in TestBytes.AllLengths || (s_few.Contains(associated) && s_few.Contains(length)) ? s_rounds : [s_rounds[(associated + length) % 3]]
                select Work(("Rounds", rounds), ("AssociatedDataLength", associated), ("Length", length)),
            nameof(PolyvalArguments) => s_lengths.Select(length => Work(("Length", length))),
            nameof(CrcArguments) => s_lengths.Where(length => length >= 16).Select(length => Work(("Length", length))),
            nameof(HashArguments) =>
                from source in s_upToLongest.Take(20)
                from tail in s_upToLongest.Take(4)
                from block in KernelWork.HashBlocks(name)
                select Work(("SourceBlocks", source), ("TailBlocks", tail), ("BlockBytes", block)),
            _ => [],
        } is var all && all.Any() ? all.Concat(KernelWork.Of(kernel.Code.Program)) : KernelWork.Of(kernel.Code.Program);
    }

    private static Dictionary<string, long> Work(params (string Name, long Value)[] fields) =>
        fields.ToDictionary(field => field.Name, field => field.Value);

    private sealed record OutOfBounds(string Breach, Action<SmallProgram> Body);
}
