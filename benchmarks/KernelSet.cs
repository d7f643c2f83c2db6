using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Benchmarks;

/// <summary>The kernels that ManagedCrypto is measured with; null where a set has none for an algorithm.</summary>
internal sealed record KernelSet(
    AesKernel? Aes,
    GcmKernel? Gcm,
    HashKernel? Sha1,
    HashKernel? Sha256,
    HashKernel? Sha512,
    ChecksumKernel? Crc32,
    ChecksumKernel? Crc32C,
    ChecksumKernel? Adler32)
{
    /// <summary>What public types take.</summary>
    public static KernelSet Best { get; } = new(
        Algorithms.Aes.Kernels.Best,
        Algorithms.AesGcm.Kernels.Best,
        Algorithms.Sha1.Kernels.Best,
        Algorithms.Sha256.Kernels.Best,
        Algorithms.Sha512.Kernels.Best,
        Algorithms.Crc32.Kernels.Best,
        Algorithms.Crc32C.Kernels.Best,
        Algorithms.Adler32.Kernels.Best);

    public IEnumerable<Kernel> Kernels =>
        new Kernel?[] { Aes, Gcm, Sha1, Sha256, Sha512, Crc32, Crc32C, Adler32 }.OfType<Kernel>();

    private static IEnumerable<Kernel> All =>
    [
        .. Algorithms.Aes.Kernels.All, .. Algorithms.AesGcm.Kernels.All,
        .. Algorithms.Sha1.Kernels.All, .. Algorithms.Sha256.Kernels.All, .. Algorithms.Sha512.Kernels.All,
        .. Algorithms.Crc32.Kernels.All, .. Algorithms.Crc32C.Kernels.All, .. Algorithms.Adler32.Kernels.All,
    ];

    /// <summary>
    /// The best set with what a name forces: one kernel (<c>aes/portable-table</c>), all of one implementation
    /// (<c>portable-table</c>) or of one tier (<c>portable</c>, <c>intrinsics</c>, <c>machine-code</c>).
    /// </summary>
    /// <exception cref="UsageException">Nothing has that name, or it cannot run here.</exception>
    public static KernelSet Forced(string name)
    {
        var named = All.Where(kernel => IsNamed(kernel, name)).ToList();
        if (named.Count == 0)
        {
            var names = All.Select(kernel => kernel.Id).Concat(All.Select(Implementation)).Concat(All.Select(Tier));
            throw new UsageException($"--kernel {name}: no such kernel; there are {string.Join(", ", names.Distinct())}");
        }

        if (named.TrueForAll(kernel => kernel.WhyUnavailable() is not null))
            throw new UsageException($"--kernel {name}: cannot run here: {named[0].Id} {named[0].WhyUnavailable()}");

        var forced = Where(kernel => IsNamed(kernel, name));
        return new(
            forced.Aes ?? Best.Aes,
            forced.Gcm ?? Best.Gcm,
            forced.Sha1 ?? Best.Sha1,
            forced.Sha256 ?? Best.Sha256,
            forced.Sha512 ?? Best.Sha512,
            forced.Crc32 ?? Best.Crc32,
            forced.Crc32C ?? Best.Crc32C,
            forced.Adler32 ?? Best.Adler32);
    }

    /// <summary>The kernel of an id, whether it runs here or not; null if there is none on this architecture.</summary>
    public static Kernel? Named(string id) => All.Concat(Algorithms.Ghash.Kernels.All).FirstOrDefault(kernel => kernel.Id == id);

    /// <summary>Every implementation that runs here, other than what a set has: its name and its kernels.</summary>
    public static IEnumerable<(string Name, KernelSet Kernels)> Besides(KernelSet set) =>
        All.Except(set.Kernels).Select(Implementation).Distinct()
            .Select(name => (name, Where(kernel => Implementation(kernel) == name && !set.Kernels.Contains(kernel))))
            .Where(alternative => alternative.Item2.Kernels.Any());

    private static KernelSet Where(Func<Kernel, bool> condition)
    {
        T? First<T>(KernelList<T> list)
            where T : Kernel => list.Runnable.FirstOrDefault(kernel => condition(kernel));

        return new(
            First(Algorithms.Aes.Kernels),
            First(Algorithms.AesGcm.Kernels),
            First(Algorithms.Sha1.Kernels),
            First(Algorithms.Sha256.Kernels),
            First(Algorithms.Sha512.Kernels),
            First(Algorithms.Crc32.Kernels),
            First(Algorithms.Crc32C.Kernels),
            First(Algorithms.Adler32.Kernels));
    }

    private static bool IsNamed(Kernel kernel, string name) =>
        kernel.Id == name || Implementation(kernel) == name || Tier(kernel) == name;

    private static string Implementation(Kernel kernel) => kernel.Id[(kernel.Id.IndexOf('/') + 1)..];

    private static string Tier(Kernel kernel) => kernel.Tier switch
    {
        Intrinsics.KernelTier.MachineCode => "machine-code",
        Intrinsics.KernelTier.Intrinsics => "intrinsics",
        _ => "portable",
    };
}
