using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Machine;
using ManagedCrypto.Tests.Machine;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>The command <c>compiled</c>.</summary>
internal static class CompiledProof
{
    /// <summary>Of so many instructions, one may be needless.</summary>
    private const int MostNeedless = 10;

    private static readonly Operand s_stackPointer = Operand.Of(Register.RSP);

    /// <summary>Whatever the runtime's knobs say, which other instructions may depend on.</summary>
    private static readonly bool s_hasAvx = File.ReadAllText("/proc/cpuinfo").Contains(" avx ", StringComparison.Ordinal);

    private static bool StaysCompiled =>
        Environment.GetEnvironmentVariable("DOTNET_TieredCompilation") == "0" || Environment.GetEnvironmentVariable("DOTNET_TC_CallCounting") == "0";

    /// <returns>The exit code: 1 if an operation is refuted, or none is chosen.</returns>
    public static int Run(string[] names, bool isWhole, int most, int? sample, int seed)
    {
        if (RuntimeInformation.ProcessArchitecture != Architecture.X64 || !OperatingSystem.IsLinux() || !StaysCompiled)
        {
            Console.Error.WriteLine(
                "This is for Linux on x64, with DOTNET_TieredCompilation=0, or DOTNET_TC_CallCounting=0 for code that is not optimized: else methods are compiled again while they are looked at.");
            return 2;
        }

        // Now, and not by chance within a method that the machine runs: it knows no instruction by which threads agree on who loads machine code.
        Secret.ForgetAllRegisters();

        SecretsCheck.Run();
        LeakyMethods.Run();
        var operations = CompiledCases.All.Concat(PublicCases.All).Where(operation => names.Length == 0 || names.Any(name => operation.Name.Contains(name, StringComparison.Ordinal))).ToArray();

        var (proven, refuted, leftOut, needless) = (0, 0, 0, 0);
        var (whole, varying) = (new HashSet<string>(), new HashSet<string>());
        foreach (var operation in operations)
        {
            var watch = Stopwatch.StartNew();
            var (why, cases, steps) = Try(operation);
            var isRight = why is null || !operation.IsConstantTime;
            Console.WriteLine((isRight ? why is null ? "proven   " : "variable " : "REFUTED  ") + operation.Name + ": "
                + (why ?? $"{cases} cases, {steps} instructions, {watch.Elapsed.TotalSeconds:0.0} s"));
            if (isRight)
                proven++;
            else
                refuted++;
            if (!operation.IsConstantTime)
                (why is null ? whole : varying).Add(operation.Kernel);
        }

        // One on each processor, told in their order.
        CompiledTheorem[] theorems = [.. CompiledTheorem.All(isWhole && IsOptimized).Where(theorem => operations.Any(operation => operation.Name == theorem.Operation))];
        var chosen = Program.Drawn(theorems, most, seed);
        var results = Partitioner.Create(chosen, EnumerablePartitionerOptions.NoBuffering)
            .AsParallel().AsOrdered().WithMergeOptions(ParallelMergeOptions.NotBuffered).Select(theorem => sample is { } count ? TryWithout(theorem, isWhole, count, seed) : Try(theorem, isWhole));
        foreach (var (isRight, line, tried, others) in results)
        {
            Console.WriteLine(line);
            (leftOut, needless) = (leftOut + tried, needless + others);
            if (isRight)
                proven++;
            else
                refuted++;
        }

        if (needless * MostNeedless > leftOut)
        {
            Console.WriteLine($"REFUTED  {needless} of {leftOut} instructions are needless: the theorems see too little");
            refuted++;
        }

        // That this program can fail: what kernels say of themselves that look secrets up shows.
        foreach (var kernel in whole.Except(varying))
        {
            Console.WriteLine($"REFUTED  {kernel}: its time varies, it says, and no operation's does");
            refuted++;
        }

        if (Forms() is var (count, difference) && difference is not null)
        {
            Console.WriteLine($"REFUTED  {difference} is another on the CPU");
            refuted++;
        }
        else
        {
            Console.WriteLine($"{count} forms of instructions do on this CPU what the machine makes of them.");
        }

        Console.WriteLine($"{proven} passed, {refuted} failed");
        return refuted > 0 || proven == 0 ? 1 : 0;
    }

