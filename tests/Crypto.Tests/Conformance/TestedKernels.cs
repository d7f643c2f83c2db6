using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Which of the kernels that run in this process are tested: all, unless the environment says less.</summary>
internal static class TestedKernels
{
    /// <summary>What the kernels need of the CPU, among other things.</summary>
    private static readonly CpuFeatures s_required = Required(Environment.GetEnvironmentVariable("CRYPTO_TESTS_REQUIRED"));

    /// <summary>Those of a list; the last one, where the list has none of them.</summary>
    public static IReadOnlyList<T> Of<T>(IKernels<T> list)
        where T : Kernel
    {
        var all = list.Runnable.ToList();
        var chosen = all.FindAll(kernel => (kernel.Requires & s_required) == s_required);
        return chosen.Count > 0 ? chosen : [all[^1]];
    }

    private static CpuFeatures Required(string? names) =>
        names is null ? CpuFeatures.None
        : Enum.TryParse(names, out CpuFeatures features) ? features
        : throw new ArgumentException($"CRYPTO_TESTS_REQUIRED names no features: {names}.");
}
