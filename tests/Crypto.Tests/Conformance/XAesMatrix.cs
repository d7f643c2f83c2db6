using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>The pairs of kernels of AES and AES-GCM: each that runs here with the best of the other list.</summary>
internal static class XAesMatrix
{
    public static IReadOnlyList<XAesKernels> All { get; } =
    [
        .. Algorithms.AesGcm.Kernels.Runnable.Select(gcm => new XAesKernels(Algorithms.Aes.Kernels.Best, gcm)),
        .. Algorithms.Aes.Kernels.Runnable.Where(aes => aes != Algorithms.Aes.Kernels.Best)
            .Select(aes => new XAesKernels(aes, Algorithms.AesGcm.Kernels.Best)),
    ];

    public static IEnumerable<string> Ids => All.Select(Id);

    public static string Id(XAesKernels kernels) => kernels.Aes.Id + " " + kernels.Gcm.Id;

    public static XAesKernels Find(string id) => All.Single(kernels => Id(kernels) == id);
}
