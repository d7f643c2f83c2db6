using System;

namespace ManagedCrypto.Benchmarks.Seed2005;

/// <summary>Prints the host, and a line of times for each implementation.</summary>
internal static class Program
{
    public static void Main(string[] arguments)
    {
        Console.WriteLine(Workload.Host);
        var workload = new Workload(isQuick: Array.IndexOf(arguments, "--quick") >= 0);
        workload.Run(betweenRounds: () => { });
        foreach (var times in workload.Times)
            Console.WriteLine(times);
    }
}
