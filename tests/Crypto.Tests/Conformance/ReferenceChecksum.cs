using System;
using System.Buffers.Binary;
using System.Security.Cryptography;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// The checksums by the words of their standards, bit by bit and byte by byte. A CRC has its remainder the right way round here,
/// the highest power in the highest bit, and turns the bits of bytes and result around as the standards say; the kernels do neither.
/// </summary>
internal sealed class ReferenceChecksum : HashAlgorithm
{
    private readonly uint _polynomial;
    private uint _value;

    private ReferenceChecksum(uint polynomial)
    {
        _polynomial = polynomial;
        HashSizeValue = 32;
        Initialize();
    }

    /// <summary>The checksum so far as a number.</summary>
    public uint Value => IsAdler ? _value : ~Reverse(_value, 32);

    private bool IsAdler => _polynomial == 0;

    public static ReferenceChecksum Of(Algorithm algorithm) => algorithm.Name switch
    {
        "CRC-32" => new(0x04C11DB7),
        "CRC-32C" => new(0x1EDC6F41),
        "Adler-32" => new(0),
        var name => throw new ArgumentException("There is no reference of " + name, nameof(algorithm)),
    };

    public override void Initialize() => _value = IsAdler ? 1 : uint.MaxValue;

    /// <summary>Begins at what a kernel calls its value.</summary>
    public void BeginAt(uint value) => _value = IsAdler ? value : Reverse(value, 32);

    /// <summary>Appends to the message.</summary>
    public void Append(ReadOnlySpan<byte> source)
    {
        foreach (var next in source)
            _value = IsAdler ? AdlerStep(next) : CrcStep(next);
    }

    protected override void HashCore(byte[] array, int ibStart, int cbSize) => Append(array.AsSpan(ibStart, cbSize));

    protected override byte[] HashFinal()
    {
        var digest = new byte[4];
        if (IsAdler)
            BinaryPrimitives.WriteUInt32BigEndian(digest, Value);
        else
            BinaryPrimitives.WriteUInt32LittleEndian(digest, Value);
        return digest;
    }

    private static uint Reverse(uint value, int bits)
    {
        var reversed = 0u;
        for (var i = 0; i < bits; i++)
            reversed |= ((value >> i) & 1) << (bits - 1 - i);
        return reversed;
    }

    private uint AdlerStep(byte next)
    {
        var s1 = ((_value & 0xFFFF) + next) % 65521;
        var s2 = ((_value >> 16) + s1) % 65521;
        return (s2 * 65536) + s1;
    }

    private uint CrcStep(byte next)
    {
        var remainder = _value ^ (Reverse(next, 8) << 24);
        for (var bit = 0; bit < 8; bit++)
            remainder = (remainder & 0x80000000) != 0 ? (remainder << 1) ^ _polynomial : remainder << 1;
        return remainder;
    }
}
