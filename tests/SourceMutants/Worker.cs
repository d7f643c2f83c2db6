using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Threading.Tasks;
using Xunit;
using Xunit.Runner.Common;
using Xunit.Sdk;
using Xunit.v3;

namespace ManagedCrypto.SourceMutants;

/// <summary>
/// A process beside the mutated library that runs tests: it reads the number of a mutant and a test for each from standard input, and writes
/// what came of it.
/// </summary>
internal static class Worker
{
    /// <summary>The argument that makes a worker of this program. The number follows that is on from the beginning, and how many there are.</summary>
    public const string Command = "worker";

    public const string Passed = "passed", Failed = "failed";

    private const string Tests = "ManagedCrypto.Tests";

    /// <summary>Tests of what the library does in this process. Its IL and code are others than those that are shipped.</summary>
    private static readonly string[] s_namespaces = [Tests, Tests + ".Vectors", Tests + ".Conformance", Tests + ".Contracts"];

    private static readonly string[] s_classes =
    [
        Tests + ".Dispatch.SelfTestTests", Tests + ".Dispatch.DispatchTests", Tests + ".Dispatch.SwitchTests",
        Tests + ".Dispatch.SecretMemoryTests", Tests + ".MachineCode.CodePageTests",
    ];

    private static readonly HashSet<string> s_withProcesses = [Tests + ".Contracts.FaultTests", Tests + ".Contracts.ForkTests"];

    public static async Task<int> Run(string[] arguments)
    {
        var output = new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
        Console.SetOut(TextWriter.Null);
        var mutants = new Switch(int.Parse(arguments[2]));
        mutants.Set(int.Parse(arguments[1]));
        TestContext.SetForInitialization(null, false, false);
        var assembly = Assembly.Load("Crypto.Tests");
        await using var framework = (IAsyncDisposable)ExtensibilityPointFactory.GetTestFramework(assembly);
        var cases = await Find((ITestFramework)framework, assembly);
        output.WriteLine(string.Join('\t', cases.Keys.Order(StringComparer.Ordinal)));
        var executor = ((ITestFramework)framework).GetExecutor(assembly);
        while (Console.In.ReadLine() is { } line)
        {
            var columns = line.Split('\t');
            var number = int.Parse(columns[0]);
            if (number == Switch.Noting)
                Array.Clear(mutants.Reached);
            mutants.Set(number);
            var start = Stopwatch.GetTimestamp();
            var sink = new Sink();
            await executor.RunTestCases(cases[columns[1]], sink, TestFrameworkOptions.ForExecution(Configuration()), default);
            mutants.Set(Switch.None);
            var reached = number != Switch.Noting ? "" : string.Join(',', mutants.Reached.Index().Where(row => row.Item).Select(row => row.Index));
            var milliseconds = (int)Stopwatch.GetElapsedTime(start).TotalMilliseconds;
            output.WriteLine(string.Join('\t', sink.Failure is null ? Passed : Failed, milliseconds, reached));
        }

        return 0;
    }

    private static TestAssemblyConfiguration Configuration() => new()
    {
        ExplicitOption = ExplicitOption.Off,
        ParallelizeTestCollections = false,
        PreEnumerateTheories = false,
        StopOnFail = true,
    };

    private static async Task<Dictionary<string, IReadOnlyCollection<ITestCase>>> Find(ITestFramework framework, Assembly assembly)
    {
        var all = new List<ITestCase>();
        var types = assembly.GetTypes().Where(type => !s_withProcesses.Contains(type.FullName!)
            && (s_namespaces.Contains(type.Namespace) || s_classes.Contains(type.FullName))).ToArray();
        await framework.GetDiscoverer(assembly).Find(
            found =>
            {
                if (!found.Explicit)
                    all.Add(found);
                return ValueTask.FromResult(true);
            },
            TestFrameworkOptions.ForDiscovery(Configuration()),
            types,
            default);
        return all.GroupBy(found => $"{found.TestClassName}.{found.TestMethodName}")
            .ToDictionary(group => group.Key, group => (IReadOnlyCollection<ITestCase>)[.. group]);
    }

    /// <summary>Keeps the first failure, and ends the run there.</summary>
    private sealed class Sink : IMessageSink
    {
        public string? Failure { get; private set; }

        public bool OnMessage(IMessageSinkMessage message)
        {
            if (message is IErrorMetadata failure)
                Failure ??= failure.Messages.FirstOrDefault() ?? "";
            return Failure is null;
        }
    }
}
