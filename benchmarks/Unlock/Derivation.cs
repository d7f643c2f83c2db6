using System;
using System.Collections.Generic;
using System.Security.Cryptography;
using System.Text;

namespace ManagedCrypto.Benchmarks.Unlock;

/// <summary>A key made of a password, by the calls that programs make for it.</summary>
/// <param name="id">Its name in files.</param>
/// <param name="title">What is derived, and how.</param>
/// <param name="rounds">How often it repeats itself.</param>
/// <param name="derive">Makes the key with the classes of an implementation, in so many rounds.</param>
internal sealed class Derivation(string id, string title, int rounds, Func<Implementation, int, byte[]> derive)
{
    public const string Password = "correct horse";

    public static IReadOnlyList<Derivation> All { get; } =
    [
        new("7z", "SHA-256 over salt, password and counter, by TransformBlock", 1 << 19, SevenZip),
        new("rar5", "PBKDF2 with HMAC-SHA-256, by ComputeHash", 1 << 15, Rar5),
        new("keepass-60k", "two blocks of AES-256, by TransformBlock", 60_000, KeePass),
        new("keepass-6m", "the same", 6_000_000, KeePass),
        new("office-agile", "SHA-512 over counter and hash, by ComputeHash", 100_000, OfficeAgile),
        new("pbkdf2", "HMAC-SHA-256, by TransformBlock and Initialize", 600_000, Pbkdf2),
        new("pbkdf2-call", "in one call", 600_000, Pbkdf2Call(HashAlgorithmName.SHA256, 32)),
        new("pbkdf2-call-512", "with HMAC-SHA-512", 300_000, Pbkdf2Call(HashAlgorithmName.SHA512, 64)),
    ];

    public string Id => id;

    public string Title => title;

    public int Rounds => rounds;

    public byte[] Derive(Implementation implementation) => derive(implementation, rounds);

    public static byte[] Salt(int bytes)
    {
        var salt = new byte[bytes];
        new Random(bytes).NextBytes(salt);
        return salt;
    }

    /// <summary>One long message, which is appended in small pieces.</summary>
    private static byte[] SevenZip(Implementation implementation, int rounds)
    {
        byte[] salt = Salt(16), password = Encoding.Unicode.GetBytes(Password), counter = new byte[8];
        using var sha = implementation.CreateHash(HashAlgorithmName.SHA256);
        for (var round = 0; round < rounds; round++)
        {
            sha.TransformBlock(salt, 0, salt.Length, null, 0);
            sha.TransformBlock(password, 0, password.Length, null, 0);
            sha.TransformBlock(counter, 0, counter.Length, null, 0);
            for (var i = 0; i < counter.Length && ++counter[i] == 0; i++)
            {
            }
        }

        sha.TransformFinalBlock([], 0, 0);
        return sha.Hash!;
    }

    /// <summary>The key, and 16 rounds later each the value for checksums and that for checking the password.</summary>
    private static byte[] Rar5(Implementation implementation, int rounds)
    {
        using var hmac = implementation.CreateHmacSha256(Encoding.UTF8.GetBytes(Password));
        var code = hmac.ComputeHash([.. Salt(16), 0, 0, 0, 1]);
        var sum = (byte[])code.Clone();
        var values = new List<byte>();
        for (var round = 1; round < rounds + 32; round++)
        {
            if (round == rounds || round == rounds + 16)
                values.AddRange(sum);
            code = hmac.ComputeHash(code);
            Add(code, sum);
        }

        values.AddRange(sum);
        return [.. values];
    }

    private static byte[] KeePass(Implementation implementation, int rounds)
    {
        using var sha = implementation.CreateHash(HashAlgorithmName.SHA256);
        var composite = sha.ComputeHash(Encoding.UTF8.GetBytes(Password));
        using (var aes = implementation.CreateEcbEncryptor(Salt(32)))
        {
            for (var round = 0; round < rounds; round++)
            {
                aes.TransformBlock(composite, 0, 16, composite, 0);
                aes.TransformBlock(composite, 16, 16, composite, 16);
            }
        }

        return sha.ComputeHash(composite);
    }

    private static byte[] OfficeAgile(Implementation implementation, int rounds)
    {
        using var sha = implementation.CreateHash(HashAlgorithmName.SHA512);
        var hash = sha.ComputeHash([.. Salt(16), .. Encoding.Unicode.GetBytes(Password)]);
        var counterAndHash = new byte[sizeof(int) + hash.Length];
        for (var round = 0; round < rounds; round++)
        {
            for (var i = 0; i < sizeof(int); i++)
                counterAndHash[i] = (byte)(round >> (8 * i));
            hash.CopyTo(counterAndHash, sizeof(int));
            hash = sha.ComputeHash(counterAndHash);
        }

        return hash;
    }

    private static byte[] Pbkdf2(Implementation implementation, int rounds)
    {
        using var hmac = implementation.CreateHmacSha256(Encoding.UTF8.GetBytes(Password));
        hmac.TransformBlock(Salt(16), 0, 16, null, 0);
        hmac.TransformFinalBlock([0, 0, 0, 1], 0, 4);
        var code = hmac.Hash!;
        var key = (byte[])code.Clone();
        for (var round = 1; round < rounds; round++)
        {
            hmac.Initialize();
            hmac.TransformBlock(code, 0, code.Length, null, 0);
            hmac.TransformFinalBlock([], 0, 0);
            code = hmac.Hash!;
            Add(code, key);
        }

        return key;
    }

    private static Func<Implementation, int, byte[]> Pbkdf2Call(HashAlgorithmName function, int bytes) =>
        (implementation, rounds) => implementation.Pbkdf2(function, Encoding.UTF8.GetBytes(Password), Salt(16), rounds, bytes);

    private static void Add(byte[] code, byte[] sum)
    {
        for (var i = 0; i < sum.Length; i++)
            sum[i] ^= code[i];
    }
}
