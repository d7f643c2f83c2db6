using System;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.HostTests;

#pragma warning disable CA5350, SYSLIB0045 // SHA-1 is registered like the rest, and older programs create by name.

/// <summary>What the framework's factories create for a program that does not know the library, after it is registered.</summary>
internal static class Registration
{
    /// <returns>The exit code: zero if all passed. The last line sums up.</returns>
    public static int Check()
    {
        var before = Created().Select(pair => IsOurs(pair.Item2)).ToList();
        var registered = CryptoProvider.Register();
        int passed = 0, failed = 0;
        foreach (var ((what, made), wasOurs) in Created().Zip(before, (pair, ours) => (pair, ours)))
        {
            var right = registered && IsOurs(made) && !wasOurs && IsRight(made);
            Console.WriteLine($"{(right ? "" : "FAILED ")}{what}: {made?.GetType().FullName}");
            _ = right ? passed++ : failed++;
        }

        Console.WriteLine($"{passed} passed, {failed} failed");
        return failed;
    }

    private static bool IsOurs(object? made) => made?.GetType().Assembly == typeof(CryptoProvider).Assembly;

    /// <summary>By the names of SHA-3, older frameworks create nothing.</summary>
    private static (string, IDisposable?)[] Created() =>
    [
        ("Aes.Create()", System.Security.Cryptography.Aes.Create()),
        .. Algorithms.Hashes.Where(function => function.HashType.RegisteredNames.Length > 0).Select(
            function => Made(function.HashType.Type)),
        .. Algorithms.Hashes.Where(function => function.HasHmacType).SelectMany(function => function.HmacType.RegisteredNames.Take(1)).Select(
            name => ($"HMAC.Create(\"{name}\")", (IDisposable?)HMAC.Create(name))),
    ];

    /// <summary>By the static method of .NET's class, from which ours derives.</summary>
    private static (string, IDisposable?) Made(Type ours) =>
        (ours.Name + ".Create()", (IDisposable)ours.BaseType!.GetMethod("Create", Type.EmptyTypes)!.Invoke(null, null)!);

    /// <summary>The examples of FIPS 197, and the digest that the portable kernel gives.</summary>
    private static bool IsRight(IDisposable? made) => made switch
    {
        SymmetricAlgorithm aes => EncryptsTheExample(aes),
        HMAC hmac => hmac.ComputeHash([1]).Length == hmac.HashSize / 8,
        HashAlgorithm hash => hash.ComputeHash([1]).SequenceEqual(Digest(hash.GetType(), [1])),
        _ => false,
    };

    private static byte[] Digest(Type type, byte[] message)
    {
        var function = Algorithms.Hashes.Single(function => function.HashType.Type == type);
        var (digest, kernels) = (new byte[function.DigestBytes], function.Kernels.All);
        function.With(kernels[kernels.Count - 1]).Hash(message, digest);
        return digest;
    }

    private static bool EncryptsTheExample(SymmetricAlgorithm aes)
    {
        aes.Mode = CipherMode.ECB;
        aes.Padding = PaddingMode.None;
        aes.Key = Enumerable.Range(0, 16).Select(i => (byte)i).ToArray();
        using var encryptor = aes.CreateEncryptor();
        var block = encryptor.TransformFinalBlock(Enumerable.Range(0, 16).Select(i => (byte)(i * 0x11)).ToArray(), 0, 16);
        return block[0] == 0x69 && block[15] == 0x5a;
    }
}
