using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
#if NET
using System.Runtime.Intrinsics;
#endif
using System.Threading;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The catalogue: every algorithm, with its kernels, best first, and its public types. What exists once for each algorithm
/// (descriptions, registration, tests, benchmarks) walks through <see cref="All"/>. Each is made when it is first used, so that
/// first use of one does not wait for the others; two threads may make one twice, which does no harm.
/// </summary>
internal static class Algorithms
{
    private const string Sha = "FIPS 180-4", Sha3 = "FIPS 202";

    // Beginnings of the names by which CryptoConfig knows algorithms: .NET's types and the URIs of XML signatures.
    private const string Bcl = PublicType.Bcl;
    private const string XmlDsig = "http://www.w3.org/2000/09/xmldsig#";
    private const string XmlDsigMore = "http://www.w3.org/2001/04/xmldsig-more#";
    private const string XmlEnc = "http://www.w3.org/2001/04/xmlenc#";

    public static Algorithm<AesKernel> Aes => field ??= new(
        "AES",
        () => new(
            AesSelfTest.Passes,
            AesX64MachineCode.Vaes512,
            AesX64MachineCode.Vaes256,
            AesX64MachineCode.AesNiAvx,
#if NET
            () => new AesX64AesNi(),
            () => new AesArm64Aes(),
            () => new AesPermute<Vector256<byte>, ShuffleLanes256>(),
            () => new AesPermute<Vector128<byte>, ShuffleLanes128>(),
#endif
            () => new AesPortableTable(),
            () => new AesPortableBitsliced()),
        () =>
        [
            new(
                typeof(Aes),
                ["AES", "AesManaged", "AesCryptoServiceProvider", Bcl + "AesManaged", Bcl + "AesCryptoServiceProvider"],
                ["AES", Bcl + "Aes"],
                ["Aes", "AesManaged", "AesCryptoServiceProvider", "AesCng"]),
            new(typeof(AesCtr), [], [], []),
            new(typeof(AesCtrStream), [], [], []),
            new(typeof(AesCbcEncryptingStream), [], [], []),
            new(typeof(AesCbcDecryptingStream), [], [], []),
            new(typeof(AesCcm), [], [], ["AesCcm"]),
            new(typeof(AesXts), [], [], []),
            new(typeof(AesXtsStream), [], [], []),
            Cmac,
        ]);

    public static PublicType Cmac => field ??= new(
        typeof(AesCmac), ["AesCmac", "AES-CMAC", "ManagedCrypto.AesCmac"], [], []);

    public static Algorithm<GcmKernel> AesGcm => field ??= new(
        "AES-GCM",
        () => new(
            GcmSelfTest.Passes,
            GcmX64MachineCode.Vaes512,
            GcmX64MachineCode.Vaes256,
            GcmX64MachineCode.AesNiAvx,
#if NET10_0_OR_GREATER
            () => new GcmX64AesNi<GhashX64Lanes512, Vector512<ulong>>(),
            () => new GcmX64AesNi<GhashX64Lanes256, Vector256<ulong>>(),
#endif
#if NET
            () => new GcmX64AesNi<GhashX64Lanes128, Vector128<ulong>>(),
            () => new GcmArm64Pmull(),
            () => new GcmComposed(
                new AesPermute<Vector256<byte>, ShuffleLanes256>(), new GhashShuffle<Vector256<byte>, ShuffleLanes256>()),
            () => new GcmComposed(
                new AesPermute<Vector128<byte>, ShuffleLanes128>(), new GhashShuffle<Vector128<byte>, ShuffleLanes128>()),
#endif
            () => new GcmComposed(new AesPortableTable(), new GhashPortableTable()),
            () => new GcmComposed(new AesPortableBitsliced(), new GhashPortableMultiply())),
        () =>
        [
            new(typeof(AesGcm), [], [], ["AesGcm"]),
            new(typeof(AesGcmSealer), [], [], []),
            new(typeof(AesGcmUnverifiedOpener), [], [], []),
            new(typeof(AesGmac), [], [], []),
            new(typeof(XAes256Gcm), [], [], []),
            new(typeof(Cobblestone), [], [], []),
            new(typeof(CobblestoneSealingStream), [], [], []),
            new(typeof(CobblestoneOpeningStream), [], [], []),
        ]);

