using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using ManagedCrypto.Mutants;
using ManagedCrypto.Tests;

namespace ManagedCrypto.SourceMutants;

/// <summary>The command line. Ends with 1 if a mutant survived, with 2 if it was called wrongly.</summary>
internal static partial class Program
{
    /// <summary>Tests that reach a mutant before it is first tried; and seconds after which what there is must do.</summary>
    private const int EnoughTests = 30, SecondsToReach = 20;

    /// <summary>The same for each mutant.</summary>
    private const double SecondsForEach = 0.2;

    /// <summary>Where <c>--check</c> takes its mutants, and how many.</summary>
    private const string CheckFile = "src/Crypto/Aes/AesPadding.cs";

    private const int CheckSample = 8;

    private static readonly Argument<string[]> s_places = new("FILE[:LINE]")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "Only mutants of these files, or lines; all without any",
    };

    private static readonly Option<int?> s_sample = new("--sample") { HelpName = "NUMBER", Description = "Only so many mutants" };

    private static readonly Option<int> s_seed = new("--seed")
    {
        HelpName = "NUMBER",
        Description = "What these are drawn by",
        DefaultValueFactory = _ => 1,
    };

    private static readonly Option<int?> s_changed = new("--changed")
    {
        HelpName = "NUMBER",
        Description = "Only so many mutants, drawn by the last commit, of the files that it changed, if all of a file's have been judged",
    };

    private static readonly Option<bool> s_list = new("--list") { Description = "Names each mutant with what noticed it" };

    private static readonly Option<bool> s_check = new("--check")
    {
        Description = "Demands that mutants survive which are never on, and that others do not: that this program can fail",
    };

    public static async Task<int> Main(string[] arguments)
    {
        if (arguments is [Worker.Command, ..])
            return await Worker.Run(arguments);
        var command = new RootCommand("Changes operators, numbers, conditions, calls and assignments of the library's C#, and demands that a test notices.")
        {
            s_places, s_sample, s_seed, s_changed, s_list, s_check,
        };
        command.SetAction(Run);
        return CommandLine.Run(command, arguments);
    }

    private static int Run(ParseResult parsed)
    {
        var isCheck = parsed.GetValue(s_check);
        var places = isCheck ? [CheckFile] : parsed.GetValue(s_places)!;
        var changed = parsed.GetValue(s_changed);
        var files = changed is null ? null : Changes.Since([]);
        var report = new Report(parsed.GetValue(s_list));

        // To read and compile the library takes half a minute. What survives in a file that has not been judged would not fail.
        if (files is not null && !files.Any(report.IsJudged))
            return report.Write();
        var library = new LibraryBuild();
        var sites = Among(library.Sites, places);
        var sample = isCheck ? CheckSample : changed ?? parsed.GetValue(s_sample);
        var seed = changed is null ? parsed.GetValue(s_seed) : Changes.Seed();
        if (files is not null)
            sites = sites.FindAll(site => files.Contains(site.File) && report.IsJudged(site.File));
        if (sample is { } number)
            sites = [.. Drawn.From([.. sites], number, seed)];
        if (sites.Count == 0)
            return report.Write();
        var folder = Path.Combine(AppContext.BaseDirectory, $"mutated-{Environment.ProcessId}");
        Directory.CreateDirectory(folder);
        try
        {
            foreach (var file in Directory.EnumerateFiles(AppContext.BaseDirectory))
                File.Copy(file, Path.Combine(folder, Path.GetFileName(file)));
            var written = library.Write(folder, sites);
            report.Begin(written, sites);
            var count = library.Sites.Count + 1;
            if (isCheck)
            {
                var off = Try(new Judge(folder, count, isOff: true), written);
                return report.WriteCheck(off, Try(new Judge(folder, count, isOff: false), written), library.Sites);
            }

            JudgeAll(new Judge(folder, count, isOff: false), written, report);
            return report.Write();
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>How many mutants are noticed by tests whose names are like theirs.</summary>
    private static int Try(Judge judge, List<Site> sites)
    {
        var noticed = 0;
        var tests = judge.AllTests();
        judge.Reach(ByNames(tests, sites), Enough(sites));
        judge.Run(sites, site => ByNames(tests, [site]), (_, culprit, _) => noticed += culprit is null ? 0 : 1);
        return noticed;
    }

    /// <summary>Asks first those tests whose names are like those of the files. What they do not notice meets all.</summary>
    private static void JudgeAll(Judge judge, List<Site> sites, Report report)
    {
        var tests = ByNames(judge.AllTests(), sites);
        var left = sites.FindAll(site => !report.IsKnown(site));
        foreach (var site in sites.Except(left))
            report.Add(site, null, 0);
        var unnoticed = new List<Site>();
        judge.Reach(tests, Enough(left));
        judge.Run(left, site => ByNames(tests, [site]), (site, culprit, reaching) =>
        {
            if (culprit is null)
                unnoticed.Add(site);
            else
                report.Add(site, culprit, reaching);
        });
        if (unnoticed.Count == 0)
            return;
        Console.WriteLine($"{unnoticed.Count} mutants meet all tests");
        judge.Reach(tests, _ => false);
        Report.LeftOut(judge.LeftOut);
        judge.Run(unnoticed, site => ByNames(tests, [site]), report.Add);
    }

    private static Func<Func<int, int>, bool> Enough(List<Site> sites)
    {
        var start = Stopwatch.GetTimestamp();
        var limit = SecondsToReach + (SecondsForEach * sites.Count);
        return reaching => Stopwatch.GetElapsedTime(start).TotalSeconds > limit || sites.TrueForAll(site => reaching(site.Number) >= EnoughTests);
    }

    /// <summary>Tests whose class shares most words with the names of the files and members first.</summary>
    private static string[] ByNames(string[] tests, List<Site> sites)
    {
        var words = sites.SelectMany(site => WordsOf(site.File["src/".Length..^".cs".Length] + "." + site.Member)).ToHashSet();
        return [.. tests.OrderByDescending(test => WordsOf(test.Split('.')[^2]).Count(words.Contains))];
    }

    private static IEnumerable<string> WordsOf(string name) => Word().Matches(name).Select(match => match.Value);

    private static List<Site> Among(List<Site> sites, string[] places)
    {
        if (places.Length == 0)
            return sites;
        var found = new List<Site>();
        foreach (var place in places)
        {
            var parts = place.Split(':');
            var here = sites.FindAll(site => site.File == parts[0] && (parts.Length == 1 || parts[1] == $"{site.Line}"));
            if (here.Count == 0)
                Console.WriteLine(place + " has no mutants");
            found.AddRange(here);
        }

        return found.Count == 0 ? throw new UsageException("There is nothing to try.")
            : [.. found.DistinctBy(site => site.Number).OrderBy(site => site.Number)];
    }

    [GeneratedRegex("[A-Z]+[0-9]*(?![a-z])|[A-Z][a-z0-9]*")]
    private static partial Regex Word();
}