    /// <summary>Compares what the machine computed with the CPU, but for what moves the stack, and divisions, whose operands cannot be drawn.</summary>
    private static (int Count, string? Difference) Forms()
    {
        Instruction[] forms = [.. InstructionTrials.Forms(CompiledCall.AllSteps.Where(IsTried).Select(step => step.Instruction))];
        using var trials = new InstructionTrials(forms);
        return (forms.Length, trials.Difference());
    }

    private static bool IsTried(Step step) => Machine<byte, Numbers, ProcessMemory>.Computes(step) && step.Mnemonic is not (Mnemonic.Div or Mnemonic.Idiv)
        && !step.Operands.Any(operand => operand.Kind == OperandKind.General && operand.Place == s_stackPointer.Place) && step.Instruction.SegmentPrefix == Register.None
        && (step.Mnemonic != Mnemonic.Lea || step.Instruction.MemoryBase is not (Register.RSP or Register.RIP))
        && s_hasAvx && (InstructionTrials.FeaturesOf(step.Instruction) & ~Cpu.ForMachineCode) == CpuFeatures.None;

    /// <summary>Whether code is optimized that runs: other code counts the rounds of its loops, and is replaced after a thousand of them.</summary>
    public static bool IsOptimized => Environment.GetEnvironmentVariable("DOTNET_TC_CallCounting") != "0";

    private static (bool IsRight, string Line, int Tried, int Needless) Try(CompiledTheorem theorem, bool isWhole)
    {
        var watch = Stopwatch.StartNew();
        Action[] all = [.. theorem.Cases(theorem.NewRoutine(null))];
        var run = Program.Part(all, isWhole, theorem.MostOfPart);
        var why = Program.WhyNot(run);
        return (why is null, (why is null ? "right    " : "REFUTED  ") + theorem.Operation + ": "
            + (why ?? $"{run.Length} of {all.Length} cases, {watch.Elapsed.TotalSeconds:0.0} s"), 0, 0);
    }

    /// <summary>
    /// Leaves out so many instructions in turn that compute something of unknowns, drawn by the seed: some case that comes to it must fail, but
    /// for the few that the JIT makes and nobody needs. The others run as they did with it.
    /// </summary>
    private static (bool IsRight, string Line, int Tried, int Needless) TryWithout(CompiledTheorem theorem, bool isWhole, int most, int seed)
    {
        var watch = Stopwatch.StartNew();
        var routine = theorem.NewRoutine(null);
        var reached = new List<(int Steps, int Case, HashSet<ulong> Instructions)>();
        Action[] cases = Program.Part([.. theorem.Cases(routine)], isWhole, theorem.MostOfPart);
        for (var i = 0; i < cases.Length; i++)
        {
            routine.Forget();
            routine.Computing.Clear();
            if (Program.WhyNot(cases[i]) is { } why)
                return (false, $"REFUTED  {theorem.Operation}: {why}", 0, 0);
            reached.Add((routine.Steps, i, [.. routine.Computing]));
        }

        reached.Sort((one, other) => (one.Steps, one.Case).CompareTo((other.Steps, other.Case)));
        ulong[] tried = [.. reached.SelectMany(one => one.Instructions).Distinct().Order()];
        var count = tried.Length;
        new Random(seed).Shuffle(tried);
        tried = tried[..Math.Min(most, count)];
        ulong[] needless = [.. tried.Where(instruction => !reached.Where(one => one.Instructions.Contains(instruction)).Any(one => IsRefuted(instruction, one.Case)))];
        return (true, $"refuted  {theorem.Operation}: without {tried.Length - needless.Length} of {tried.Length} instructions of {count}, {watch.Elapsed.TotalSeconds:0.0} s"
            + string.Concat(needless.Select(instruction => $"\n    {Routines.ReadStep(instruction)}")), tried.Length, needless.Length);

        bool IsRefuted(ulong instruction, int index) =>
            Program.WhyNot(Program.Part([.. theorem.Cases(theorem.NewRoutine(instruction))], isWhole, theorem.MostOfPart)[index]) is not null;
    }

    private static (string? Why, int Cases, long Steps) Try(CompiledOperation operation)
    {
        var (cases, steps) = (0, 0L);
        foreach (var (length, run) in operation.Cases)
        {
            using var call = new CompiledCall();
            try
            {
                run(call);
            }
            catch (InvalidOperationException failure)
            {
                return ($"{length}: {failure.Message}", cases, steps);
            }

            cases++;
            steps += call.Steps;
        }

        return (null, cases, steps);
    }
}