    public static Algorithm<GcmSivKernel> AesGcmSiv => field ??= new(
        "AES-GCM-SIV",
        () => new(
            GcmSivSelfTest.Passes,
            GcmSivX64MachineCode.Vaes512,
            GcmSivX64MachineCode.Vaes256,
            GcmSivX64MachineCode.AesNiAvx,
#if NET
            () => new GcmSivComposed(new AesX64AesNi(), new GhashX64Pclmul()),
            () => new GcmSivComposed(new AesArm64Aes(), new GhashArm64Pmull()),
            () => new GcmSivComposed(
                new AesPermute<Vector256<byte>, ShuffleLanes256>(), new GhashShuffle<Vector256<byte>, ShuffleLanes256>()),
            () => new GcmSivComposed(
                new AesPermute<Vector128<byte>, ShuffleLanes128>(), new GhashShuffle<Vector128<byte>, ShuffleLanes128>()),
#endif
            () => new GcmSivComposed(new AesPortableTable(), new GhashPortableTable()),
            () => new GcmSivComposed(new AesPortableBitsliced(), new GhashPortableMultiply())),
        () => [new(typeof(AesGcmSiv), [], [], [])]);

    public static Algorithm<ChaChaPolyKernel> ChaCha20Poly1305 => field ??= new(
        "ChaCha20-Poly1305",
        () => new(
            ChaChaPolySelfTest.Passes,
#if NET
            () => new ChaChaPolyX64<Vector512<uint>, ChaChaX64Lanes512>(),
            () => new ChaChaPolyX64<Vector256<uint>, ChaChaX64Lanes256>(),
            () => new ChaChaPolyVectors<Vector128<uint>, ChaChaLanes128>(),
#endif
            () => new ChaChaPolyPortable()),
        () => [new(typeof(ChaCha20Poly1305), [], [], ["ChaCha20Poly1305"]), new(typeof(XChaCha20Poly1305), [], [], [])]);

    /// <summary>The hash within AES-GCM and AES-GCM-SIV, which no public type offers alone.</summary>
    public static Algorithm<GhashKernel> Ghash => field ??= new(
        "GHASH",
        () => new(
            GhashSelfTest.Passes,
            GhashX64MachineCode.Vpclmul512,
            GhashX64MachineCode.Vpclmul256,
            GhashX64MachineCode.PclmulAvx,
#if NET
            () => new GhashX64Pclmul(),
            () => new GhashArm64Pmull(),
            () => new GhashShuffle<Vector256<byte>, ShuffleLanes256>(),
            () => new GhashShuffle<Vector128<byte>, ShuffleLanes128>(),
#endif
            () => new GhashPortableTable(),
            () => new GhashPortableMultiply()),
        () => []);

    public static HashFunction Md5 => field ??= new(
        "MD5", "MD5", "RFC 1321", 16,
        new MerkleDamgard(new uint[] { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476 }, isLittleEndian: true),
        () => new(HashSelfTest.Md5, () => new Md5Portable()),
        () => Hash(typeof(MD5), typeof(HMACMD5), [], ["CryptoServiceProvider"], XmlDsigMore, XmlDsigMore),
        isBroken: true);

    public static HashFunction Sha1 => field ??= new(
        "SHA-1", "SHA1", Sha, 20,
        new MerkleDamgard(new uint[] { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 }),
        () => new(
            HashSelfTest.Sha1,
            ShaX64MachineCode.Sha1ShaNi,
#if NET
            () => new Sha1X64Avx2(),
            () => new Sha1Arm64Sha1(),
#endif
            () => new Sha1Portable()),
        () => Hash(typeof(SHA1), typeof(HMACSHA1), ["SHA"], ShaClasses, XmlDsig, XmlDsig), isBroken: true);

    public static HashFunction Sha256 => field ??= new(
        "SHA-256", "SHA256", Sha, 32,
        new MerkleDamgard(new uint[]
        {
            0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
        }),
        () => new(
            HashSelfTest.Sha256,
            ShaX64MachineCode.Sha256ShaNi,
#if NET
            () => new Sha256X64Avx2(),
            () => new Sha256Arm64Sha256(),
#endif
            () => new Sha256Portable()),
        () => Hash(typeof(SHA256), typeof(HMACSHA256), ["SHA-256"], ShaClasses, XmlEnc, XmlDsigMore));

    public static HashFunction Sha384 => field ??= new(
        "SHA-384", "SHA384", Sha, 48,
        new MerkleDamgard(new ulong[]
        {
            0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
            0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
        }),
        () => Sha512Kernels, () => Hash(typeof(SHA384), typeof(HMACSHA384), ["SHA-384"], ShaClasses, XmlDsigMore, XmlDsigMore));

