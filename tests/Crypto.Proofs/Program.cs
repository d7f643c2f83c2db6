using System;
using System.Collections.Concurrent;
using System.CommandLine;
using System.Diagnostics;
using System.Linq;
using ManagedCrypto.Machine;
using ManagedCrypto.Proofs.Arm64;
using ManagedCrypto.Tests;
using ManagedCrypto.Tests.MachineCode;

namespace ManagedCrypto.Proofs;

/// <summary>The command line. Ends with 1 if a theorem is refuted, or none is chosen.</summary>
internal static class Program
{
    /// <summary>Cases of each theorem that are run without <c>--all</c>, drawn evenly.</summary>
    public const int MostOfPart = 48;

    /// <summary>The family that computes nothing: it asks the CPU what it has.</summary>
    private const string Cpu = "Cpu";

    private static readonly Argument<string[]> s_kernels = new("kernel")
    {
        Description = "Only kernels whose names begin so, such as EncryptXts",
    };

    private static readonly Option<bool> s_all = new("--all") { Description = "All lengths, batches of POLYVAL and AES-GCM among them: they take minutes" };

    private static readonly Option<bool> s_check = new("--check")
    {
        Description = "Leaves out each instruction that computes what is secret, and demands that the theorem is refuted: that this program can fail",
    };

    private static readonly Option<int?> s_sample = new("--sample") { HelpName = "NUMBER", Description = "With --check, so many instructions at most of each kernel whose cases take long" };

    private static readonly Option<int> s_seed = new("--seed") { HelpName = "NUMBER", Description = "What samples are drawn by", DefaultValueFactory = _ => 1 };

    private static readonly Option<int?> s_most = new("--most") { HelpName = "NUMBER", Description = "Only so many theorems, drawn by the seed" };

    public static int Main(string[] arguments)
    {
        var command = new RootCommand("Proves what machine-code kernels compute, for every key and every text.") { s_kernels, s_all, s_check, s_sample, s_most, s_seed };
        command.SetAction(parsed =>
        {
            var names = parsed.GetValue(s_kernels) ?? [];
            var isWhole = parsed.GetValue(s_all);
            var theorems = Theorems(isWhole);
            DemandAll(theorems);
            theorems = Drawn(theorems, parsed.GetValue(s_most) ?? int.MaxValue, parsed.GetValue(s_seed));

            var chosen = theorems
                .Where(theorem => names.Length == 0 || names.Any(name => theorem.Name.StartsWith(name, StringComparison.Ordinal)));
            SpecificationVectors.Run();
            BrokenPromises.Run();
            FalseInductions.Run();
            var (proven, refuted) = (0, 0);

            // One on each processor, told in their order.
            var results = Partitioner.Create(chosen, EnumerablePartitionerOptions.NoBuffering)
                .AsParallel().AsOrdered().WithMergeOptions(ParallelMergeOptions.NotBuffered)
                .Select(theorem => parsed.GetValue(s_check) ? TryChanged(theorem, isWhole, parsed.GetValue(s_sample), parsed.GetValue(s_seed)) : Try(theorem, isWhole));
            foreach (var (isProven, lines) in results)
            {
                Console.WriteLine(lines);
                if (isProven)
                    proven++;
                else
                    refuted++;
            }

            Console.WriteLine($"{proven} passed, {refuted} failed");
            return refuted > 0 || proven == 0 ? 1 : 0;
        });
        command.Subcommands.Add(SeamCommand());
        command.Subcommands.Add(Arm64Command());
        command.Subcommands.Add(CompiledCommand());
        return CommandLine.Run(command, arguments);
    }

    public static Theorem[] Theorems(bool isWhole) =>
    [
        .. AesTheorems.All, .. HashTheorems.All(isWhole), .. ChaChaTheorems.All(isWhole), .. ChecksumTheorems.All(isWhole),
        .. PolyvalTheorems.All(isWhole), .. GcmTheorems.All(isWhole), .. CcmTheorems.All, .. GcmSivTheorems.All(isWhole), .. AegisTheorems.All,
    ];

    private static Command SeamCommand()
    {
        var library = new Argument<string>("library") { Description = "ManagedCrypto.dll with IL alone" };
        var folder = new Argument<string>("folder") { Description = "A copy of a program's" };
        var command = new Command("seam", "Puts a library into a folder whose every call of machine code is looked at: whether callers keep their promises.") { library, folder };
        command.SetAction(parsed => Redirection.Put(
            parsed.GetValue(library)!, parsed.GetValue(folder)!, typeof(Seam).GetMethod(nameof(Seam.Look))!,
            typeof(Seam).Assembly, typeof(Redirection).Assembly, typeof(Iced.Intel.Decoder).Assembly));
        return command;
    }

    private static Command Arm64Command()
    {
        var command = new Command("arm64-semantics", "Compares what the proofs take instructions of Arm64 for with this processor, which must be one.");
        command.SetAction(_ => A64Semantics.Run() ? 0 : 1);
        return command;
    }

