using System.Buffers.Binary;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using BclAes = System.Security.Cryptography.Aes;
using BclGcm = System.Security.Cryptography.AesGcm;

namespace ManagedCrypto.Fuzz;

/// <summary>
/// GHASH in pieces of whole blocks. The oracle is .NET's AesGcm: the tag of associated data without text is their hash, and
/// that of the lengths, added to the cipher of J0.
/// </summary>
internal sealed unsafe class GhashCases(GhashKernel kernel)
{
    private const int Block = 16, KeyAlignment = 64;

    public void Run(Case c)
    {
        var cipherKey = c.Choices.Bytes("key", Block);
        var data = c.Choices.Bytes("data", c.Choices.Length("length"));
        byte[] empty = [], nonce = new byte[12], tag = new byte[Block];
        byte[] j0 = new byte[Block], hash = new byte[Block], lengths = new byte[Block];
        using (var gcm = new BclGcm(cipherKey, Block))
            gcm.Encrypt(nonce, empty, empty, tag, data);
        using var aes = BclAes.Create();
        aes.Key = cipherKey;
        j0[^1] = 1;
        BinaryPrimitives.WriteInt64BigEndian(lengths, 8L * data.Length);

        byte[] subkey = aes.EncryptEcb(new byte[Block], PaddingMode.None), mask = aes.EncryptEcb(j0, PaddingMode.None);
        var memory = new byte[kernel.KeyBytes + KeyAlignment];
        fixed (byte* start = memory, h = subkey, accumulator = hash, end = lengths)
        {
            var key = start + (-(nint)start & (KeyAlignment - 1));
            kernel.ExpandKey(h, key);
            var source = c.Place(data);
            var pieces = c.Pieces(data.Length);
            var done = 0;
            for (var i = 0; i < pieces.Length; i++)
            {
                // All but the last are whole blocks.
                var piece = i == pieces.Length - 1 ? data.Length - done : pieces[i] / Block * Block;
                fixed (byte* bytes = source.Slice(done, piece).Span)
                    kernel.Update(key, accumulator, bytes, piece);
                done += piece;
            }

            kernel.Update(key, accumulator, end, Block);
        }

        for (var i = 0; i < Block; i++)
            hash[i] ^= mask[i];
        c.Same(tag, hash, $"{data.Length} bytes");
    }
}
