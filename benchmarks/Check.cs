using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Workloads;

namespace ManagedCrypto.Benchmarks;

/// <summary>What must be reached: a ratio, the peer's time over ManagedCrypto's, or instead of it a share of the CPU's limit.</summary>
internal sealed record Check(Operation Operation, int Size, string Peer, double Ratio, double? ShareOfLimit, Aim? Aim)
{
    /// <summary>What is null could not be measured here, and so is not reached.</summary>
    public bool IsReached(double? ratio, double? shareOfLimit) => ratio >= Ratio || shareOfLimit >= ShareOfLimit;
}

/// <summary>What is hoped for beyond: a ratio, or nanoseconds that a call takes at most.</summary>
internal sealed record Aim(double Figure, bool IsTime)
{
    public bool IsReached(double ratio, double nanoseconds) => IsTime ? nanoseconds <= Figure : ratio >= Figure;
}

/// <summary>
/// A file of ratios, a line each, such as <c>sha256 64KiB bouncycastle >= 1.5x aim 2x</c>, <c>sha256 16 bcl >= 3x aim 90ns</c> or
/// <c>aes-128-ctr 64KiB openssl >= 3x or 0.93 of the limit</c>. A line <c>kernel NAME</c> forces kernels as the option does,
/// <c>#</c> begins a comment.
/// </summary>
internal sealed partial record CheckFile(string? Kernel, IReadOnlyList<Check> Checks)
{
    /// <summary>In the place of a peer: ManagedCrypto itself, where source and destination lie best. For <c>lab places</c>.</summary>
    public const string BestPlace = "best-place";

    /// <summary>The sides that can be named.</summary>
    public static readonly string[] Peers = ["bcl", "openssl", "zlib", "bouncycastle", NSecPeer.TheId, BestPlace];

    /// <summary>Whether a line asks for a share of the limit, so that the CPU's rates must be measured.</summary>
    public bool AsksForLimits => Checks.Any(check => check.ShareOfLimit is not null);

    /// <exception cref="UsageException">The file cannot be read, or a line says nothing that is known.</exception>
    public static CheckFile Read(string path)
    {
        try
        {
            return Parse(path, File.ReadAllLines(path));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UsageException($"--check {path}: {exception.Message}");
        }
    }

    public static CheckFile Parse(string name, IReadOnlyList<string> lines)
    {
        string? kernel = null;
        var checks = new List<Check>();
        for (var i = 0; i < lines.Count; i++)
        {
            var line = lines[i].Split('#')[0].Trim();
            try
            {
                if (line.StartsWith("kernel ", StringComparison.Ordinal) && kernel is null)
                    kernel = line["kernel ".Length..].Trim();
                else if (line.Length > 0)
                    checks.Add(ParseCheck(line));
            }
            catch (UsageException exception)
            {
                throw new UsageException($"{name}({i + 1}): {exception.Message}");
            }
        }

        return checks.Count > 0 ? new(kernel, checks) : throw new UsageException($"{name}: names no ratio");
    }

    private static Check ParseCheck(string line)
    {
        var match = Pattern().Match(line);
        if (!match.Success)
            throw new UsageException(
                $"'{line}' is not of the form OPERATION SIZE PEER >= RATIOx [or SHARE of the limit] [aim RATIOx|NUMBERns]");

        double? Number(string group) => match.Groups[group] is { Success: true } number
            ? double.Parse(number.ValueSpan, CultureInfo.InvariantCulture)
            : null;
        var id = match.Groups["operation"].Value;
        var operation = Operations.All.SingleOrDefault(known => known.Id == id)
            ?? throw new UsageException($"no operation '{id}'; there are {string.Join(", ", Operations.All.Select(o => o.Id))}");
        var size = ByteSize.Parse(match.Groups["size"].Value);
        if (operation.RoundUp(size) != size)
            throw new UsageException(operation.BlockBytes > 1
                ? $"{operation.Id} takes multiples of {operation.BlockBytes} bytes, not {size}"
                : $"{operation.Id} takes {operation.LeastBytes} bytes and more, not {size}");
        var peer = match.Groups["peer"].Value;
        if (!Peers.Contains(peer))
            throw new UsageException($"no peer '{peer}'; there are {string.Join(", ", Peers)}");
        var share = Number("share");
        if (share is not null && OperationLimit.Find(id) is null)
            throw new UsageException($"the limit of {id} is not known");
        var aim = Number("aim") is { } figure ? new Aim(figure, match.Groups["aimUnit"].Value == "ns") : null;
        return new(operation, size, peer, Number("ratio")!.Value, share, aim);
    }

    [GeneratedRegex(
        @"^(?<operation>\S+)\s+(?<size>\S+)\s+(?<peer>\S+)\s+>=\s*(?<ratio>\d+(\.\d+)?)x"
        + @"(\s+or\s+(?<share>\d+(\.\d+)?) of the limit)?(\s+aim\s+(?<aim>\d+(\.\d+)?)(?<aimUnit>x|ns))?$")]
    private static partial Regex Pattern();
}
