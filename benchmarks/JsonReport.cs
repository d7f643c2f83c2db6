using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;

namespace ManagedCrypto.Benchmarks;

/// <summary>Every round of every row, for programs.</summary>
internal static class JsonReport
{
    private static readonly JsonSerializerOptions s_format = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
    };

    /// <summary>Tries the file before minutes are spent.</summary>
    /// <exception cref="UsageException">The file cannot be written.</exception>
    public static void CheckWritable(string? path)
    {
        if (path is not null)
            Writing(path, () => File.Open(path, FileMode.OpenOrCreate, FileAccess.Write).Dispose());
    }

    /// <exception cref="UsageException">The file cannot be written.</exception>
    public static void Write(string? path, PeerSet peers, IEnumerable<Result> rows, IEnumerable<Result> files)
    {
        if (path is null)
            return;

        var report = new
        {
            Machine.Cpu,
            Machine.System,
            OpenSsl = peers.OpenSsl?.Version,
            Kernels = peers.Managed.Kernels.Kernels.Select(kernel => kernel.Id),
            Rows = rows.Select(Flat),
            Files = files.Select(Flat),
        };
        Writing(path, () => File.WriteAllText(path, JsonSerializer.Serialize(report, s_format)));
    }

    private static object Flat(Result result) => new
    {
        Operation = result.Operation.Id,
        Bytes = result.Size,
        Peer = result.Peer.Id,
        NanosecondsPerCall = result.Best,
        result.Rounds,
    };

    private static void Writing(string path, Action write)
    {
        try
        {
            write();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UsageException($"--json {path}: {exception.Message}");
        }
    }
}
