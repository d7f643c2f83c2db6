using System.Globalization;
using System.Text.RegularExpressions;

namespace ManagedCrypto.Benchmarks;

/// <summary>Sizes of messages as people write them: <c>16</c>, <c>1,350</c>, <c>64KiB</c>, <c>1M</c>.</summary>
internal static partial class ByteSize
{
    public const int Largest = 256 << 20;

    /// <exception cref="UsageException">The text is no such size, or not from 1 byte to 256 MiB.</exception>
    public static int Parse(string text)
    {
        var match = Pattern().Match(text);
        if (match.Success)
        {
            var number = long.Parse(match.Groups["number"].Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture);
            var shift = match.Groups["unit"].Value.ToUpperInvariant() switch { "K" => 10, "M" => 20, _ => 0 };
            if (number is > 0 and <= Largest && number << shift <= Largest)
                return (int)(number << shift);
        }

        throw new UsageException($"'{text}' is not a size: from 1 to 256MiB are, such as 16, 1350, 64KiB, 1MiB");
    }

    public static string Format(long bytes) =>
        bytes >= 1 << 20 && bytes % (1 << 20) == 0 ? $"{bytes >> 20:N0} MiB"
        : bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? $"{bytes >> 10:N0} KiB"
        : $"{bytes:N0} B";

    [GeneratedRegex(@"^(?<number>\d[\d,]{0,12})\s*(?:(?<unit>[KM])(?:i?B)?|B)?$", RegexOptions.IgnoreCase)]
    private static partial Regex Pattern();
}
