using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using ManagedCrypto.Benchmarks.Reports;
using ManagedCrypto.Benchmarks.Results;
using Spectre.Console;

namespace ManagedCrypto.Benchmarks;

/// <summary>
/// A long file encrypted and decrypted, in a memory file system if there is one: see <see cref="FileWays"/>. And pieces of it read at
/// random places from a ciphertext of Cobblestone.
/// </summary>
internal static class FilesCommand
{
    private const string MemoryFileSystem = "/dev/shm";
    private const int PieceBytes = 64 * 1024, Pieces = 2000, Chunk = 16 * 1024, TagBytes = 16, SealedChunk = Chunk + TagBytes;

    /// <exception cref="WrongResultException">What was sealed does not open to the file.</exception>
    public static int Run(Options options, JsonReport report)
    {
        Console.WriteLine(Machine.Info.Cpu + Environment.NewLine);
        var mebibytes = options.Quick ? 64 : 256;
        using var folder = new FileFolder(Path.Combine(
            Directory.Exists(MemoryFileSystem) ? MemoryFileSystem : Path.GetTempPath(), $"crypto-benchmarks-{Environment.ProcessId}"));
        var plain = new byte[mebibytes << 20];
        new Random(1).NextBytes(plain);
        File.WriteAllBytes(folder.Of("plain"), plain);

        var place = Directory.Exists(MemoryFileSystem) ? "memory" : "the folder for temporary files";
        var rounds = options.Quick ? 3 : 10;
        Run("files", $"A file of {mebibytes} MiB", FileWays.Sealing(folder));
        Run("files-ctr", $"A file of {mebibytes} MiB in counter mode", FileWays.Ctr(folder));
        Run("files-cbc", $"A file of {mebibytes} MiB in CBC", FileWays.Cbc(folder));
        ReadAtRandom(folder, mebibytes, rounds);
        return 0;

        void Run(string name, string title, IReadOnlyList<FileWay> ways)
        {
            var section = report.Begin(new Section(name, title)
            {
                Note = $"Read, encrypted or decrypted, and written, in {place}.",
                Sides = [.. ways.Select(way => new Side(way.Id, way.Name))],
                Charts = [new(ChartKind.Bars) { Series = [Measurement.SideAxis] }],
            });
            Output.WithProgress("Encrypting and decrypting", progress => Time(section, ways, folder, plain, rounds, progress));
            Print(section, ways, mebibytes);
        }
    }

    private static void Time(
        Section section, IReadOnlyList<FileWay> ways, FileFolder folder, byte[] plain, int rounds, Action<double> progress)
    {
        for (var round = 0; round <= rounds; round++)
        {
            foreach (var way in ways)
            {
                Time(section, "seal", way.Id, way.Seal, round);
                Time(section, "open", way.Id, way.Open, round);
                if (round == 0 && !File.ReadAllBytes(folder.Of("opened")).AsSpan().SequenceEqual(plain))
                    throw new WrongResultException(way.Name + " does not give the file back");
                Interruption.ThrowIfRequested();
            }

            progress((round + 1.0) / (rounds + 1));
        }
    }

    /// <summary>The first round warms up.</summary>
    private static void Time(Section section, string operation, string side, Action action, int round)
    {
        var start = Stopwatch.GetTimestamp();
        action();
        var milliseconds = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        if (round == 0)
            section.Add(new(operation, side) { Unit = Unit.Milliseconds });
        else
            section.Rows.First(row => row.Operation == operation && row.Side == side).Rounds.Add(milliseconds);
    }

    private static void Print(Section section, IReadOnlyList<FileWay> ways, int mebibytes)
    {
        var table = Output.NewTable(section.Title, ["seal", "GB/s", "over one call", "open", "GB/s", "over one call"]);
        double Of(string operation, string side) => section.Rows.First(row => row.Operation == operation && row.Side == side).Figure;
        foreach (var way in ways)
        {
            List<string> cells = [way.Name];
            foreach (var operation in new[] { "seal", "open" })
            {
                var figure = Of(operation, way.Id);
                cells.Add(Display.Significant(figure) + " ms");
                cells.Add(Display.Significant(mebibytes * 1.048576 / figure));
                cells.Add(Output.Ratio(Of(operation, ways[0].Id) / figure));
            }

            table.AddRow([.. cells]);
        }

        AnsiConsole.Write(table);
        Console.WriteLine();
    }

    /// <summary>From memory, against opening the chunks that a piece touches, where they lie: the least that such a read can take.</summary>
    private static void ReadAtRandom(FileFolder folder, int mebibytes, int rounds)
    {
        using var stream = Cobblestone.CreateOpeningStream(new MemoryStream(File.ReadAllBytes(folder.Of("one-core"))), FileWays.Key);
        using var gcm = new AesGcm(FileWays.Key, TagBytes);
        byte[] piece = new byte[PieceBytes], text = new byte[Chunk], chunks = new byte[(mebibytes << 20) / Chunk * SealedChunk];
        for (var at = 0; at < chunks.Length; at += SealedChunk)
            gcm.Seal(FileWays.Nonce, text, chunks.AsSpan(at, SealedChunk));
        double read = double.MaxValue, opened = double.MaxValue;
        for (var round = 0; round < rounds; round++)
        {
            read = Math.Min(read, MicrosecondsAtRandom(mebibytes, position =>
            {
                stream.Position = position;
                stream.ReadExactly(piece);
            }));
            opened = Math.Min(opened, MicrosecondsAtRandom(mebibytes, position =>
            {
                for (var chunk = position / Chunk; chunk <= (position + PieceBytes - 1) / Chunk; chunk++)
                    gcm.Open(FileWays.Nonce, chunks.AsSpan((int)chunk * SealedChunk, SealedChunk), text);
            }));
        }

        Console.WriteLine(
            $"64 KiB at a random place: {Display.Significant(read)} µs, {Output.Ratio(read / opened)} of opening the chunks that it touches");
    }

    private static double MicrosecondsAtRandom(int mebibytes, Action<long> action)
    {
        var random = new Random(2);
        var start = Stopwatch.GetTimestamp();
        for (var i = 0; i < Pieces; i++)
            action(random.NextInt64((mebibytes << 20) - PieceBytes));
        return Stopwatch.GetElapsedTime(start).TotalMicroseconds / Pieces;
    }
}
