using System;
using System.CommandLine;
using System.Globalization;
using System.Linq;
using ManagedCrypto.Benchmarks.Reports;
using ManagedCrypto.Benchmarks.Results;
using ManagedCrypto.Benchmarks.Workloads;

namespace ManagedCrypto.Benchmarks;

/// <summary>The command line. Ends with 1 if results differ or a ratio is missed, with 2 if it was called wrongly.</summary>
internal static class Program
{
    private static readonly Option<bool> s_all = new("--all")
    {
        Description = "Every operation over sizes of messages, and on real files, instead of the dozen of a first look",
    };

    private static readonly Option<string[]> s_only = Several(
        "--only", "PREFIX", "Only operations whose names begin so, such as aes-128-gcm or sha");

    private static readonly Option<string[]> s_sizes = Several(
        "--sizes", "SIZE", "Sizes of messages, such as 16 1350 64KiB 1MiB");

    private static readonly Option<string[]> s_files = Several(
        "--files", "PATH", "Real input, instead of the largest files of this .NET installation");

    private static readonly Option<string[]> s_peers = Several(
        "--peers", "FILE", "Assembly sources for Arm64 whose loops are modelled, too");

    private static readonly Option<string?> s_kernel = One(
        "--kernel", "ID", "Force a kernel (aes/portable-table), an implementation (portable-table) or a tier (portable)");

    private static readonly Option<string?> s_openSsl = One(
        "--openssl", "PATH", "The libcrypto to compare with, instead of the machine's own");

    private static readonly Option<string?> s_json = One(
        "--json", "FILE", "Put every round of every row into a file, beside what other commands put there");

    private static readonly Option<string?> s_check = One(
        "--check", "FILE", "Measure only the ratios in the file, and end with 1 if one is missed");

    private static readonly Option<bool> s_bouncyCastle = new("--bouncycastle")
    {
        Description = "Compare with Bouncy Castle, too",
    };

    private static readonly Option<bool> s_nsec = new("--nsec")
    {
        Description = "Compare with NSec, which is libsodium, too",
    };

    private static readonly Option<bool> s_quick = new("--quick")
    {
        Description = "Fewer rounds: a first look in a quarter of the time",
    };

    private static readonly Option<string?> s_rounds = One(
        "--rounds", "N", "At most so many rounds of each row: enough to see that it runs, too few to tell how fast");

    public static int Main(string[] arguments) =>
        arguments is [FirstUse.Child, var work, var side] ? FirstUse.RunChild(work, side)
        : Run(arguments);

    /// <summary>All commands and their options.</summary>
    internal static RootCommand Commands()
    {
        const string Description = "Compares ManagedCrypto with OpenSSL and .NET's own classes: every result, and speed.";
        var command = new RootCommand(Description)
        {
            s_all, s_only, s_sizes, s_quick, s_rounds, s_bouncyCastle, s_nsec, s_openSsl, s_kernel, s_files, s_json, s_check,
        };
        SetAction(command, Comparison.Run);
        command.Subcommands.Add(Report());
        command.Subcommands.Add(Compare());
        command.Subcommands.Add(Lab());
        return command;
    }

    /// <summary>The workloads, each of which answers one question about the library.</summary>
    private static Command Lab()
    {
        var lab = new Command("lab", "Workloads for those who work on the library; lab --help lists them");
        Option[] ofWorkloads = [s_sizes, s_quick, s_rounds, s_openSsl];
        Add("first-use", "Compares what a first use costs a fresh process", [], (_, report) => FirstUse.Run(report));
        Add("seed2005", "Does the workload of 2005 (AES-128-CBC) on .NET and on Mono", [s_quick], Seed2005Command.Run);
        Add("unlock", "Keys from passwords as programs derive them, on .NET and on Mono", [s_quick, s_openSsl], UnlockCommand.Run);
        Add("files", "Encrypts and decrypts a long file: by streams, in one call, by other tools", [s_quick], FilesCommand.Run);
        Add("aesgcm", "What each kernel of AES-GCM is worth: GHASH, CTR, and one pass", ofWorkloads, KernelWorth.Run);
        Add("transition", "What a call costs: managed, into machine code, into libcrypto", ofWorkloads, Transition.Run);
        Add("threads", "Throughput of 1 to all threads, with one key shared and one each", ofWorkloads, Threads.Run);
        Add("cache", "Bulk encryption over the caches: streaming stores, one pass or two", ofWorkloads, Cache.Run);
        Add(
            "places", "Bulk operations with source and destination at many places, and in arrays as .NET allocates them",
            [s_only, s_sizes, s_kernel, s_quick, s_rounds, s_openSsl, s_check], Places.Run);
        Add("curve", "Time over sizes in fine steps, and its cliffs", [s_only, s_sizes, s_kernel, s_quick, s_rounds], Curve.Run);
        Add("model", "Cycles of our loops for Arm64, and of others, by LLVM's models of cores", [s_peers], Model.Run);
        Add("limits", "Cycles per byte of each kernel in bulk, and the CPU's least", ofWorkloads, Limits.Run);
        return lab;

        void Add(string name, string description, Option[] options, Func<Options, JsonReport, int> run)
        {
            var command = new Command(name, description) { s_json };
            foreach (var option in options)
                command.Options.Add(option);
            SetAction(command, run);
            lab.Subcommands.Add(command);
        }
    }

