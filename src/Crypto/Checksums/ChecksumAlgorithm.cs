using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A checksum of 32 bits: how its value begins and ends, and the order of its bytes. The rest is the kernel's.</summary>
internal sealed unsafe class ChecksumAlgorithm
{
    public const int DigestBytes = sizeof(uint);

    public static readonly ChecksumAlgorithm Crc32 =
        new("CRC-32", typeof(Crc32), uint.MaxValue, uint.MaxValue, isBigEndian: false, () => Crc32Kernels.List);

    public static readonly ChecksumAlgorithm Crc32C =
        new("CRC-32C", typeof(Crc32C), uint.MaxValue, uint.MaxValue, isBigEndian: false, () => Crc32CKernels.List);

    public static readonly ChecksumAlgorithm Adler32 =
        new("Adler-32", typeof(Adler32), 1, 0, isBigEndian: true, () => Adler32Kernels.List);

    private readonly string _name;
    private readonly uint _inversion;
    private readonly bool _isBigEndian;
    private readonly Func<KernelList<ChecksumKernel>> _findKernels;
    private KernelList<ChecksumKernel>? _kernels;

    private ChecksumAlgorithm(
        string name, Type type, uint initial, uint inversion, bool isBigEndian, Func<KernelList<ChecksumKernel>> findKernels)
    {
        _name = name;
        Type = type;
        Initial = initial;
        _inversion = inversion;
        _isBigEndian = isBigEndian;
        _findKernels = findKernels;
    }

    /// <summary>The kernel's value before the first byte.</summary>
    public uint Initial { get; }

    /// <summary>The public type.</summary>
    public Type Type { get; }

    /// <summary>Names to create it by. The BCL knows none of its own.</summary>
    public string[] Names => [Type.Name, _name, Type.FullName!];

    /// <summary>Asked for when it is first used, since every algorithm is made with the first.</summary>
    public KernelList<ChecksumKernel> Kernels => _kernels ??= _findKernels();

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
