using System;
using System.Buffers.Binary;
using System.Linq;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Derivations of keys as their standards write them, over .NET's HMAC.</summary>
internal static class ReferenceKdf
{
    /// <summary>RFC 8018, section 5.2.</summary>
    public static byte[] Pbkdf2(HashSubject hmac, byte[] password, byte[] salt, int iterations, int bytes) =>
        Blocks(hmac, bytes, number =>
        {
            var result = hmac.Expected(password, [.. salt, .. BigEndian(number)]);
            var sum = (byte[])result.Clone();
            for (var i = 1; i < iterations; i++)
            {
                result = hmac.Expected(password, result);
                for (var j = 0; j < sum.Length; j++)
                    sum[j] ^= result[j];
            }

            return sum;
        });

    /// <summary>RFC 5869, section 2.</summary>
    public static byte[] Hkdf(HashSubject hmac, byte[] secret, byte[] salt, byte[] info, int bytes)
    {
        var key = hmac.Expected(salt, secret);
        byte[] last = [];
        return Blocks(hmac, bytes, number => last = hmac.Expected(key, [.. last, .. info, (byte)number]));
    }

    /// <summary>SP 800-108, section 4.1, with a counter and a length of 32 bits.</summary>
    public static byte[] Counter(HashSubject hmac, byte[] key, byte[] label, byte[] context, int bytes) =>
        Blocks(
            hmac,
            bytes,
            number => hmac.Expected(key, [.. BigEndian(number), .. label, 0, .. context, .. BigEndian(8 * bytes)]));

    private static byte[] Blocks(HashSubject hmac, int bytes, Func<int, byte[]> block)
    {
        var count = (bytes + hmac.DigestBytes - 1) / hmac.DigestBytes;
        return [.. Enumerable.Range(1, count).SelectMany(block).Take(bytes)];
    }

    private static byte[] BigEndian(int number)
    {
        var bytes = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32BigEndian(bytes, number);
        return bytes;
    }
}
