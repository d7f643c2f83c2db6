using System;
using System.Collections.Generic;
using System.Threading;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The kernels of an AEAD that is composed of others, one of each: as many and as good as those are, which have self-tests of their own.
/// </summary>
/// <param name="parts">The others, best first.</param>
/// <param name="compose">Makes a kernel of one of them, and perhaps of the best of <paramref name="besides"/>.</param>
/// <param name="besides">What else a kernel is made of, or null.</param>
internal sealed class ComposedKernels<TPart, TKernel>(KernelList<TPart> parts, Func<TPart, TKernel> compose, IKernelList<Kernel>? besides = null) : IKernels<TKernel>
    where TPart : Kernel
    where TKernel : AeadKernel
{
    private Composed? _best;

    /// <inheritdoc/>
    public IReadOnlyList<TKernel> All
    {
        get
        {
            var allParts = parts.All;
            var all = new TKernel[allParts.Count];
            for (var i = 0; i < all.Length; i++)
                all[i] = compose(allParts[i]);
            return all;
        }
    }

    /// <inheritdoc/>
    public IEnumerable<TKernel> Runnable
    {
        get
        {
            foreach (var part in parts.Runnable)
                yield return compose(part);
        }
    }

    /// <inheritdoc/>
    /// <exception cref="System.Security.Cryptography.CryptographicException">No kernel is left.</exception>
    public TKernel Best
    {
        get
        {
            var (part, beside) = (parts.Best, besides?.Best);
            var best = Volatile.Read(ref _best);
            if (best is null || best.Part != part || best.Beside != beside)
            {
                best = new(part, beside, compose(part));
                Volatile.Write(ref _best, best);
            }

            return best.Kernel;
        }
    }

    private sealed class Composed(TPart part, Kernel? beside, TKernel kernel)
    {
        public TPart Part => part;

        public Kernel? Beside => beside;

        public TKernel Kernel => kernel;
    }
}