    public static HashFunction Sha512 => field ??= new(
        "SHA-512", "SHA512", Sha, 64,
        new MerkleDamgard(new ulong[]
        {
            0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
            0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
        }),
        () => Sha512Kernels, () => Hash(typeof(SHA512), typeof(HMACSHA512), ["SHA-512"], ShaClasses, XmlEnc, XmlDsigMore));

    public static HashFunction Sha3_256 => field ??= new(
        "SHA3-256", "SHA3-256", Sha3, 32, new Sponge(136, Sponge.Sha3),
        () => KeccakKernels, () => Hash(typeof(SHA3_256), typeof(HMACSHA3_256)));

    public static HashFunction Sha3_384 => field ??= new(
        "SHA3-384", "SHA3-384", Sha3, 48, new Sponge(104, Sponge.Sha3),
        () => KeccakKernels, () => Hash(typeof(SHA3_384), typeof(HMACSHA3_384)));

    public static HashFunction Sha3_512 => field ??= new(
        "SHA3-512", "SHA3-512", Sha3, 64, new Sponge(72, Sponge.Sha3),
        () => KeccakKernels, () => Hash(typeof(SHA3_512), typeof(HMACSHA3_512)));

    /// <summary>Not SHA-3, which pads otherwise.</summary>
    public static HashFunction Keccak256 => field ??= new(
        "Keccak-256", "KECCAK-256", "the submission of 2011, as Ethereum has it", 32, new Sponge(136, Sponge.Keccak),
        () => KeccakKernels,
        () => [new(typeof(Keccak256), [nameof(Keccak256), "Keccak-256", typeof(Keccak256).FullName!], [], [])]);

    public static XofFunction Shake128 => field ??= new(
        128, () => KeccakKernels, () => [NotByName(typeof(Shake128)), NotByName(typeof(Kmac128)), NotByName(typeof(KmacXof128))]);

    public static XofFunction Shake256 => field ??= new(
        256, () => KeccakKernels, () => [NotByName(typeof(Shake256)), NotByName(typeof(Kmac256)), NotByName(typeof(KmacXof256))]);

    /// <summary>Many messages at once, as the next three.</summary>
    public static LanesFunction Sha1Lanes => field ??= new(
        "SHA-1 in lanes", () => Sha1,
        () => new(
            HashLanesSelfTest.Sha1,
#if NET
            () => new Sha1X64Lanes<Vector512<uint>, ShaLanes16x32>("sha1-lanes/x64-avx512", fewestMessages: 5),
#endif
            ShaX64Pair.Sha1ShaNi,
#if NET
            () => new Sha1X64Lanes<Vector256<uint>, ShaLanes8x32>("sha1-lanes/x64-avx2", fewestMessages: 4),
#endif
            () => new HashLanesOneByOne("sha1-lanes/loop", Sha1.Kernels.Best)));

    public static LanesFunction Sha256Lanes => field ??= new(
        "SHA-256 in lanes", () => Sha256,
        () => new(
            HashLanesSelfTest.Sha256,
#if NET
            () => new Sha2X64Lanes<Vector512<uint>, ShaLanes16x32>("sha256-lanes/x64-avx512", fewestMessages: 6),
#endif
            ShaX64Pair.Sha256ShaNi,
#if NET
            () => new Sha2X64Lanes<Vector256<uint>, ShaLanes8x32>("sha256-lanes/x64-avx2", fewestMessages: 4),
#endif
            () => new HashLanesOneByOne("sha256-lanes/loop", Sha256.Kernels.Best)));

    public static LanesFunction Sha512Lanes => field ??= new(
        "SHA-512 in lanes", () => Sha512,
        () => new(
            HashLanesSelfTest.Sha512,
#if NET
            () => new Sha2X64Lanes<Vector512<ulong>, ShaLanes8x64>("sha512-lanes/x64-avx512", fewestMessages: 3),
            () => new Sha2X64Lanes<Vector256<ulong>, ShaLanes4x64>("sha512-lanes/x64-avx2", fewestMessages: 3),
#endif
            () => new HashLanesOneByOne("sha512-lanes/loop", Sha512.Kernels.Best)));

    public static LanesFunction Sha3_256Lanes => field ??= new(
        "SHA3-256 in lanes", () => Sha3_256,
        () => new(
            HashLanesSelfTest.Sha3_256,
#if NET
            () => new KeccakX64Lanes<Vector512<ulong>, ShaLanes8x64>("sha3-256-lanes/x64-avx512", fewestMessages: 3),
            () => new KeccakX64Lanes<Vector256<ulong>, ShaLanes4x64>("sha3-256-lanes/x64-avx2", fewestMessages: 3),
#endif
            () => new HashLanesOneByOne("sha3-256-lanes/loop", Sha3_256.Kernels.Best)));

