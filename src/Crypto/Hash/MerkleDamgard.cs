using System.Buffers.Binary;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The construction of Merkle and Damgard: a message ends with its length, and the chaining value after it is the digest. A block has
/// 16 words.
/// </summary>
internal sealed unsafe class MerkleDamgard : HashConstruction
{
    /// <param name="initialWords">By value, and no array: the runtime would load a class for each size of array that the assembly has.</param>
    /// <param name="wordBytes">4 or 8.</param>
    /// <param name="isLittleEndian">The order of bytes in words: of the digest, and of the length that ends a message.</param>
    public MerkleDamgard(HashWords initialWords, int wordBytes, bool isLittleEndian = false)
        : base(16 * wordBytes, sizeof(HashWords), wordBytes, isLittleEndian) => InitialWords = initialWords;

    public override HashWords InitialWords { get; }

    /// <summary>FIPS 180-4, section 5.1: the length in bits is an integer of two words, in RFC 1321 with its lowest byte first.</summary>
    public override nint Pad(byte* block, int bytes, ulong length)
    {
        var blocks = bytes + (2 * WordBytes) < BlockBytes ? 1 : 2;
        var line = block + (bytes & -Words128.Bytes);
        var last = block + (blocks * BlockBytes) - Words128.Bytes;

        Words128.Cut(line, bytes % Words128.Bytes, 0x80, out var first, out var second);
        for (; line < last; line += Words128.Bytes)
        {
            Words128.Write(line, first, second);
            first = second = 0;
        }

        var bits = length << 3;
        if (WordBytes == 8)
            first = BinaryPrimitives.ReverseEndianness(length >> 61);
        Words128.Write(last, first, second | (IsLittleEndian ? bits : BinaryPrimitives.ReverseEndianness(bits)));
        return blocks;
    }
}
