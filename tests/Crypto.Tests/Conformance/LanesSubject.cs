using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>A hash function for many messages at once, on one kernel.</summary>
internal sealed class LanesSubject(LanesFunction lanes, HashLanesKernel kernel)
{
    public static IReadOnlyList<LanesFunction> Functions { get; } = [.. Algorithms.All.OfType<LanesFunction>()];

    public HashFunction Function => lanes.Function;

    public HashLanesKernel Kernel => kernel;

    public ManyMessages Many { get; } = lanes.With(kernel);

    public int DigestBytes => Many.DigestBytes;

    public static LanesSubject Find(string function, string kernelId)
    {
        var lanes = Functions.Single(lanes => lanes.Name == function);
        return new LanesSubject(lanes, lanes.Kernels.All.Single(kernel => kernel.Id == kernelId));
    }
}
