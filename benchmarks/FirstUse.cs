using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Results;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Benchmarks;

/// <summary>
/// What the first use of an algorithm costs a process: loading and compiling ManagedCrypto and mapping its machine code, or
/// loading and preparing OpenSSL. Every measurement is a process of its own, and the processes of both sides take turns.
/// </summary>
internal static class FirstUse
{
    /// <summary>The command, followed by a work and a side, by which the program starts itself.</summary>
    public const string Child = "first-use-of";

    private const string Ours = "managed";
    private const string Theirs = "bcl";
    private const int Processes = 20;
    private const string SpanAxis = "span";

    private static readonly string s_program =
        Path.Combine(AppContext.BaseDirectory, "Crypto.Benchmarks" + (OperatingSystem.IsWindows() ? ".exe" : ""));

    private static readonly string[] s_spans = ["to the first result", "whole process"];

    private static readonly (string Name, Action Ours, Action Bcl)[] s_works =
    [
        ("new AesGcm, Encrypt 16 B", SealByOurs, SealByBcl),
        ("SHA256.HashData 16 B", HashByOurs, HashByBcl),
        ("HMACSHA256.HashData 16 B", AuthenticateByOurs, AuthenticateByBcl),
        ("Aes, EncryptCbc 16 B", EncryptByOurs, EncryptByBcl),
        ("IncrementalHash, SHA-256 of 16 B", AppendByOurs, AppendByBcl),
        ("Pbkdf2, SHA-256, 1,000 iterations", DeriveByOurs, DeriveByBcl),
        ("new ChaCha20Poly1305, Encrypt 16 B", SealChaChaByOurs, SealChaChaByBcl),
    ];

    /// <summary>Starts the processes and prints their medians.</summary>
    public static int Run(JsonReport report)
    {
        var bcl = BclPeer.TryCreate();
        Side[] sides = [new(Ours, "ManagedCrypto"), new(Theirs, ".NET") { NotHere = bcl is null ? BclPeer.WhyNotHere : null }];
        var section = report.Begin(new Section("first-use", "First use")
        {
            Note = $"Medians of {Processes} processes each: from the start of the work, and of the whole process.",
            Sides = sides,
            Charts = [new(ChartKind.Bars) { Panels = [Measurement.OperationAxis, SpanAxis] }],
        });
        foreach (var (name, _, _) in s_works)
            foreach (var span in s_spans)
                foreach (var side in sides)
                    section.Add(new(name, side.Id)
                    {
                        Axes = { [SpanAxis] = span },
                        Unit = Unit.Milliseconds,
                        IsMedian = true,
                        NotHere = side.NotHere,
                    });

        List<double> Rounds(int work, string span, Side side) => section.Rows.Single(row =>
            row.Operation == s_works[work].Name && row.Axes[SpanAxis] == span && row.Side == side.Id).Rounds;

        for (var i = 0; i < Processes; i++)
            for (var work = 0; work < s_works.Length; work++)
                foreach (var side in sides.Where(side => side.NotHere is null))
                {
                    var (toResult, process) = Measure(work, side.Id);
                    Rounds(work, s_spans[0], side).Add(toResult);
                    Rounds(work, s_spans[1], side).Add(process);
                }

        Output.FirstUses(section.Rows);
        return 0;
    }

    /// <summary>Does one work, first of all, and prints the milliseconds that have passed since.</summary>
    public static int RunChild(string work, string side)
    {
        // What this program does for itself comes before.
        var (_, ours, bcl) = s_works[work[0] - '0'];
        var first = side == Ours ? ours : bcl;
        var start = Stopwatch.GetTimestamp();
        first();
        Console.WriteLine(Stopwatch.GetElapsedTime(start).TotalMilliseconds.ToString(CultureInfo.InvariantCulture));
        return 0;
    }

    private static (double ToResult, double Process) Measure(int work, string side)
    {
        var start = Stopwatch.GetTimestamp();
        string[] arguments = [Child, work.ToString(CultureInfo.InvariantCulture), side];
        using var process = Process.Start(new ProcessStartInfo(s_program, arguments) { RedirectStandardOutput = true })!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Interruption.ThrowIfRequested();
        return (double.Parse(output, CultureInfo.InvariantCulture), Stopwatch.GetElapsedTime(start).TotalMilliseconds);
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

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AuthenticateByOurs() => HMACSHA256.HashData(new byte[32], new byte[16]);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AuthenticateByBcl() => Bcl.HMACSHA256.HashData(new byte[32], new byte[16]);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void EncryptByOurs()
    {
        using var aes = new Aes { Key = new byte[16] };
        aes.EncryptCbc(new byte[16], new byte[16]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void EncryptByBcl()
    {
        using var aes = Bcl.Aes.Create();
        aes.Key = new byte[16];
        aes.EncryptCbc(new byte[16], new byte[16]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AppendByOurs()
    {
        using var hash = IncrementalHash.CreateHash(Bcl.HashAlgorithmName.SHA256);
        hash.AppendData(new byte[16]);
        hash.GetHashAndReset();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AppendByBcl()
    {
        using var hash = Bcl.IncrementalHash.CreateHash(Bcl.HashAlgorithmName.SHA256);
        hash.AppendData(new byte[16]);
        hash.GetHashAndReset();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void DeriveByOurs() =>
        Rfc2898DeriveBytes.Pbkdf2(new byte[16], new byte[16], 1000, Bcl.HashAlgorithmName.SHA256, 32);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void DeriveByBcl() =>
        Bcl.Rfc2898DeriveBytes.Pbkdf2(new byte[16], new byte[16], 1000, Bcl.HashAlgorithmName.SHA256, 32);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void SealChaChaByOurs()
    {
        using var chaCha = new ChaCha20Poly1305(new byte[32]);
        chaCha.Encrypt(new byte[12], new byte[16], new byte[16], new byte[16]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void SealChaChaByBcl()
    {
        using var chaCha = new Bcl.ChaCha20Poly1305(new byte[32]);
        chaCha.Encrypt(new byte[12], new byte[16], new byte[16], new byte[16]);
    }
}
