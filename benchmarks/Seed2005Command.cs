using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Benchmarks.Seed2005;

namespace ManagedCrypto.Benchmarks;

/// <summary>The workload of 2005 in this process, and in one that Mono runs if it is here.</summary>
internal static class Seed2005Command
{
    private static readonly string s_program = Path.Combine(AppContext.BaseDirectory, "mono", "Seed2005.exe");

    /// <exception cref="WrongResultException">Implementations differ.</exception>
    public static int Run()
    {
        // The other process inherits the pin.
        using var pinned = CpuPin.Here();
        Console.WriteLine($"{Machine.Cpu}{Environment.NewLine}{Workload.Title}{Environment.NewLine}");
        try
        {
            Output.Seed2005(Workload.Host, Workload.Run());
        }
        catch (CryptographicException exception)
        {
            throw new WrongResultException(exception.Message);
        }

        if (OnMono() is { } mono)
            Output.Seed2005(mono.Host, mono.Sides);
        else
            Console.WriteLine("Mono: not here");
        return 0;
    }

    private static (string Host, IReadOnlyList<SideTimes> Sides)? OnMono()
    {
        try
        {
            using var process = Process.Start(new ProcessStartInfo("mono", [s_program]) { RedirectStandardOutput = true })!;
            var lines = process.StandardOutput.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
            process.WaitForExit();
            if (process.ExitCode != 0)
                throw new WrongResultException("the program that Mono runs failed.");
            return (lines[0], [.. lines.Skip(1).Select(SideTimes.Parse)]);
        }
        catch (Win32Exception)
        {
            return null;
        }
    }
}
