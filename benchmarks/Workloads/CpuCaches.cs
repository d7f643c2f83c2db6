using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>The data caches that the first CPU has or shares, as Linux tells them.</summary>
internal static class CpuCaches
{
    private const string Folder = "/sys/devices/system/cpu/cpu0/cache";

    /// <summary>Names and sizes, the smallest first; none where they are not told.</summary>
    public static IReadOnlyList<Mark> All { get; } = [.. Read().OrderBy(cache => cache.Bytes)];

    public static string Describe() => All.Count == 0
        ? "Caches: not told here"
        : "Caches: " + string.Join(", ", All.Select(cache => $"{cache.Name} {cache.Bytes >> 10} KiB"));

    private static List<Mark> Read()
    {
        try
        {
            return
            [
                .. from cache in Directory.GetDirectories(Folder, "index*")
                   where Text(cache, "type") != "Instruction"
                   select new Mark(long.Parse(Text(cache, "size").TrimEnd('K'), CultureInfo.InvariantCulture) << 10, "L" + Text(cache, "level")),
            ];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or FormatException)
        {
            return [];
        }
    }

    private static string Text(string cache, string file) => File.ReadAllText(Path.Combine(cache, file)).Trim();
}
