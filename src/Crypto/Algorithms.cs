using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
#if NET
using System.Runtime.Intrinsics;
#endif
using System.Threading;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The catalogue: every algorithm, with its kernels, best first, and its public types. What exists once for each algorithm
/// (descriptions, registration, tests, benchmarks) walks through <see cref="All"/>. Each is made when it is first used, so that
/// first use of one does not wait for the others; two threads may make one twice, which does no harm. Neither here nor on any other way
/// to a kernel are there lambdas, or generic collections of our own types: their classes have initializers, and one that fails for
/// want of memory is never run again.
/// </summary>
internal static class Algorithms
{
    private const string Sha = "FIPS 180-4", Sha3 = "FIPS 202";

    // Beginnings of the names by which CryptoConfig knows algorithms: .NET's types and the URIs of XML signatures.
    private const string Bcl = PublicType.Bcl;
    private const string XmlDsig = "http://www.w3.org/2000/09/xmldsig#";
    private const string XmlDsigMore = "http://www.w3.org/2001/04/xmldsig-more#";
    private const string XmlEnc = "http://www.w3.org/2001/04/xmlenc#";

    private static KernelList<HashKernel>? s_sha256Kernels, s_sha512Kernels, s_keccakKernels;

    public static Algorithm<AesKernel> Aes
    {
        get
        {
            return field ??= new("AES", Kernels, Types);

            static KernelList<AesKernel> Kernels() => new(AesSelfTest.Passes, InMachineCode, InCSharp);

            static AesKernel[] InMachineCode() =>
            [
                AesMachineCode.Vaes512(),
                AesMachineCode.Vaes256(),
                AesMachineCode.AesNiAvx(),
                AesMachineCode.Arm64(),
            ];

            static AesKernel[] InCSharp() =>
            [
#if NET
                new AesX64AesNi(),
                new AesArm64Aes(),
                new AesPermute<Vector256<byte>, ShuffleLanes256>(),
                new AesPermute<Vector128<byte>, ShuffleLanes128>(),
#endif
                new AesPortableTable(),
                new AesPortableBitsliced(),
            ];

            static PublicType[] Types() =>
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
                new(typeof(AesSiv), [], [], []),
                new(typeof(AesXts), [], [], []),
                new(typeof(AesXtsStream), [], [], []),
                Cmac,
            ];
        }
    }

    public static PublicType Cmac => field ??= new(
        typeof(AesCmac), ["AesCmac", "AES-CMAC", "ManagedCrypto.AesCmac"], [], []);

    public static Algorithm<GcmKernel> AesGcm
    {
        get
        {
            return field ??= new("AES-GCM", Kernels, Types);

            static KernelList<GcmKernel> Kernels() => new(GcmSelfTest.Passes, InMachineCode, InCSharp);

            static GcmKernel[] InMachineCode() =>
            [
                GcmMachineCode.Vaes512(),
                GcmMachineCode.Vaes256(),
                GcmMachineCode.AesNiAvx(),
                GcmMachineCode.Arm64Eor3(),
                GcmMachineCode.Arm64Pmull(),
            ];

            static GcmKernel[] InCSharp() =>
            [
#if NET10_0_OR_GREATER
                new GcmX64AesNi<GhashX64Lanes512, Vector512<ulong>>(),
                new GcmX64AesNi<GhashX64Lanes256, Vector256<ulong>>(),
#endif
#if NET
                new GcmX64AesNi<GhashX64Lanes128, Vector128<ulong>>(),
                new GcmArm64Pmull(),
                new GcmComposed(
                    new AesPermute<Vector256<byte>, ShuffleLanes256>(), new GhashShuffle<Vector256<byte>, ShuffleLanes256>()),
                new GcmComposed(
                    new AesPermute<Vector128<byte>, ShuffleLanes128>(), new GhashShuffle<Vector128<byte>, ShuffleLanes128>()),
#endif
                new GcmComposed(new AesPortableTable(), new GhashPortableTable()),
                new GcmComposed(new AesPortableBitsliced(), new GhashPortableMultiply()),
            ];

            static PublicType[] Types() =>
            [
                new(typeof(AesGcm), [], [], ["AesGcm"]),
                new(typeof(AesGcmSealer), [], [], []),
                new(typeof(AesGcmUnverifiedOpener), [], [], []),
                new(typeof(AesGmac), [], [], []),
                new(typeof(XAes256Gcm), [], [], []),
                new(typeof(Cobblestone), [], [], []),
                new(typeof(CobblestoneSealingStream), [], [], []),
                new(typeof(CobblestoneOpeningStream), [], [], []),
            ];
        }
    }

    public static Algorithm<AeadKernel> AesGcmSiv
    {
        get
        {
            return field ??= new("AES-GCM-SIV", Kernels, Types);

            static KernelList<AeadKernel> Kernels() => new(GcmSivSelfTest.Passes, InMachineCode, InCSharp);

            static AeadKernel[] InMachineCode() =>
            [
                GcmSivMachineCode.Vaes512(),
                GcmSivMachineCode.Vaes256(),
                GcmSivMachineCode.AesNiAvx(),
                GcmSivMachineCode.Arm64(),
            ];

            static AeadKernel[] InCSharp() =>
            [
#if NET
                new GcmSivComposed(new AesX64AesNi(), new GhashX64Pclmul()),
                new GcmSivComposed(new AesArm64Aes(), new GhashArm64Pmull()),
                new GcmSivComposed(
                    new AesPermute<Vector256<byte>, ShuffleLanes256>(), new GhashShuffle<Vector256<byte>, ShuffleLanes256>()),
                new GcmSivComposed(
                    new AesPermute<Vector128<byte>, ShuffleLanes128>(), new GhashShuffle<Vector128<byte>, ShuffleLanes128>()),
#endif
                new GcmSivComposed(new AesPortableTable(), new GhashPortableTable()),
                new GcmSivComposed(new AesPortableBitsliced(), new GhashPortableMultiply()),
            ];

            static PublicType[] Types() => [new(typeof(AesGcmSiv), [], [], [])];
        }
    }

    public static ComposedKernels<AesKernel, CcmComposed> AesCcm
    {
        get
        {
            return field ??= new(Aes.Kernels, Compose);

            static CcmComposed Compose(AesKernel aes) => new CcmComposed(aes);
        }
    }

    public static ComposedKernels<AesKernel, AesSivComposed> AesSiv
    {
        get
        {
            return field ??= new(Aes.Kernels, Compose);

            static AesSivComposed Compose(AesKernel aes) => new AesSivComposed(aes);
        }
    }

    public static ComposedKernels<GcmKernel, XAesGcm> XAes256Gcm
    {
        get
        {
            return field ??= new(AesGcm.Kernels, Compose, Aes.Kernels);

            static XAesGcm Compose(GcmKernel gcm) => new XAesGcm(Aes.Kernels.Best, gcm);
        }
    }

    public static ComposedKernels<ChaChaPolyKernel, XChaChaPoly> XChaCha20Poly1305
    {
        get
        {
            return field ??= new(ChaCha20Poly1305.Kernels, Compose);

            static XChaChaPoly Compose(ChaChaPolyKernel chaCha) => new XChaChaPoly(chaCha);
        }
    }

    public static Algorithm<ChaChaPolyKernel> ChaCha20Poly1305
    {
        get
        {
            return field ??= new("ChaCha20-Poly1305", Kernels, Types);

            static KernelList<ChaChaPolyKernel> Kernels() => new(ChaChaPolySelfTest.Passes, InMachineCode, InCSharp);

            static ChaChaPolyKernel[] InMachineCode() =>
            [
                ChaChaPolyMachineCode.X64Avx512(),
                ChaChaPolyMachineCode.X64Avx2(),
                ChaChaPolyMachineCode.Arm64(),
            ];

            static ChaChaPolyKernel[] InCSharp() =>
            [
#if NET
                new ChaChaPolyX64<Vector512<uint>, ChaChaX64Lanes512>(),
                new ChaChaPolyX64<Vector256<uint>, ChaChaX64Lanes256>(),
                new ChaChaPolyVectors<Vector128<uint>, ChaChaLanes128>(),
#endif
                new ChaChaPolyPortable(),
            ];

            static PublicType[] Types() => [new(typeof(ChaCha20Poly1305), [], [], ["ChaCha20Poly1305"]), new(typeof(XChaCha20Poly1305), [], [], [])];
        }
    }

    public static Algorithm<AegisKernel> Aegis128L
    {
        get
        {
            return field ??= new("AEGIS-128L", Kernels, Types);

            static KernelList<AegisKernel> Kernels() => new(AegisSelfTest.Passes128L, BestFirst);

            static AegisKernel[] BestFirst() => Aegis128Kernels(AegisVariant.Aegis128L);

            static PublicType[] Types() => [new(typeof(Aegis128L), [], [], [])];
        }
    }

    public static Algorithm<AegisKernel> Aegis256
    {
        get
        {
            return field ??= new("AEGIS-256", Kernels, Types);

            static KernelList<AegisKernel> Kernels() => new(AegisSelfTest.Passes256, BestFirst);

            static AegisKernel[] BestFirst() => Aegis256Kernels();

            static PublicType[] Types() => [new(typeof(Aegis256), [], [], [])];
        }
    }

    public static Algorithm<AegisKernel> Aegis128X2
    {
        get
        {
            return field ??= new("AEGIS-128X2", Kernels, Types);

            static KernelList<AegisKernel> Kernels() => new(AegisSelfTest.Passes128X2, BestFirst);

            static AegisKernel[] BestFirst() =>
                [AegisMachineCode.Vaes256(AegisVariant.Aegis128X2), .. Aegis128Kernels(AegisVariant.Aegis128X2)];

            static PublicType[] Types() => [new(typeof(Aegis128X2), [], [], [])];
        }
    }

    public static Algorithm<AegisKernel> Aegis128X4
    {
        get
        {
            return field ??= new("AEGIS-128X4", Kernels, Types);

            static KernelList<AegisKernel> Kernels() => new(AegisSelfTest.Passes128X4, BestFirst);

            static AegisKernel[] BestFirst() =>
            [
                AegisMachineCode.Vaes512(AegisVariant.Aegis128X4),
                AegisMachineCode.Vaes256(AegisVariant.Aegis128X4),
                .. Aegis128Kernels(AegisVariant.Aegis128X4),
            ];

            static PublicType[] Types() => [new(typeof(Aegis128X4), [], [], [])];
        }
    }

    public static HashFunction Md5
    {
        get
        {
            return field ??= new("MD5", "MD5", "RFC 1321", 16, new MerkleDamgard(HashWords.Of32(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476), sizeof(uint), isLittleEndian: true), Kernels, Types, isBroken: true);

            static KernelList<HashKernel> Kernels() => new(HashSelfTest.Md5, BestFirst);

            static HashKernel[] BestFirst() =>
            [
                new Md5Portable(),
            ];

            static PublicType[] Types() => Hash(typeof(MD5), typeof(HMACMD5), [], ["CryptoServiceProvider"], XmlDsigMore, XmlDsigMore);
        }
    }

    public static HashFunction Sha1
    {
        get
        {
            return field ??= new("SHA-1", "SHA1", Sha, 20, new MerkleDamgard(HashWords.Of32(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0), sizeof(uint)), Kernels, Types, isBroken: true);

            static KernelList<HashKernel> Kernels() => new(HashSelfTest.Sha1, BestFirst);

            static HashKernel[] BestFirst() =>
            [
                ShaMachineCode.Sha1ShaNi(),
                ShaMachineCode.Sha1Arm64(),
#if NET
                new Sha1X64Avx2(),
                new Sha1Arm64Sha1(),
#endif
                new Sha1Portable(),
            ];

            static PublicType[] Types() => Hash(typeof(SHA1), typeof(HMACSHA1), ["SHA"], ShaClasses, XmlDsig, XmlDsig);
        }
    }

    public static HashFunction Sha224
    {
        get
        {
            return field ??= new("SHA-224", "SHA224", Sha, 28, new MerkleDamgard(
                HashWords.Of32(
                    0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4),
                sizeof(uint)), Sha256Kernels, Types);

            static PublicType[] Types() => OwnHash(typeof(SHA224), typeof(HMACSHA224), "SHA-224");
        }
    }

    public static HashFunction Sha256
    {
        get
        {
            return field ??= new("SHA-256", "SHA256", Sha, 32, new MerkleDamgard(
                HashWords.Of32(
                    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19),
                sizeof(uint)), Sha256Kernels, Types);

            static PublicType[] Types() => Hash(typeof(SHA256), typeof(HMACSHA256), ["SHA-256"], ShaClasses, XmlEnc, XmlDsigMore);
        }
    }

    public static HashFunction Sha384
    {
        get
        {
            return field ??= new("SHA-384", "SHA384", Sha, 48, new MerkleDamgard(
                HashWords.Of64(
                    0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
                    0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4),
                sizeof(ulong)), Sha512Kernels, Types);

            static PublicType[] Types() => Hash(typeof(SHA384), typeof(HMACSHA384), ["SHA-384"], ShaClasses, XmlDsigMore, XmlDsigMore);
        }
    }

    public static HashFunction Sha512
    {
        get
        {
            return field ??= new("SHA-512", "SHA512", Sha, 64, new MerkleDamgard(
                HashWords.Of64(
                    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179),
                sizeof(ulong)), Sha512Kernels, Types);

            static PublicType[] Types() => Hash(typeof(SHA512), typeof(HMACSHA512), ["SHA-512"], ShaClasses, XmlEnc, XmlDsigMore);
        }
    }

    public static HashFunction Sha512_256
    {
        get
        {
            return field ??= new("SHA-512/256", "SHA512-256", Sha, 32, new MerkleDamgard(
                HashWords.Of64(
                    0x22312194fc2bf72c, 0x9f555fa3c84c64c2, 0x2393b86b6f53b151, 0x963877195940eabd,
                    0x96283ee2a88effe3, 0xbe5e1e2553863992, 0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2),
                sizeof(ulong)), Sha512Kernels, Types);

            static PublicType[] Types() => OwnHash(typeof(SHA512_256), typeof(HMACSHA512_256), "SHA-512/256");
        }
    }

    public static HashFunction Sha3_224
    {
        get
        {
            return field ??= new("SHA3-224", "SHA3-224", Sha3, 28, new Sponge(144, Sponge.Sha3), KeccakKernels, Types);

            static PublicType[] Types() => OwnHash(typeof(SHA3_224), typeof(HMACSHA3_224), "SHA3-224");
        }
    }

    public static HashFunction Sha3_256
    {
        get
        {
            return field ??= new("SHA3-256", "SHA3-256", Sha3, 32, new Sponge(136, Sponge.Sha3), KeccakKernels, Types);

            static PublicType[] Types() => Hash(typeof(SHA3_256), typeof(HMACSHA3_256));
        }
    }

    public static HashFunction Sha3_384
    {
        get
        {
            return field ??= new("SHA3-384", "SHA3-384", Sha3, 48, new Sponge(104, Sponge.Sha3), KeccakKernels, Types);

            static PublicType[] Types() => Hash(typeof(SHA3_384), typeof(HMACSHA3_384));
        }
    }

    public static HashFunction Sha3_512
    {
        get
        {
            return field ??= new("SHA3-512", "SHA3-512", Sha3, 64, new Sponge(72, Sponge.Sha3), KeccakKernels, Types);

            static PublicType[] Types() => Hash(typeof(SHA3_512), typeof(HMACSHA3_512));
        }
    }

    /// <summary>Not SHA-3, which pads otherwise.</summary>
    public static HashFunction Keccak256
    {
        get
        {
            return field ??= new("Keccak-256", "KECCAK-256", "the submission of 2011, as Ethereum has it", 32, new Sponge(136, Sponge.Keccak), KeccakKernels, Types);

            static PublicType[] Types() => [Own(typeof(Keccak256), "Keccak-256")];
        }
    }

    public static XofFunction Shake128
    {
        get
        {
            return field ??= new("SHAKE128", "KMAC128", 128, KeccakKernels, Types);

            static PublicType[] Types() => [NotByName(typeof(Shake128)), NotByName(typeof(Kmac128)), NotByName(typeof(KmacXof128))];
        }
    }

    public static XofFunction Shake256
    {
        get
        {
            return field ??= new("SHAKE256", "KMAC256", 256, KeccakKernels, Types);

            static PublicType[] Types() => [NotByName(typeof(Shake256)), NotByName(typeof(Kmac256)), NotByName(typeof(KmacXof256))];
        }
    }

    /// <summary>Many messages at once, as the next three.</summary>
    public static LanesFunction Sha1Lanes
    {
        get
        {
            return field ??= new("SHA-1 in lanes", FindSha1, Kernels, KernelsOfFew);

            static HashFunction FindSha1() => Sha1;

            static KernelList<HashLanesKernel> Kernels() => new(HashLanesSelfTest.Sha1, BestFirst);

            static KernelList<HashLanesKernel> KernelsOfFew() => new(HashLanesSelfTest.Sha1, BestOfFewFirst);

            static HashLanesKernel[] BestFirst()
            {
                var pairs = ShaPair.Sha1ShaNi();
#if NET
                // Beside pairs, lanes pay later.
                var hasPairs = pairs.WhyUnavailable() is null;
#endif
                return
                [
#if NET
                    new Sha1X64Lanes<Vector512<uint>, ShaLanes512<uint>>("sha1-lanes/x64-avx512", hasPairs ? 10 : 4),
#endif
                    pairs,
#if NET
                    new Sha1X64Lanes<Vector256<uint>, ShaLanes256<uint>>("sha1-lanes/x64-avx2", fewestMessages: 4),
#endif
                    ShaPair.Sha1Arm64(),
                    new HashLanesOneByOne("sha1-lanes/loop", Sha1.Kernels.Best),
                ];
            }

            static HashLanesKernel[] BestOfFewFirst() =>
                [ShaPair.Sha1ShaNi(), ShaPair.Sha1Arm64(), new HashLanesOneByOne("sha1-lanes/loop", Sha1.Kernels.Best)];
        }
    }

    public static LanesFunction Sha256Lanes
    {
        get
        {
            return field ??= new("SHA-256 in lanes", FindSha256, Kernels, KernelsOfFew);

            static HashFunction FindSha256() => Sha256;

            static KernelList<HashLanesKernel> Kernels() => new(HashLanesSelfTest.Sha256, BestFirst);

            static KernelList<HashLanesKernel> KernelsOfFew() => new(HashLanesSelfTest.Sha256, BestOfFewFirst);

            static HashLanesKernel[] BestFirst()
            {
                var pairs = ShaPair.Sha256ShaNi();
#if NET
                // Beside pairs, lanes pay later.
                var hasPairs = pairs.WhyUnavailable() is null;
#endif
                return
                [
#if NET
                    new Sha2X64Lanes<Vector512<uint>, ShaLanes512<uint>>("sha256-lanes/x64-avx512", hasPairs ? 9 : 4) { HasPairs = hasPairs },
#endif
                    pairs,
#if NET
                    new Sha2X64Lanes<Vector256<uint>, ShaLanes256<uint>>("sha256-lanes/x64-avx2", fewestMessages: 4),
#endif
                    ShaPair.Sha256Arm64(),
                    new HashLanesOneByOne("sha256-lanes/loop", Sha256.Kernels.Best),
                ];
            }

            static HashLanesKernel[] BestOfFewFirst() =>
                [ShaPair.Sha256ShaNi(), ShaPair.Sha256Arm64(), new HashLanesOneByOne("sha256-lanes/loop", Sha256.Kernels.Best)];
        }
    }

    public static LanesFunction Sha512Lanes
    {
        get
        {
            return field ??= new("SHA-512 in lanes", FindSha512, Kernels);

            static HashFunction FindSha512() => Sha512;

            static KernelList<HashLanesKernel> Kernels() => new(HashLanesSelfTest.Sha512, BestFirst);

            static HashLanesKernel[] BestFirst() =>
            [
#if NET
                new Sha2X64Lanes<Vector512<ulong>, ShaLanes512<ulong>>("sha512-lanes/x64-avx512", fewestMessages: 3),
                new Sha2X64Lanes<Vector256<ulong>, ShaLanes256<ulong>>("sha512-lanes/x64-avx2", fewestMessages: 3),
#endif
                new HashLanesOneByOne("sha512-lanes/loop", Sha512.Kernels.Best),
            ];
        }
    }

    public static LanesFunction Sha3_256Lanes
    {
        get
        {
            return field ??= new("SHA3-256 in lanes", FindSha3_256, Kernels);

            static HashFunction FindSha3_256() => Sha3_256;

            static KernelList<HashLanesKernel> Kernels() => new(HashLanesSelfTest.Sha3_256, BestFirst);

            static HashLanesKernel[] BestFirst() =>
            [
#if NET
                new KeccakX64Lanes<Vector512<ulong>, ShaLanes512<ulong>>("sha3-256-lanes/x64-avx512", fewestMessages: 3),
                new KeccakX64Lanes<Vector256<ulong>, ShaLanes256<ulong>>("sha3-256-lanes/x64-avx2", fewestMessages: 3),
#endif
                new HashLanesOneByOne("sha3-256-lanes/loop", Sha3_256.Kernels.Best),
            ];
        }
    }

    public static ChecksumAlgorithm Crc32
    {
        get
        {
            return field ??= new("CRC-32", Kernels, Types, uint.MaxValue, uint.MaxValue, isBigEndian: false);

            static KernelList<ChecksumKernel> Kernels() => new(ChecksumSelfTest.Crc32, BestFirst, ByTable);

            static ChecksumKernel[] BestFirst()
            {
#if NET
                var byInstruction = new CrcByInstruction<Crc32Arm64Crc32<Crc32Polynomial>>();
#endif
                return
                [
#if NET10_0_OR_GREATER
                    new CrcX64Folding<Vector512<ulong>, CrcX64Lanes512, CrcX64PclmulEnding>(CrcPolynomial.Crc32),
#endif
                    CrcMachineCode.Vpclmul512(CrcPolynomial.Crc32),
#if NET10_0_OR_GREATER
                    new CrcX64Folding<Vector256<ulong>, CrcX64Lanes256, CrcX64PclmulEnding>(CrcPolynomial.Crc32),
#endif
                    CrcMachineCode.Vpclmul256(CrcPolynomial.Crc32),
#if NET
                    new CrcX64Folding<Vector128<ulong>, CrcX64Lanes128, CrcX64PclmulEnding>(CrcPolynomial.Crc32),
#endif
                    CrcMachineCode.PclmulAvx(CrcPolynomial.Crc32),
#if NET
                    CrcMachineCode.Arm64(CrcPolynomial.Crc32).WithShortBy(byInstruction),
                    byInstruction,
#else
                    CrcMachineCode.Arm64(CrcPolynomial.Crc32),
#endif
                ];
            }

            static ChecksumKernel[] ByTable() => [new CrcPortableTable(CrcPolynomial.Crc32)];

            static PublicType[] Types() => [Own(typeof(Crc32), "CRC-32")];
        }
    }

    public static ChecksumAlgorithm Crc32C
    {
        get
        {
            return field ??= new("CRC-32C", Kernels, Types, uint.MaxValue, uint.MaxValue, isBigEndian: false);

            static KernelList<ChecksumKernel> Kernels() => new(ChecksumSelfTest.Crc32C, BestFirst, ByTable);

            static ChecksumKernel[] BestFirst()
            {
#if NET
                var byInstruction = new CrcByInstruction<Crc32Arm64Crc32<Crc32CPolynomial>>();
#endif
                return
                [
#if NET10_0_OR_GREATER
                    new CrcX64Folding<Vector512<ulong>, CrcX64Lanes512, Crc32CX64Sse42>(CrcPolynomial.Crc32C),
#endif
                    CrcMachineCode.Vpclmul512(CrcPolynomial.Crc32C),
#if NET10_0_OR_GREATER
                    new CrcX64Folding<Vector256<ulong>, CrcX64Lanes256, Crc32CX64Sse42>(CrcPolynomial.Crc32C),
#endif
                    CrcMachineCode.Vpclmul256(CrcPolynomial.Crc32C),
#if NET
                    new CrcByInstruction<Crc32CX64Sse42>(),
#endif
                    CrcMachineCode.PclmulAvx(CrcPolynomial.Crc32C),
#if NET
                    CrcMachineCode.Arm64(CrcPolynomial.Crc32C).WithShortBy(byInstruction),
                    byInstruction,
#else
                    CrcMachineCode.Arm64(CrcPolynomial.Crc32C),
#endif
                ];
            }

            static ChecksumKernel[] ByTable() => [new CrcPortableTable(CrcPolynomial.Crc32C)];

            static PublicType[] Types() => [Own(typeof(Crc32C), "CRC-32C")];
        }
    }

    public static ChecksumAlgorithm Adler32
    {
        get
        {
            return field ??= new("Adler-32", Kernels, Types, 1, 0, isBigEndian: true);

            static KernelList<ChecksumKernel> Kernels() => new(ChecksumSelfTest.Adler32, BestFirst);

            static ChecksumKernel[] BestFirst() =>
            [
#if NET
                new Adler32Vectors<Vector512<ulong>, Adler32X64Lanes512>(),
                new Adler32Vectors<Vector256<ulong>, Adler32X64Lanes256>(),
#endif
                new Adler32X64MachineCode(),
#if NET
                new Adler32Vectors<Vector128<ulong>, Adler32Arm64Lanes>(),
#endif
                new Adler32Portable(),
            ];

            static PublicType[] Types() => [Own(typeof(Adler32), "Adler-32")];
        }
    }

    /// <summary>Those with public types in the order of <see cref="CryptoProvider.Describe"/>.</summary>
    public static IReadOnlyList<Algorithm> All => field ??=
    [
        Aes, AesGcm, AesGcmSiv, ChaCha20Poly1305, Aegis128L, Aegis256, Aegis128X2, Aegis128X4,
        Md5, Sha1, Sha224, Sha256, Sha384, Sha512, Sha512_256, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Keccak256, Shake128, Shake256,
        Sha1Lanes, Sha256Lanes, Sha512Lanes, Sha3_256Lanes, Crc32, Crc32C, Adler32,
    ];

    /// <summary>The AEADs, in the order of <see cref="All"/>.</summary>
    public static IReadOnlyList<Aead> Aeads
    {
        get
        {
            return field ??=
            [
                new("AES-GCM", typeof(AesGcm), AesKeys, [12], [12, 13, 14, 15, 16], Gcm, CreateGcm),
                new("AES-CCM", typeof(AesCcm), AesKeys, [7, 8, 9, 10, 11, 12, 13], [4, 6, 8, 10, 12, 14, 16], Ccm, CreateCcm),
                new("AES-GCM-SIV", typeof(AesGcmSiv), [16, 32], [12], [16], GcmSiv, CreateGcmSiv),
                new("AES-SIV", typeof(AesSiv), [32, 48, 64], UpTo(64), [16], Siv, CreateSiv, tagIsFirst: true),
                new("XAES-256-GCM", typeof(XAes256Gcm), [32], [24], [16], XAes, CreateXAes, drawsNonce: true),
                new("ChaCha20-Poly1305", typeof(ChaCha20Poly1305), [32], [12], [16], ChaCha, CreateChaCha),
                new("XChaCha20-Poly1305", typeof(XChaCha20Poly1305), [32], [24], [16], XChaCha, CreateXChaCha, drawsNonce: true),
                new("AEGIS-128L", typeof(Aegis128L), [16], [16], [16, 32], ForAegis128L, CreateAegis128L),
                new("AEGIS-256", typeof(Aegis256), [32], [32], [16, 32], ForAegis256, CreateAegis256),
                new("AEGIS-128X2", typeof(Aegis128X2), [16], [16], [16, 32], ForAegis128X2, CreateAegis128X2),
                new("AEGIS-128X4", typeof(Aegis128X4), [16], [16], [16, 32], ForAegis128X4, CreateAegis128X4),
            ];

            static IKernels<AeadKernel> Gcm() => AesGcm.Kernels;
            static IKernels<AeadKernel> Ccm() => AesCcm;
            static IKernels<AeadKernel> GcmSiv() => AesGcmSiv.Kernels;
            static IKernels<AeadKernel> Siv() => AesSiv;
            static IKernels<AeadKernel> XAes() => XAes256Gcm;
            static IKernels<AeadKernel> ChaCha() => ChaCha20Poly1305.Kernels;
            static IKernels<AeadKernel> XChaCha() => XChaCha20Poly1305;
            static IKernels<AeadKernel> ForAegis128L() => Aegis128L.Kernels;
            static IKernels<AeadKernel> ForAegis256() => Aegis256.Kernels;
            static IKernels<AeadKernel> ForAegis128X2() => Aegis128X2.Kernels;
            static IKernels<AeadKernel> ForAegis128X4() => Aegis128X4.Kernels;
            static IDisposable CreateGcm(AeadKernel kernel, ReadOnlySpan<byte> key, int? tagBytes) => new AesGcm((GcmKernel)kernel, key, tagBytes);
            static IDisposable CreateCcm(AeadKernel kernel, ReadOnlySpan<byte> key, int? tagBytes) => new AesCcm((CcmComposed)kernel, key);
            static IDisposable CreateGcmSiv(AeadKernel kernel, ReadOnlySpan<byte> key, int? tagBytes) => new AesGcmSiv(kernel, key);
            static IDisposable CreateSiv(AeadKernel kernel, ReadOnlySpan<byte> key, int? tagBytes) => new AesSiv((AesSivComposed)kernel, key);
            static IDisposable CreateXAes(AeadKernel kernel, ReadOnlySpan<byte> key, int? tagBytes) => new XAes256Gcm((XAesGcm)kernel, key);
            static IDisposable CreateChaCha(AeadKernel kernel, ReadOnlySpan<byte> key, int? tagBytes) => new ChaCha20Poly1305((ChaChaPolyKernel)kernel, key);
            static IDisposable CreateXChaCha(AeadKernel kernel, ReadOnlySpan<byte> key, int? tagBytes) => new XChaCha20Poly1305((XChaChaPoly)kernel, key);
            static IDisposable CreateAegis128L(AeadKernel kernel, ReadOnlySpan<byte> key, int? tagBytes) => new Aegis128L((AegisKernel)kernel, key);
            static IDisposable CreateAegis256(AeadKernel kernel, ReadOnlySpan<byte> key, int? tagBytes) => new Aegis256((AegisKernel)kernel, key);
            static IDisposable CreateAegis128X2(AeadKernel kernel, ReadOnlySpan<byte> key, int? tagBytes) => new Aegis128X2((AegisKernel)kernel, key);
            static IDisposable CreateAegis128X4(AeadKernel kernel, ReadOnlySpan<byte> key, int? tagBytes) => new Aegis128X4((AegisKernel)kernel, key);
        }
    }

    /// <summary>
    /// Those of <see cref="All"/>, named once more: who asks for a hash function by its name does not wait for the classes of the other algorithms.
    /// </summary>
    public static HashFunction[] Hashes => field ??=
        [Md5, Sha1, Sha224, Sha256, Sha384, Sha512, Sha512_256, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Keccak256];

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
    public static IEnumerable<PublicType> Types
    {
        get
        {
            foreach (var algorithm in All)
                foreach (var type in algorithm.Types)
                    yield return type;
            foreach (var type in SharedTypes)
                yield return type;
        }
    }

    private static int[] AesKeys => [16, 24, 32];

    /// <summary>For all variants of AEGIS-128.</summary>
    private static AegisKernel[] Aegis128Kernels(AegisVariant variant) =>
    [
        AegisMachineCode.Arm64(variant),
#if NET
        new Aegis128Intrinsics<AegisX64Round>(variant),
        new Aegis128Intrinsics<AegisArm64Round>(variant),
#endif
        new AegisPortable(variant),
    ];

    private static AegisKernel[] Aegis256Kernels() =>
    [
        AegisMachineCode.Arm64(AegisVariant.Aegis256),
#if NET
        new Aegis256Intrinsics<AegisX64Round>(AegisVariant.Aegis256),
        new Aegis256Intrinsics<AegisArm64Round>(AegisVariant.Aegis256),
#endif
        new AegisPortable(AegisVariant.Aegis256),
    ];

    /// <summary>The numbers from zero on.</summary>
    private static int[] UpTo(int last)
    {
        var numbers = new int[last + 1];
        for (var i = 0; i <= last; i++)
            numbers[i] = i;
        return numbers;
    }

    /// <summary>Of an algorithm that is a part of others.</summary>
    internal static PublicType[] NoTypes =>
