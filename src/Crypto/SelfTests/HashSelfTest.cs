using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A message of an odd number of blocks, whose padding makes the rest of it two blocks, whether a block has 64 bytes or 128 (of
/// SHA3-256 five blocks and a rest); and iterations of PBKDF2 for three blocks, for one and for two of which a kernel may have code of its own.
/// </summary>
internal static unsafe class HashSelfTest
{
    public const int TextBytes = 760;

    /// <summary>The password, which is also the salt, and how often it is hashed.</summary>
    public const int PasswordBytes = 32, Iterations = 3, KeyBlocks = 3;

    /// <summary>By RFC 1321.</summary>
    public const ulong KnownMd5 = 0xf1cb7b678f4ece73;

    /// <summary>By FIPS 180-4, as the next two.</summary>
    public const ulong KnownSha1 = 0x86e03b52e4a201b7;

    public const ulong KnownSha256 = 0xc547fc0cc1854bb5;

    public const ulong KnownSha512 = 0xfc762c90231adba7;

    /// <summary>By FIPS 202.</summary>
    public const ulong KnownSha3_256 = 0xddcb364b1380ac61;

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
        var key = new byte[KeyBlocks * function.DigestBytes];
        var hash = function.With(kernel);
        fixed (byte* bytes = digest, keyBytes = key)
        {
            hash.Hash(SelfTest.Text(TextBytes), digest);
            var sum = SelfTest.Sum(0, bytes, digest.Length);
            var password = SelfTest.Text(PasswordBytes);
            Pbkdf2State.Derive(hash, password, password, Iterations, key);
            return SelfTest.Sum(sum, keyBytes, key.Length);
        }
    }
}
