using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Enumeration;
using System.Linq;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>Tests of this assembly in a process of their own, under other surroundings.</summary>
internal static class TestRun
{
    // Seconds, as a rule, and minutes for the search of memory: only a process that hangs takes longer.
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(15);

    public static string[] Dispatch { get; } = ["-class", "ManagedCrypto.Tests.Dispatch.DispatchTests"];

    /// <summary>Where surroundings choose kernels, and change none: that choice, and the examples of the standards.</summary>
    public static string[] DispatchAndExamples { get; } =
        [.. Dispatch, "-class", "*.Vectors.StandardExampleTests", "-class", "*.Vectors.GcmExampleTests"];

    /// <summary>
    /// Without the Monte Carlo tests and the long vector of PBKDF2, which make thousands of short calls alike and lead down no path through a
    /// kernel that the other vectors do not; nor, but at night, the vectors of Cobblestone, which calls the kernels of AES-GCM; nor the sums of the archives,
    /// which no surroundings change.
    /// </summary>
    public static string[] DispatchAndVectors { get; } =
    [
        .. Dispatch, "-class", "ManagedCrypto.Tests.Vectors.*", "-class-", "*.AesMonteCarloTests", "-class-", "*.LongKdfVectorTests",
        "-class-", "*.OriginTests", "-method-", "*.ShaVectorTests.Monte_Carlo_digests_of_NIST_come_out",
        .. TestBytes.AllLengths ? (string[])[] : ["-class-", "*.CobblestoneVectorTests"],
    ];

    /// <summary>
    /// Left out of runs that look for something else: two tests that spend seconds in exceptions and in a reference that goes bit
    /// by bit, and call no kernel that the rest do not.
    /// </summary>
    public static string[] WithoutLongest { get; } =
        ["-method-", "*.Wrong_padding_is_refused_*", "-method-", "*.Long_run_of_one_byte_*"];

    /// <summary>Asserts that all tests of a filter pass, and that they are not too few.</summary>
    /// <param name="filter">Options of the test program.</param>
    /// <param name="fewestTests">Fewer mean that the filter missed them.</param>
    /// <param name="environment">Variables besides this process's own.</param>
    /// <param name="switches">AppContext switches besides this process's own.</param>
    /// <param name="starter">A program of this .NET, with its first arguments, that starts the one that it is given.</param>
    public static void Check(
        string[] filter,
        int fewestTests,
        Dictionary<string, string>? environment = null,
        JsonObject? switches = null,
        params string[] starter)
    {
        var (exitCode, output) = Run(filter, environment ?? [], switches ?? [], starter);
        var total = Regex.Match(output, @"Total: (\d+), Errors: 0, Failed: 0");
        Assert.True(exitCode == 0 && total.Success, output);
        Assert.True(int.Parse(total.Groups[1].Value) >= fewestTests, output);
    }

    private static (int ExitCode, string Output) Run(
        string[] filter, Dictionary<string, string> environment, JsonObject switches, string[] starter)
    {
        AssertFits(filter);
        var tests = typeof(TestRun).Assembly.Location;
        var dependencies = Path.ChangeExtension(tests, ".deps.json");
        var configuration = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".runtimeconfig.json");
        string[] run = ["exec", "--runtimeconfig", configuration, "--depsfile", dependencies, tests, "-noColor", .. filter];
        try
        {
            File.WriteAllText(configuration, WithSwitches(Path.ChangeExtension(tests, ".runtimeconfig.json"), switches));
            return Child.Run(s_limit, environment, starter.Length == 0 ? run : [.. starter, Child.DotNet, .. run]);
        }
        finally
        {
            File.Delete(configuration);
        }
    }

    /// <summary>The runner passes over a filter that fits nothing.</summary>
    private static void AssertFits(string[] filter)
    {
        var classes = Array.FindAll(typeof(TestRun).Assembly.GetTypes(), type => type is { IsPublic: true, IsAbstract: false });
        var names = classes
            .SelectMany(type => type.GetMethods().Select(method => $"{type}.{method.Name}").Append($"{type}")).ToList();
        Assert.All(
            filter.Zip(filter.Skip(1)).Where(pair => pair.First is "-class" or "-class-" or "-method-"),
            pair => Assert.Contains(
                names, name => FileSystemName.MatchesSimpleExpression(pair.Second, name, ignoreCase: false)));
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
