using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Pairs of kernels of AES and AES-GCM, in which each that runs here stands at least once: the two share a key's bytes alone.</summary>
internal static class XAesMatrix
{
    public static IReadOnlyList<XAesGcm> All { get; } = Pairs(
        [.. TestedKernels.Of(Algorithms.Aes.Kernels)], [.. TestedKernels.Of(Algorithms.AesGcm.Kernels)]);

    public static IEnumerable<string> Ids => All.Select(Id);

    public static string Id(XAesGcm kernel) => kernel.Aes.Id + " " + kernel.Gcm.Id;

    public static XAesGcm Find(string id) => All.Single(kernel => Id(kernel) == id);

    private static XAesGcm[] Pairs(AesKernel[] aes, GcmKernel[] gcm) =>
        [.. Enumerable.Range(0, Math.Max(aes.Length, gcm.Length)).Select(i => new XAesGcm(aes[i % aes.Length], gcm[i % gcm.Length]))];
}
