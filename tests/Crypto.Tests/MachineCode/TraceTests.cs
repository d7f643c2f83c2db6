using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// Kernels run instruction by instruction on many secrets (keys, texts, states, hashes, tags): the instructions and the addresses
/// of their operands are the same for all, while lengths and buffers are; and they are those that <see cref="AddressMachine"/> finds.
/// </summary>
[SupportedOSPlatform("linux")]
public class TraceTests
{
    private const int Secrets = 10;

    /// <summary>
    /// Steps, of 10 µs each in a virtual machine, for which a kernel is traced at least, and then until it was seen for the most
    /// part. From there on, a work that shows nothing new has one run.
    /// </summary>
    private static readonly int s_steps = TestBytes.AllLengths ? 20_000 : 8_000;

    /// <summary>What is left, in tenths: works that make counters wrap at each place, and the like, would be many.</summary>
    private const int NotSeenAtMost = 1;

    public TraceTests() => Assert.SkipUnless(
        OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture == Architecture.X64, "a program for Linux on x64");

    public static TheoryData<string> Kernels => new(AssembledKernels.Names);

    [ExplicitTheory, Trait("run", "ci")]
    [MemberData(nameof(Kernels))]
    public void Instructions_and_addresses_are_the_same_for_all_secrets(string name)
    {
        var kernel = AssembledKernels.Find(name);
        Require(kernel.Program);
        var works = KernelWork.Of(kernel.Program).ToArray();
        new Random(works.Length).Shuffle(works);
        var decoded = new DecodedKernel(kernel);
        var notSeen = decoded.Reachable();
        var enough = notSeen.Count * NotSeenAtMost / 10;
        using var tracer = new Tracer(decoded);
        var machine = new AddressMachine(decoded, TraceeProgram.Memory, TraceeProgram.Kernel);
        for (var (i, left) = (0, s_steps); i < works.Length && (left > 0 || notSeen.Count > enough); i++)
        {
            var first = tracer.Trace(works[i], 0);
            Assert.Null(tracer.Difference(first, Interpret(machine, decoded, works[i])));
            left -= first.Length;
            var before = notSeen.Count;
            notSeen.ExceptWith(first.Select(step => step.Index));
            for (var secret = 1; secret < Secrets && (left > 0 || notSeen.Count < before); secret++)
            {
                var other = tracer.Trace(works[i], secret);
                left -= other.Length;
                Assert.Null(tracer.Difference(first, other));
            }
        }

        Assert.True(notSeen.Count <= enough, string.Join('\n', notSeen.Order().Select(decoded.Describe)));
    }

    [Theory]
    [InlineData("branch on a secret")]
    [InlineData("index by a secret")]
    [InlineData("pointer chosen by a secret")]
    [InlineData("through a mask register")]
    [InlineData("store under a secret mask")]
    public void Leak_in_a_program_shows_in_its_trace(string name)
    {
        var (instruction, _, requires, body) = LeakyPrograms.All[name];
        var program = new SmallProgram("Small", requires, body);
        Require(program);
        using var tracer = new Tracer(new DecodedKernel(program.Assemble()));
        var work = new Dictionary<string, long> { ["Length"] = 3 };
        var first = tracer.Trace(work, 0);
        var differences = Enumerable.Range(1, Secrets - 1).Select(secret => tracer.Difference(first, tracer.Trace(work, secret)));
        Assert.Contains(
            differences.OfType<string>(), difference => difference.Contains($" {instruction}", StringComparison.Ordinal));
    }

    /// <summary>The steps of the same run as <see cref="AddressTests"/> believe them.</summary>
    private static TraceStep[] Interpret(AddressMachine machine, DecodedKernel kernel, IReadOnlyDictionary<string, long> work)
    {
        var steps = new List<TraceStep>();
        machine.Run(
            TraceMemory.Build(kernel.Code.Program.Arguments, work, 0),
            access => steps[^1] = new(access.Index, access.Address, access.Mask ?? 0),
            index => steps.Add(new(index, 0, 0)));
        return [.. steps];
    }

    private static void Require(KernelProgram program)
    {
        var missing = program.Requires & ~Cpu.ForMachineCode;
        Assert.SkipUnless(missing == CpuFeatures.None, "needs " + missing);
    }
}
