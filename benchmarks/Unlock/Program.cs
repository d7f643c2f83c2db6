using System;

namespace ManagedCrypto.Benchmarks.Unlock;

/// <summary>Prints the host, and a line for each lap as it ends.</summary>
internal static class Program
{
    public static void Main(string[] arguments)
    {
        Console.WriteLine(Workload.Host);
        Workload.Run([new Own(), new Bcl()], isQuick: Array.IndexOf(arguments, "--quick") >= 0, Console.WriteLine);
    }
}
