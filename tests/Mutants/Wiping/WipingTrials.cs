using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Tests;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>Tries sites with cases, until one finds a secret without the site or none is left that would.</summary>
internal sealed class WipingTrials(WipingPool pool)
{
    /// <summary>Cases that a site is tried with by itself, before all that survive are left out together.</summary>
    private const int FewCases = 4;

    /// <summary>By the numbers of sites, what finds a secret without them.</summary>
    private readonly ConcurrentDictionary<int, string> _finders = [];

    /// <summary>Cases that found something, and what they find while all is wiped: the rewritten code leaves it, if not the library's.</summary>
    private readonly ConcurrentDictionary<string, string?> _foundInAnyCase = [];

    private readonly ConcurrentDictionary<(string Case, int Site), bool> _tried = [];

    /// <summary>By the numbers of sites that were reached.</summary>
    private readonly ConcurrentDictionary<int, bool> _reached = [];

    /// <summary>
    /// By the numbers of sites, whether each case of the main test that left it out came to it. One that only finalizers or collections come
    /// to is reached by some by chance.
    /// </summary>
    private readonly ConcurrentDictionary<int, bool> _isSettled = [];

    /// <summary>The first case that finds a secret without a site, or null.</summary>
    public string? FinderOf(WipingSite site) => _finders.GetValueOrDefault(site.Number);

    public bool IsReached(WipingSite site) => _reached.ContainsKey(site.Number);

    /// <returns>The sites that were tried: where nothing is found without a call, it is not shortened.</returns>
    /// <exception cref="UsageException">A case finds a secret though all is wiped, and so says nothing.</exception>
    public IReadOnlyCollection<WipingSite> Run(IReadOnlyCollection<WipingSite> all)
    {
        WipingSite[] sites = [.. all.Where(site => !site.IsShortened)];
        var cases = pool.Cases().ToLookup(one => one.Method);
        var main = cases[WipingTrialCase.Main].ToArray();
        pool.ForEach(main, one => one.Reached = [.. pool.Reach(one).Reached]);
        pool.ForEach(sites, site => TryAlone(site, site));
        (WipingSite Part, WipingSite Whole)[] parts =
        [
            .. from part in all
               where part.IsShortened
               let whole = sites.First(part.Shortens)
               where FinderOf(whole) is not null
               select (part, whole),
        ];
        pool.ForEach(parts, pair => TryAlone(pair.Part, pair.Whole));
        sites = [.. sites, .. parts.Select(pair => pair.Part)];

        pool.ForEach(WipingTrialCase.InTurns(main).ToArray(), one => TryTogether(
            one, [.. Survivors(sites).Where(number => one.Reached!.Contains(number) && !_tried.ContainsKey((one.Name, number)))]));

        // What these tests do besides is what the cases do that have been tried: with calls that those come to, they would find nothing else.
        pool.ForEach(WipingTrialCase.MemoryTests.Skip(1).SelectMany(test => cases[test]).ToArray(), one =>
            TryTogether(one, [.. Survivors(sites).Where(number => !_isSettled.GetValueOrDefault(number))]));

        var forgotten = sites.Where(site => site.Text.Contains("Forget", StringComparison.Ordinal)).ToArray();
        pool.ForEach(cases[WipingTrialCase.Registers].ToArray(), one => TryTogether(one, [.. Survivors(forgotten)]));
        if (_foundInAnyCase.Where(pair => pair.Value is not null).ToArray() is { Length: > 0 } unclean)
            throw new UsageException($"Though all is wiped, secrets are found:\n{string.Join('\n', unclean.Select(pair => $"{pair.Key}: {pair.Value}"))}");
        return sites;

        // What finds a secret without the whole call, first.
        void TryAlone(WipingSite site, WipingSite whole)
        {
            var own = WipingTrialCase.InTurns(main.Where(one => one.Reached!.Contains(site.Number)));
            _ = own.OrderByDescending(one => one.Name == FinderOf(whole)).Take(FewCases).Any(one => Try(one, site.Number));
        }
    }

    /// <summary>Leaves out several sites, and if anything is found then, each half of them, down to one.</summary>
    private void TryTogether(WipingTrialCase one, int[] numbers)
    {
        numbers = [.. numbers.Where(number => !_finders.ContainsKey(number))];
        if (numbers.Length == 1)
            Try(one, numbers[0]);
        if (numbers.Length < 2)
            return;
        var result = Run(one, numbers);
        if (result.Outcome == WipingOutcome.Clean)
            return;
        var reached = numbers.Where(result.Outcome == WipingOutcome.Found ? result.Reached.Contains : _ => true).ToArray();
        TryTogether(one, reached[..(reached.Length / 2)]);
        TryTogether(one, reached[(reached.Length / 2)..]);
    }

    private HashSet<int> Survivors(IEnumerable<WipingSite> sites) => [.. sites.Select(site => site.Number).Where(number => !_finders.ContainsKey(number))];

    /// <summary>Whether a case finds a secret without a site, and none with it.</summary>
    private bool Try(WipingTrialCase one, int number)
    {
        _tried[(one.Name, number)] = true;
        var result = Run(one, [number]);
        if (result.Outcome != WipingOutcome.Found)
            return false;
        var found = _foundInAnyCase.GetOrAdd(one.Name, _ => pool.Run(one, []) is { Outcome: not WipingOutcome.Clean } all ? all.Message : null);
        if (found is not null)
            return false;
        _finders.TryAdd(number, one.Name);
        return true;
    }

    private WipingResult Run(WipingTrialCase one, int[] removed)
    {
        var result = pool.Run(one, removed);
        foreach (var number in result.Reached)
            _reached[number] = true;
        if (one.Method == WipingTrialCase.Main)
        {
            foreach (var number in removed)
                _isSettled.AddOrUpdate(number, result.Reached.Contains(number), (_, isSettled) => isSettled && result.Reached.Contains(number));
        }

        return result;
    }
}
