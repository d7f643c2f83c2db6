using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.HostTests;

#pragma warning disable CA5350, CA5401 // SHA-1 is run like the rest; an IV that is known is what makes answers comparable.

/// <summary>One long message through everything, with the kernels that the host takes.</summary>
internal static class Message
{
    private static readonly byte[] s_key = Enumerable.Range(0, 32).Select(i => (byte)i).ToArray();
    private static readonly byte[] s_nonce = s_key.Take(12).ToArray();
    private static readonly byte[] s_iv = s_key.Take(16).ToArray();

    /// <summary>A line for each algorithm, which tells hosts apart that disagree.</summary>
    /// <returns>The exit code: zero if all that was sealed or enciphered came back.</returns>
    public static int Print(string file)
    {
        var message = File.ReadAllBytes(file);
        foreach (var hash in new HashAlgorithm[] { new SHA1(), new SHA256(), new SHA384(), new SHA512(), new HMACSHA256(s_key) })
        {
            using (hash)
                Console.WriteLine($"{hash.GetType().Name} {Hex(hash.ComputeHash(message))}");
        }

        var returned = true;
        using (var gcm = new AesGcm(s_key, 16))
        {
            var @sealed = gcm.Seal(s_nonce, message, s_iv);
            Console.WriteLine("AES-256-GCM " + Hex(@sealed));
            returned &= gcm.Open(s_nonce, @sealed, s_iv).AsSpan().SequenceEqual(message);
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

    /// <summary>The best of three, on one thread.</summary>
    /// <returns>The exit code.</returns>
    public static int Time()
    {
        var message = new byte[1 << 20];
        new Random(1).NextBytes(message);
        using var gcm = new AesGcm(s_key, 16);
        var @sealed = gcm.Seal(s_nonce, message, s_iv);
        using var aes = new Aes { Key = s_key };
        var ciphertext = aes.EncryptCbc(message, s_iv);
        Best("AES-256-GCM seal", () => gcm.Seal(s_nonce, message, s_iv).AsSpan().SequenceEqual(@sealed));
        Best("AES-256-GCM open", () => gcm.Open(s_nonce, @sealed, s_iv).AsSpan().SequenceEqual(message));
        Best("AES-256-CBC encrypt", () => aes.EncryptCbc(message, s_iv).AsSpan().SequenceEqual(ciphertext));
        Best("AES-256-CBC decrypt", () => aes.DecryptCbc(ciphertext, s_iv).AsSpan().SequenceEqual(message));
        return 0;
    }

    private static void Best(string what, Func<bool> run)
    {
        var best = double.MaxValue;
        for (var round = 0; round < 3; round++)
        {
            var watch = Stopwatch.StartNew();
            if (!run())
                throw new InvalidOperationException(what + " is wrong");
            best = Math.Min(best, watch.Elapsed.TotalMilliseconds);
        }

        Console.WriteLine($"{what}: 1 MiB in {best:0.0} ms");
    }

    /// <summary>Of a long text, its digest by the portable kernel, which every host has.</summary>
    private static string Hex(byte[] bytes)
    {
        if (bytes.Length > 64)
        {
            var portable = Intrinsics.Sha256Kernels.List.All;
            var digest = new byte[32];
            SHA256.HashData(portable[portable.Count - 1], bytes, digest);
            bytes = digest;
        }

        return string.Concat(bytes.Select(b => b.ToString("x2", System.Globalization.CultureInfo.InvariantCulture)));
    }
}
