using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>The kernels of a list to test, as the rows of a theory.</summary>
internal static class KernelMatrix
{
    /// <summary>The tiers of the kernels to test, if they are not all; of a list without such kernels, the last is.</summary>
    private static readonly string[]? s_tiers = Environment.GetEnvironmentVariable("CRYPTO_TESTS_TIERS")?.Split(',');

    public static TheoryData<string> Ids<T>(IKernels<T> list)
        where T : Kernel => new(Names(list));

    /// <summary>The same to be crossed with other axes.</summary>
    public static IEnumerable<string> Names<T>(IKernels<T> list)
        where T : Kernel
    {
        var all = TestedKernels.Of(list);
        var chosen = all.Where(kernel => s_tiers is null || s_tiers.Contains(kernel.Tier.ToString())).ToList();
        return (chosen.Count > 0 ? chosen : [all[^1]]).Select(kernel => kernel.Id);
    }

    public static T Find<T>(IKernels<T> list, string id)
        where T : Kernel => list.All.Single(kernel => kernel.Id == id);
}
