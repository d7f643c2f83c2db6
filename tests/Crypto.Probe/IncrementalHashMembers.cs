using System;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Probe;

/// <summary>
/// Every hash of ours, an object of its type as the answer.
/// </summary>
internal static class IncrementalHashMembers
{
    public static void Use()
    {
        byte[] text = HashCall.Text, key = HashCall.Key;
        foreach (var hmac in HashMembers.Types.Where(type => type.IsSubclassOf(typeof(HMAC))))
        {
            using var keyed = (HMAC)Activator.CreateInstance(hmac, key)!;
            var name = new HashAlgorithmName(keyed.HashName);
            var hash = HashMembers.Types.Single(type => type.Name == keyed.HashName.Replace('-', '_'));
            using var unkeyed = (HashAlgorithm)Activator.CreateInstance(hash)!;
            byte[] digest = unkeyed.ComputeHash(text), code = keyed.ComputeHash(text);
            Use(IncrementalHash.CreateHash(name), name.Name!, text, digest);
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
        {
            Check.Equal(expected, clone.GetCurrentHash());
            Check.That(clone.VerifyCurrentHash(expected) && clone.VerifyCurrentHash(expected.AsSpan()), "the message so far");
            Check.That(clone.VerifyHashAndReset(expected) && !clone.VerifyHashAndReset(expected.AsSpan()), "all, and nothing");
        }

        hash.Dispose();
    }
}
