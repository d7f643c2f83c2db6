using System;
using System.CommandLine;
using System.Globalization;
using System.IO;
using System.Linq;
using ManagedCrypto.Fuzz.Load;
using ManagedCrypto.Tests;

namespace ManagedCrypto.Fuzz;

/// <summary>The command line. Ends with 1 if a fault was found, with 2 if it was called wrongly.</summary>
internal static class Program
{
    private static readonly Option<string?> s_seed = One(
        "--seed", "NUMBER", "What all cases are drawn from; a random one, if none is given");

    private static readonly Option<string?> s_cases = One("--cases", "NUMBER", "Cases of each target");

    private static readonly Option<string?> s_time = One("--time", "TIME", "How long, such as 60s, 10m or 2h");

    private static readonly Option<string?> s_target = One(
        "--target", "PATTERN", "Only targets with such names, such as 'gcm/*'");

    private static readonly Option<string?> s_save = One("--save", "FOLDER", "Where to save cases that fail");

    private static readonly Option<string?> s_threads = One("--threads", "NUMBER", "Threads, 8 if none are given");

    public static int Main(string[] arguments)
    {
        var command = new RootCommand("Random cases for every kernel against .NET's own classes.");
        var run = new Command("run", "Runs cases until there are enough, or the time is up")
        {
            s_seed, s_cases, s_time, s_target, s_save,
        };
        run.SetAction(Run);
        var file = new Argument<string>("FILE") { Description = "A case that run saved" };
        var replay = new Command("replay", "Runs a saved case") { file };
        replay.SetAction(parsed => Replay(Finding.Read(parsed.GetRequiredValue(file))));
        var list = new Command("list", "Names the targets") { s_target };
        list.SetAction(List);
        var load = new Command("load", "Uses all types on many threads, and looks for growth") { s_seed, s_time, s_threads };
        load.SetAction(RunLoad);
        foreach (var subcommand in new[] { run, replay, list, load })
            command.Subcommands.Add(subcommand);
        return CommandLine.Run(command, arguments);
    }

    private static int Run(ParseResult parsed)
    {
        var seed = Seed(parsed);
        var cases = Number(parsed, s_cases);
        var time = Time(parsed, s_time);
        if (cases is null && time is null)
            throw new UsageException("Neither --cases nor --time says when to end.");
        var targets = Targets.Matching(parsed.GetValue(s_target) ?? "*");
        var folder = parsed.GetValue(s_save);
        try
        {
            if (folder is not null)
                Directory.CreateDirectory(folder);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{folder} cannot be used to save cases: {exception.Message}");
        }

        using var command = new RunCommand(targets, seed, folder);
        return command.Run(cases ?? ulong.MaxValue, time ?? TimeSpan.MaxValue);
    }

    private static int Replay(Finding saved)
    {
        var target = Targets.All.FirstOrDefault(target => target.Name == saved.Target)
            ?? throw new UsageException($"There is no target {saved.Target} here: list tells their names.");
        using var runner = new Runner();
        var found = runner.Run(target, saved);
        Console.WriteLine(found is null ? $"{target.Name}: passes" : $"FOUND in {target.Name}: {found.Message}");
        return found is null ? 0 : 1;
    }

    private static int List(ParseResult parsed)
    {
        foreach (var target in Targets.Matching(parsed.GetValue(s_target) ?? "*"))
            Console.WriteLine(target.Name);
        return 0;
    }

    private static int RunLoad(ParseResult parsed)
    {
        var threads = Number(parsed, s_threads) ?? 8;
        if (threads is 0 or > 1000)
            throw new UsageException($"{threads} threads: 1 to 1000 can be used.");
        var time = Time(parsed, s_time) ?? throw new UsageException("--time does not say when to end.");
        return LoadCommand.Run((int)threads, time, (int)(Seed(parsed) & int.MaxValue));
    }

    private static ulong Seed(ParseResult parsed) =>
        Number(parsed, s_seed) ?? BitConverter.ToUInt32(RandomNumberGenerator.GetBytes(sizeof(uint)));

    private static ulong? Number(ParseResult parsed, Option<string?> option)
    {
        var text = parsed.GetValue(option);
        if (text is null)
            return null;
        return ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : throw new UsageException($"{option.Name} {text} is no whole number.");
    }

    private static TimeSpan? Time(ParseResult parsed, Option<string?> option)
    {
        var text = parsed.GetValue(option);
        if (text is null)
            return null;
        var unit = text.Length > 1 ? "smh".IndexOf(text[^1]) : -1;
        return unit >= 0 && int.TryParse(text.AsSpan(..^1), NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            && count * Math.Pow(60, unit) is var seconds && seconds < TimeSpan.MaxValue.TotalSeconds
            ? TimeSpan.FromSeconds(seconds)
            : throw new UsageException($"{option.Name} {text} is no time: 60s, 10m and 2h are.");
    }

    private static Option<string?> One(string name, string value, string description) =>
        new(name) { HelpName = value, Description = description };
}
