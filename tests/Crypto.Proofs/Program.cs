using System;
using System.CommandLine;
using System.Diagnostics;
using System.Linq;

namespace ManagedCrypto.Proofs;

/// <summary>The command line. Ends with 1 if a theorem is refuted, or none is chosen.</summary>
internal static class Program
{
    private static readonly Argument<string[]> s_kernels = new("kernel")
    {
        Description = "Only kernels whose names begin so, such as EncryptXts",
    };

    private static readonly Option<bool> s_check = new("--check")
    {
        Description = "Leaves out each instruction on vectors, and demands that the theorem is refuted: that this program can fail",
    };

    public static int Main(string[] arguments)
    {
        var command = new RootCommand("Proves what machine-code kernels compute, for every key and every text.") { s_kernels, s_check };
        command.SetAction(parsed =>
        {
            var names = parsed.GetValue(s_kernels) ?? [];
            var chosen = AesTheorems.All
                .Where(theorem => names.Length == 0 || names.Any(name => theorem.Kernel.Program.Name.StartsWith(name, StringComparison.Ordinal)));
            SpecificationVectors.Run();
            var (proven, refuted) = (0, 0);
            foreach (var theorem in chosen)
            {
                if (parsed.GetValue(s_check) ? IsRefutedWhenChanged(theorem) : IsProven(theorem))
                    proven++;
                else
                    refuted++;
            }

            Console.WriteLine($"{proven} passed, {refuted} failed");
            return refuted > 0 || proven == 0 ? 1 : 0;
        });
        return command.Parse(arguments).Invoke();
    }

    private static bool IsProven(Theorem theorem)
    {
        var watch = Stopwatch.StartNew();
        var (cases, why) = Try(theorem);
        Console.WriteLine(why is null
            ? $"proven   {theorem.Kernel.Program.Name}: {theorem.Claim}: {cases} cases, {watch.Elapsed.TotalSeconds:0.0} s"
            : $"REFUTED  {theorem.Kernel.Program.Name}: {why}");
        return why is null;
    }

    /// <summary>
    /// Without any of the kernel's instructions on vectors some case must fail. Those without which none does are named.
    /// </summary>
    private static bool IsRefutedWhenChanged(Theorem theorem)
    {
        var watch = Stopwatch.StartNew();
        var needless = theorem.WithoutEachInstruction().Where(changed => Try(changed.Theorem).Why is null).Select(changed => changed.Instruction).ToArray();
        Console.WriteLine($"{(needless.Length == 0 ? "refuted " : "NEEDLESS")} {theorem.Kernel.Program.Name}, {watch.Elapsed.TotalSeconds:0.0} s");
        foreach (var instruction in needless)
            Console.WriteLine("    " + instruction);
        return needless.Length == 0;
    }

    private static (int Cases, string? Why) Try(Theorem theorem)
    {
        var cases = 0;
        try
        {
            foreach (var one in theorem.Cases(new Routine(theorem.Kernel)))
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
