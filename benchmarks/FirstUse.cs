using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Benchmarks;

/// <summary>
/// What the first use of an algorithm costs a process: loading and compiling ManagedCrypto and mapping its machine code, or
/// loading and preparing OpenSSL. Every measurement is a process of its own, and the processes of both sides take turns.
/// </summary>
internal static class FirstUse
{
    /// <summary>The command, with a work and a side behind it, by which the program starts itself.</summary>
    public const string Child = "first-use-of";

    private const int Processes = 20;
    private const string Ours = "ours";
    private const string Theirs = "bcl";

    private static readonly string s_program =
        Path.Combine(AppContext.BaseDirectory, "Crypto.Benchmarks" + (OperatingSystem.IsWindows() ? ".exe" : ""));

    private static readonly (string Name, Action Ours, Action Bcl)[] s_works =
    [
        ("new AesGcm, Encrypt 16 B", SealByOurs, SealByBcl),
        ("SHA256.HashData 16 B", HashByOurs, HashByBcl),
    ];

    /// <summary>Starts the processes and prints their medians.</summary>
    public static int Run()
    {
        var measured = new Dictionary<(int Work, string Side), List<(double ToResult, double Process)>>();
        for (var i = 0; i < Processes; i++)
        {
            for (var work = 0; work < s_works.Length; work++)
            {
                Add((work, Ours));
                Add((work, Theirs));
            }
        }

        Output.FirstUses(Enumerable.Range(0, s_works.Length).SelectMany(work => new[]
        {
            Medians(work, "to the first result", one => one.ToResult),
            Medians(work, "whole process", one => one.Process),
        }));
        return 0;

        void Add((int Work, string Side) key)
        {
            if (!measured.TryGetValue(key, out var list))
                measured[key] = list = [];
            list.Add(Measure(key.Work, key.Side));
        }

        (string Work, string Span, double Ours, double Bcl) Medians(
            int work, string span, Func<(double ToResult, double Process), double> milliseconds)
        {
            double Median(string side) => measured[(work, side)].Select(milliseconds).Order().ElementAt(Processes / 2);
            return (s_works[work].Name, span, Median(Ours), Median(Theirs));
        }
    }

    /// <summary>Does one work, first of all, and prints the milliseconds that have passed since.</summary>
    public static int RunChild(string work, string side)
    {
        var start = Stopwatch.GetTimestamp();
        var (_, ours, bcl) = s_works[work[0] - '0'];
        (side == Ours ? ours : bcl)();
        Console.WriteLine(Stopwatch.GetElapsedTime(start).TotalMilliseconds.ToString(CultureInfo.InvariantCulture));
        return 0;
    }

    private static (double ToResult, double Process) Measure(int work, string side)
    {
        var start = Stopwatch.GetTimestamp();
        string[] arguments = [Child, work.ToString(CultureInfo.InvariantCulture), side];
        using var process = Process.Start(new ProcessStartInfo(s_program, arguments) { RedirectStandardOutput = true })!;
        var toResult = double.Parse(process.StandardOutput.ReadToEnd(), CultureInfo.InvariantCulture);
        process.WaitForExit();
        return (toResult, Stopwatch.GetElapsedTime(start).TotalMilliseconds);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void SealByOurs()
    {
        using var gcm = new AesGcm(new byte[16], 16);
        gcm.Encrypt(new byte[12], new byte[16], new byte[16], new byte[16]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void SealByBcl()
    {
        using var gcm = new Bcl.AesGcm(new byte[16], 16);
        gcm.Encrypt(new byte[12], new byte[16], new byte[16], new byte[16]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void HashByOurs() => SHA256.HashData(new byte[16]);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void HashByBcl() => Bcl.SHA256.HashData(new byte[16]);
}
