using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>What is measured of a core, always in cycles.</summary>
internal enum Rate
{
    /// <summary>An AES round of a vector, among others that do not wait for it.</summary>
    Aes,

    /// <summary>A carry-less product of every 16 bytes of a vector, in the same way.</summary>
    Product,

    /// <summary>An XOR of vectors, in the same way: any unit for vectors does it, so that it tells how many there are.</summary>
    Xor,

    /// <summary>Three AES rounds and a product, which is about what GCM has of them.</summary>
    Mix,

    /// <summary>Any instruction, among others for other units: it tells how many enter the core.</summary>
    Entry,

    /// <summary>An AES round that waits for the one before.</summary>
    AesLatency,

    /// <summary>Two rounds of SHA-256 (<c>SHA256RNDS2</c>) that wait for those before.</summary>
    Sha256Latency,

    /// <summary>Four rounds of SHA-1 (<c>SHA1RNDS4</c>) that wait for those before.</summary>
    Sha1Latency,
}

/// <summary>
/// What a core can do, as <see cref="RateLoops"/> measure it. A rate that is not there, because the CPU lacks the instruction,
/// is not a number, and neither is a limit made of it.
/// </summary>
/// <param name="cycles">By rate and bytes of a vector.</param>
internal sealed class CoreRates(IReadOnlyDictionary<(Rate Rate, int VectorBytes), double> cycles)
{
    /// <summary>What rates without a width are under.</summary>
    public const int NoWidth = 16;

    private const int BlockBytes = 16;
    private const int AesInMix = 3;

    /// <summary>Less than this share of a unit in common is what measuring adds.</summary>
    private const double LeastShared = 0.1;

    public double this[Rate rate, int vectorBytes = NoWidth] => cycles.GetValueOrDefault((rate, vectorBytes), double.NaN);

    /// <summary>The least number of cycles for an AES round of 16 bytes, by vectors of the best width.</summary>
    public double AesOfBlock => cycles
        .Where(rate => rate.Key.Rate == Rate.Aes)
        .Select(rate => rate.Value * BlockBytes / rate.Key.VectorBytes)
        .DefaultIfEmpty(double.NaN).Min();

    /// <summary>The least number of cycles for a pass through a loop, and what sets it.</summary>
    public (double Cycles, string Of) Least(LoopCounts loop)
    {
        var (aes, products) = (AesAlone(loop), Of(Rate.Product, loop.Products));
        var shared = aes > 0 && products > 0 ? Shared(loop.VectorBytes) * Math.Min(aes, products) : 0;
        (double Cycles, string Of)[] limits =
        [
            (Math.Max(aes, products) + shared, shared > 0 ? "AES and products" : aes >= products ? "AES" : "products"),
            (Of(Rate.Xor, loop.Vector), "vector instructions"),
            (loop.All * this[Rate.Entry], "instructions that enter"),
        ];
        return limits.Any(limit => double.IsNaN(limit.Cycles)) ? (double.NaN, "") : limits.MaxBy(limit => limit.Cycles);

        double Of(Rate rate, int count) => count == 0 ? 0 : count * this[rate, loop.VectorBytes];
    }

    /// <summary>The cycles of a loop's AES rounds, if the core had nothing else to do.</summary>
    public double AesAlone(LoopCounts loop) => loop.Aes == 0 ? 0 : loop.Aes * this[Rate.Aes, loop.VectorBytes];

    /// <summary>
    /// What the shorter of AES and products adds to the longer, as a share of itself: 0 where each has units of its own, 1 where
    /// one waits for the other.
    /// </summary>
    public double Shared(int vectorBytes)
    {
        var (aes, product) = (AesInMix * this[Rate.Aes, vectorBytes], this[Rate.Product, vectorBytes]);
        var shared = (this[Rate.Mix, vectorBytes] - Math.Max(aes, product)) / Math.Min(aes, product);
        return shared < LeastShared ? 0 : Math.Min(shared, 1);
    }
}