#pragma warning disable CA1825 // Array.Empty is a class with an initializer, too.
        field ??= new PublicType[0];
#pragma warning restore CA1825

    /// <summary>.NET has two classes of each SHA besides that which bears its name.</summary>
    private static string[] ShaClasses => ["Managed", "CryptoServiceProvider"];

    /// <summary>
    /// SHA-224 is SHA-256 with another beginning and end, as SHA-384 and SHA-512/256 are SHA-512. One list for all, whichever of two threads
    /// publishes it: with two, each kernel would be listed twice.
    /// </summary>
    private static KernelList<HashKernel> Sha256Kernels() =>
        s_sha256Kernels ?? Interlocked.CompareExchange(ref s_sha256Kernels, MakeSha256Kernels(), null) ?? s_sha256Kernels;

    /// <inheritdoc cref="Sha256Kernels"/>
    private static KernelList<HashKernel> Sha512Kernels() =>
        s_sha512Kernels ?? Interlocked.CompareExchange(ref s_sha512Kernels, MakeSha512Kernels(), null) ?? s_sha512Kernels;

    /// <summary>Keccak-f[1600], of all sponges. One list, as before.</summary>
    private static KernelList<HashKernel> KeccakKernels() =>
        s_keccakKernels ?? Interlocked.CompareExchange(ref s_keccakKernels, MakeKeccakKernels(), null) ?? s_keccakKernels;

    private static KernelList<HashKernel> MakeSha256Kernels()
    {
        return new(HashSelfTest.Sha256, BestFirst);

        static HashKernel[] BestFirst() =>
        [
            ShaMachineCode.Sha256ShaNi(),
            ShaMachineCode.Sha256Arm64(),
#if NET
            new Sha256X64Avx2(),
            new Sha256Arm64Sha256(),
#endif
            new Sha256Portable(),
        ];
    }

    private static KernelList<HashKernel> MakeSha512Kernels()
    {
        return new(HashSelfTest.Sha512, BestFirst);

        static HashKernel[] BestFirst() =>
        [
            ShaMachineCode.Sha512Bmi2Avx512(),
            ShaMachineCode.Sha512Avx512(),
            ShaMachineCode.Sha512Bmi2(),
            ShaMachineCode.Sha512Arm64(),
#if NET
            new Sha512X64Avx2(),
            new Sha512X64Avx512(),
#endif
            new Sha512Portable(),
        ];
    }

    private static KernelList<HashKernel> MakeKeccakKernels()
    {
        return new(HashSelfTest.Sha3, BestFirst);

        static HashKernel[] BestFirst() =>
        [
            ShaMachineCode.KeccakAvx512(),
            ShaMachineCode.KeccakBmi2(),
            ShaMachineCode.KeccakArm64(),
            new KeccakPortable(),
        ];
    }

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
        var olderClasses = WithEach(name, classes);
        string[] ofHmac = [hmac.Name, Bcl + hmac.Name, uriOfHmac + "hmac-" + name.ToLowerInvariant()];
        return
        [
            new(hash, [.. registered, .. WithEach(Bcl, olderClasses)], registered, [name, .. olderClasses, name + "Cng"]),
            new(hmac, ofHmac, ofHmac, [hmac.Name]),
        ];
    }

    private static string[] WithEach(string beginning, string[] ends)
    {
        var names = new string[ends.Length];
        for (var i = 0; i < ends.Length; i++)
            names[i] = beginning + ends[i];
        return names;
    }

    /// <summary>The types of SHA-3. Of their names, .NET creates objects by those of the HMACs' classes alone.</summary>
    private static PublicType[] Hash(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type hash,
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type hmac) =>
        [
            NotByName(hash),
            new(hmac, [Bcl + hmac.Name], [Bcl + hmac.Name], [hmac.Name]),
        ];

    /// <summary>The types of a hash function that .NET lacks.</summary>
    private static PublicType[] OwnHash(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type hash,
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type hmac,
        string name) => [Own(hash, name), Own(hmac, "HMAC-" + name)];

    /// <summary>A type that .NET lacks.</summary>
    private static PublicType Own(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type type, string name) =>
        new(type, [type.Name, name, type.FullName!], [], []);

    /// <summary>A type that .NET has, and does not create by name.</summary>
    private static PublicType NotByName(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type type) =>
        new(type, [], [], [type.Name]);
}