    private static int Run(string[] arguments)
    {
        Output.Prepare();
        try
        {
            var parsed = Commands().Parse(arguments);
            if (parsed.Errors.Count > 0)
                throw new UsageException(parsed.Errors[0].Message + " --help lists the options.");
            return parsed.Invoke(new InvocationConfiguration { EnableDefaultExceptionHandler = false });
        }
        catch (UsageException exception)
        {
            Console.Error.WriteLine(exception.Message);
            return 2;
        }
        catch (WrongResultException exception)
        {
            Console.Error.WriteLine("WRONG RESULT: " + exception.Message);
            return 1;
        }
    }

    private static Command Report()
    {
        var input = new Argument<string>("IN.json") { Description = "What --json has filled" };
        var output = new Option<string>("--output", "-o")
        {
            HelpName = "FILE",
            Description = "The page",
            DefaultValueFactory = _ => "report.html",
        };
        var plot = One("--plot", "FILE.svg", "Write the first plot as a picture of its own, too");
        var command = new Command("report", "Makes one page of plots and tables from saved results") { input, output, plot };
        command.SetAction(parsed =>
            ReportCommand.Run(parsed.GetRequiredValue(input), parsed.GetRequiredValue(output), parsed.GetValue(plot)));
        return command;
    }

    private static Command Compare()
    {
        var old = new Argument<string>("OLD.json") { Description = "Results from before" };
        var @new = new Argument<string>("NEW.json") { Description = "Results to judge" };
        var command = new Command("compare", "Compares two files of results, and ends with 1 if a row is slower beyond its noise")
        {
            old, @new,
        };
        command.SetAction(parsed => CompareCommand.Run(parsed.GetRequiredValue(old), parsed.GetRequiredValue(@new)));
        return command;
    }

    /// <summary>Gives a command that measures the file that it was told to fill.</summary>
    private static void SetAction(Command command, Func<Options, JsonReport, int> run) => command.SetAction(parsed =>
        JsonReport.Fill(parsed.GetValue(s_json), CommandLine(parsed), report => run(Given(parsed), report)));

    /// <summary>Options that a command does not take have their defaults.</summary>
    private static Options Given(ParseResult parsed) => new()
    {
        All = parsed.GetValue(s_all),
        Only = parsed.GetValue(s_only) ?? [],
        Sizes = [.. (parsed.GetValue(s_sizes) ?? []).Select(ByteSize.Parse)],
        Quick = parsed.GetValue(s_quick),
        Rounds = parsed.GetValue(s_rounds) is { } rounds ? RoundsOf(rounds) : null,
        Others = [.. new[] { s_bouncyCastle, s_nsec }.Where(parsed.GetValue).Select(option => option.Name[2..])],
        OpenSsl = parsed.GetValue(s_openSsl),
        Kernel = parsed.GetValue(s_kernel),
        Files = parsed.GetValue(s_files) ?? [],
        Peers = parsed.GetValue(s_peers) ?? [],
        Check = parsed.GetValue(s_check),
    };

    private static int RoundsOf(string number) =>
        int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var rounds) && rounds >= 1 ? rounds
            : throw new UsageException($"--rounds is {number}, and must be a whole number from 1.");

    /// <summary>The arguments, without the name of the file that they will stand in.</summary>
    private static string CommandLine(ParseResult parsed)
    {
        var arguments = parsed.Tokens.Select(token => token.Value).ToList();
        var json = arguments.IndexOf(s_json.Name);
        if (json >= 0)
            arguments.RemoveRange(json, 2);
        return string.Join(' ', arguments);
    }

    private static Option<string[]> Several(string name, string value, string description) =>
        new(name)
        {
            HelpName = value,
            Description = description,
            AllowMultipleArgumentsPerToken = true,
            Arity = ArgumentArity.OneOrMore,
        };

    private static Option<string?> One(string name, string value, string description) =>
        new(name) { HelpName = value, Description = description };
}
