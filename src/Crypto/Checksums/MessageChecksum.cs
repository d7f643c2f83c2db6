using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A checksum on one of its kernels.</summary>
internal sealed unsafe class MessageChecksum(ChecksumAlgorithm algorithm, ChecksumKernel kernel)
{
    private readonly uint _inversion = algorithm.Inversion;
    private readonly bool _isBigEndian = algorithm.IsBigEndian;

    /// <summary>The kernel's value before the first byte.</summary>
    public uint Initial { get; } = algorithm.Initial;

    /// <summary>Whether what was tested only when it was first used gave a wrong answer.</summary>
    public bool IsFaulty => kernel.WhyFaulty is not null;

    /// <summary>The kernel's value with further bytes.</summary>
    public uint Append(uint value, ReadOnlySpan<byte> source)
    {
        fixed (byte* bytes = &SpanStart.Of(source))
            return kernel.Update(value, bytes, source.Length);
    }

    /// <summary>The checksum as a number, from the kernel's value.</summary>
    public uint Finish(uint value) => value ^ _inversion;

    /// <summary>The checksum of a whole message.</summary>
    public uint Hash(ReadOnlySpan<byte> source) => Finish(Append(Initial, source));

    /// <inheritdoc cref="Hash(ReadOnlySpan{byte})"/>
    public void Hash(ReadOnlySpan<byte> source, Span<byte> digest) => Write(Hash(source), digest);

    /// <summary>Writes a checksum, in the order of its bytes, to the first 4 bytes of a destination.</summary>
    public void Write(uint checksum, Span<byte> digest)
    {
        fixed (byte* bytes = &SpanStart.Of(digest))
        {
            if (_isBigEndian)
                BigEndian.Write32(bytes, checksum);
            else
                LittleEndian.Write32(bytes, checksum);
        }
    }
}
