using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A message of an odd number of blocks, whose padding makes the rest of it two blocks, whether a block has 64 bytes or 128 (of
/// SHA3-256 five blocks and a rest). Of sponges, a message at each other rate, too. When a key is first derived, iterations of PBKDF2
/// for three blocks, for one and for two of which a kernel may have code of its own.
/// </summary>
internal static unsafe class HashSelfTest
{
    public const int TextBytes = 760;

    /// <summary>The password, which is also the salt, and how often it is hashed.</summary>
    public const int PasswordBytes = 32, Iterations = 3, KeyBlocks = 3;

    /// <summary>Of a digest by RFC 1321; and after it, of a key by RFC 8018.</summary>
    public const ulong KnownMd5 = 0xda311588b1d41a9e, KnownMd5Key = 0x9d16b0b2d149f5b5;

    /// <summary>By FIPS 180-4, as the next two.</summary>
    public const ulong KnownSha1 = 0x5636233618560e8b, KnownSha1Key = 0x059e5c46f646393b;

    public const ulong KnownSha256 = 0x95f9137a24302ea0, KnownSha256Key = 0x314250d2c24fa254;

    public const ulong KnownSha512 = 0x2f31f0e6b86f93e8, KnownSha512Key = 0xce9cb544264d1cae;

    /// <summary>Of two blocks of SHA-512, which machine code takes at once, and a tail; and a key by SHA-384.</summary>
    public const ulong KnownPair = 0xe96dc09b7c0a7b3c, KnownSha384Key = 0x548d82a50016c1c3;

    /// <inheritdoc cref="KnownPair"/>
    public const int PairBytes = 2 * 128;

    /// <summary>By FIPS 202.</summary>
    public const ulong KnownSha3_256 = 0x0061fb2ee7ae91b0, KnownSha3_256Key = 0x259f09d1554b453c;

    /// <summary>By FIPS 202: SHA3-384, SHA3-512, and of SHAKE128 more than a block.</summary>
    public const ulong KnownOtherRates = 0x09837b04d8456f4c;

    /// <summary>Bytes taken of the output of SHAKE128.</summary>
    public const int OutputBytes = 200;

    public static bool Md5(HashKernel kernel) => Passes(Algorithms.Md5, kernel, KnownMd5, KnownMd5Key);

    public static bool Sha1(HashKernel kernel) => Passes(Algorithms.Sha1, kernel, KnownSha1, KnownSha1Key);

    public static bool Sha256(HashKernel kernel) => Passes(Algorithms.Sha256, kernel, KnownSha256, KnownSha256Key);

    /// <summary>SHA-384 has the same kernels, whose code for iterations has padding of its own for its digests.</summary>
    public static bool Sha512(HashKernel kernel) =>
        SumOfDigest(0, Algorithms.Sha512.With(kernel), PairBytes) == KnownPair
        && Passes(Algorithms.Sha512, kernel, KnownSha512, KnownSha512Key, () => SumOfKey(Algorithms.Sha384, kernel, KnownPair) == KnownSha384Key);

    /// <summary>All sponges have the same kernels, which absorb blocks of each rate by code of its own.</summary>
    public static bool Sha3(HashKernel kernel) =>
        Passes(Algorithms.Sha3_256, kernel, KnownSha3_256, KnownSha3_256Key) && SumOfOtherRates(kernel) == KnownOtherRates;

    /// <summary>Digests at once, and keys when one is first derived.</summary>
    private static bool Passes(HashFunction function, HashKernel kernel, ulong knownDigest, ulong knownKey, Func<bool>? passesOtherKey = null)
    {
        kernel.TestWhenUsed(1 << HashKernel.Iterations, PassesKeys);
        return SumOfDigest(0, function.With(kernel)) == knownDigest;

        bool PassesKeys(int part) =>
            SumOfKey(function, kernel, knownDigest) == knownKey
            && (kernel.Tier != Intrinsics.KernelTier.MachineCode || SumOfKey(function, new IterationByIteration(kernel), knownDigest) == knownKey)
            && passesOtherKey?.Invoke() != false;
    }

    private static ulong SumOfOtherRates(HashKernel kernel)
    {
        MessageHash shake128 = new(Algorithms.Shake128.Name, new Sponge(Algorithms.Shake128.BlockBytes, Sponge.Shake), digestBytes: 32, kernel);
        var sum = SumOfDigest(0, Algorithms.Sha3_384.With(kernel));
        sum = SumOfDigest(sum, Algorithms.Sha3_512.With(kernel));
        return SumOfOutput(sum, shake128);
    }

    /// <summary>Of a sponge that permutes between two blocks of its output, after what was summed before.</summary>
    private static ulong SumOfOutput(ulong sum, MessageHash hash)
    {
        HashState state;
        using var secret = new SecretScope(&state, sizeof(HashState));
        var output = new byte[OutputBytes];
        fixed (byte* text = SelfTest.Text(TextBytes), bytes = output)
        {
            hash.Begin(&state);
            hash.Update(&state, text, TextBytes);
            XofOutput.Begin(hash, &state);
            XofOutput.Read(hash, &state, output);
            return SelfTest.Sum(sum, bytes, output.Length);
        }
    }

    /// <summary>Of a digest, after what was summed before.</summary>
    private static ulong SumOfDigest(ulong sum, MessageHash hash, int bytes = TextBytes)
    {
        var digest = new byte[hash.DigestBytes];
        hash.Hash(SelfTest.Text(bytes), digest);
        fixed (byte* output = digest)
            return SelfTest.Sum(sum, output, digest.Length);
    }

    /// <summary>Of a key by PBKDF2, after what was summed before.</summary>
    private static ulong SumOfKey(HashFunction function, HashKernel kernel, ulong sum)
    {
        var key = new byte[KeyBlocks * function.DigestBytes];
        var password = SelfTest.Text(PasswordBytes);
        Pbkdf2State.DeriveOfNoSecret(function.With(kernel), password, password, Iterations, key);
        fixed (byte* bytes = key)
            return SelfTest.Sum(sum, bytes, key.Length);
    }

    /// <summary>
    /// Each iteration is a call, as on runtimes where a call has only so many: the next one goes on where the one before ended, or does
    /// nothing.
    /// </summary>
    private sealed class IterationByIteration(HashKernel kernel) : HashKernel
    {
        public override string Id => kernel.Id;

        public override Intrinsics.KernelTier Tier => kernel.Tier;

        public override bool IsConstantTime => kernel.IsConstantTime;

        public override bool IteratesTwo(int digestBytes) => kernel.IteratesTwo(digestBytes);

        public override void Compress(HashArguments* arguments) => kernel.Compress(arguments);

        public override void Iterate(Pbkdf2Arguments* arguments)
        {
            for (var left = 2 * arguments->Iterations; left > 0; left--)
            {
                arguments->Iterations = left & 1;
                kernel.Iterate(arguments);
            }
        }

        public override void IterateTwo(Pbkdf2Arguments* arguments)
        {
            for (var left = 2 * arguments->Iterations; left > 0; left--)
            {
                arguments->Iterations = left & 1;
                kernel.IterateTwo(arguments);
            }
        }
    }
}
