using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Benchmarks;

/// <summary>The kernels that ManagedCrypto is measured with: of each list at most one.</summary>
internal sealed class KernelSet
{
    /// <summary>The lists that public types stand on.</summary>
    private static readonly IKernelList<Kernel>[] s_lists =
        [.. Algorithms.All.Where(algorithm => algorithm.Types.Count > 0 || algorithm is LanesFunction).Select(algorithm => algorithm.Kernels).Distinct()];

    private readonly Dictionary<IKernelList<Kernel>, Kernel> _kernels;

    private KernelSet(Func<IKernelList<Kernel>, Kernel?> choose) => _kernels = s_lists
        .Select(list => (List: list, Kernel: choose(list))).Where(choice => choice.Kernel is not null)
        .ToDictionary(choice => choice.List, choice => choice.Kernel!);

    /// <summary>What public types take.</summary>
    public static KernelSet Best { get; } = new(list => list.Best);

    public IReadOnlyCollection<Kernel> Kernels => _kernels.Values;

    private static IEnumerable<Kernel> All => s_lists.SelectMany(list => list.All);

    /// <summary>The kernel of an algorithm; null where the set has none for it.</summary>
    public T? Of<T>(Algorithm<T> algorithm)
        where T : Kernel => Of((Algorithm)algorithm) as T;

    /// <inheritdoc cref="Of{T}(Algorithm{T})"/>
    public Kernel? Of(Algorithm algorithm) => _kernels.GetValueOrDefault(algorithm.Kernels);

    /// <summary>
    /// The best set with what a name forces: one kernel (<c>aes/portable-table</c>), all of one implementation
    /// (<c>portable-table</c>) or of one tier (<c>portable</c>, <c>intrinsics</c>, <c>machine-code</c>).
    /// </summary>
    /// <exception cref="UsageException">Nothing has that name, or it cannot run here.</exception>
    public static KernelSet Forced(string name)
    {
        var named = All.Where(kernel => IsNamed(kernel, name)).ToList();
        if (named.Count == 0)
        {
            var names = All.Select(kernel => kernel.Id).Concat(All.Select(Implementation)).Concat(All.Select(Tier));
            throw new UsageException($"--kernel {name}: no such kernel; there are {string.Join(", ", names.Distinct())}");
        }

        if (named.TrueForAll(kernel => kernel.WhyUnavailable() is not null))
            throw new UsageException($"--kernel {name}: cannot run here: {named[0].Id} {named[0].WhyUnavailable()}");

        // Of a tier, the one that this CPU prefers.
        return new(list => list.Runnable.Where(kernel => IsNamed(kernel, name)).OrderBy(kernel => kernel.WhyNotPreferred() is not null)
            .FirstOrDefault() ?? list.Best);
    }

    /// <summary>The best set, but with another kernel for one algorithm; that kernel need not be in a list.</summary>
    public static KernelSet BestWith<T>(Algorithm<T> algorithm, T kernel)
        where T : Kernel => new(list => list == algorithm.Kernels ? kernel : list.Best);

    /// <summary>The kernel of an id, whether it runs here or not; null if there is none on this architecture.</summary>
    public static Kernel? Named(string id) =>
        Algorithms.All.SelectMany(algorithm => algorithm.Kernels.All).FirstOrDefault(kernel => kernel.Id == id);

    /// <summary>Every implementation that runs here, other than what a set has: its name and its kernels.</summary>
    public static IEnumerable<(string Name, KernelSet Kernels)> Besides(KernelSet set) =>
        from name in All.Except(set.Kernels).Select(Implementation).Distinct()
        let others = new KernelSet(list => list.Runnable.FirstOrDefault(
            kernel => Implementation(kernel) == name && !set.Kernels.Contains(kernel)))
        where others.Kernels.Count > 0
        select (name, others);

    private static bool IsNamed(Kernel kernel, string name) =>
        kernel.Id == name || Implementation(kernel) == name || Tier(kernel) == name;

    private static string Implementation(Kernel kernel) => kernel.Id[(kernel.Id.IndexOf('/') + 1)..];

    private static string Tier(Kernel kernel) => kernel.Tier switch
    {
        Intrinsics.KernelTier.MachineCode => "machine-code",
        Intrinsics.KernelTier.Intrinsics => "intrinsics",
        _ => "portable",
    };
}
