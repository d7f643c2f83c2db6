using System;
using System.Collections.Generic;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>What the catalogue knows of an algorithm. <see cref="Algorithms"/> has them all.</summary>
internal abstract class Algorithm
{
    private readonly Func<PublicType[]> _findTypes;
    private PublicType[]? _types;

    /// <param name="name">As its standard has it, such as <c>SHA-256</c>.</param>
    /// <param name="findTypes">Asked for when the types are first wanted, since each costs time to load.</param>
    private protected Algorithm(string name, Func<PublicType[]> findTypes)
    {
        Name = name;
        _findTypes = findTypes;
    }

    /// <summary>As its standard has it, such as <c>SHA-256</c>.</summary>
    public string Name { get; }

    /// <summary>The public types that stand on its kernels; none for a part of other algorithms.</summary>
    public IReadOnlyList<PublicType> Types => _types ??= _findTypes();

    public IKernelList<Kernel> Kernels => AnyKernels;

    private protected abstract IKernelList<Kernel> AnyKernels { get; }

    public override string ToString() => Name;
}

/// <summary>An algorithm whose kernels have this contract.</summary>
internal class Algorithm<T> : Algorithm
    where T : Kernel
{
    private readonly Func<KernelList<T>> _findKernels;
    private KernelList<T>? _kernels;

    /// <inheritdoc/>
    public Algorithm(string name, Func<KernelList<T>> findKernels, Func<PublicType[]> findTypes)
        : base(name, findTypes) =>
        _findKernels = findKernels;

    /// <summary>Asked for when first used: creation by name, or registration, needs no kernel.</summary>
    public new KernelList<T> Kernels => _kernels ??= _findKernels();

    private protected override IKernelList<Kernel> AnyKernels => Kernels;
}
