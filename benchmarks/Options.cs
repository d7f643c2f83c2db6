using System.Collections.Generic;

namespace ManagedCrypto.Benchmarks;

/// <summary>What the user asked of the comparison.</summary>
internal sealed record Options
{
    /// <summary>Every operation, and not only those that one wants to know first.</summary>
    public bool All { get; init; }

    public IReadOnlyList<string> Only { get; init; } = [];

    public IReadOnlyList<int> Sizes { get; init; } = [];

    public bool Quick { get; init; }

    /// <summary>The most rounds of a row, if the user gives them.</summary>
    public int? Rounds { get; init; }

    /// <summary>How long to measure.</summary>
    public Pace Pace
    {
        get
        {
            var pace = Quick ? Pace.Quick : Pace.Thorough;
            return pace with { MostPasses = Rounds ?? pace.MostPasses };
        }
    }

    /// <summary>Identifiers of peers to compare with, besides .NET and OpenSSL.</summary>
    public IReadOnlyList<string> Others { get; init; } = [];

    public string? OpenSsl { get; init; }

    public string? Kernel { get; init; }

    public IReadOnlyList<string> Files { get; init; } = [];

    /// <summary>Assembly sources.</summary>
    public IReadOnlyList<string> Peers { get; init; } = [];

    public string? Check { get; init; }
}
