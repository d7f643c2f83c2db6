using System;
using System.Buffers.Binary;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// AES-CCM by the words of SP 800-38C, section 6.1 and appendix A: what <c>OracleCcm</c> names in the tests for other hosts.
/// <c>ReferenceTests</c> compare it with .NET's.
/// </summary>
internal sealed class ReferenceCcm : IDisposable
{
    private const int Block = 16;

    private readonly ReferenceAes _aes = new();

    public ReferenceCcm(ReadOnlySpan<byte> key) => _aes.Key = key.ToArray();

    public void Encrypt(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag,
        ReadOnlySpan<byte> associatedData = default)
    {
        var q = 15 - nonce.Length;
        var flags = (associatedData.Length > 0 ? 64 : 0) + (8 * ((tag.Length - 2) / 2)) + q - 1;
        byte[] formatted =
        [
            (byte)flags, .. nonce.ToArray(), .. Number(plaintext.Length, q),
            .. Padded([.. EncodedLength(associatedData.Length), .. associatedData.ToArray()]), .. Padded(plaintext.ToArray()),
        ];
        var y = new byte[Block];
        for (var i = 0; i < formatted.Length; i += Block)
            y = _aes.EncryptEcb([.. y.Zip(formatted.Skip(i), (a, b) => (byte)(a ^ b))], PaddingMode.None);

        var counters = new byte[Block * ((plaintext.Length + 31) / Block)];
        for (var i = 0; i < counters.Length / Block; i++)
            new byte[] { (byte)(q - 1) }.Concat(nonce.ToArray()).Concat(Number(i, q)).ToArray().CopyTo(counters, Block * i);
        var s = _aes.EncryptEcb(counters, PaddingMode.None);
        for (var i = 0; i < plaintext.Length; i++)
            ciphertext[i] = (byte)(plaintext[i] ^ s[Block + i]);
        for (var i = 0; i < tag.Length; i++)
            tag[i] = (byte)(y[i] ^ s[i]);
    }

    public void Dispose() => _aes.Dispose();

    private static byte[] EncodedLength(int length) => length switch
    {
        0 => [],
        < 65536 - 256 => Number(length, 2),
        _ => [0xFF, 0xFE, .. Number(length, 4)],
    };

    private static byte[] Number(long number, int bytes)
    {
        var all = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64BigEndian(all, number);
        return all.AsSpan(sizeof(long) - bytes).ToArray();
    }

    private static byte[] Padded(byte[] bytes) => [.. bytes, .. new byte[-bytes.Length & (Block - 1)]];
}
