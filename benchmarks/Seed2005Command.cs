using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Benchmarks.Results;
using ManagedCrypto.Benchmarks.Seed2005;

namespace ManagedCrypto.Benchmarks;

/// <summary>The workload of 2005 in this process, and in one that Mono runs if it is here.</summary>
internal static class Seed2005Command
{
    private const string HostAxis = "host";

    /// <exception cref="WrongResultException">Implementations differ.</exception>
    public static int Run(Options options, JsonReport report)
    {
        // The other process inherits the pin.
        using var pinned = CpuPin.Here();
        Console.WriteLine($"{Machine.Info.Cpu}{Environment.NewLine}{Workload.Title}{Environment.NewLine}");
        var section = report.Begin(new Section("seed2005", "The workload of 2005")
        {
            Note = Workload.Title,
            Sides = [new("managed", "ManagedCrypto"), new("bcl", ".NET"), new("rijndael", "RijndaelManaged"), new("openssl", "OpenSSL")],
            Charts = [new(ChartKind.Bars) { Panels = [HostAxis, Measurement.OperationAxis] }],
        });
        try
        {
            var workload = new Workload(options.Quick);
            Add(section, Workload.Host, workload.Times);
            workload.Run(Interruption.ThrowIfRequested);
            Output.Seed2005(Workload.Host, workload.Times);
        }
        catch (CryptographicException exception)
        {
            throw new WrongResultException(exception.Message);
        }

        if (MonoProgram.Run("Seed2005", options.Quick).ToList() is [var host, .. var lines])
        {
            List<SideTimes> times = [.. lines.Select(SideTimes.Parse)];
            Add(section, host, times);
            Output.Seed2005(host, times);
        }
        else
        {
            Console.WriteLine("Mono: not here");
            section.Add(new("aes-128-cbc", "managed") { Axes = { [HostAxis] = "Mono" }, NotHere = MonoProgram.NotHere });
        }

        return 0;
    }

    private static void Add(Section section, string host, IEnumerable<SideTimes> sides)
    {
        foreach (var side in sides)
        {
            Measurement Row(string operation, List<double> rounds) => new(operation, side.Id)
            {
                Axes = { [HostAxis] = host },
                Kernel = side.Kernel.Length > 0 ? side.Kernel : null,
                Unit = Unit.Milliseconds,
                Rounds = rounds,
            };
            section.Add(Row("aes-128-cbc-encrypt", side.Encrypt));
            section.Add(Row("aes-128-cbc-decrypt", side.Decrypt));
        }
    }
}
