using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A checksum of 32 bits: how its value begins and ends, and the order of its bytes. The rest is the kernel's.</summary>
internal sealed class ChecksumAlgorithm : Algorithm<ChecksumKernel>
{
    public const int DigestBytes = sizeof(uint);

    private MessageChecksum? _best;

    /// <param name="name">As its standard has it, such as <c>CRC-32</c>.</param>
    /// <param name="findKernels">Asked for when first used.</param>
    /// <param name="findTypes">Asked for when first used.</param>
    /// <param name="initial">The kernel's value before the first byte.</param>
    /// <param name="inversion">What makes the checksum of the kernel's value, by XOR.</param>
    /// <param name="isBigEndian">Whether the digest begins with the highest byte.</param>
    public ChecksumAlgorithm(
        string name,
        Func<KernelList<ChecksumKernel>> findKernels,
        Func<PublicType[]> findTypes,
        uint initial,
        uint inversion,
        bool isBigEndian)
        : base(name, findKernels, findTypes)
    {
        Initial = initial;
        Inversion = inversion;
        IsBigEndian = isBigEndian;
    }

    /// <summary>The kernel's value before the first byte.</summary>
    public uint Initial { get; }

    /// <summary>What makes the checksum of the kernel's value, by XOR.</summary>
    public uint Inversion { get; }

    /// <summary>Whether the digest begins with the highest byte.</summary>
    public bool IsBigEndian { get; }

    /// <summary>The public type.</summary>
    public PublicType Type => Types[0];

    /// <summary>On the kernel that the public type takes.</summary>
    public MessageChecksum Best => _best is { IsFaulty: false } best ? best : KeepBest(ref _best);

    /// <summary>
    /// <see cref="Best"/>, for a field that keeps it until it is found faulty: once a better kernel cannot come any more.
    /// </summary>
    public MessageChecksum KeepBest(ref MessageChecksum? kept)
    {
        var best = With(Kernels.ChooseBest(out var isSettled));
        return isSettled ? kept = best : best;
    }

    public MessageChecksum With(ChecksumKernel kernel) => new(this, kernel);
}
