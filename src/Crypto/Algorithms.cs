using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The catalogue: every algorithm, with its kernels and its public types. What exists once for each algorithm (descriptions,
/// registration, tests, benchmarks) walks through <see cref="All"/>, and no other file names a list of kernels. Each algorithm is
/// made when it is first used, so that first use of one does not wait for the others; two threads may make one twice, which does
/// no harm.
/// </summary>
internal static class Algorithms
{
    private const string Bcl = PublicType.Bcl;

    public static Algorithm<AesKernel> Aes => field ??= new("AES", () => AesKernels.List, () =>
    [
        new(
            typeof(Aes),
            ["AES", "AesManaged", "AesCryptoServiceProvider", Bcl + "AesManaged", Bcl + "AesCryptoServiceProvider"],
            ["AES", Bcl + "Aes"]),
        new(typeof(AesCtr), [], [], isDropIn: false),
    ]);

    public static Algorithm<GcmKernel> AesGcm => field ??= new(
        "AES-GCM", () => GcmKernels.List, () => [new(typeof(AesGcm), [], [])]);

    /// <summary>The hash within AES-GCM, which no public type offers alone.</summary>
    public static Algorithm<GhashKernel> Ghash => field ??= new("GHASH", () => GhashKernels.List, () => []);

    public static ShaAlgorithm Sha1 => field ??= ShaAlgorithm.CreateSha1();

    public static ShaAlgorithm Sha256 => field ??= ShaAlgorithm.CreateSha256();

    public static ShaAlgorithm Sha384 => field ??= ShaAlgorithm.CreateSha384();

    public static ShaAlgorithm Sha512 => field ??= ShaAlgorithm.CreateSha512();

    public static ChecksumAlgorithm Crc32 => field ??= new(
        "CRC-32", () => Crc32Kernels.List, () => Checksum(typeof(Crc32), "CRC-32"), uint.MaxValue, uint.MaxValue, isBigEndian: false);

    public static ChecksumAlgorithm Crc32C => field ??= new(
        "CRC-32C", () => Crc32CKernels.List, () => Checksum(typeof(Crc32C), "CRC-32C"), uint.MaxValue, uint.MaxValue, isBigEndian: false);

    public static ChecksumAlgorithm Adler32 => field ??= new(
        "Adler-32", () => Adler32Kernels.List, () => Checksum(typeof(Adler32), "Adler-32"), 1, 0, isBigEndian: true);

    /// <summary>Those with public types in the order of <see cref="CryptoProvider.Describe"/>.</summary>
    public static IReadOnlyList<Algorithm> All => field ??=
        [Aes, AesGcm, Ghash, Sha1, Sha256, Sha384, Sha512, Crc32, Crc32C, Adler32];

    public static IReadOnlyList<ShaAlgorithm> Hashes => field ??= [Sha1, Sha256, Sha384, Sha512];

    /// <summary>.NET has no checksums, and no names for them.</summary>
    private static PublicType Checksum(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type type, string name) =>
        new(type, [type.Name, name, type.FullName!], [], isDropIn: false);
}
