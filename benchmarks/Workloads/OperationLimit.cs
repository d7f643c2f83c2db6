using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>
/// The least cycles per byte of text that a CPU's instructions for AES or SHA allow, whichever kernel does it: so a kernel that
/// does more than it must, or is narrower than the CPU, is measured by what it could be.
/// </summary>
/// <param name="Operation">Its <see cref="Benchmarks.Operation.Id"/>.</param>
/// <param name="CyclesPerByte">The limit on a core; not a number where it lacks the instructions.</param>
internal sealed record OperationLimit(string Operation, Func<CoreRates, double> CyclesPerByte)
{
    private const int AesBlockBytes = 16;
    private const int ShaBlockBytes = 64;

    /// <summary>All whose limits are known.</summary>
    public static IReadOnlyList<OperationLimit> All { get; } =
    [
        .. Aes(128, rounds: 10), .. Aes(256, rounds: 14),
        Sha("sha1", 20, Rate.Sha1Latency), Sha("sha256", 32, Rate.Sha256Latency),
    ];

    public static OperationLimit? Find(string operation) => All.FirstOrDefault(limit => limit.Operation == operation);

    /// <summary>How much of the limit is reached; null where it, or the clock, is not known.</summary>
    public double? Share(CoreRates rates, double cyclesPerByte) =>
        CyclesPerByte(rates) / cyclesPerByte is var share && double.IsNaN(share) ? null : share;

    private static IEnumerable<OperationLimit> Aes(int keyBits, int rounds)
    {
        // GCM's products come on top; how much they add is the kernel's affair, and the CPU's.
        string[] parallel = ["ecb-encrypt", "ecb-decrypt", "cbc-decrypt", "cfb-decrypt", "ctr", "xts-encrypt", "xts-decrypt", "gcm-seal", "gcm-open"];
        foreach (var mode in parallel)
            yield return new($"aes-{keyBits}-{mode}", rates => rounds * rates.AesOfBlock / AesBlockBytes);

        // A block waits for that before it.
        foreach (var mode in new[] { "cbc-encrypt", "cfb-encrypt" })
            yield return new($"aes-{keyBits}-{mode}", rates => rounds * rates[Rate.AesLatency] / AesBlockBytes);
    }

    /// <summary>A step waits for that before it, and a block's hash is added to that before it, one cycle more.</summary>
    private static OperationLimit Sha(string hash, int steps, Rate latency) =>
        new(hash, rates => ((steps * rates[latency]) + 1) / ShaBlockBytes);
}