    public static ChecksumAlgorithm Crc32 => field ??= new(
        "CRC-32",
        () => new(
            ChecksumSelfTest.Crc32,
#if NET10_0_OR_GREATER
            () => new CrcX64Folding<Vector512<ulong>, CrcX64Lanes512, CrcX64PclmulEnding>(CrcPolynomial.Crc32),
#endif
            () => CrcX64MachineCode.Vpclmul512(CrcPolynomial.Crc32),
#if NET10_0_OR_GREATER
            () => new CrcX64Folding<Vector256<ulong>, CrcX64Lanes256, CrcX64PclmulEnding>(CrcPolynomial.Crc32),
#endif
            () => CrcX64MachineCode.Vpclmul256(CrcPolynomial.Crc32),
#if NET
            () => new CrcX64Folding<Vector128<ulong>, CrcX64Lanes128, CrcX64PclmulEnding>(CrcPolynomial.Crc32),
#endif
            () => CrcX64MachineCode.PclmulAvx(CrcPolynomial.Crc32),
#if NET
            () => new CrcByInstruction<Crc32Arm64Crc32>(),
#endif
            () => new CrcPortableTable(CrcPolynomial.Crc32),
            () => new CrcPortableBitwise(CrcPolynomial.Crc32)),
        () => Checksum(typeof(Crc32),
        "CRC-32"), uint.MaxValue, uint.MaxValue, isBigEndian: false);

    public static ChecksumAlgorithm Crc32C => field ??= new(
        "CRC-32C",
        () => new(
            ChecksumSelfTest.Crc32C,
#if NET10_0_OR_GREATER
            () => new CrcX64Folding<Vector512<ulong>, CrcX64Lanes512, Crc32CX64Sse42>(CrcPolynomial.Crc32C),
#endif
            () => CrcX64MachineCode.Vpclmul512(CrcPolynomial.Crc32C),
#if NET10_0_OR_GREATER
            () => new CrcX64Folding<Vector256<ulong>, CrcX64Lanes256, Crc32CX64Sse42>(CrcPolynomial.Crc32C),
#endif
            () => CrcX64MachineCode.Vpclmul256(CrcPolynomial.Crc32C),
#if NET
            () => new CrcByInstruction<Crc32CX64Sse42>(),
#endif
            () => CrcX64MachineCode.PclmulAvx(CrcPolynomial.Crc32C),
#if NET
            () => new CrcByInstruction<Crc32CArm64Crc32>(),
#endif
            () => new CrcPortableTable(CrcPolynomial.Crc32C),
            () => new CrcPortableBitwise(CrcPolynomial.Crc32C)),
        () => Checksum(typeof(Crc32C),
        "CRC-32C"), uint.MaxValue, uint.MaxValue, isBigEndian: false);

    public static ChecksumAlgorithm Adler32 => field ??= new(
        "Adler-32",
        () => new(
            ChecksumSelfTest.Adler32,
#if NET
            () => new Adler32Vectors<Vector512<ulong>, Adler32X64Lanes512>(),
            () => new Adler32Vectors<Vector256<ulong>, Adler32X64Lanes256>(),
#endif
            () => new Adler32X64MachineCode(),
#if NET
            () => new Adler32Vectors<Vector128<ulong>, Adler32Arm64Lanes>(),
#endif
            () => new Adler32Portable()),
        () => Checksum(typeof(Adler32),
        "Adler-32"), 1, 0, isBigEndian: true);

    /// <summary>Those with public types in the order of <see cref="CryptoProvider.Describe"/>.</summary>
    public static IReadOnlyList<Algorithm> All => field ??=
        [Aes, AesGcm, AesGcmSiv, ChaCha20Poly1305, Ghash, Md5, Sha1, Sha256, Sha384, Sha512, Sha3_256, Sha3_384, Sha3_512, Keccak256,
            Shake128, Shake256, Sha1Lanes, Sha256Lanes, Sha512Lanes, Sha3_256Lanes, Crc32, Crc32C, Adler32];

    public static IReadOnlyList<HashFunction> Hashes => field ??= [.. All.OfType<HashFunction>()];

    public static IReadOnlyList<XofFunction> Xofs => field ??= [.. All.OfType<XofFunction>()];

    public static IReadOnlyList<ChecksumAlgorithm> Checksums => field ??= [.. All.OfType<ChecksumAlgorithm>()];

