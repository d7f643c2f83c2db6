using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks;

/// <summary>Whole files hashed, sealed, opened, pushed through <c>CryptoStream</c>; the peers must agree on every byte.</summary>
internal static class RealFiles
{
    private const int FilesByDefault = 4;
    private const int LargestFileByDefault = 32 << 20;
    private const int LargestFile = 256 << 20;
    private const string FileAxis = "file";

    /// <summary>What is done to a file: all that takes any length but checksums.</summary>
    public static IReadOnlyList<Operation> Operations { get; } =
        [.. Benchmarks.Operations.All.Where(operation => operation is { BlockBytes: 1, LeastBytes: 0 } && !operation.IsChecksum)];

    /// <summary>The largest files of the running .NET installation.</summary>
    public static IEnumerable<string> OfThisInstallation() =>
        new DirectoryInfo(RuntimeEnvironment.GetRuntimeDirectory()).EnumerateFiles()
            .Where(file => file.Length <= LargestFileByDefault)
            .OrderByDescending(file => file.Length)
            .Take(FilesByDefault)
            .Select(file => file.FullName);

    /// <exception cref="UsageException">There is no such file, or it has more than 256 MiB.</exception>
    public static FileInfo Find(string path)
    {
        if (!File.Exists(path))
            throw new UsageException($"--files {path}: no such file");
        var file = new FileInfo(path);
        return file.Length <= LargestFile
            ? file
            : throw new UsageException($"--files {path}: {file.Length:N0} bytes; at most {LargestFile:N0} are taken");
    }

    /// <summary>Does each operation to each file, by every peer.</summary>
    /// <exception cref="WrongResultException">The peers disagree.</exception>
    /// <exception cref="UsageException">A file cannot be read.</exception>
    public static void Compare(
        IReadOnlyList<FileInfo> files,
        IReadOnlyList<Operation> operations,
        IReadOnlyList<IPeer> peers,
        Section section,
        Action<double> progress)
    {
        var isNameEnough = files.DistinctBy(file => file.Name).Count() == files.Count;
        for (var i = 0; i < files.Count; i++)
        {
            var workspace = new Workspace(Read(files[i]));
            var label = isNameEnough ? files[i].Name : files[i].FullName;
            for (var j = 0; j < operations.Count; j++)
            {
                try
                {
                    var row = new Row(operations[j], workspace, workspace.Text.Count, peers);
                    foreach (var lane in row.Lanes)
                        lane.RunRound();
                    foreach (var measurement in row.Measurements)
                        section.Add(measurement with { Axes = new() { [FileAxis] = JsonNode.Printable(label) } });
                }
                catch (WrongResultException exception)
                {
                    throw new WrongResultException($"{files[i].FullName}: {exception.Message}");
                }

                Interruption.ThrowIfRequested();
                progress((i + ((j + 1.0) / operations.Count)) / files.Count);
            }
        }
    }

    private static byte[] Read(FileInfo file)
    {
        try
        {
            using var stream = file.OpenRead();
            var bytes = new byte[file.Length];
            stream.ReadExactly(bytes);
            return bytes;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"--files {file}: {exception.Message}");
        }
    }
}
