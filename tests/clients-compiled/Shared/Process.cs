using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

/// <summary>What the programs say of the process in which they run.</summary>
internal static partial class Process
{
    /// <summary>Does it once, then as often as is said; then prints the CPU time of the latter, of all threads.</summary>
    public static async Task Measure(string count, Func<Task> work)
    {
        await work();
        var before = Environment.CpuUsage.TotalTime;
        for (var i = int.Parse(count); i > 0; i--)
            await work();
        Console.WriteLine($"{(Environment.CpuUsage.TotalTime - before).TotalMilliseconds:F0} ms");
    }

    /// <summary>When it ends, it says on stderr which libraries it has loaded that matter.</summary>
    [ModuleInitializer]
    internal static void Observe() => AppDomain.CurrentDomain.ProcessExit += (_, _) =>
    {
        var maps = File.ReadAllText("/proc/self/maps");
        Console.Error.WriteLine("loaded: " + string.Join(" ", Libraries().Matches(maps).Select(match => match.Value).Distinct().Order()));
    };

    [GeneratedRegex(@"ManagedCrypto(\.Intrinsics)?\.dll|memfd:ManagedCrypto|lib(ssl|crypto)\.so")]
    private static partial Regex Libraries();
}