    /// <summary>Public types of more than one algorithm, or of none.</summary>
    public static IReadOnlyList<PublicType> SharedTypes => field ??=
    [
        new(typeof(IncrementalHash), [], [], ["IncrementalHash"]),
        new(typeof(CryptographicOperations), [], [], ["CryptographicOperations"]),
        new(typeof(Rfc2898DeriveBytes), [], [], ["Rfc2898DeriveBytes"]),
        new(typeof(HKDF), [], [], ["HKDF"]),
        new(typeof(SP800108HmacCounterKdf), [], [], ["SP800108HmacCounterKdf"]),
        Random,
    ];

    public static PublicType Random => field ??= new(
        typeof(RandomNumberGenerator),
        ["RandomNumberGenerator", Bcl + "RandomNumberGenerator", Bcl + "RNGCryptoServiceProvider"],
        ["RandomNumberGenerator", Bcl + "RandomNumberGenerator"],
        ["RandomNumberGenerator", "RNGCryptoServiceProvider"]);

    /// <summary>All public types that the catalogue knows.</summary>
    public static IEnumerable<PublicType> Types => All.SelectMany(algorithm => algorithm.Types).Concat(SharedTypes);

    /// <summary>.NET has two classes of each SHA besides that which bears its name.</summary>
    private static string[] ShaClasses => ["Managed", "CryptoServiceProvider"];

    /// <summary>
    /// SHA-384 is SHA-512 with another beginning and end. One list for both, whichever of two threads publishes it: with two, each
    /// kernel would be listed twice.
    /// </summary>
    private static KernelList<HashKernel> Sha512Kernels =>
        field ?? Interlocked.CompareExchange(ref field, MakeSha512Kernels(), null) ?? field;

    private static KernelList<HashKernel> MakeSha512Kernels() => new(
        HashSelfTest.Sha512,
        ShaX64MachineCode.Sha512Bmi2Avx512,
        ShaX64MachineCode.Sha512Avx512,
        ShaX64MachineCode.Sha512Bmi2,
#if NET
        () => new Sha512X64Avx2(),
#endif
        () => new Sha512Portable());

    /// <summary>Keccak-f[1600], of all sponges. One list, as before.</summary>
    private static KernelList<HashKernel> KeccakKernels =>
        field ?? Interlocked.CompareExchange(
            ref field,
            new(HashSelfTest.Sha3_256, ShaX64MachineCode.KeccakAvx512, () => new KeccakPortable()),
            null) ?? field;

    /// <summary>The types of a hash function.</summary>
    /// <param name="hash">Called as .NET calls its own.</param>
    /// <param name="hmac">Called as .NET calls its own.</param>
    /// <param name="aliases">Further names of the hash.</param>
    /// <param name="classes">
    /// Ends of the names of .NET's classes of the hash; .NET Framework has one more, for CNG, that it does not create by name.
    /// </param>
    /// <param name="uriOfHash">Begins the URI of the hash in XML signatures.</param>
    /// <param name="uriOfHmac">Begins the URI of the HMAC in XML signatures.</param>
    private static PublicType[] Hash(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type hash,
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type hmac,
        string[] aliases,
        string[] classes,
        string uriOfHash,
        string uriOfHmac)
    {
        var name = hash.Name;
        string[] registered = [name, .. aliases, Bcl + name, uriOfHash + name.ToLowerInvariant()];
        string[] olderClasses = [.. classes.Select(end => name + end)];
        string[] ofHmac = [hmac.Name, Bcl + hmac.Name, uriOfHmac + "hmac-" + name.ToLowerInvariant()];
        return
        [
            new(hash, [.. registered, .. olderClasses.Select(type => Bcl + type)], registered, [name, .. olderClasses, name + "Cng"]),
            new(hmac, ofHmac, ofHmac, [hmac.Name]),
        ];
    }

    /// <summary>The types of SHA-3. Of their names, .NET creates objects by those of the HMACs' classes alone.</summary>
    private static PublicType[] Hash(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type hash,
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type hmac) =>
        [
            NotByName(hash),
            new(hmac, [Bcl + hmac.Name], [Bcl + hmac.Name], [hmac.Name]),
        ];

    /// <summary>A type that .NET has, and does not create by name.</summary>
    private static PublicType NotByName(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type type) =>
        new(type, [], [], [type.Name]);

    /// <summary>.NET has no checksums, and no names for them.</summary>
    private static PublicType Checksum(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type type, string name) =>
        new(type, [type.Name, name, type.FullName!], [], []);
}
