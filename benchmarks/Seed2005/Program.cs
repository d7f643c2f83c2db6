using System;

namespace ManagedCrypto.Benchmarks.Seed2005;

/// <summary>Prints the host, and a line of times for each implementation.</summary>
internal static class Program
{
    public static void Main()
    {
        Console.WriteLine(Workload.Host);
        foreach (var times in Workload.Run())
            Console.WriteLine(times);
    }
}
