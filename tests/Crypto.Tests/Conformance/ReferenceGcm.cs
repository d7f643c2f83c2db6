using System;
using System.Security.Cryptography;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// AES-GCM as SP 800-38D defines it, bit by bit: what <c>OracleGcm</c> names in the tests for other hosts.
/// <c>ReferenceTests</c> compare it with .NET's.
/// </summary>
internal sealed class ReferenceGcm : IDisposable
{
    private readonly ReferenceAes _aes = new();
    private readonly int _tagBytes;

    public ReferenceGcm(ReadOnlySpan<byte> key, int tagBytes)
    {
        _aes.Key = key.ToArray();
        _tagBytes = tagBytes;
    }

    public void Encrypt(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag,
        ReadOnlySpan<byte> associatedData = default)
    {
        // The counter blocks from J0 on, followed by a zero block for the hash key.
        var counters = new byte[((plaintext.Length + 15) / 16 * 16) + 32];
        for (var i = 0; i + 16 < counters.Length; i += 16)
        {
            nonce.CopyTo(counters.AsSpan(i));
            BigEndian(counters.AsSpan(i + 12, 4), (i / 16) + 1);
        }

        var keystream = _aes.EncryptEcb(counters, PaddingMode.None);
        for (var i = 0; i < plaintext.Length; i++)
            ciphertext[i] = (byte)(plaintext[i] ^ keystream[16 + i]);

        var subkey = keystream.AsSpan(keystream.Length - 16).ToArray();
        var lengths = new byte[16];
        BigEndian(lengths.AsSpan(0, 8), 8L * associatedData.Length);
        BigEndian(lengths.AsSpan(8, 8), 8L * plaintext.Length);
        var hash = GcmReference.Ghash(subkey, new byte[16], associatedData);
        hash = GcmReference.Ghash(subkey, hash, ciphertext);
        hash = GcmReference.Ghash(subkey, hash, lengths);
        for (var i = 0; i < _tagBytes; i++)
            tag[i] = (byte)(hash[i] ^ keystream[i]);
    }

    public void Dispose() => _aes.Dispose();

    private static void BigEndian(Span<byte> to, long number)
    {
        for (var i = to.Length - 1; i >= 0; i--, number >>= 8)
            to[i] = (byte)number;
    }
}
