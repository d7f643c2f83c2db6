using System;
using System.Collections.Generic;
using System.IO.Enumeration;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

/// <summary>All kernels of all lists that run here, each with what can be done with it; and the checks of arguments.</summary>
internal static class Targets
{
    public static IReadOnlyList<Target> All { get; } =
    [
        .. Algorithms.Aes.Kernels.Runnable.SelectMany(Aes),
        .. Algorithms.AesGcm.Kernels.Runnable.Select(Gcm),
        .. Algorithms.AesGcm.Kernels.Runnable.Select(kernel => new Target(kernel.Id + "/any-counter", new GcmCases(kernel).AnyCounter)),
        .. Algorithms.Ghash.Kernels.Runnable.Select(kernel => new Target(kernel.Id, new GhashCases(kernel).Run)),
        .. Algorithms.Sha1.Kernels.Runnable.SelectMany(kernel => Sha(kernel, HashFace.Sha1)),
        .. Algorithms.Sha256.Kernels.Runnable.SelectMany(kernel => Sha(kernel, HashFace.Sha256)),
        .. Algorithms.Sha512.Kernels.Runnable.SelectMany(kernel => Sha(kernel, HashFace.Sha512, HashFace.Sha384)),
        .. Checksums(Algorithms.Crc32, ReferenceChecksum.Crc32, kernel => new Crc32(kernel), Crc32.HashData),
        .. Checksums(Algorithms.Crc32C, ReferenceChecksum.Crc32C, kernel => new Crc32C(kernel), Crc32C.HashData),
        .. Checksums(Algorithms.Adler32, ReferenceChecksum.Adler32, kernel => new Adler32(kernel), Adler32.HashData),
        new("arguments/aes", ArgumentCases.Aes),
        new("arguments/aes-settings", ArgumentCases.AesSettings),
        new("arguments/aes-transform", ArgumentCases.Transform),
        new("arguments/gcm", ArgumentCases.Gcm),
        new("arguments/hash", ArgumentCases.Hash),
    ];

    /// <summary>Those whose names match a pattern with * and ?.</summary>
    /// <exception cref="UsageException">There are none.</exception>
    public static IReadOnlyList<Target> Matching(string pattern)
    {
        var matching = All.Where(target => FileSystemName.MatchesSimpleExpression(pattern, target.Name)).ToList();
        return matching.Count > 0
            ? matching
            : throw new UsageException($"No target is called {pattern}: list tells their names.");
    }

    internal static Target Gcm(GcmKernel kernel) => new(kernel.Id, new GcmCases(kernel).Run);

    private static IEnumerable<Target> Aes(AesKernel kernel)
    {
        var aes = new AesCases(kernel);
        var ctr = new CtrCases(kernel);
        return
        [
            new(kernel.Id + "/one-shot", aes.OneShot),
            new(kernel.Id + "/transform", aes.Transform),
            new(kernel.Id + "/key-wrap", aes.KeyWrap),
            new(kernel.Id + "/ctr", ctr.OneShot),
            new(kernel.Id + "/ctr-transform", ctr.Transform),
        ];
    }

    private static IEnumerable<Target> Sha(ShaKernel kernel, params HashFace[] faces)
    {
        var sha = new ShaCases(kernel, faces);
        return [new(kernel.Id + "/hash", sha.Hash), new(kernel.Id + "/hmac", sha.Code)];
    }

    private static IEnumerable<Target> Checksums(
        ChecksumAlgorithm algorithm,
        Func<ReferenceChecksum> oracle,
        Func<ChecksumKernel, System.Security.Cryptography.HashAlgorithm> create,
        ChecksumTo hashTo) =>
        algorithm.Kernels.Runnable.Select(kernel =>
            new Target(kernel.Id, new ChecksumCases(algorithm, kernel, oracle, create, hashTo).Run));
}
