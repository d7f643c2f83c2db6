using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.HostTests;

#pragma warning disable CA5401 // An IV that is known is what makes answers comparable.

/// <summary>One long message through everything, with the kernels that the host takes.</summary>
internal static class Message
{
    private static readonly byte[] s_key = Enumerable.Range(0, 32).Select(i => (byte)i).ToArray();
    private static readonly byte[] s_nonce = s_key.Take(12).ToArray();
    private static readonly byte[] s_iv = s_key.Take(16).ToArray();

    /// <summary>A line for each algorithm, which tells hosts apart that disagree.</summary>
    /// <returns>The exit code: zero if all that was sealed or encrypted came back.</returns>
    public static int Print(string file)
    {
        var message = File.ReadAllBytes(file);
        foreach (var type in Algorithms.Hashes.SelectMany(function => function.Types).Select(type => type.Type))
        {
            using var hash = (HashAlgorithm)Activator.CreateInstance(type)!;
            if (hash is HMAC hmac)
                hmac.Key = s_key;
            Console.WriteLine($"{type.Name} {Hex(hash.ComputeHash(message))}");
        }

        var returned = true;
        using (var gcm = new AesGcm(s_key, 16))
        {
            var @sealed = gcm.SealToArray(s_nonce, message, s_iv);
            Console.WriteLine("AES-256-GCM " + Hex(@sealed));
            returned &= gcm.OpenToArray(s_nonce, @sealed, s_iv).AsSpan().SequenceEqual(message);
        }

        using (var aes = new Aes { Key = s_key })
        {
            var ciphertext = aes.EncryptCbc(message, s_iv);
            Console.WriteLine("AES-256-CBC " + Hex(ciphertext));
            returned &= aes.DecryptCbc(ciphertext, s_iv).AsSpan().SequenceEqual(message);
        }

        using (var ctr = new AesCtr(s_key))
            Console.WriteLine("AES-256-CTR " + Hex(ctr.Transform(s_iv, message)));
        Console.WriteLine(returned ? $"{message.Length} bytes returned" : "FAILED: the message did not return");
        return returned ? 0 : 1;
    }

    /// <summary>1 MiB by ours and by the host's own classes in turns, on one thread; of each the best of five.</summary>
    /// <returns>The exit code.</returns>
    public static int Time()
    {
        var message = new byte[1 << 20];
        new Random(1).NextBytes(message);
        using var gcm = new AesGcm(s_key, 16);
        using var aes = new Aes { Key = s_key };
        byte[] @sealed = gcm.SealToArray(s_nonce, message, s_iv), ciphertext = aes.EncryptCbc(message, s_iv);
        Compare("AES-256-GCM seal", () => gcm.SealToArray(s_nonce, message, s_iv), () => SealedByHost(message));
        Compare("AES-256-GCM open", () => gcm.OpenToArray(s_nonce, @sealed, s_iv), () => OpenedByHost(@sealed));
        Compare("AES-256-CBC encrypt", () => aes.EncryptCbc(message, s_iv), () => CbcByHost(message, encrypt: true));
        Compare("AES-256-CBC decrypt", () => aes.DecryptCbc(ciphertext, s_iv), () => CbcByHost(ciphertext, encrypt: false));
        Compare("SHA-256", () => SHA256.HashData(message), () => HashedByHost(message));
        return 0;
    }

    private static byte[] CbcByHost(byte[] text, bool encrypt)
    {
        using var aes = System.Security.Cryptography.Aes.Create();
        using var transform = encrypt ? aes.CreateEncryptor(s_key, s_iv) : aes.CreateDecryptor(s_key, s_iv);
        return transform.TransformFinalBlock(text, 0, text.Length);
    }

#if NET
    private static byte[] HashedByHost(byte[] message) => System.Security.Cryptography.SHA256.HashData(message);

    private static byte[] SealedByHost(byte[] message)
    {
        using var gcm = new System.Security.Cryptography.AesGcm(s_key, 16);
        var result = new byte[message.Length + 16];
        gcm.Encrypt(s_nonce, message, result.AsSpan(0, message.Length), result.AsSpan(message.Length), s_iv);
        return result;
    }

    private static byte[] OpenedByHost(byte[] message)
    {
        using var gcm = new System.Security.Cryptography.AesGcm(s_key, 16);
        var result = new byte[message.Length - 16];
        gcm.Decrypt(s_nonce, message.AsSpan(0, result.Length), message.AsSpan(result.Length), result, s_iv);
        return result;
    }
#else
    private static byte[] HashedByHost(byte[] message)
    {
        using var hash = System.Security.Cryptography.SHA256.Create();
        return hash.ComputeHash(message);
    }

    private static byte[] SealedByHost(byte[] message) => throw new PlatformNotSupportedException();

    private static byte[] OpenedByHost(byte[] message) => throw new PlatformNotSupportedException();
#endif

    private static void Compare(string what, Func<byte[]> ours, Func<byte[]> theirs)
    {
        var (best, bestOfTheirs, isThere) = (double.MaxValue, double.MaxValue, true);
        try
        {
            if (!theirs().AsSpan().SequenceEqual(ours()))
                throw new InvalidOperationException(what + " is wrong");
        }
        catch (PlatformNotSupportedException)
        {
            isThere = false;
        }

        for (var round = 0; round < 5; round++)
        {
            best = Math.Min(best, Milliseconds(ours));
            if (isThere)
                bestOfTheirs = Math.Min(bestOfTheirs, Milliseconds(theirs));
        }

        var comparison = isThere ? $", {bestOfTheirs:0.00} ms by the host's own: {bestOfTheirs / best:0.0}x" : "; the host has none";
        Console.WriteLine($"{what}: 1 MiB in {best:0.00} ms{comparison}");
    }

    private static double Milliseconds(Func<byte[]> run)
    {
        var watch = Stopwatch.StartNew();
        run();
        return watch.Elapsed.TotalMilliseconds;
    }

    /// <summary>Of a long text, its digest by the portable kernel, which every host has.</summary>
    private static string Hex(byte[] bytes)
    {
        if (bytes.Length > 64)
        {
            var (digest, kernels) = (new byte[SHA256.HashSizeInBytes], Algorithms.Sha256.Kernels.All);
            Algorithms.Sha256.With(kernels[kernels.Count - 1]).Hash(bytes, digest);
            bytes = digest;
        }

        return string.Concat(bytes.Select(b => b.ToString("x2", System.Globalization.CultureInfo.InvariantCulture)));
    }
}
