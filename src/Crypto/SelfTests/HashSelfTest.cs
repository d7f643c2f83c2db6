using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A message of an odd number of blocks, whose padding makes the rest of it two blocks, whether a block has 64 bytes or 128; of
/// SHA3-256 five blocks and a rest.
/// </summary>
internal static unsafe class HashSelfTest
{
    public const int TextBytes = 760;

    /// <summary>By RFC 1321.</summary>
    public const ulong KnownMd5 = 0x5a00a5e03d21a7d8;

    /// <summary>By FIPS 180-4, as the next two.</summary>
    public const ulong KnownSha1 = 0xea67083073e71a4b;

    public const ulong KnownSha256 = 0xd3a02104341a2039;

    public const ulong KnownSha512 = 0xe4c92a55758d37e7;

    /// <summary>By FIPS 202.</summary>
    public const ulong KnownSha3_256 = 0xa4be0269c76d3c04;

    public static bool Md5(HashKernel kernel) => Sum(Algorithms.Md5, kernel) == KnownMd5;

    public static bool Sha1(HashKernel kernel) => Sum(Algorithms.Sha1, kernel) == KnownSha1;

    public static bool Sha256(HashKernel kernel) => Sum(Algorithms.Sha256, kernel) == KnownSha256;

    /// <summary>SHA-384 has the same kernels.</summary>
    public static bool Sha512(HashKernel kernel) => Sum(Algorithms.Sha512, kernel) == KnownSha512;

    /// <summary>All sponges have the same kernels.</summary>
    public static bool Sha3_256(HashKernel kernel) => Sum(Algorithms.Sha3_256, kernel) == KnownSha3_256;

    private static ulong Sum(HashFunction function, HashKernel kernel)
    {
        var digest = new byte[function.DigestBytes];
        function.With(kernel).Hash(SelfTest.Text(TextBytes), digest);
        fixed (byte* bytes = digest)
            return SelfTest.Sum(0, bytes, digest.Length);
    }
}