    private static Command CompiledCommand()
    {
        var names = new Argument<string[]>("operation") { Description = "Only operations whose names contain one of these, such as aes/portable" };
        var command = new Command(
            "compiled", "Proves that what the JIT makes of C# takes the same way whatever the secrets are, of kernels, of what calls them and of public methods; and what it computes.")
        {
            names, s_all, s_check, s_sample, s_most, s_seed,
        };
        command.SetAction(parsed => Compiled.CompiledProof.Run(
            parsed.GetValue(names) ?? [],
            parsed.GetValue(s_all),
            parsed.GetValue(s_most) ?? int.MaxValue,
            parsed.GetValue(s_check) ? parsed.GetValue(s_sample) ?? int.MaxValue : null,
            parsed.GetValue(s_seed)));
        return command;
    }

    /// <summary>Demands that each kernel has a theorem, but for what asks the CPU.</summary>
    private static void DemandAll(Theorem[] theorems)
    {
        var proven = theorems.Select(theorem => theorem.Kernel).ToHashSet();
        var missing = AssembledKernels.Names.Concat(AssembledKernels.Arm64Names).Where(name => !name.StartsWith(Cpu, StringComparison.Ordinal) && !proven.Contains(AssembledKernels.Find(name)));
        if (missing.FirstOrDefault() is { } first)
            throw new InvalidOperationException($"There is no theorem of {first}.");
    }

    private static (bool IsProven, string Lines) Try(Theorem theorem, bool isWhole)
    {
        var watch = Stopwatch.StartNew();
        var routine = theorem.NewRoutine();
        Action[] all = [.. theorem.Cases(routine)];
        var run = Part(all, isWhole);
        var why = WhyNot(run) ?? (isWhole ? routine.WhyNotWhole(routine.Reached) : null);
        return Verdict(theorem, why, $"{run.Length} of {all.Length} cases, {watch.Elapsed.TotalSeconds:0.0} s");
    }

    /// <summary>So many theorems, drawn by the seed, or all if there are no more.</summary>
    public static T[] Drawn<T>(T[] theorems, int most, int seed)
    {
        if (theorems.Length <= most)
            return theorems;
        new Random(seed).Shuffle(theorems);
        return theorems[..most];
    }

    /// <summary>All cases, or so many: one in the middle of each part of as many.</summary>
    public static Action[] Part(Action[] cases, bool isWhole, int most = MostOfPart) =>
        isWhole || cases.Length <= most ? cases : [.. Enumerable.Range(0, most).Select(i => cases[((2 * i) + 1) * cases.Length / (2 * most)])];

    private static (bool IsProven, string Line) Verdict(Theorem theorem, string? why, string extent) => (why is null, why is null
        ? $"proven   {theorem.Name}: {theorem.Claim}: {extent}"
        : $"REFUTED  {theorem.Name}: {why}");

    /// <summary>
    /// Proves all cases; then, without any of the kernel's instructions that compute what is secret, some case must fail, but for those that the
    /// theorem names. Others without which none does are named here, and so are those that the theorem names without reason.
    /// </summary>
    private static (bool IsProven, string Lines) TryChanged(Theorem theorem, bool isWhole, int? most, int seed)
    {
        var watch = Stopwatch.StartNew();
        var cases = new TriedCases(theorem);
        if (cases.WhyNotAll(isWhole) is { } why)
            return Verdict(theorem, why, "");
        var proven = Verdict(theorem, null, $"{cases.Count} cases, {watch.Elapsed.TotalSeconds:0.0} s");
        watch.Restart();
        var all = theorem.WithoutEachInstruction().ToArray();
        var tried = all;
        if (theorem.IsSlow && most is { } count)
        {
            new Random(seed).Shuffle(tried);
            tried = [.. tried.Take(count)];
        }

        string[] needless = [.. tried.Where(changed => !cases.Refute(changed.Place, changed.Theorem)).Select(changed => changed.Instruction)];
        string[] expected = [.. tried.Select(changed => changed.Instruction).Intersect(theorem.Needless)];
        string[] wrong = [.. needless.Except(expected), .. expected.Except(needless).Select(instruction => instruction + " is needed")];
        if (tried.Length == all.Length)
            wrong = [.. wrong, .. theorem.Needless.Except(expected).Select(instruction => instruction + " is not there")];
        var verdict = $"{(wrong.Length == 0 ? "refuted " : "NEEDLESS")} {theorem.Name}: {tried.Length} of {all.Length} instructions";
        return (wrong.Length == 0, $"{proven.Line}\n{verdict}, {watch.Elapsed.TotalSeconds:0.0} s{string.Concat(wrong.Select(line => "\n    " + line))}");
    }

    /// <summary>What speaks against the first case that does not hold, or null.</summary>
    public static string? WhyNot(params ReadOnlySpan<Action> cases)
    {
        try
        {
            foreach (var one in cases)
                one();
            return null;
        }
        catch (Exception failure) when (failure is InvalidOperationException or NotSupportedException)
        {
            return failure.Message;
        }
    }
}
