using System;
using System.Globalization;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>How a case ended.</summary>
internal enum WipingOutcome
{
    /// <summary>No secret was left.</summary>
    Clean,

    /// <summary>A secret was found where none may be.</summary>
    Found,

    /// <summary>It failed otherwise.</summary>
    Broke,
}

/// <summary>What a worker answers.</summary>
/// <param name="Outcome">How the case ended.</param>
/// <param name="Reached">The sites that it came to.</param>
/// <param name="Message">Of the failure.</param>
internal sealed record WipingResult(WipingOutcome Outcome, int[] Reached, string Message)
{
    public string Line => string.Join('\t', Outcome, string.Join(' ', Reached), Message.ReplaceLineEndings(" "));

    public static WipingResult Parse(string line)
    {
        var columns = line.Split('\t', 3);
        return new(Enum.Parse<WipingOutcome>(columns[0]), Numbers(columns[1]), columns[2]);
    }

    public static int[] Numbers(string text) =>
        Array.ConvertAll(text.Split(' ', StringSplitOptions.RemoveEmptyEntries), number => int.Parse(number, CultureInfo.InvariantCulture));
}
