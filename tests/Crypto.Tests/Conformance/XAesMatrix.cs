using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Pairs of kernels of AES and AES-GCM, in which each that runs here stands at least once: the two share a key's bytes alone.</summary>
internal static class XAesMatrix
{
    public static IReadOnlyList<XAesKernels> All { get; } = Pairs(
        [.. Algorithms.Aes.Kernels.Runnable], [.. Algorithms.AesGcm.Kernels.Runnable]);

    public static IEnumerable<string> Ids => All.Select(Id);

    public static string Id(XAesKernels kernels) => kernels.Aes.Id + " " + kernels.Gcm.Id;

    public static XAesKernels Find(string id) => All.Single(kernels => Id(kernels) == id);

    private static XAesKernels[] Pairs(AesKernel[] aes, GcmKernel[] gcm) =>
        [.. Enumerable.Range(0, Math.Max(aes.Length, gcm.Length)).Select(i => new XAesKernels(aes[i % aes.Length], gcm[i % gcm.Length]))];
}
