using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using ManagedCrypto.Tests;

namespace ManagedCrypto.Mutants;

/// <summary>What the last commit changed.</summary>
internal static class Changes
{
    /// <summary>
    /// The files, from the root; null for all, where there is no commit before it, or it changed something that all others go by.
    /// </summary>
    /// <param name="common">How the names of files begin that concern all others.</param>
    /// <param name="apart">How the names of files begin that are exceptions: to change them concerns those files alone.</param>
    public static HashSet<string>? Since(IEnumerable<string> common, params string[] apart)
    {
        if (Git("diff", "--name-only", "HEAD~1") is not { } names)
            return null;
        var files = names.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        return files.Any(file => Begins(file, common) && !Begins(file, apart)) ? null : [.. files];

        static bool Begins(string file, IEnumerable<string> folders) => folders.Any(folder => file.StartsWith(folder, StringComparison.Ordinal));
    }

    /// <summary>A number to draw by, which is that commit's.</summary>
    public static int Seed() =>
        Git("rev-parse", "HEAD") is { } commit ? Convert.ToInt32(commit[..7], 16) : throw new UsageException("There is no commit.");

    /// <summary>What Git says, or null if it refuses.</summary>
    private static string? Git(params string[] arguments)
    {
        using var git = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = Repository.Root, RedirectStandardOutput = true })!;
        var output = git.StandardOutput.ReadToEnd();
        git.WaitForExit();
        return git.ExitCode == 0 ? output : null;
    }
}
