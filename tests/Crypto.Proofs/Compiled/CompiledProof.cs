using System;
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
    private static readonly Operand s_stackPointer = Operand.Of(Register.RSP);

    /// <summary>Whatever the runtime's knobs say, which other instructions may depend on.</summary>
    private static readonly bool s_hasAvx = File.ReadAllText("/proc/cpuinfo").Contains(" avx ", StringComparison.Ordinal);

    private static bool StaysCompiled =>
        Environment.GetEnvironmentVariable("DOTNET_TieredCompilation") == "0" || Environment.GetEnvironmentVariable("DOTNET_TC_CallCounting") == "0";

    /// <returns>The exit code: 1 if an operation is refuted, or none is chosen.</returns>
    public static int Run(string[] names)
    {
        if (RuntimeInformation.ProcessArchitecture != Architecture.X64 || !OperatingSystem.IsLinux() || !StaysCompiled)
        {
            Console.Error.WriteLine(
                "This is for Linux on x64, with DOTNET_TieredCompilation=0, or DOTNET_TC_CallCounting=0 for code that is not optimized: else methods are compiled again while they are looked at.");
            return 2;
        }

        SecretsCheck.Run();
        LeakyMethods.Run();
        var operations = CompiledCases.All.Concat(PublicCases.All).Where(operation => names.Length == 0 || names.Any(name => operation.Name.Contains(name, StringComparison.Ordinal))).ToArray();

        var (proven, refuted) = (0, 0);
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
