using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.MachineCode;
using Xunit;

namespace ManagedCrypto.Tests.Machine;

/// <summary>Each instruction that a kernel has does in the machine what it does on the CPU, on many registers and on memory.</summary>
public sealed class SemanticsTests
{
    /// <summary>What tests of other parts have: where control goes, and what the CPU says of itself.</summary>
    private static readonly HashSet<Mnemonic> s_elsewhere = [Mnemonic.Ret, Mnemonic.Cpuid, Mnemonic.Xgetbv];

    private static readonly Dictionary<string, Instruction[]> s_forms = InstructionTrials.Forms(AssembledKernels.Names
        .SelectMany(name => new DecodedKernel(AssembledKernels.Find(name)).Instructions)
        .Where(instruction => instruction.FlowControl == FlowControl.Next && !s_elsewhere.Contains(instruction.Mnemonic)))
        .GroupBy(instruction => $"{instruction.Mnemonic} {instruction.Encoding}")
        .ToDictionary(group => group.Key, group => group.ToArray());

    public static TheoryData<string> Names => new(s_forms.Keys.Order(StringComparer.Ordinal));

    [Theory]
    [MemberData(nameof(Names))]
    public void Instruction_does_what_it_does_on_the_CPU(string name)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture == Architecture.X64, "calls by the rules of Linux on x64");
        var forms = s_forms[name];
        var missing = forms.Aggregate(CpuFeatures.None, (all, form) => all | InstructionTrials.MissingFor(form));
        Assert.SkipUnless(missing == CpuFeatures.None, "needs " + missing);
        using var trials = new InstructionTrials(forms);
        Assert.Null(trials.Difference());
    }
}
