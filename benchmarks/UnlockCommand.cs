using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Reports;
using ManagedCrypto.Benchmarks.Results;
using ManagedCrypto.Benchmarks.Unlock;
using Spectre.Console;

namespace ManagedCrypto.Benchmarks;

/// <summary>
/// The key derivations that people wait for, as programs do them: in this process, and in one that Mono runs if it is here.
/// </summary>
internal static class UnlockCommand
{
    private const string HostAxis = "host";

    /// <exception cref="WrongResultException">Implementations make different keys.</exception>
    public static int Run(Options options, JsonReport report)
    {
        // The other process inherits the pin.
        using var pinned = CpuPin.Here();
        Console.WriteLine(Machine.Info.Cpu + Environment.NewLine);
        List<Implementation> implementations = [new Own(), new Bcl()];
        var openSsl = LibCrypto.Load(options.OpenSsl);
        if (openSsl is not null)
            implementations.Add(new OpenSslImplementation(openSsl));
        var section = report.Begin(new Section("unlock", "Keys from passwords")
        {
            Note = string.Join("; ", Derivation.All.Select(one => $"{one.Id}: {one.Title}, {one.Rounds:N0} rounds")) + ".",
            Sides =
            [
                .. implementations.Take(2).Select(one => new Side(one.Id, one.Name)),
                openSsl is null ? new("openssl", "OpenSSL") { NotHere = "no libcrypto" }
                    : new("openssl", "OpenSSL") { Version = new OpenSslPeer(openSsl).Version },
            ],
            Charts = [new(ChartKind.Bars) { Series = [HostAxis, Measurement.SideAxis] }],
        });

        try
        {
            Time(Workload.Host, onLap => Workload.Run(implementations, options.Quick, onLap));
        }
        catch (CryptographicException exception)
        {
            throw new WrongResultException(exception.Message);
        }

        using var lines = MonoProgram.Run("Unlock", options.Quick).GetEnumerator();
        if (lines.MoveNext())
        {
            Time(lines.Current, onLap =>
            {
                while (lines.MoveNext())
                    onLap(Lap.Parse(lines.Current));
            });
        }
        else
        {
            Console.WriteLine("Mono: not here");
            section.Add(new(Derivation.All[0].Id, "managed") { Axes = { [HostAxis] = "Mono" }, NotHere = MonoProgram.NotHere });
        }

        return 0;

        void Time(string host, Action<Action<Lap>> run)
        {
            Output.WithProgress($"Deriving keys on {host}", progress => run(lap =>
            {
                Add(section, host, lap);
                progress(lap.Done);
                Interruption.ThrowIfRequested();
            }));
            Print(host, [.. section.Rows.Where(row => row.On(HostAxis)?.Word == host)], implementations);
        }
    }

    private static void Add(Section section, string host, Lap lap)
    {
        var row = section.Rows.Find(row => row.Operation == lap.Derivation && row.Side == lap.Implementation && row.On(HostAxis)?.Word == host)
            ?? section.Add(new(lap.Derivation, lap.Implementation) { Axes = { [HostAxis] = host }, Unit = Unit.Milliseconds });
        row.Rounds.Add(lap.Milliseconds);
    }

    /// <summary>Milliseconds for a key, and the time of each implementation over ManagedCrypto's.</summary>
    private static void Print(string host, IReadOnlyList<Measurement> rows, IReadOnlyList<Implementation> implementations)
    {
        var here = implementations.Where(one => rows.Any(row => row.Side == one.Id)).ToList();
        string[] headings = ["rounds", .. here.Select(one => one.Name), .. here.Skip(1).Select(one => "over " + one.Name), "a round"];
        var table = Output.NewTable(host, headings);
        foreach (var derivation in Derivation.All)
        {
            double Of(Implementation one) => rows.First(row => row.Operation == derivation.Id && row.Side == one.Id).Figure;
            var own = Of(here[0]);
            table.AddRow([
                derivation.Id,
                derivation.Rounds.ToString("N0", null),
                .. here.Select(one => Display.Significant(Of(one)) + " ms"),
                .. here.Skip(1).Select(one => Output.Ratio(Of(one) / own)),
                Display.Significant(own * 1e6 / derivation.Rounds) + " ns",
            ]);
        }

        AnsiConsole.Write(table);
        Console.WriteLine();
    }
}
