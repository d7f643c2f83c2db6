using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>An extendable-output function: SHAKE (FIPS 202), and KMAC (SP 800-185), which stands on the same sponge.</summary>
internal sealed class XofFunction : Algorithm<HashKernel>
{
    private readonly Sponge _shake;
    private readonly Sponge _cShake;
    private readonly string _nameOfKmac;
    private MessageHash? _best;
    private MessageHash? _bestOfKmac;

    /// <param name="name">As in "SHAKE128".</param>
    /// <param name="nameOfKmac">As in "KMAC128": both whole, since the first string that a process puts together takes the runtime 0.6 ms.</param>
    /// <param name="securityBits">128 or 256; the capacity has twice as many.</param>
    /// <param name="findKernels">Asked for when first used.</param>
    /// <param name="findTypes">Asked for when first used: SHAKE, KMAC, and KMAC whose length may be chosen late.</param>
    public XofFunction(
        string name, string nameOfKmac, int securityBits, Func<KernelList<HashKernel>> findKernels, Func<PublicType[]> findTypes)
        : base(name, findKernels, findTypes)
    {
        _nameOfKmac = nameOfKmac;
        var rate = KeccakStateBytes - (2 * securityBits / 8);
        SecurityBits = securityBits;
        _shake = new Sponge(rate, Sponge.Shake);
        _cShake = new Sponge(rate, Sponge.CShake);
    }

    public int SecurityBits { get; }

    /// <summary>The rate.</summary>
    public int BlockBytes => _shake.BlockBytes;

    public PublicType ShakeType => Types[0];

    public PublicType KmacType => Types[1];

    public PublicType KmacXofType => Types[2];

    /// <summary>SHAKE on the kernel that public types take.</summary>
    public MessageHash Best => _best ?? KeepBest(ref _best);

    /// <summary>KMAC on the kernel that public types take.</summary>
    public MessageHash BestOfKmac => _bestOfKmac ?? KeepBestOfKmac(ref _bestOfKmac);

    private static unsafe int KeccakStateBytes => sizeof(HashChain);

    /// <inheritdoc cref="HashFunction.KeepBest"/>
    public MessageHash KeepBest(ref MessageHash? kept)
    {
        var best = With(Kernels.ChooseBest(out var isSettled));
        return isSettled ? kept = best : best;
    }

    /// <inheritdoc cref="HashFunction.KeepBest"/>
    public MessageHash KeepBestOfKmac(ref MessageHash? kept)
    {
        var best = KmacWith(Kernels.ChooseBest(out var isSettled));
        return isSettled ? kept = best : best;
    }

    public MessageHash With(HashKernel kernel) => new(Name, _shake, 0, kernel);

    public MessageHash KmacWith(HashKernel kernel) => new(_nameOfKmac, _cShake, 0, kernel);
}
