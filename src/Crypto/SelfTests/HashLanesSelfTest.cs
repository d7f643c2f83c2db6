using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>As many messages as any kernel has lanes, each of whole blocks and a rest, which is a call of its own.</summary>
internal static unsafe class HashLanesSelfTest
{
    public const int Messages = HashLanesKernel.MaxLanes, MessageBytes = 300;

    /// <summary>By FIPS 180-4, as the next two.</summary>
    public const ulong KnownSha1 = 0x9271273cad76fb51;

    public const ulong KnownSha256 = 0x3eeb5828cdca8b4d;

    public const ulong KnownSha512 = 0xae509bdc948ff8a1;

    /// <summary>By FIPS 202.</summary>
    public const ulong KnownSha3_256 = 0xa23adcde22680f09;

    public static bool Sha1(HashLanesKernel kernel) => Sum(Algorithms.Sha1, kernel) == KnownSha1;

    public static bool Sha256(HashLanesKernel kernel) => Sum(Algorithms.Sha256, kernel) == KnownSha256;

    public static bool Sha512(HashLanesKernel kernel) => Sum(Algorithms.Sha512, kernel) == KnownSha512;

    public static bool Sha3_256(HashLanesKernel kernel) => Sum(Algorithms.Sha3_256, kernel) == KnownSha3_256;

    private static ulong Sum(HashFunction function, HashLanesKernel kernel)
    {
        var digests = new byte[Messages * function.DigestBytes];
        new ManyMessages(function.Best, kernel, kernel).Hash(SelfTest.Text(Messages * MessageBytes), MessageBytes, digests);
        fixed (byte* bytes = digests)
            return SelfTest.Sum(0, bytes, digests.Length);
    }
}
