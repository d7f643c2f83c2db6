using System.Collections.Generic;
using System.Linq;
using System.Numerics;

namespace ManagedCrypto.Proofs;

/// <summary>Poly1305 (RFC 8439, section 2.5), on integers or on polynomials.</summary>
internal static class Poly1305Specification
{
    public const int BlockBytes = 16;

    /// <summary>What is added to a whole block: its end.</summary>
    public static BigInteger End { get; } = BigInteger.One << (8 * BlockBytes);

    /// <summary>What clamp leaves of each byte of r (section 2.5.1).</summary>
    public static IReadOnlyList<byte> Clamp { get; } = [.. Enumerable.Range(0, BlockBytes).Select(i => (byte)((i % 4) switch
    {
        3 => 0x0F,
        0 when i > 0 => 0xFC,
        _ => 0xFF,
    }))];

    /// <summary>
    /// The hash after blocks, each with its end, as <c>Poly1305State</c> has it: the product by r that follows is left to the next block.
    /// </summary>
    public static T Hash<T>(T hash, T r, IEnumerable<T> blocks)
        where T : IAdditionOperators<T, T, T>, IMultiplyOperators<T, T, T> => blocks.Aggregate(hash, (sum, block) => (sum * r) + block);

    /// <summary>The tag of a message.</summary>
    public static byte[] Tag(byte[] key, byte[] message)
    {
        var r = Number([.. key.Take(BlockBytes).Zip(Clamp, (one, mask) => (byte)(one & mask))]);
        var hash = Hash(BigInteger.Zero, r, message.Chunk(BlockBytes).Select(block => Number([.. block, 1])));
        var tag = (hash * r % Integers.Prime) + Number(key[BlockBytes..]);
        var bytes = new byte[BlockBytes];
        (tag % End).TryWriteBytes(bytes, out _, isUnsigned: true);
        return bytes;
    }

    private static BigInteger Number(byte[] bytes) => new(bytes, isUnsigned: true);
}
