using System;
using System.Collections.Concurrent;
using System.CommandLine;
using System.Diagnostics;
using System.Linq;

namespace ManagedCrypto.Proofs;

/// <summary>The command line. Ends with 1 if a theorem is refuted, or none is chosen.</summary>
internal static class Program
{
    /// <summary>Cases of each theorem that are run without <c>--all</c>: those of short texts come first.</summary>
    private const int MostOfPart = 24;

    private static readonly Argument<string[]> s_kernels = new("kernel")
    {
        Description = "Only kernels whose names begin so, such as EncryptXts",
    };

    private static readonly Option<bool> s_all = new("--all") { Description = "All lengths, batches of POLYVAL and AES-GCM among them: they take minutes" };

    private static readonly Option<bool> s_check = new("--check")
    {
        Description = "Leaves out each instruction that computes what is secret, and demands that the theorem is refuted: that this program can fail",
    };

    private static readonly Option<int?> s_sample = new("--sample") { HelpName = "NUMBER", Description = "With --check, so many instructions of each kernel at most" };

    private static readonly Option<int> s_seed = new("--seed") { HelpName = "NUMBER", Description = "What the sample is drawn by", DefaultValueFactory = _ => 1 };

    public static int Main(string[] arguments)
    {
        var command = new RootCommand("Proves what machine-code kernels compute, for every key and every text.") { s_kernels, s_all, s_check, s_sample, s_seed };
        command.SetAction(parsed =>
        {
            var names = parsed.GetValue(s_kernels) ?? [];
            var isWhole = parsed.GetValue(s_all);
            var chosen = AesTheorems.All(isWhole).Concat(HashTheorems.All(isWhole)).Concat(ChaChaTheorems.All).Concat(ChecksumTheorems.All(isWhole)).Concat(PolyvalTheorems.All(isWhole)).Concat(GcmTheorems.All(isWhole))
                .Where(theorem => names.Length == 0 || names.Any(name => theorem.Kernel.Program.Name.StartsWith(name, StringComparison.Ordinal)));
            SpecificationVectors.Run();
            var (proven, refuted) = (0, 0);

            // One on each processor, told in their order.
            var results = Partitioner.Create(chosen, EnumerablePartitionerOptions.NoBuffering).AsParallel().AsOrdered().WithMergeOptions(ParallelMergeOptions.NotBuffered)
                .Select(theorem => parsed.GetValue(s_check) ? TryChanged(theorem, parsed.GetValue(s_sample), parsed.GetValue(s_seed)) : Try(theorem, isWhole));
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
        return command.Parse(arguments).Invoke();
    }

    private static (bool IsProven, string Lines) Try(Theorem theorem, bool isWhole)
    {
        var watch = Stopwatch.StartNew();
        var (cases, why) = RunCases(theorem, isWhole ? int.MaxValue : MostOfPart);
        return (why is null, why is null
            ? $"proven   {theorem.Kernel.Program.Name}: {theorem.Claim}: {(isWhole ? "all" : "at most the first")} {cases} cases, {watch.Elapsed.TotalSeconds:0.0} s"
            : $"REFUTED  {theorem.Kernel.Program.Name}: {why}");
    }

    /// <summary>
    /// Without any of the kernel's instructions that compute what is secret some case must fail. Those without which none does are named.
    /// </summary>
    private static (bool IsProven, string Lines) TryChanged(Theorem theorem, int? most, int seed)
    {
        var watch = Stopwatch.StartNew();
        var all = theorem.WithoutEachInstruction().ToArray();
        if (most is not null)
            new Random(seed).Shuffle(all);
        var tried = all.Take(most ?? all.Length).ToArray();
        var needless = tried.Where(changed => !theorem.Needless.Any(known => changed.Instruction.EndsWith(" " + known, StringComparison.Ordinal)) && RunCases(changed.Theorem).Why is null)
            .Select(changed => "\n    " + changed.Instruction).ToArray();
        var isProven = needless.Length == 0;
        return (isProven, $"{(isProven ? "refuted " : "NEEDLESS")} {theorem.Kernel.Program.Name}: {tried.Length} of {all.Length} instructions, {watch.Elapsed.TotalSeconds:0.0} s{string.Concat(needless)}");
    }

    private static (int Cases, string? Why) RunCases(Theorem theorem, int most = int.MaxValue)
    {
        var cases = 0;
        try
        {
            foreach (var one in theorem.Cases(new Routine(theorem.Kernel)).Take(most))
            {
                one();
                cases++;
            }

            return (cases, null);
        }
        catch (Exception failure) when (failure is InvalidOperationException or NotSupportedException)
        {
            return (cases, failure.Message);
        }
    }
}
