using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.CommandLine;
using System.Linq;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Arm64;
using ManagedCrypto.Mutants.Arm64;
using ManagedCrypto.Proofs;
using ManagedCrypto.Tests.MachineCode;

namespace ManagedCrypto.Mutants.Theorems;

/// <summary>Changes each instruction of each kernel, and demands that its theorem is refuted then, on any CPU.</summary>
internal static class TheoremsCommand
{
    /// <summary>How kernels' ids begin whose self-tests run a family's code.</summary>
    private static readonly Dictionary<string, string[]> s_kernelIds = new()
    {
        ["Aegis"] = ["aegis-"],
        ["Aes"] = ["aes/"],
        ["ChaChaPoly"] = ["chacha20-poly1305/"],
        ["Checksum"] = ["crc32", "adler32/"],
        ["Gcm"] = ["gcm/"],
        ["GcmSiv"] = ["gcm-siv/"],
        ["Sha"] = ["sha", "keccak/"],
        ["ShaLanes"] = ["sha"],
    };

    private static readonly Option<string?> s_kernel = new("--kernel")
    {
        HelpName = "NAME",
        Description = "Only kernels whose families and names begin so, such as GcmArm64. or Gcm.Seal",
    };

    private static readonly Option<int?> s_sample = new("--sample")
    {
        HelpName = "NUMBER",
        Description = "Only so many mutants of each kernel, and none that are known to be equivalent, which take longest",
    };

    private static readonly Option<int> s_seed = new("--seed") { HelpName = "NUMBER", Description = "What these are drawn by", DefaultValueFactory = _ => 1 };

    private static readonly Option<int?> s_most = new("--most") { HelpName = "NUMBER", Description = "Only so many kernels, drawn by the last commit" };

    private static readonly Option<int?> s_changed = new("--changed")
    {
        HelpName = "NUMBER",
        Description = "With --sample, so many of each kernel whose generated file the last commit changed, in any case",
    };

    private static readonly Option<bool> s_list = new("--list") { Description = "Names what is equivalent, too, with the reasons" };

    private static readonly Option<bool> s_check = new("--check")
    {
        Description = "Leaves each kernel as it is in the place of a mutant, asks the first case alone, and demands that it survives: that this program can fail",
    };

    public static Command Create()
    {
        var command = new Command("theorems", "Changes each instruction of each kernel, and demands that its theorem is refuted then.")
        {
            s_kernel, s_sample, s_most, s_seed, s_changed, s_list, s_check,
        };
        command.SetAction(Run);
        return command;
    }

    private static int Run(ParseResult parsed)
    {
        var (known, ofSelfTests) = (new KnownEquivalents("Theorems/Equivalents.txt"), new KnownEquivalents("Equivalents.txt"));
        var report = new Report(known, parsed.GetValue(s_list));
        var (kernel, sample, seed) = (parsed.GetValue(s_kernel) ?? "", parsed.GetValue(s_sample), parsed.GetValue(s_seed));
        var isCheck = parsed.GetValue(s_check);
        var changed = parsed.GetValue(s_changed) is null ? null : Program.Changed();
        var names = AssembledKernels.Names.Concat(AssembledKernels.Arm64Names).ToDictionary(AssembledKernels.Find);
        string[] kernelIds = [.. Algorithms.All.SelectMany(algorithm => algorithm.Kernels.All).Select(one => one.Id).Distinct()];
        var theorems = Array.FindAll(Proofs.Program.Theorems(isWhole: true), theorem => names[theorem.Kernel].StartsWith(kernel, StringComparison.Ordinal));
        Theorem[] drawn = parsed.GetValue(s_most) is { } most ? Proofs.Program.Drawn([.. theorems], most, Changes.Seed()) : theorems;
        var chosen = theorems.Where(theorem => drawn.Contains(theorem) || IsChanged(theorem))
            .Select(theorem => (Theorem: theorem, Mutants: Chosen(theorem)));

        // One theorem on each processor.
        var results = Partitioner.Create(chosen, EnumerablePartitionerOptions.NoBuffering).AsParallel()
            .WithMergeOptions(ParallelMergeOptions.NotBuffered)
            .Select(one => (one.Theorem, Outcomes: isCheck ? Check(one.Theorem, one.Mutants) : Try(one.Theorem, one.Mutants)));
        foreach (var (theorem, outcomes) in results.ToArray())
        {
            foreach (var (mutant, isRefuted) in outcomes)
                report.Add(FamilyOf(theorem), theorem.Kernel.Program.Name, isRefuted ? null : Survive(mutant, FamilyOf(theorem)));
        }

        return isCheck ? report.WriteCheck() : report.Write([], [], isWhole: sample is null && drawn.Length == theorems.Length && kernel.Length == 0);

        string FamilyOf(Theorem theorem) => names[theorem.Kernel].Split('.')[0];

        bool IsChanged(Theorem theorem) => changed?.Contains(FamilyOf(theorem)) == true;

        IMutant[] Chosen(Theorem theorem)
        {
            var family = FamilyOf(theorem);
            IMutant[] all = [.. MutantsOf(theorem.Kernel)];
            var count = isCheck ? 1 : IsChanged(theorem) ? parsed.GetValue(s_changed) : sample;
            return count is null ? all : Drawn.From(all, count.Value, seed, IsOpen);

            bool IsOpen(IMutant mutant) => Survive(mutant, family) is { Why: null } survivor && known.Find(survivor) is null;
        }

        // What gives the same results, no theorem can refute where no self-test can, but for what only some CPUs and processes show.
        Survivor Survive(IMutant mutant, string family)
        {
            var survivor = mutant.Survive(family);
            var begins = s_kernelIds.GetValueOrDefault(family, []);
            var reasons = kernelIds.Where(id => begins.Any(begin => id.StartsWith(begin, StringComparison.Ordinal)))
                .Select(id => ofSelfTests.Find(survivor with { KernelId = id }));
            return survivor with { Why = survivor.Why ?? reasons.FirstOrDefault(why => why is not null && !ReasonList.NeedNotBeMet([why])) };
        }
    }

    private static IEnumerable<IMutant> MutantsOf(KernelCode kernel) =>
        kernel.Program is A64Program ? A64Mutations.Of(kernel) : Mutations.Of(new Routine(kernel));

    private static (IMutant Mutant, bool IsRefuted)[] Try(Theorem theorem, IMutant[] mutants)
    {
        // What is equivalent as one sees from the code need not be tried.
        var cases = new TriedCases(theorem);
        return Array.ConvertAll(mutants, mutant => (mutant, mutant.Survive(theorem.Name) is { Why: null }
            && cases.Refute(mutant.IsInstruction ? (ulong)mutant.Offset : null, theorem.With(mutant.Offset, mutant.Bytes))));
    }

    private static (IMutant Mutant, bool IsRefuted)[] Check(Theorem theorem, IMutant[] mutants)
    {
        var first = theorem with { Cases = routine => theorem.Cases(routine).Take(1) };
        var cases = new TriedCases(first);
        return Array.ConvertAll(mutants, mutant => (mutant, cases.Refute(place: null, first)));
    }
}
