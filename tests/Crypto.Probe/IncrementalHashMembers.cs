using System;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Probe;

/// <summary>Every hash of ours, its one-shot as the answer. MD5 and SHA-3 are .NET's on purpose and are left out.</summary>
internal static class IncrementalHashMembers
{
    public static void Use()
    {
        byte[] text = "abc"u8.ToArray(), key = [1, 2, 3];
        (HashAlgorithmName Name, byte[] Hash, byte[] Code)[] answers =
        [
            (HashAlgorithmName.SHA1, SHA1.HashData(text), HMACSHA1.HashData(key, text)),
            (HashAlgorithmName.SHA256, SHA256.HashData(text), HMACSHA256.HashData(key, text)),
            (HashAlgorithmName.SHA384, SHA384.HashData(text), HMACSHA384.HashData(key, text)),
            (HashAlgorithmName.SHA512, SHA512.HashData(text), HMACSHA512.HashData(key, text)),
        ];
        foreach (var (name, hash, code) in answers)
        {
            Use(IncrementalHash.CreateHash(name), name.Name!, text, hash);
            Use(IncrementalHash.CreateHMAC(name, key), "HMAC" + name.Name, text, code);
            Use(IncrementalHash.CreateHMAC(name, key.AsSpan()), "HMAC" + name.Name, text, code);
        }
    }

    private static void Use(IncrementalHash hash, string name, byte[] text, byte[] expected)
    {
        Check.That(hash.AlgorithmName.Name == name && hash.HashLengthInBytes == expected.Length, "name and length");
        IncrementalHash Filled()
        {
            hash.AppendData(text.Take(1).ToArray());
            hash.AppendData(text, 1, 1);
            hash.AppendData(text.AsSpan(2));
            return hash;
        }

        Check.Equal(
            expected,
            Filled().GetHashAndReset(),
            Check.Written(expected.Length, to => Filled().GetHashAndReset(to)),
            Check.Tried(expected.Length, (Span<byte> to, out int written) => Filled().TryGetHashAndReset(to, out written)),
            Filled().GetCurrentHash(),
            Check.Written(expected.Length, to => hash.GetCurrentHash(to)),
            Check.Tried(expected.Length, (Span<byte> to, out int written) => hash.TryGetCurrentHash(to, out written)));
        using (var clone = hash.Clone())
            Check.Equal(expected, clone.GetCurrentHash());
        hash.Dispose();
    }
}
