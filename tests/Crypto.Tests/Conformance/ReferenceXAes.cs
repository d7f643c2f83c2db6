using System;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>XAES-256-GCM by the steps of c2sp.org/XAES-256-GCM, from AES and AES-GCM of <c>OracleAes</c> and <c>OracleGcm</c>.</summary>
internal static class ReferenceXAes
{
    public static void Encrypt(
        byte[] key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag,
        ReadOnlySpan<byte> associatedData)
    {
        using var gcm = new OracleGcm(DeriveKey(key, nonce.Slice(0, 12).ToArray()), tag.Length);
        gcm.Encrypt(nonce.Slice(12), plaintext, ciphertext, tag, associatedData);
    }

    /// <param name="key">32 bytes.</param>
    /// <param name="context">The first half of the nonce.</param>
    public static byte[] DeriveKey(byte[] key, byte[] context)
    {
        using var aes = OracleAes.Create();
        aes.Key = key;

        // A bit that leaves a byte enters the one before; the first bit of all comes back as 0x87.
        var l = aes.EncryptEcb(new byte[16], PaddingMode.None);
        var subkey = l.Select((value, i) => (byte)((value << 1) | (i < 15 ? l[i + 1] >> 7 : 0))).ToArray();
        subkey[15] ^= (byte)(l[0] >> 7 == 1 ? 0x87 : 0);

        byte[] messages = [0, 1, (byte)'X', 0, .. context, 0, 2, (byte)'X', 0, .. context];
        return aes.EncryptEcb([.. messages.Select((value, i) => (byte)(value ^ subkey[i % 16]))], PaddingMode.None);
    }
}
