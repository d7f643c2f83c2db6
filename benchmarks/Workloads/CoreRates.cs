using System;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>What a core can do: cycles that an instruction keeps its units busy, and cycles until its result is there.</summary>
/// <param name="Name">Of the core.</param>
/// <param name="Source">Where the numbers come from.</param>
internal sealed record CoreRates(string Name, string Source)
{
    /// <summary>Instructions that enter the core in a cycle.</summary>
    public required int Width { get; init; }

    /// <summary>Cycles of one AES round of a vector of 16 or 32 bytes, and of 64.</summary>
    public required (double Narrow, double Wide) Aes { get; init; }

    /// <summary>Cycles of one carry-less product, of any width.</summary>
    public required double Product { get; init; }

    /// <summary>Whether AES and products are done by the same units, one after the other.</summary>
    public required bool IsShared { get; init; }

    /// <summary>Latency of an AES round.</summary>
    public required int AesLatency { get; init; }

    /// <summary>Latency of two rounds of SHA-256 (<c>SHA256RNDS2</c>), the same for all cores here.</summary>
    public const int Sha256Latency = 4;

    /// <summary>Latency of four rounds of SHA-1 (<c>SHA1RNDS4</c>), the same for all cores here.</summary>
    public const int Sha1Latency = 6;

    private static readonly CoreRates s_zen4 = new("Zen 4", "measured on it, and uops.info")
    {
        Width = 6,
        Aes = (0.5, 1),
        Product = 1,
        IsShared = true,
        AesLatency = 4,
    };

    private static readonly CoreRates s_zen5 = new("Zen 5", "measured on it")
    {
        Width = 8,
        Aes = (0.5, 0.5),
        Product = 2,
        IsShared = false,
        AesLatency = 4,
    };

    private static readonly CoreRates s_goldenCove = new(
        "Golden Cove", "LLVM's model of Sapphire Rapids but for latencies; not run on")
    {
        Width = 6,
        Aes = (0.5, 1),
        Product = 1,
        IsShared = false,
        AesLatency = 3,
    };

    /// <summary>The core of a CPU by CPUID's family and model, or null if nothing is known of it.</summary>
    public static CoreRates? Of(MachineInfo machine)
    {
        var isAmd = machine.Name.Contains("AMD", StringComparison.Ordinal);
        var isIntel = machine.Name.Contains("Intel", StringComparison.Ordinal);
        return (machine.Family, machine.Model) switch
        {
            (0x19, (>= 0x10 and <= 0x1F) or (>= 0x60 and <= 0x7F) or (>= 0xA0 and <= 0xAF)) when isAmd => s_zen4,
            (0x1A, _) when isAmd => s_zen5,
            (6, 0x8F or 0xCF or 0x97 or 0x9A or 0xB7 or 0xBA or 0xBF) when isIntel => s_goldenCove,
            _ => null,
        };
    }

    /// <summary>The least number of cycles for a pass through a loop, and what sets it.</summary>
    public (double Cycles, string Of) Least(LoopCounts loop)
    {
        var (aes, products) = (loop.Aes * (loop.VectorBytes == 64 ? Aes.Wide : Aes.Narrow), loop.Products * Product);
        var units = IsShared ? aes + products : Math.Max(aes, products);
        var entry = (double)loop.All / Width;
        return entry > units ? (entry, "instructions that enter")
            : IsShared && aes > 0 && products > 0 ? (units, "AES and products")
            : (units, aes >= products ? "AES" : "products");
    }
}
