using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Mutants;

/// <summary>Finds out which kernel runs which routine: by a trap at its beginning.</summary>
internal sealed class Subjects
{
    private readonly List<Subject> _all = [];
    private readonly List<(string KernelId, string Reason)> _skipped = [];

    /// <param name="sandbox">Where self-tests run.</param>
    /// <param name="families">The names of families whose routines are wanted.</param>
    /// <param name="kernel">How the ids of kernels begin that are wanted.</param>
    /// <param name="isDisabled">Whether the answers of self-tests do not count: to show that this program can fail.</param>
    public Subjects(Sandbox sandbox, IReadOnlyCollection<string> families, string kernel, bool isDisabled)
    {
        var routines = new List<(Routine Routine, nint Address)>();
        foreach (var family in Families.All.Where(family => families.Contains(family.Name)))
            routines.AddRange(Load(family));
        var homes = new HashSet<Routine>();
        foreach (var list in Algorithms.All.Select(algorithm => algorithm.Kernels).Distinct())
        {
            var taken = new HashSet<Routine>();
            foreach (var machineCode in list.All.Where(machineCode => machineCode.Tier == Intrinsics.KernelTier.MachineCode))
            {
                if (machineCode.WhyUnavailable() is { } reason)
                {
                    if (machineCode.Id.StartsWith(kernel, StringComparison.Ordinal))
                        _skipped.Add((machineCode.Id, reason));
                    continue;
                }

                Func<bool> passes = () => list.PassesSelfTest(machineCode) | isDisabled;
                if (!passes())
                    throw new InvalidOperationException(machineCode.Id + " does not pass its self-test.");
                foreach (var (routine, address) in routines)
                {
                    var subject = new Subject(machineCode.Id, routine, address, passes, !homes.Contains(routine));
                    if (taken.Contains(routine) || !subject.IsReached(sandbox))
                        continue;
                    taken.Add(routine);
                    if (machineCode.Id.StartsWith(kernel, StringComparison.Ordinal))
                        _all.Add(subject);
                }
            }

            homes.UnionWith(taken);
        }

        Untested = [.. routines.Select(row => row.Routine).Except(homes).Select(routine => routine.Name)];
    }

    public IReadOnlyList<Subject> All => _all;

    /// <summary>Kernels that this CPU cannot run, with what it lacks.</summary>
    public IReadOnlyList<(string KernelId, string Reason)> Skipped => _skipped;

    /// <summary>Routines that this CPU can run and no self-test does.</summary>
    public IReadOnlyList<string> Untested { get; }

    /// <summary>The routines of a family that this CPU can run, in memory that can be changed.</summary>
    private static unsafe List<(Routine Routine, nint Address)> Load(KernelFamily family)
    {
        var type = typeof(CodePage).Assembly.GetType("ManagedCrypto.Intrinsics." + family.ClassName, throwOnError: true)!;
        var page = (CodePage)type.GetProperty("Page")!.GetValue(null)!;
        if (page.WhyDenied is { } reason)
            throw new InvalidOperationException("There is no machine code: " + reason);
        var begin = (byte*)page.Address(new CodeEntry(0, CpuFeatures.None));
        var found = new List<(Routine, nint)>();
        foreach (var (offset, code) in family.Kernels)
        {
            if (!code.Bytes.AsSpan().SequenceEqual(new ReadOnlySpan<byte>(begin + offset, code.Bytes.Length)))
                throw new InvalidOperationException($"{family.FileName} is not what tools/KernelAssembler writes.");
            if ((code.Program.Requires & ~Cpu.ForMachineCode) == CpuFeatures.None)
                found.Add((new Routine(family, code), (nint)(begin + offset)));
        }

        Sandbox.Unlock(begin, family.Kernels[^1].Offset + family.Kernels[^1].Code.Bytes.Length);
        return found;
    }
}
