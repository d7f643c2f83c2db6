using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A message of an odd number of blocks, whose padding makes the rest of it two blocks, whether a block has 64 bytes or 128 (of
/// SHA3-256 five blocks and a rest); and iterations of PBKDF2, for which a kernel may have code of its own.
/// </summary>
internal static unsafe class HashSelfTest
{
    public const int TextBytes = 760;

    /// <summary>The password, which is also the salt, and how often it is hashed.</summary>
    public const int PasswordBytes = 32, Iterations = 3;

    /// <summary>By RFC 1321.</summary>
    public const ulong KnownMd5 = 0xbaa804d0820db83a;

    /// <summary>By FIPS 180-4, as the next two.</summary>
    public const ulong KnownSha1 = 0xbf8289c78a813164;

    public const ulong KnownSha256 = 0xff1ef2d7d4d25f87;

    public const ulong KnownSha512 = 0xd8a8a6610b82cdf3;

    /// <summary>By FIPS 202.</summary>
    public const ulong KnownSha3_256 = 0x6942347e5eb9d12f;

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
        var hash = function.With(kernel);
        fixed (byte* bytes = digest)
        {
            hash.Hash(SelfTest.Text(TextBytes), digest);
            var sum = SelfTest.Sum(0, bytes, digest.Length);
            var password = SelfTest.Text(PasswordBytes);
            Pbkdf2State.Derive(hash, password, password, Iterations, digest);
            return SelfTest.Sum(sum, bytes, digest.Length);
        }
    }
}
