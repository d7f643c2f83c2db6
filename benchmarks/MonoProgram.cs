using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks;

/// <summary>A program that the build has put beside this one, for Mono.</summary>
internal static class MonoProgram
{
    public const string NotHere = "no mono in PATH, or it lacks netstandard.dll";

    /// <returns>The lines that it writes, as it writes them; none if Mono is not here, or cannot load what the program needs.</returns>
    /// <exception cref="WrongResultException">It failed.</exception>
    public static IEnumerable<string> Run(string name, bool isQuick)
    {
        var path = Path.Combine(AppContext.BaseDirectory, "mono", name + ".exe");
        using var process = Start(isQuick ? [path, "--quick"] : [path]);
        if (process is null)
            yield break;
        var hasBegun = false;
        while (process.StandardOutput.ReadLine() is { } line)
        {
            hasBegun = true;
            yield return line;
        }

        process.WaitForExit();
        Interruption.ThrowIfRequested();
        if (hasBegun && process.ExitCode != 0)
            throw new WrongResultException("the program that Mono runs failed.");
    }

    private static Process? Start(string[] arguments)
    {
        try
        {
            return Process.Start(new ProcessStartInfo("mono", arguments) { RedirectStandardOutput = true });
        }
        catch (Win32Exception)
        {
            return null;
        }
    }
}
