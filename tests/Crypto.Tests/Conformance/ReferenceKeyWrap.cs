using System;
using System.Buffers.Binary;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Key wrap without padding by the words of RFC 3394, section 2.2.1, on another AES.</summary>
internal static class ReferenceKeyWrap
{
    public static byte[] Wrap(byte[] key, byte[] plaintext)
    {
        using var aes = OracleAes.Create();
        aes.Key = key;
        var a = Enumerable.Repeat((byte)0xA6, 8).ToArray();
        var r = Enumerable.Range(0, plaintext.Length / 8).Select(i => plaintext.AsSpan(i * 8, 8).ToArray()).ToArray();
        for (var j = 0; j <= 5; j++)
        {
            for (var i = 1; i <= r.Length; i++)
            {
                var b = aes.EncryptEcb([.. a, .. r[i - 1]], PaddingMode.None);
                var t = (ulong)((r.Length * j) + i);
                BinaryPrimitives.WriteUInt64BigEndian(a, BinaryPrimitives.ReadUInt64BigEndian(b) ^ t);
                r[i - 1] = b.AsSpan(8).ToArray();
            }
        }

        return [.. a, .. r.SelectMany(semiblock => semiblock)];
    }
}
