using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A checksum of 32 bits: how its value begins and ends, and the order of its bytes. The rest is the kernel's.</summary>
internal sealed unsafe class ChecksumAlgorithm : Algorithm<ChecksumKernel>
{
    public const int DigestBytes = sizeof(uint);

    private readonly uint _inversion;
    private readonly bool _isBigEndian;

    public ChecksumAlgorithm(
        string name,
        Func<KernelList<ChecksumKernel>> findKernels,
        Func<PublicType> findType,
        uint initial,
        uint inversion,
        bool isBigEndian)
        : base(name, findKernels, () => [findType()])
    {
        Initial = initial;
        _inversion = inversion;
        _isBigEndian = isBigEndian;
    }

    /// <summary>The kernel's value before the first byte.</summary>
    public uint Initial { get; }

    /// <summary>The public type.</summary>
    public PublicType Type => Types[0];

    /// <summary>The kernel's value with further bytes.</summary>
    public static uint Append(ChecksumKernel kernel, uint value, ReadOnlySpan<byte> source)
    {
        fixed (byte* bytes = source)
            return kernel.Update(value, bytes, source.Length);
    }

    /// <summary>The checksum of a whole message.</summary>
    public uint Hash(ChecksumKernel kernel, ReadOnlySpan<byte> source) => Finish(Append(kernel, Initial, source));

    /// <summary>The checksum as a number, from the kernel's value.</summary>
    public uint Finish(uint value) => value ^ _inversion;

    /// <summary>Writes a checksum, in the order of its bytes, to the first 4 bytes of a destination.</summary>
    public void Write(uint checksum, Span<byte> destination)
    {
        fixed (byte* bytes = destination)
        {
            if (_isBigEndian)
                BigEndian.Write32(bytes, checksum);
            else
                LittleEndian.Write32(bytes, checksum);
        }
    }
}
