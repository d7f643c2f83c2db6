using System;
using System.Collections.Concurrent;
using System.CommandLine;
using System.Linq;
using ManagedCrypto.Proofs;
using ManagedCrypto.Tests.MachineCode;

namespace ManagedCrypto.Mutants.Arm64;

/// <summary>Changes each instruction of each kernel for Arm64, and demands that its theorem is refuted then, on any CPU.</summary>
internal static class A64Command
{
    private static readonly Option<string?> s_kernel = new("--kernel")
    {
        HelpName = "NAME",
        Description = "Only kernels whose names begin so, such as GcmArm64 or GcmArm64.Seal",
    };

    private static readonly Option<int?> s_sample = new("--sample") { HelpName = "NUMBER", Description = "Only so many mutants of each kernel, and none that Arm64/Equivalents.txt names, which take longest" };

    private static readonly Option<int> s_seed = new("--seed") { HelpName = "NUMBER", Description = "What these are drawn by", DefaultValueFactory = _ => 1 };

    private static readonly Option<int?> s_changed = new("--changed")
    {
        HelpName = "NUMBER",
        Description = "With --sample, so many of each kernel whose generated file the last commit changed",
    };

    private static readonly Option<bool> s_list = new("--list") { Description = "Names what is equivalent, too, with the reasons" };

    public static Command Create()
    {
        var command = new Command("arm64", "Changes each instruction of each kernel for Arm64, and demands that its theorem is refuted then.")
        {
            s_kernel, s_sample, s_seed, s_changed, s_list,
        };
        command.SetAction(Run);
        return command;
    }

    private static int Run(ParseResult parsed)
    {
        var known = new KnownEquivalents("Arm64/Equivalents.txt");
        var report = new Report(known, parsed.GetValue(s_list));
        var (kernel, sample, seed) = (parsed.GetValue(s_kernel) ?? "", parsed.GetValue(s_sample), parsed.GetValue(s_seed));
        var changed = parsed.GetValue(s_changed) is null ? null : Program.Changed();
        var names = AssembledKernels.Arm64Names.ToDictionary(AssembledKernels.Find);
        var chosen = Proofs.Program.Theorems(isWhole: true)
            .Where(theorem => names.TryGetValue(theorem.Kernel, out var name) && name.StartsWith(kernel, StringComparison.Ordinal))
            .Select(theorem => (Theorem: theorem, Mutants: Chosen(theorem)));

        // One theorem on each processor.
        var results = Partitioner.Create(chosen, EnumerablePartitionerOptions.NoBuffering).AsParallel()
            .WithMergeOptions(ParallelMergeOptions.NotBuffered).Select(one => (Family: FamilyOf(one.Theorem), Outcomes: Try(one.Theorem, one.Mutants)));
        foreach (var (family, outcomes) in results)
        {
            foreach (var (mutant, isRefuted) in outcomes)
                report.Add(family, mutant.Kernel.Program.Name, isRefuted ? null : mutant.Survive(family));
        }

        return report.Write([], [], isWhole: sample is null && kernel.Length == 0);

        string FamilyOf(Theorem theorem) => names[theorem.Kernel].Split('.')[0];

        A64Mutant[] Chosen(Theorem theorem)
        {
            var (family, all) = (FamilyOf(theorem), A64Mutations.Of(theorem.Kernel));
            var count = changed?.Contains(family) == true ? parsed.GetValue(s_changed) : sample;
            return count is null ? [.. all] : Drawn.From([.. all.Where(mutant => known.Find(mutant.Survive(family)) is null)], count.Value, seed);
        }
    }

    private static (A64Mutant Mutant, bool IsRefuted)[] Try(Theorem theorem, A64Mutant[] mutants)
    {
        var cases = new TriedCases(theorem);
        return Array.ConvertAll(mutants, mutant => (
            mutant, cases.Refute(mutant.IsInstruction ? (ulong)mutant.Place : null, theorem.With(mutant.Place, BitConverter.GetBytes(mutant.Word)))));
    }
}
