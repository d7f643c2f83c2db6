using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Linq;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.Mutants.Theorems;
using ManagedCrypto.Mutants.Wiping;
using ManagedCrypto.Tests;

namespace ManagedCrypto.Mutants;

/// <summary>The command line. Ends with 1 if a mutant survived, with 2 if it was called wrongly.</summary>
internal static class Program
{
    /// <summary>Mutants between two runs of the unchanged code.</summary>
    private const int ControlEvery = 1000;

    /// <summary>Of each kernel: enough that some change its results.</summary>
    private const int CheckSample = 100;

    /// <summary>The family that asks what the CPU can do is no kernel, and has no self-test.</summary>
    private const string NoKernels = "Cpu";

    /// <summary>Mutants that are drawn where a change may concern all.</summary>
    private const int ChangedSample = 3000;

    private const string Generated = "src/Crypto/Intrinsics/MachineCode/Generated/";

    private static readonly string[] s_common = ["src/Crypto/SelfTests/", "tests/Mutants/"], s_apart = ["tests/Mutants/Wiping/", "tests/Mutants/Arm64/", "tests/Mutants/Theorems/"];

    private static readonly Option<string?> s_kernel = new("--kernel")
    {
        HelpName = "ID",
        Description = "Only kernels whose ids begin so, such as aes/ or gcm/x64-vaes256",
    };

    private static readonly Option<int?> s_sample = new("--sample") { HelpName = "NUMBER", Description = "Only so many mutants" };

    private static readonly Option<int> s_seed = new("--seed") { HelpName = "NUMBER", Description = "What these are drawn by", DefaultValueFactory = _ => 1 };

    private static readonly Option<bool> s_changed = new("--changed")
    {
        Description = "Only kernels whose generated file the last commit changed; if it changed self-tests or this program, some mutants of all, drawn by it",
    };

    private static readonly Option<bool> s_list = new("--list") { Description = "Names what is equivalent, too, with the reasons" };

    private static readonly Option<bool> s_check = new("--check")
    {
        Description = "Does not count the answers of self-tests, and demands that mutants of every kernel survive: that this program can fail",
    };

    public static int Main(string[] arguments)
    {
        if (arguments is [Worker.Command, ..])
            return new Worker(arguments.Contains(Worker.Disabled)).Run();
        if (arguments is [WipingWorker.Command, var folder])
            return WipingWorker.Run(folder);
        var command = new RootCommand("Changes each instruction of each machine-code kernel, and demands that the self-test refuses it.")
        {
            s_kernel, s_sample, s_seed, s_changed, s_list, s_check, WipingCommand.Create(), TheoremsCommand.Create(),
        };
        command.SetAction(Run);
        return CommandLine.Run(command, arguments);
    }

    private static int Run(ParseResult parsed)
    {
        if (!OperatingSystem.IsLinux() || !Intrinsics.Processor.IsX64)
            throw new UsageException("Mutants run on Linux, x64.");
        var report = new Report(new KnownEquivalents("Equivalents.txt"), parsed.GetValue(s_list));
        var changed = parsed.GetValue(s_changed) ? Changed() : null;
        var families = Families.X64.Where(family => family.Name != NoKernels && (changed is null || changed.Contains(family.Name))).ToArray();
        var isCheck = parsed.GetValue(s_check);
        var kernel = parsed.GetValue(s_kernel) ?? "";
        using var pool = new Pool(isCheck);
        var subjects = new Subjects(pool, families);
        var mutants = subjects.MutantsOf(kernel).ToArray();
        var (sample, seed) = (parsed.GetValue(s_sample), parsed.GetValue(s_seed));
        if (parsed.GetValue(s_changed) && changed is null && !isCheck)
            (sample, seed) = (ChangedSample, Changes.Seed());
        if (sample is { } count)
            mutants = Drawn.From(mutants, count, seed);
        else if (isCheck)
            mutants = [.. mutants.GroupBy(row => row.Subject.KernelId).SelectMany(ofKernel => Drawn.From([.. ofKernel], CheckSample, seed))];
        foreach (var (subject, mutant, outcome) in RunAll(pool, mutants))
            report.Add(subject.KernelId, mutant.Routine.Name, outcome == Outcome.Passed ? mutant.Survive(subject.KernelId) : null);
        return isCheck ? report.WriteCheck() : report.Write(
            [.. subjects.Skipped.Where(row => row.KernelId.StartsWith(kernel, StringComparison.Ordinal))], subjects.Untested, isWhole: sample is null && changed is null && kernel.Length == 0);
    }

    /// <summary>Runs mutants, and in between each kernel without a change.</summary>
    private static IEnumerable<(Subject Subject, Mutant Mutant, Outcome Outcome)> RunAll(Pool pool, (Subject Subject, Mutant Mutant)[] mutants)
    {
        foreach (var some in mutants.Chunk(ControlEvery))
        {
            var subjects = some.Select(row => row.Subject).Distinct().ToArray();
            var outcomes = pool.Run([.. subjects.Select(subject => subject.Control()), .. some.Select(row => row.Subject.Try(row.Mutant))]);
            for (var i = 0; i < subjects.Length; i++)
            {
                if (outcomes[i] != Outcome.Passed)
                    throw new UsageException($"{subjects[i].KernelId} without a change does not pass its self-test here.");
            }

            for (var i = 0; i < some.Length; i++)
                yield return (some[i].Subject, some[i].Mutant, outcomes[subjects.Length + i]);
        }
    }

    /// <summary>The families that the last commit changed; null where it changed what all go by.</summary>
    public static HashSet<string>? Changed() => Changes.Since(s_common, s_apart) is not { } files ? null
        : [.. files.Where(file => file.StartsWith(Generated, StringComparison.Ordinal)).Select(file => Path.GetFileName(file).Split("Code.")[0])];
}
