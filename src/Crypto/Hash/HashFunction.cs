using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A hash function: what sets it apart. <see cref="MessageHash"/> does what all have in common.</summary>
internal sealed unsafe class HashFunction : Algorithm<HashKernel>
{
    private MessageHash? _best;

    /// <param name="name">As its standard has it, such as <c>SHA-256</c>.</param>
    /// <param name="hashName">As .NET has it, such as <c>SHA256</c>.</param>
    /// <param name="standard">Where it is specified.</param>
    /// <param name="digestBytes">Bytes of a digest, a whole number of words.</param>
    /// <param name="initialWords">Before the first block, of type uint or ulong. A block has 16 such words.</param>
    /// <param name="findKernels">Asked for when first used.</param>
    /// <param name="findTypes">Asked for when first used: the hash, and its HMAC.</param>
    /// <param name="isBroken">Whether collisions are practical.</param>
    /// <param name="isLittleEndian">The order of bytes in words: of the digest, and of the length that ends a message.</param>
    public HashFunction(
        string name,
        string hashName,
        string standard,
        int digestBytes,
        Array initialWords,
        Func<KernelList<HashKernel>> findKernels,
        Func<PublicType[]> findTypes,
        bool isBroken = false,
        bool isLittleEndian = false)
        : base(name, findKernels, findTypes)
    {
        HashName = hashName;
        Standard = standard;
        DigestBytes = digestBytes;
        IsBroken = isBroken;
        IsLittleEndian = isLittleEndian;
        WordBytes = Buffer.ByteLength(initialWords) / initialWords.Length;
        var words = new ulong[sizeof(HashChain) / sizeof(ulong)];
        Buffer.BlockCopy(initialWords, 0, words, 0, Buffer.ByteLength(initialWords));
        fixed (ulong* chain = words)
            InitialChain = *(HashChain*)chain;
    }

    /// <summary>As <see cref="System.Security.Cryptography.HashAlgorithmName"/> has it.</summary>
    public string HashName { get; }

    /// <summary>Where it is specified, such as <c>FIPS 180-4</c>.</summary>
    public string Standard { get; }

    public int DigestBytes { get; }

    public int BlockBytes => 16 * WordBytes;

    /// <summary>Bytes of a word of the chaining value. The length that ends a message has two words.</summary>
    public int WordBytes { get; }

    /// <summary>Whether collisions are practical, so that it must not be used for signatures any more.</summary>
    public bool IsBroken { get; }

    /// <summary>Whether words begin with their lowest byte.</summary>
    public bool IsLittleEndian { get; }

    /// <summary>In the format of <see cref="HashState.Chain"/>.</summary>
    public HashChain InitialChain { get; }

    public PublicType HashType => Types[0];

    public PublicType HmacType => Types[1];

    /// <summary>On the kernel that public types take.</summary>
    public MessageHash Best => _best ??= With(Kernels.Best);

    public MessageHash With(HashKernel kernel) => new(this, kernel);
}
