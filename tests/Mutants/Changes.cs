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
    /// <param name="common">How the names of such files begin.</param>
    public static HashSet<string>? Since(IEnumerable<string> common)
    {
        var start = new ProcessStartInfo("git", ["diff", "--name-only", "HEAD~1"]) { WorkingDirectory = Repository.Root, RedirectStandardOutput = true };
        using var git = Process.Start(start)!;
        var files = git.StandardOutput.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        git.WaitForExit();
        return git.ExitCode != 0 || files.Any(file => common.Any(folder => file.StartsWith(folder, StringComparison.Ordinal))) ? null : [.. files];
    }
}
