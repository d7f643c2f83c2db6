using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>
/// The runtime's knobs and our own switches, each in a process of its own that runs <see cref="DispatchTests"/> and every
/// vector but the AES Monte Carlo ones, which take longest and add no path through a kernel: there, the choice of kernels is
/// compared with the one expected, and all kernels that are left are right.
/// </summary>
public class KnobTests
{
    // Seconds, as a rule: only a process that hangs, or a machine with much else to do, takes longer.
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(5);

    private static readonly string[] s_dispatch = ["-class", "ManagedCrypto.Tests.Dispatch.DispatchTests"];
    private static readonly string[] s_dispatchAndVectors =
        [.. s_dispatch, "-class", "ManagedCrypto.Tests.Vectors.*", "-class-", "ManagedCrypto.Tests.Vectors.AesMonteCarloTests"];

    public static IEnumerable<TheoryDataRow<string, string>> Variables =>
        ExpectedDispatch.Knobs.Select(knob => new TheoryDataRow<string, string>(knob, "0")).Concat(
        [
            new TheoryDataRow<string, string>("MANAGEDCRYPTO_MACHINECODE", "0"),
            new TheoryDataRow<string, string>("MANAGEDCRYPTO_REQUIRECONSTANTTIME", "1"),
        ]);

    [Theory]
    [MemberData(nameof(Variables))]
    public void Dispatch_and_vectors_hold_under_the_variable(string name, string value) =>
        Check(new Dictionary<string, string> { [name] = value }, new JsonObject(), s_dispatchAndVectors, 190);

    [Theory]
    [InlineData("ManagedCrypto.MachineCode", false)]
    [InlineData("ManagedCrypto.RequireConstantTime", true)]
    public void Dispatch_and_vectors_hold_under_the_AppContext_switch(string name, bool value) =>
        Check([], new JsonObject { [name] = value }, s_dispatchAndVectors, 190);

    [Theory]
    [InlineData("MANAGEDCRYPTO_MACHINECODE", "1", "ManagedCrypto.MachineCode", false)]
    [InlineData("MANAGEDCRYPTO_REQUIRECONSTANTTIME", "0", "ManagedCrypto.RequireConstantTime", true)]
    public void The_environment_does_not_loosen_the_AppContext_switch(string variable, string loose, string name, bool tight) =>
        Check(new Dictionary<string, string> { [variable] = loose }, new JsonObject { [name] = tight }, s_dispatch, 4);

    private static void Check(Dictionary<string, string> environment, JsonObject switches, string[] filter, int fewestTests)
    {
        var tests = typeof(KnobTests).Assembly.Location;
        var dependencies = Path.ChangeExtension(tests, ".deps.json");
        var configuration = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".runtimeconfig.json");
        try
        {
            File.WriteAllText(configuration, WithSwitches(Path.ChangeExtension(tests, ".runtimeconfig.json"), switches));
            var (exitCode, output) = Child.Run(
                s_limit,
                environment,
                ["exec", "--runtimeconfig", configuration, "--depsfile", dependencies, tests, "-noColor", .. filter]);
            var total = Regex.Match(output, @"Total: (\d+), Errors: 0, Failed: 0");
            Assert.True(exitCode == 0 && total.Success, output);
            Assert.True(int.Parse(total.Groups[1].Value) >= fewestTests, output);
        }
        finally
        {
            File.Delete(configuration);
        }
    }

    private static string WithSwitches(string configuration, JsonObject switches)
    {
        var root = JsonNode.Parse(File.ReadAllText(configuration))!;
        var properties = root["runtimeOptions"]!["configProperties"]!;
        foreach (var property in switches)
            properties[property.Key] = property.Value!.DeepClone();
        return root.ToJsonString();
    }
}
