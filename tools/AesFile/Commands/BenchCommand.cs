using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;
using Spectre.Console;

namespace ManagedCrypto.AesFile.Commands;

/// <summary>How fast this machine seals and opens what is in memory already.</summary>
internal static class BenchCommand
{
    private static readonly TimeSpan s_atLeast = TimeSpan.FromSeconds(1);

    public static Command Create()
    {
        var size = SealedFiles.Number("--megabytes", 64, number => number is >= 1 and <= 512, "The message has 1 to 512 megabytes.");
        (size.Description, size.HelpName) = ("Size of the message", "1-512");
        var command = new TaughtCommand("bench", "Shows how fast this machine seals and opens what is in memory, on one core and on all", """
            Files and pipes are often slower: then it is they that limit the speed. Each figure is the best of a second.
            """)
        {
            size,
        };
        command.SetAction((arguments, cancellationToken) => ExitCode.OfAsync("bench", () =>
        {
            Run(arguments.GetValue(size), cancellationToken);
            return Task.CompletedTask;
        }));
        return command;
    }

    private static void Run(int megabytes, CancellationToken cancellationToken)
    {
        var message = new byte[megabytes << 20];
        RandomNumberGenerator.Fill(message);
        var ciphertext = new byte[Cobblestone.GetCiphertextLength(message.Length)];
        var table = new Table().Title($"{Markup.Escape(CpuName())}, {megabytes} MiB").AddColumns("key", "threads", "seal", "open");
        foreach (var (keyBytes, threads) in Cases())
        {
            cancellationToken.ThrowIfCancellationRequested();
            var key = RandomNumberGenerator.GetBytes(keyBytes);
            var options = SealedFiles.WithThreads(threads);
            var seal = Best(() => Cobblestone.Seal(key, message, ciphertext, default, options));
            var open = Best(() => Cobblestone.Open(key, ciphertext, message, default, options));
            table.AddRow($"{8 * keyBytes} bits", $"{threads}", Rate(message.Length, seal), Rate(message.Length, open));
        }

        foreach (var numbers in table.Columns.Skip(1))
            numbers.RightAligned();
        if (Console.IsOutputRedirected)
            AnsiConsole.Profile.Capabilities.Ansi = false; // or else a pipe gets the controls of the terminal that TERM names
        AnsiConsole.Write(table);
    }

    private static IEnumerable<(int KeyBytes, int Threads)> Cases()
    {
        foreach (var keyBytes in (int[])[16, 32])
        {
            yield return (keyBytes, 1);
            if (Environment.ProcessorCount > 1)
                yield return (keyBytes, Environment.ProcessorCount);
        }
    }

    private static TimeSpan Best(Action run)
    {
        run();
        var best = TimeSpan.MaxValue;
        for (var all = Stopwatch.StartNew(); all.Elapsed < s_atLeast;)
        {
            var one = Stopwatch.StartNew();
            run();
            best = one.Elapsed < best ? one.Elapsed : best;
        }

        return best;
    }

    private static string Rate(long bytes, TimeSpan time) => $"{bytes / time.TotalSeconds / 1e9:F2} GB/s";

    private static string CpuName()
    {
        const string Field = "model name";
        var line = File.Exists("/proc/cpuinfo")
            ? File.ReadLines("/proc/cpuinfo").FirstOrDefault(line => line.StartsWith(Field, StringComparison.Ordinal)) : null;
        return line?.Split(':', 2)[1].Trim()
            ?? Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER")
            ?? RuntimeInformation.ProcessArchitecture.ToString();
    }
}
