using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace ManagedCrypto.Benchmarks.Results;

/// <summary>What one wants to know first: a dozen operations on a short and on a long message, and a sentence about the first.</summary>
/// <param name="sides">Whom it compares; ManagedCrypto is the first.</param>
/// <param name="rows">Figures, among which are those of the overview.</param>
internal sealed class Overview(IEnumerable<Side> sides, IEnumerable<Measurement> rows)
{
    public const int Short = 16;
    public const int Long = 64 << 10;

    private const string HeadlineName = "AES-128-GCM";

    /// <summary>The operations, in the order of lines.</summary>
    public static readonly IReadOnlyList<string> Operations =
    [
        "aes-128-gcm-seal", "aes-256-gcm-seal", "aes-256-gcm-open", "chacha20-poly1305-seal", "aes-256-ctr", "aes-256-cbc-encrypt",
        "aes-256-cbc-decrypt", "aes-256-xts-encrypt", "sha256", "sha512", "sha3-256", "hmac-sha256",
    ];

    /// <summary>Those that ManagedCrypto is compared with, measured already or not.</summary>
    public IReadOnlyList<Side> Others => [.. sides.Skip(1).Where(side => rows.Any(row => row.Side == side.Id))];

    /// <summary>Whether there is enough for the sentence.</summary>
    public bool IsThere => new[] { Short, Long }.All(bytes => Others.Any(side => Ratio(Operations[0], bytes, side) is not null));

    /// <summary>
    /// Such as "AES-128-GCM: 3.1x .NET and 3.0x OpenSSL at 64 KiB, 23x and 7.1x at 16 B; 68 results identical." A result is one
    /// side's for one operation and size that others have, too.
    /// </summary>
    public string Sentence
    {
        get
        {
            var others = Others.Where(side => Ratio(Operations[0], Long, side) is not null).ToList();
            var identical = Rows.GroupBy(row => (row.Operation, row.Bytes)).Where(group => group.Count() > 1).Sum(group => group.Count());
            var atLong = Listed(others.Select(side => $"{Times(side, Long)} {side.Name}"));
            var atShort = Listed(others.Select(side => Times(side, Short)));
            return $"{HeadlineName}: {atLong} at {ByteSize.Format(Long)}, {atShort} at {ByteSize.Format(Short)}; {identical} results identical.";
        }
    }

    private string Managed => sides.First().Id;

    // Rounds may be still to come.
    private IEnumerable<Measurement> Rows => rows.Where(row =>
        Operations.Contains(row.Operation) && row.Bytes is Short or Long && row.Axes.Count == 0 && row.Rounds.Count > 0);

    /// <summary>ManagedCrypto's figure; null where it was not measured.</summary>
    public Measurement? Ours(string operation, int bytes) => Find(operation, bytes, Managed);

    /// <summary>A side's time over ManagedCrypto's; null where one of them has no such call.</summary>
    public double? Ratio(string operation, int bytes, Side side) =>
        Find(operation, bytes, side.Id)?.Figure / Find(operation, bytes, Managed)?.Figure;

    private static string Listed(IEnumerable<string> items) =>
        items.ToList() is [.. var before, var last] && before.Count > 0 ? $"{string.Join(", ", before)} and {last}" : items.FirstOrDefault("");

    private Measurement? Find(string operation, int bytes, string side) =>
        Rows.FirstOrDefault(row => row.Operation == operation && row.Bytes == bytes && row.Side == side);

    private string Times(Side side, int bytes)
    {
        var ratio = Ratio(Operations[0], bytes, side)!.Value;
        return ratio.ToString(ratio < 9.95 ? "F1" : "F0", CultureInfo.InvariantCulture) + "x";
    }
}
