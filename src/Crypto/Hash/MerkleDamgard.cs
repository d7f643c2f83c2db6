using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The construction of Merkle and Damgard: a message ends with its length, and the chaining value after it is the digest. A block has
/// 16 words.
/// </summary>
internal sealed unsafe class MerkleDamgard : HashConstruction
{
    /// <param name="initialWords">Of type uint or ulong.</param>
    /// <param name="isLittleEndian">The order of bytes in words: of the digest, and of the length that ends a message.</param>
    public MerkleDamgard(Array initialWords, bool isLittleEndian = false)
        : base(16 * BytesOfWord(initialWords), sizeof(HashWords), BytesOfWord(initialWords), isLittleEndian)
    {
        var words = new ulong[sizeof(HashWords) / sizeof(ulong)];
        Buffer.BlockCopy(initialWords, 0, words, 0, Buffer.ByteLength(initialWords));
        fixed (ulong* first = words)
            InitialWords = *(HashWords*)first;
    }

    public override HashWords InitialWords { get; }

    /// <summary>FIPS 180-4, section 5.1: the length in bits is an integer of two words, in RFC 1321 with its lowest byte first.</summary>
    public override nint Pad(HashState* state)
    {
        var end = state->Buffered;
        var buffer = (byte*)&state->Buffer;
        buffer[end++] = 0x80;

        var bytes = end + (2 * WordBytes) <= BlockBytes ? BlockBytes : 2 * BlockBytes;
        new Span<byte>(buffer + end, bytes - end).Clear();
        if (IsLittleEndian)
        {
            LittleEndian.Write32(buffer + bytes - 8, (uint)(state->Length << 3));
            LittleEndian.Write32(buffer + bytes - 4, (uint)(state->Length >> 29));
        }
        else
        {
            BigEndian.Write64(buffer + bytes - 8, state->Length << 3);
            if (WordBytes == 8)
                BigEndian.Write64(buffer + bytes - 16, state->Length >> 61);
        }

        return bytes == BlockBytes ? 1 : 2;
    }

    private static int BytesOfWord(Array words) => Buffer.ByteLength(words) / words.Length;
}
