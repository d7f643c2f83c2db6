using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A hash function: what sets it apart. <see cref="MessageHash"/> does what all have in common.</summary>
/// <param name="name">As its standard has it, such as <c>SHA-256</c>.</param>
/// <param name="hashName">As .NET has it, such as <c>SHA256</c>.</param>
/// <param name="standard">Where it is specified.</param>
/// <param name="digestBytes">Bytes of a digest, a whole number of words.</param>
/// <param name="construction">What becomes of a message.</param>
/// <param name="findKernels">Asked for when first used.</param>
/// <param name="findTypes">Asked for when first used: the hash, and its HMAC if it has one.</param>
/// <param name="isBroken">Whether collisions are practical.</param>
internal sealed class HashFunction(
    string name,
    string hashName,
    string standard,
    int digestBytes,
    HashConstruction construction,
    Func<KernelList<HashKernel>> findKernels,
    Func<PublicType[]> findTypes,
    bool isBroken = false)
    : Algorithm<HashKernel>(name, findKernels, findTypes)
{
    private MessageHash? _best;

    /// <summary>As <see cref="System.Security.Cryptography.HashAlgorithmName"/> has it.</summary>
    public string HashName { get; } = hashName;

    /// <summary>Where it is specified, such as <c>FIPS 180-4</c>.</summary>
    public string Standard { get; } = standard;

    public int DigestBytes { get; } = digestBytes;

    public HashConstruction Construction { get; } = construction;

    public int BlockBytes => Construction.BlockBytes;

    /// <summary>Whether collisions are practical, so that it must not be used for signatures any more.</summary>
    public bool IsBroken { get; } = isBroken;

    public PublicType HashType => Types[0];

    public bool HasHmacType => Types.Count > 1;

    public PublicType HmacType => Types[1];

    /// <summary>On the kernel that public types take.</summary>
    public MessageHash Best => _best is { IsFaulty: false } best ? best : KeepBest(ref _best);

    /// <summary><see cref="Best"/>, for a field that keeps it: once a better kernel cannot come any more.</summary>
    public MessageHash KeepBest(ref MessageHash? kept)
    {
        var best = With(Kernels.ChooseBest(out var isSettled));
        return isSettled ? kept = best : best;
    }

    public MessageHash With(HashKernel kernel) => new(HashName, Construction, DigestBytes, kernel);
}
