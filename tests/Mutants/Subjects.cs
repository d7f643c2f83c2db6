using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.Tests;

namespace ManagedCrypto.Mutants;

/// <summary>Which kernel runs which routine: found out by a trap at its beginning.</summary>
internal sealed class Subjects
{
    private readonly Pool _pool;
    private readonly List<Subject> _all = [];
    private readonly List<(string KernelId, string Reason)> _skipped = [];

    public Subjects(Pool pool, IEnumerable<KernelFamily> families)
    {
        _pool = pool;
        var routines = families.SelectMany(RoutinesOf).ToArray();
        var homes = new HashSet<Routine>();
        foreach (var list in Algorithms.All.Select(algorithm => algorithm.Kernels).Distinct())
        {
            var kernels = list.All.Where(kernel => kernel.Tier == Intrinsics.KernelTier.MachineCode).ToArray();
            foreach (var kernel in kernels)
            {
                if (!kernel.IsOfOtherArchitecture && kernel.WhyUnavailable() is { } reason)
                    _skipped.Add((kernel.Id, reason));
            }

            Subject[] possible =
            [
                .. from kernel in kernels
                   where kernel.WhyUnavailable() is null
                   from routine in routines
                   select new Subject(kernel.Id, routine.Family, routine.Place, routine.Routine, !homes.Contains(routine.Routine)),
            ];
            var outcomes = pool.Run([.. possible.Select(subject => subject.Trap(0))]);
            var taken = possible.Where((_, i) => outcomes[i] != Outcome.Passed).DistinctBy(subject => subject.Routine).ToArray();
            _all.AddRange(taken);
            homes.UnionWith(taken.Select(subject => subject.Routine));
        }

        Untested = [.. routines.Select(routine => routine.Routine).Except(homes).Select(routine => routine.Name)];
    }

    /// <summary>Kernels for x64 that this CPU cannot run, with what it lacks.</summary>
    public IReadOnlyList<(string KernelId, string Reason)> Skipped => _skipped;

    /// <summary>Routines that this CPU can run and no self-test does.</summary>
    public IReadOnlyList<string> Untested { get; }

    /// <summary>
    /// The mutants of kernels whose ids begin so. Of another algorithm than the first one, what its self-test does not reach is left out:
    /// it may never call that.
    /// </summary>
    public IEnumerable<(Subject Subject, Mutant Mutant)> MutantsOf(string kernel)
    {
        foreach (var subject in _all.Where(subject => subject.KernelId.StartsWith(kernel, StringComparison.Ordinal)))
        {
            var reached = subject.IsHome ? null : Reached(subject);
            foreach (var mutant in Mutations.Of(subject.Routine))
            {
                if (reached is null || (mutant.Index is { } index && reached.Contains(index)))
                    yield return (subject, mutant);
            }
        }
    }

    private static IEnumerable<(string Family, int Place, Routine Routine)> RoutinesOf(KernelFamily family)
    {
        var bytes = CodeOfFamily.Find(family.ClassName).Bytes;
        foreach (var (place, code) in family.Kernels)
        {
            if (!code.Bytes.AsSpan().SequenceEqual(bytes.AsSpan(place, code.Bytes.Length)))
                throw new UsageException($"{family.FileName} is not what tools/KernelAssembler writes.");
            if ((code.Program.Requires & ~Cpu.ForMachineCode) == CpuFeatures.None)
                yield return (family.ClassName, place, new Routine(code));
        }
    }

    private HashSet<int> Reached(Subject subject)
    {
        var reachable = subject.Routine.Kernel.Reachable().ToArray();
        var outcomes = _pool.Run([.. reachable.Select(index => subject.Trap((int)subject.Routine.Kernel.Instructions[index].IP))]);
        return [.. reachable.Where((_, i) => outcomes[i] != Outcome.Passed)];
    }
}
