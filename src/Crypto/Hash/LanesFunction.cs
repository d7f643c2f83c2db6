using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A hash function for many messages at once, on kernels with lanes for them.</summary>
internal sealed class LanesFunction : Algorithm<HashLanesKernel>
{
    private readonly Func<HashFunction> _findFunction;
    private ManyMessages? _best;

    /// <param name="name">The hash function's, with what sets it apart.</param>
    /// <param name="findFunction">Asked for when first used.</param>
    /// <param name="findKernels">Asked for when first used.</param>
    public LanesFunction(string name, Func<HashFunction> findFunction, Func<KernelList<HashLanesKernel>> findKernels)
        : base(name, findKernels, NoTypes) =>
        _findFunction = findFunction;

    public HashFunction Function => _findFunction();

    private static PublicType[] NoTypes() => Algorithms.NoTypes;

    /// <summary>On the kernels that public types take.</summary>
    public ManyMessages Best => _best ?? KeepBest(ref _best);

    /// <inheritdoc cref="HashFunction.KeepBest"/>
    public ManyMessages KeepBest(ref ManyMessages? kept)
    {
        var kernel = Kernels.ChooseBest(out var areLanesSettled);
        _ = Function.Kernels.ChooseBest(out var isSettled);
        var best = With(kernel);
        return areLanesSettled && isSettled ? kept = best : best;
    }

    public ManyMessages With(HashLanesKernel kernel) => new(Function.Best, kernel);
}
