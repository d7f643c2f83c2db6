using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using ManagedCrypto.Tests.Dispatch;
using ManagedCrypto.Tests.MachineCode;
using Xunit;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>
/// No public call leaves a secret in a register: neither when it has done its work, nor when it throws. All registers of the CPU are looked
/// at as each call comes back, in processes that run the kernels of each tier.
/// </summary>
public class CallRegisterTests
{
    /// <summary>Members that a type inherits and does not have, or that .NET's do not have either.</summary>
    private static readonly Type[] s_refusals = [typeof(NotSupportedException), typeof(PlatformNotSupportedException)];

    private const string MachineCode = "MANAGEDCRYPTO_MACHINECODE";

    private static readonly PublicCall[] s_calls = [.. PublicCalls.All.SelectMany(each => PublicCalls.Of(each.Type, each.Member))];

    /// <summary>
    /// Variables and values: those without which there is no machine code, or nothing but portable kernels. And those under which
    /// registers must be cleared although C# uses vectors of 256 bits at most, or nothing newer than SSE2, whatever kernels run.
    /// </summary>
    private static readonly string[] s_tiers =
    [
        $"{MachineCode}=0",
        "DOTNET_EnableHWIntrinsic=0 MANAGEDCRYPTO_REQUIRECONSTANTTIME=1",
        $"{ExpectedDispatch.WidthKnob}=256",
        $"{ExpectedDispatch.WidthKnob}=256 {MachineCode}=0",
        "DOTNET_EnableSSE42=0",
    ];

    public static IEnumerable<TheoryDataRow<string>> Tiers => s_tiers.Select(row => new TheoryDataRow<string>(row));

    /// <summary>Each knob that makes this CPU run a kernel that neither a tier nor a knob before it does, with machine code and without.</summary>
    public static IEnumerable<TheoryDataRow<string>> Knobs
    {
        get
        {
            var kernels = new HashSet<string>();
            if (Registers.AreRead)
                _ = s_tiers.Prepend("").Count(row => Grows(kernels, row));
            return ExpectedDispatch.Knobs
                .SelectMany(knob => (string[])[$"{knob}=0", $"{knob}=0 {MachineCode}=0"])
                .Where(row => !Registers.AreRead || Grows(kernels, row))
                .Select(row => new TheoryDataRow<string>(row));
        }
    }

    [Fact]
    public void Process_of_its_own_leaves_no_secret_in_registers() => RunUnder("");

    [ExplicitTheory, Trait("run", "ci")]
    [MemberData(nameof(Tiers))]
    public void Process_under_variables_leaves_no_secret_in_registers(string variables) => RunUnder(variables);

    [ExplicitTheory, Trait("run", "nightly")]
    [MemberData(nameof(Knobs))]
    public void Process_under_a_knob_leaves_no_secret_in_registers(string variables) => RunUnder(variables);

    private static void RunUnder(string variables)
    {
        Assert.SkipUnless(Registers.AreRead, "reads registers of x64 under Linux");

        // By this process, since what another one prints is passed on only if it fails.
        TestContext.Current.TestOutputHelper?.WriteLine(
            $"{PublicCalls.All.Count} public members, {s_calls.Length} calls:\n"
            + string.Join("\n", PublicCalls.All.Select(each => PublicCalls.Name(each.Type, each.Member))));
        var environment = Parse(variables);

        // Else the second call would not be the optimized code.
        environment["DOTNET_TieredCompilation"] = "0";
        TestRun.Check(["-explicit", "only", "-trait-", "run=ci", "-trait-", "run=nightly", "-class", typeof(CallRegisterTests).FullName!], 2, environment);
    }

    [ExplicitFact]
    public void Public_calls_leave_no_secret_in_registers()
    {
        var (material, secrets) = (new Material(), new Secrets());
        Derive(material, secrets);
        var calls = new PublicCalls(material);
        List<string> faults = [], without = [];
        var drawn = 0;
        foreach (var call in s_calls)
        {
            var right = new Secrets();
            right.Add("right code", calls.RightCode(call));
            var thrown = calls.Call(call, out var drawnKey);
            right.Add("drawn key", drawnKey);
            drawn += drawnKey is null ? 0 : 1;
            string[] found = [.. secrets.FindInRegisters(), .. right.FindInRegisters()];
            if (found.Length > 0 && !(IsCutByDotNet(call.Member) && call.End == CallEnd.Done))
                faults.Add($"{call}: {string.Join(", ", found)}");
            if (call.End == CallEnd.Done && thrown is not null && !s_refusals.Contains(thrown.GetType()))
                without.Add($"{call}: {thrown.Message}");
        }

        Assert.True(
            drawn > s_calls.Count(call => call.Type.IsSubclassOf(typeof(System.Security.Cryptography.HMAC))
                && call.Member.IsConstructor && call.Member.GetParameters().Length == 0),
            $"{drawn} drawn keys");
        Assert.True(
            faults.Count + without.Count == 0,
            $"{faults.Count} of {s_calls.Length} calls leave secrets:\n{string.Join("\n", faults)}\nNot called as they are meant to be:\n{string.Join("\n", without)}");
    }

    /// <summary>In the last vector, which only some CPUs have as many as 32 of, and in a general register.</summary>
    [ExplicitFact]
    public void Secret_that_a_call_leaves_is_found()
    {
        var (material, secrets) = (new Material(), new Secrets());
        secrets.Add("key", material.Key);
        new PublicCalls(material).Call(new PublicCall(typeof(CallRegisterTests), ((Action<byte[]>)LeavesKey).Method, CallEnd.Done), out _);
        Assert.Superset(
            new HashSet<string> { $"key in zmm{Registers.VectorCount - 1}", "word of key in general registers" }, secrets.FindInRegisters().ToHashSet());
    }

    private static unsafe void LeavesKey(byte[] key) => Registers.Leave((byte*)Marshal.UnsafeAddrOfPinnedArrayElement(key, 0));

    private static bool Grows(HashSet<string> kernels, string variables)
    {
        var before = kernels.Count;
        kernels.UnionWith(ExpectedDispatch.KernelsUnder(Parse(variables)).Split(' '));
        return kernels.Count > before;
    }

    private static Dictionary<string, string> Parse(string variables) => variables.Split(' ', StringSplitOptions.RemoveEmptyEntries)
        .Select(variable => variable.Split('=')).ToDictionary(pair => pair[0], pair => pair[1]);

    /// <summary>What the kernels in use make of the material, whichever wiping case of them knows it.</summary>
    private static void Derive(Material material, Secrets secrets)
    {
        var kernels = Algorithms.All.Select(algorithm => algorithm.Kernels.Best.Id).Concat(Algorithms.Aeads.Select(aead => aead.Kernels.Best.Id)).ToHashSet();
        foreach (var derive in WipingCase.All
            .Where(test => test.Name.Split(": ")[0].Split(' ').Any(kernels.Contains)).Select(test => test.Derive).Distinct())
        {
            derive(material, secrets);
        }
    }

    /// <summary>Code of .NET's base class, after which none of ours comes: it cuts the text to the length that we said.</summary>
    private static bool IsCutByDotNet(MethodBase member) => member is MethodInfo { ReturnType: var type } && type == typeof(byte[])
        && member.Name.StartsWith("Decrypt", StringComparison.Ordinal) && member.DeclaringType!.Assembly != typeof(AesGcm).Assembly;
}
