using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A hash function for many messages at once, on kernels with lanes for them.</summary>
internal sealed class LanesFunction : Algorithm<HashLanesKernel>
{
    private readonly Func<HashFunction> _findFunction;
    private readonly Func<KernelList<HashLanesKernel>>? _findKernelsOfFew;
    private KernelList<HashLanesKernel>? _kernelsOfFew;
    private ManyMessages? _best;

    /// <param name="name">The hash function's, with what sets it apart.</param>
    /// <param name="findFunction">Asked for when first used.</param>
    /// <param name="findKernels">Asked for when first used.</param>
    /// <param name="findKernelsOfFew">The same, for fewer messages than the best of those takes; null where none is better there.</param>
    public LanesFunction(
        string name,
        Func<HashFunction> findFunction,
        Func<KernelList<HashLanesKernel>> findKernels,
        Func<KernelList<HashLanesKernel>>? findKernelsOfFew = null)
        : base(name, findKernels, NoTypes)
    {
        _findFunction = findFunction;
        _findKernelsOfFew = findKernelsOfFew;
    }

    public HashFunction Function => _findFunction();

    private static PublicType[] NoTypes() => Algorithms.NoTypes;

    /// <summary>On the kernels that public types take.</summary>
    public ManyMessages Best => _best ?? KeepBest(ref _best);

    /// <inheritdoc cref="HashFunction.KeepBest"/>
    public ManyMessages KeepBest(ref ManyMessages? kept)
    {
        var best = With(Kernels.ChooseBest(out var areLanesSettled), out var areFewSettled);
        _ = Function.Kernels.ChooseBest(out var isSettled);
        return areLanesSettled && areFewSettled && isSettled ? kept = best : best;
    }

    public ManyMessages With(HashLanesKernel kernel) => With(kernel, out _);

    private ManyMessages With(HashLanesKernel kernel, out bool areFewSettled) =>
        new(Function.Best, kernel, KernelOfFew(kernel, out areFewSettled));

    private HashLanesKernel KernelOfFew(HashLanesKernel kernel, out bool isSettled)
    {
        isSettled = true;
        if (_findKernelsOfFew is null)
            return kernel;
        var kernelOfFew = (_kernelsOfFew ??= _findKernelsOfFew()).ChooseBest(out isSettled);
        return kernelOfFew.Lanes > 1 && kernelOfFew.Lanes < kernel.Lanes ? kernelOfFew : kernel;
    }
}
