using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// Every address that a kernel touches lies in a buffer of its contract, and in none that it may only read does it write: for all lengths
/// of text, or of associated data, up to <see cref="Longest"/> and some that are longer (in CFB8, up to <see cref="LongestCfb8"/> but at
/// night), and all sizes of keys, which take turns in GCM but at night. The kernels are interpreted, so that all run on every machine. A
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
    private static readonly long[] s_few = [0, 13, 48, 64, 600];

    public static TheoryData<string> Kernels => new(AssembledKernels.Names);

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Addresses_lie_in_the_buffers_of_the_contract(string name)
    {
        var kernel = new DecodedKernel(AssembledKernels.Find(name));
        var machine = new AddressMachine(kernel, KernelContract.Struct, KernelContract.Code);
        foreach (var work in Works(kernel))
        {
            var contract = new KernelContract(kernel, work);
            machine.Run(contract.Argument, access =>
            {
                if (contract.Breach(access) is { } breach)
                    Assert.Fail($"{string.Join(", ", work.Select(field => $"{field.Key} {field.Value}"))}: {breach}");
            });
        }
    }

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

    private static IEnumerable<IReadOnlyDictionary<string, long>> Works(DecodedKernel kernel)
    {
        var (name, layout) = (kernel.Code.Program.Name, kernel.Code.Program.Arguments);
        var isCfb8 = name.EndsWith("Cfb8", StringComparison.Ordinal);
        var isByBytes = isCfb8 || name.Contains("Ctr", StringComparison.Ordinal);
        var longest = isCfb8 && !TestBytes.AllLengths ? LongestCfb8 : long.MaxValue;
        return layout.StructName switch
        {
            nameof(AesArguments) =>
                from rounds in s_rounds
                from length in s_lengths
                where isByBytes ? length <= longest : length % 16 == 0
                select Work(("Rounds", rounds), ("Length", length)),
            nameof(AesCcmArguments) =>
                from rounds in s_rounds
                from head in new long[] { 16, 32, 528 }
                from length in s_upToLongest.Take(AesCcmArguments.LongestText + 1)
                select Work(("Rounds", rounds), ("HeadLength", head), ("Length", length)),
            nameof(GcmArguments) =>
                from associated in s_upToLongest
                from length in s_few.Contains(associated) ? s_lengths : s_few
                from rounds in TestBytes.AllLengths || (s_few.Contains(associated) && s_few.Contains(length)) ? s_rounds : [s_rounds[(associated + length) % 3]]
                select Work(("Rounds", rounds), ("AssociatedDataLength", associated), ("Length", length)),
            nameof(GhashArguments) => s_lengths.Select(length => Work(("Length", length))),
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
}
