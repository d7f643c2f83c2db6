using System;
using System.IO;
using System.Linq;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>The data caches that the first CPU has or shares, as Linux tells them.</summary>
internal static class CpuCaches
{
    private const string Folder = "/sys/devices/system/cpu/cpu0/cache";

    public static string Describe()
    {
        try
        {
            var caches = Directory.GetDirectories(Folder, "index*").Order(StringComparer.Ordinal)
                .Where(cache => Read(cache, "type") != "Instruction")
                .Select(cache => $"L{Read(cache, "level")} {Read(cache, "size").TrimEnd('K')} KiB");
            return "Caches: " + string.Join(", ", caches);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return "Caches: not told here";
        }
    }

    private static string Read(string cache, string file) => File.ReadAllText(Path.Combine(cache, file)).Trim();
}
