using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text.Json;
using ManagedCrypto.Tests;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.Clients;

/// <summary>Programs of others. CI installs them first, by tests/Crypto.Clients/setup; elsewhere they may be missing.</summary>
internal static class Other
{
    private const string Import = "from cryptography.hazmat.primitives.ciphers.aead import ";

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(10);

    private static readonly Lazy<string?> s_python = new(FindPython);

    private static readonly Lazy<Process> s_programs = new(StartPrograms);

    /// <summary>A Python with its package "cryptography", or null: one that has AES-GCM-SIV before one that lacks it.</summary>
    public static string? Python => s_python.Value;

    /// <summary>Skips the test where <paramref name="program"/> is missing, or fails it in CI.</summary>
    public static void Demand(bool isHere, string program)
    {
        if (Environment.GetEnvironmentVariable("CI") == "true")
            Assert.True(isHere, program + " is missing: run tests/Crypto.Clients/setup");
        Assert.SkipUnless(isHere, "no " + program + " here");
    }

    /// <summary>Its path, or null if there is no such program on the PATH.</summary>
    public static string? Find(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator).Select(folder => Path.Combine(folder, program)).FirstOrDefault(File.Exists);

    /// <summary>Of Pythons alike Debian's own, for which Debian has packages.</summary>
    private static string? FindPython()
    {
        string[] pythons = [.. new[] { "/usr/bin/python3", Find("python3") }.OfType<string>().Where(File.Exists)];
        return pythons.FirstOrDefault(python => Has(python, "AESGCMSIV")) ?? pythons.FirstOrDefault(python => Has(python, "AESGCM"));

        static bool Has(string python, string mode) => Try(python, "-c", Import + mode).ExitCode == 0;
    }

    /// <summary>Runs it and returns its exit code and what it said.</summary>
    public static (int ExitCode, string Output) Try(string program, params string[] arguments) =>
        Child.Run(new ProcessStartInfo(program, arguments), s_limit);

    /// <summary>Runs a program in Python, in a child of one process for all of them: only that one loads the package.</summary>
    public static (int ExitCode, string Output) TryPython(params string[] arguments)
    {
        // It has no fork there.
        if (OperatingSystem.IsWindows())
            return Try(Python!, arguments);
        lock (s_programs)
        {
            var programs = s_programs.Value;
            programs.StandardInput.WriteLine(JsonSerializer.Serialize(arguments));
            programs.StandardInput.Flush();
            var answer = programs.StandardOutput.ReadLine()
                ?? throw new InvalidOperationException("programs.py has ended: " + programs.StandardError.ReadToEnd());
            using var parsed = JsonDocument.Parse(answer);
            return (parsed.RootElement[0].GetInt32(), parsed.RootElement[1].GetString()!);
        }
    }

    /// <summary>It ends when its input does, with this process.</summary>
    private static Process StartPrograms() => Process.Start(new ProcessStartInfo(
        Python!, [Path.Combine(Repository.Root, "tests", "Crypto.Clients", "programs.py")])
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
    })!;

    /// <summary>Runs it; any exit code but zero fails the test.</summary>
    public static void Run(string program, params string[] arguments)
    {
        var (exitCode, output) = Try(program, arguments);
        Assert.True(exitCode == 0, $"{program} {string.Join(' ', arguments)}: {output}");
    }
}
