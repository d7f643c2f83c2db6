using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace ManagedCrypto.Benchmarks.Unlock;

/// <summary>All derivations by all implementations, which take turns. ManagedCrypto comes first.</summary>
internal static class Workload
{
    private const int FewestPasses = 3;

    /// <summary>The runtime's name and version, without what Mono adds of its build.</summary>
    public static string Host => RuntimeInformation.FrameworkDescription.Split('(')[0].TrimEnd();

    /// <summary>Each implementation derives each key once before the first pass, which warms up, and in each pass.</summary>
    /// <exception cref="CryptographicException">Keys differ.</exception>
    public static void Run(IReadOnlyList<Implementation> implementations, bool isQuick, Action<Lap> onLap)
    {
        var budget = TimeSpan.FromSeconds(isQuick ? 5 : 30);
        var keys = Derivation.All.ToDictionary(derivation => derivation, derivation => derivation.Derive(implementations[0]));
        foreach (var implementation in implementations.Skip(1))
            foreach (var derivation in Derivation.All)
                Time(derivation, implementation, keys[derivation]);

        var watch = Stopwatch.StartNew();
        for (var pass = 0; pass < FewestPasses || watch.Elapsed < budget; pass++)
        {
            foreach (var derivation in Derivation.All)
            {
                foreach (var implementation in implementations)
                {
                    var milliseconds = Time(derivation, implementation, keys[derivation]);
                    var done = Math.Min(1, watch.Elapsed.TotalSeconds / budget.TotalSeconds);
                    onLap(new(derivation.Id, implementation.Id, milliseconds, done));
                }
            }
        }
    }

    private static double Time(Derivation derivation, Implementation implementation, byte[] expected)
    {
        var watch = Stopwatch.StartNew();
        var key = derivation.Derive(implementation);
        var milliseconds = watch.Elapsed.TotalMilliseconds;
        if (!key.AsSpan().SequenceEqual(expected))
            throw new CryptographicException($"{derivation.Id}: {implementation.Name} and ManagedCrypto differ on {Host}.");
        return milliseconds;
    }
}
