using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Tests;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>What became of the sites, for people and for .ci/steps, which sums up the last lines.</summary>
/// <param name="sites">Those that were tried.</param>
/// <param name="trials">What found a secret.</param>
/// <param name="start">When it began.</param>
internal sealed class WipingReport(IReadOnlyCollection<WipingSite> sites, WipingTrials trials, long start)
{
    private readonly WipingSite[] _survivors = [.. sites.Where(site => trials.FinderOf(site) is null)];

    /// <param name="isList">Whether to name what is as it should be, too.</param>
    /// <param name="isWhole">Whether all sites were tried, so that each entry of the list must have been met.</param>
    /// <returns>The exit code.</returns>
    public int Write(bool isList, bool isWhole)
    {
        var known = new WipingSurvivors();
        var failures = new List<string>();
        var open = 0;
        foreach (var site in sites)
        {
            if (trials.FinderOf(site) is { } finder)
            {
                if (isList)
                    Console.WriteLine($"{site}: refused by {finder}");
            }
            else if (known.Find(site) is { } reason)
            {
                open += reason == ReasonList.Open ? 1 : 0;
                if (isList)
                    Console.WriteLine($"{site}: {reason}");
            }
            else
            {
                failures.Add($"{site}: SURVIVED{(trials.IsReached(site) ? "" : ", no test reaches it")}");
            }
        }

        var survived = failures.Count;
        if (isWhole)
            failures.AddRange(known.Idle(_survivors).Select(entry => "Survivors.txt has what does not survive: " + entry));
        Console.WriteLine(
            $"{sites.Count} calls that wipe, {sites.Count - _survivors.Length} refused, {_survivors.Length - survived - open} with a reason"
            + (open > 0 ? $", {open} open" : "") + (survived > 0 ? $", {survived} SURVIVED" : ""));
        foreach (var failure in failures)
            Console.WriteLine(failure);
        return Sum.Write(sites.Count - survived, failures.Count, 0, start);
    }

    /// <param name="isHarmless">Whether a site must survive; all others must not.</param>
    /// <returns>The exit code.</returns>
    public int WriteCheck(Func<WipingSite, bool> isHarmless)
    {
        var wrong = sites.Where(site => isHarmless(site) != (trials.FinderOf(site) is null)).ToList();
        if (!sites.Any(isHarmless) || sites.All(isHarmless))
            throw new UsageException("There is nothing to tell apart.");
        foreach (var site in wrong)
            Console.WriteLine($"{site}: {(isHarmless(site) ? "is harmless, and was refused by " + trials.FinderOf(site) : "matters, and SURVIVED")}");
        return Sum.Write(sites.Count - wrong.Count, wrong.Count, 0, start);
    }

}
