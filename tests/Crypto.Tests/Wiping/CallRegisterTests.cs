using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.Intrinsics;
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

    [Theory]
    [InlineData("MANAGEDCRYPTO_MACHINECODE", "1")]
    [InlineData("MANAGEDCRYPTO_MACHINECODE", "0")]
    [InlineData("DOTNET_EnableHWIntrinsic", "0")]
    [InlineData(ExpectedDispatch.WidthKnob, "256")]
    [InlineData(ExpectedDispatch.WidthKnob, "256", "MANAGEDCRYPTO_MACHINECODE", "0")]
    public void Process_of_its_own_leaves_no_secret_in_registers(params string[] variables)
    {
        Assert.SkipUnless(Registers.AreRead, "reads registers of x64 under Linux");
        var environment = variables.Chunk(2).ToDictionary(pair => pair[0], pair => pair[1]);

        // Else the second call would not be the optimized code.
        environment["DOTNET_TieredCompilation"] = "0";
        TestRun.Check(["-explicit", "only", "-class", typeof(CallRegisterTests).FullName!], 2, environment);
    }

    [Fact(Explicit = true)]
    public void Public_calls_leave_no_secret_in_registers()
    {
        var (material, secrets) = (new Material(), new Secrets());
        Derive(material, secrets);
        var calls = new PublicCalls(material);
        List<string> faults = [], without = [];
        var count = 0;
        foreach (var (type, member) in PublicCalls.All)
        {
            foreach (var end in Enum.GetValues<CallEnd>().Where(end => PublicCalls.CanEnd(end, type, member)))
            {
                var thrown = calls.Call(type, member, end);
                count++;
                var found = Find(secrets);
                if (found.Length > 0 && !(IsCutByDotNet(member) && end == CallEnd.Done))
                    faults.Add($"{PublicCalls.Name(type, member)}, {end}: {found}");
                if (end == CallEnd.Done && thrown is not null && !s_refusals.Contains(thrown.GetType()))
                    without.Add($"{PublicCalls.Name(type, member)}: {thrown.Message}");
            }
        }

        TestContext.Current.TestOutputHelper?.WriteLine(
            $"{PublicCalls.All.Count} public members, {count} calls:\n"
            + string.Join("\n", PublicCalls.All.Select(each => PublicCalls.Name(each.Type, each.Member))));
        Assert.True(
            faults.Count + without.Count == 0,
            $"{faults.Count} of {count} calls leave secrets:\n{string.Join("\n", faults)}\nNot called as they are meant to be:\n{string.Join("\n", without)}");
    }

    [Fact(Explicit = true)]
    public void Secret_that_a_call_leaves_is_found()
    {
        var (material, secrets) = (new Material(), new Secrets());
        secrets.Add("key", material.Key);
        new PublicCalls(material).Call(typeof(CallRegisterTests), ((Action<byte[]>)LeavesKey).Method, CallEnd.Done);
        Assert.Contains("key in zmm", Find(secrets));
    }

    private static void LeavesKey(byte[] key) => Vector128.Create(key).CopyTo(key);

    /// <summary>What the kernels in use make of the material, whichever wiping case of them knows it.</summary>
    private static void Derive(Material material, Secrets secrets)
    {
        var kernels = Algorithms.All.Select(algorithm => algorithm.Kernels.Best.Id).ToHashSet();
        foreach (var derive in WipingCase.All
            .Where(test => test.Name.Split(": ")[0].Split(' ').Any(kernels.Contains)).Select(test => test.Derive).Distinct())
        {
            derive(material, secrets);
        }
    }

    /// <summary>Code of .NET's base class, after which none of ours comes: it cuts the text to the length that we said.</summary>
    private static bool IsCutByDotNet(MethodBase member) => member is MethodInfo { ReturnType: var type } && type == typeof(byte[])
        && member.Name.StartsWith("Decrypt", StringComparison.Ordinal) && member.DeclaringType!.Assembly != typeof(AesGcm).Assembly;

    /// <summary>Each secret, and the register that has it.</summary>
    private static string Find(Secrets secrets)
    {
        var found = Enumerable.Range(0, Registers.VectorCount)
            .SelectMany(i => secrets.FindIn(Registers.Vector(i)).Select(name => $"{name} in zmm{i}"))
            .Concat(secrets.FindIn(Registers.Words).Select(name => $"{name} in general registers"));
        return string.Join(", ", found);
    }
}
