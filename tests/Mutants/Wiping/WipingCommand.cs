using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Diagnostics;
using System.Linq;
using ManagedCrypto.Tests;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>Leaves out each call that wipes, and demands that a wiping test finds a secret then.</summary>
internal static class WipingCommand
{
    /// <summary>The method that wipes what an object held; without it a secret is found.</summary>
    private const string Needed = "SlotPool.Return: Secret.Wipe(";

    private static readonly string[] s_common = ["tests/Mutants/Wiping/", "tests/Crypto.Tests/Wiping/"];

    private static readonly Option<string?> s_site = new("--site")
    {
        HelpName = "TEXT",
        Description = "Only calls whose file, method or statement contains it",
    };

    private static readonly Option<int?> s_changed = new("--changed")
    {
        HelpName = "NUMBER",
        Description = "Only so many calls that Survivors.txt does not name, drawn by the last commit: of the files that it changed, or of all, if it changed the wiping tests or this program",
    };

    private static readonly Option<bool> s_list = new("--list") { Description = "Names what finds a secret, and the reasons where nothing does" };

    private static readonly Option<bool> s_check = new("--check")
    {
        Description = "Leaves out a call without which a secret is found, and some that wipe nothing, and demands that they are told apart",
    };

    public static Command Create()
    {
        var command = new Command("wiping", "Leaves out each call that wipes, and demands that a wiping test finds a secret then.")
        {
            s_site, s_changed, s_list, s_check,
        };
        command.SetAction(Run);
        return command;
    }

    private static int Run(ParseResult parsed)
    {
        if (!OperatingSystem.IsLinux() || !Intrinsics.Processor.IsX64)
            throw new UsageException("Wiping is tried on Linux, x64.");
        var start = Stopwatch.GetTimestamp();
        var isCheck = parsed.GetValue(s_check);
        using var folder = new WipingFolder(isCheck);
        var sites = folder.Sites;
        if (isCheck)
            sites = [.. sites.Where(IsForCheck)];
        if (parsed.GetValue(s_site) is { } text)
            sites = [.. sites.Where(site => site.Whole.ToString().Contains(text, StringComparison.Ordinal))];
        if (parsed.GetValue(s_changed) is { } count)
            sites = DrawChanged(sites, count);
        using var pool = new WipingPool(folder);
        var trials = new WipingTrials(pool);
        var isWhole = sites.Count == folder.Sites.Count;
        var tried = sites.Count > 0 ? trials.Run(sites) : sites;
        var report = new WipingReport(tried, trials, start);
        return isCheck ? report.WriteCheck(site => site.Text.Contains(WipingRewriter.Harmless, StringComparison.Ordinal))
            : report.Write(parsed.GetValue(s_list), isWhole);
    }

    /// <summary>
    /// A call that is shortened stands beside the whole one. To meet what survives takes all cases, and would say what the list says.
    /// </summary>
    private static WipingSite[] DrawChanged(IReadOnlyCollection<WipingSite> sites, int count)
    {
        var files = Changes.Since(s_common);
        var known = new WipingSurvivors();
        sites = [.. sites.Where(site => (files is null || files.Contains(site.File)) && known.Find(site) is null)];
        WipingSite[] whole = [.. sites.Where(site => !site.IsShortened)];
        whole = Drawn.From(whole, count, Changes.Seed());
        return [.. whole, .. sites.Where(site => site.IsShortened && whole.Any(site.Shortens))];
    }

    private static bool IsForCheck(WipingSite site) =>
        site.Text.Contains(WipingRewriter.Harmless, StringComparison.Ordinal) || site.ToString().Contains(Needed, StringComparison.Ordinal);
}
