using System;
using System.Security.Cryptography;
using BclAes = System.Security.Cryptography.Aes;
using BclGcm = System.Security.Cryptography.AesGcm;
using BclIncremental = System.Security.Cryptography.IncrementalHash;

namespace ManagedCrypto.Fuzz;

/// <summary>
/// Arguments that are null, too short, too long, negative or beyond the end, one or more at a time: .NET's types say what is
/// thrown and for which parameter, and what comes of those that are right.
/// </summary>
internal static class ArgumentCases
{
    private const int Block = 16;

    public static void Aes(Case c)
    {
        byte[] text = Array(c, "text", 2 * Block)!, iv = Array(c, "iv", Block)!;
        var destination = Array(c, "destination", 2 * Block) ?? [];
        var padding = (PaddingMode)(c.Choices.Draw("padding", 6) switch { 5 => 0, var other => other });
        var feedback = Number(c, "feedback", 8 * (1 + c.Choices.Draw("feedback bytes", 15)));
        var calls = new Func<BclAes, byte[]>[]
        {
            aes => aes.EncryptEcb(text, padding),
            aes => aes.DecryptEcb(text, padding),
            aes => aes.EncryptCbc(text, iv, padding),
            aes => aes.DecryptCbc(text, iv, padding),
            aes => aes.EncryptCfb(text, iv, padding, feedback),
            aes => aes.DecryptCfb(text, iv, padding, feedback),
            aes => [(byte)aes.EncryptEcb(text, destination, padding), .. destination],
            aes => [(byte)aes.EncryptCbc(text, iv, destination, padding), .. destination],
            aes => [(byte)aes.EncryptCfb(text, iv, destination, padding, feedback), .. destination],
            aes => aes.EncryptKeyWrapPadded(text),
            aes => aes.DecryptKeyWrapPadded(text),
        };
        var key = c.Choices.Bytes("key", Block);
        var call = c.Choices.Draw("call", calls.Length - 1);
        Compare(c, $"call {call}", aes => aes is Aes ? calls[call](aes) : AesCases.Refusing(text, () => calls[call](aes)), key);
    }

    public static void AesSettings(Case c)
    {
        var number = Number(c, "number", c.Choices.Pick("usual", [1, 8, 128, 256]));
        byte[] key = Array(c, "key", 32)!, iv = Array(c, "iv", Block)!;
        var settings = new Action<BclAes>[]
        {
            aes => aes.Key = key,
            aes => aes.SetKey(key),
            aes => aes.IV = iv,
            aes => aes.KeySize = number,
            aes => aes.BlockSize = number,
            aes => aes.FeedbackSize = number,
            aes => aes.Padding = (PaddingMode)number,
            aes => aes.GetCiphertextLengthEcb(number, PaddingMode.PKCS7),
            aes => aes.GetCiphertextLengthCbc(number, PaddingMode.None),
            aes => aes.GetCiphertextLengthCfb(number, PaddingMode.Zeros, number),
            aes => aes.CreateEncryptor(key, iv).Dispose(),
            aes => aes.CreateDecryptor(key, iv).Dispose(),
            aes => BclAes.GetKeyWrapPaddedLength(number),
        };
        var call = c.Choices.Draw("call", settings.Length - 1);
        Compare(
            c,
            $"setting {call}",
            aes =>
            {
                settings[call](aes);
                return [.. BitConverter.GetBytes(aes.KeySize), .. BitConverter.GetBytes(aes.FeedbackSize), (byte)aes.Padding];
            },
            new byte[Block]);
    }

    public static void Transform(Case c)
    {
        byte[] input = Array(c, "input", 4 * Block)!, output = Array(c, "output", 4 * Block)!;
        var offset = Number(c, "offset", c.Choices.Draw("from", 5));
        var count = Number(c, "count", Block * c.Choices.Draw("blocks", 3));
        var outputOffset = Number(c, "output offset", c.Choices.Draw("to", 5));
        var isLast = c.Choices.Flag("last");
        var decrypt = c.Choices.Flag("decrypt");
        Compare(
            c,
            decrypt ? "decryptor" : "encryptor",
            aes =>
            {
                aes.IV = new byte[Block];
                using var transform = decrypt ? aes.CreateDecryptor() : aes.CreateEncryptor();
                return isLast
                    ? transform.TransformFinalBlock(input, offset, count)
                    : [(byte)transform.TransformBlock(input, offset, count, output, outputOffset), .. output];
            },
            new byte[Block]);
    }

    public static void Gcm(Case c)
    {
        byte[] key = Array(c, "key", Block)!, nonce = Array(c, "nonce", 12)!, data = Array(c, "data", 5)!;
        byte[] text = Array(c, "text", 20)!, ciphertext = Array(c, "ciphertext", 20)!, tag = Array(c, "tag", Block)!;
        var tagBytes = Number(c, "tag bytes", Block);
        var decrypt = c.Choices.Rarely("decrypt", 3);
        c.SameOutcome(
            () =>
            {
                using var gcm = new BclGcm(key, tagBytes);
                if (decrypt)
                    gcm.Decrypt(nonce, ciphertext, tag, text, data);
                else
                    gcm.Encrypt(nonce, text, ciphertext, tag, data);
                return [.. ciphertext, .. tag, .. text];
            },
            () =>
            {
                using var gcm = new AesGcm(key, tagBytes);
                if (decrypt)
                    gcm.Decrypt(nonce, ciphertext, tag, text, data);
                else
                    gcm.Encrypt(nonce, text, ciphertext, tag, data);
                return [.. ciphertext, .. tag, .. text];
            },
            decrypt ? "decryption" : "encryption");
    }

    public static void Hash(Case c)
    {
        byte[] input = Array(c, "input", 100)!, key = Array(c, "key", 20)!, destination = Array(c, "destination", 32) ?? [];
        int offset = Number(c, "offset", c.Choices.Draw("from", 60)), count = Number(c, "count", c.Choices.Draw("bytes", 60));
        var calls = new (Func<byte[]> Theirs, Func<byte[]> Ours)[]
        {
            (() => System.Security.Cryptography.SHA256.HashData(input), () => SHA256.HashData(input)),
            (() => Used(System.Security.Cryptography.SHA256.HashData(input, destination)),
                () => Used(SHA256.HashData(input, destination))),
            (() => System.Security.Cryptography.HMACSHA256.HashData(key, input), () => HMACSHA256.HashData(key, input)),
            (() => Used(System.Security.Cryptography.HMACSHA256.HashData(key, input, destination)),
                () => Used(HMACSHA256.HashData(key, input, destination))),
            (() => Of(new System.Security.Cryptography.HMACSHA256(key)), () => Of(new HMACSHA256(key))),
            (() => Of(System.Security.Cryptography.SHA256.Create()), () => Of(SHA256.Create())),
            (() => Blocks(System.Security.Cryptography.SHA256.Create()), () => Blocks(SHA256.Create())),
            (() => ToSpan(System.Security.Cryptography.SHA256.Create()), () => ToSpan(SHA256.Create())),
            (Theirs, Ours),
        };
        var call = c.Choices.Draw("call", calls.Length - 1);
        c.SameOutcome(calls[call].Theirs, calls[call].Ours, $"call {call}");

        byte[] Used(int written) => [(byte)written, .. destination];

        byte[] Of(HashAlgorithm hash)
        {
            using (hash)
                return hash.ComputeHash(input, offset, count);
        }

        byte[] ToSpan(HashAlgorithm hash)
        {
            using (hash)
                return [hash.TryComputeHash(input, destination, out var bytes) ? (byte)1 : (byte)0, (byte)bytes, .. destination];
        }

        byte[] Blocks(HashAlgorithm hash)
        {
            using (hash)
            {
                var taken = hash.TransformBlock(input, offset, count, null, 0);
                var last = hash.TransformFinalBlock(input, offset, count);
                return [(byte)taken, .. last, .. hash.Hash!];
            }
        }

        byte[] Theirs()
        {
            using var hash = BclIncremental.CreateHMAC(HashAlgorithmName.SHA256, key);
            hash.AppendData(input, offset, count);
            return Used(hash.GetHashAndReset(destination));
        }

        byte[] Ours()
        {
            using var hash = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, key);
            hash.AppendData(input, offset, count);
            return Used(hash.GetHashAndReset(destination));
        }
    }

    /// <summary>The same on a fresh object of either, and that ours is of use still.</summary>
    private static void Compare(Case c, string what, Func<BclAes, byte[]> call, byte[] key)
    {
        using BclAes theirs = BclAes.Create(), ours = new Aes();
        theirs.Key = ours.Key = key;
        c.SameOutcome(() => call(theirs), () => call(ours), what);
        ours.Key = key;
        ours.EncryptEcb(key, PaddingMode.None);
    }

    /// <summary>As long as it should be, as a rule; else of some other length, or null.</summary>
    private static byte[]? Array(Case c, string name, int usual) => c.Choices.Draw(name + " is", 15) switch
    {
        1 => null,
        2 => [],
        3 => c.Choices.Bytes(name, usual + 1),
        4 => c.Choices.Bytes(name, usual - 1),
        5 => c.Choices.Bytes(name, c.Choices.Draw(name + " bytes", 2 * usual)),
        _ => c.Choices.Bytes(name, usual),
    };

    /// <summary>As it should be, as a rule; else one of those with which sums go wrong.</summary>
    private static int Number(Case c, string name, int usual) => c.Choices.Draw(name + " is", 15) switch
    {
        1 => -1,
        2 => 0,
        3 => usual + 1,
        4 => usual - 1,
        5 => int.MaxValue,
        6 => int.MinValue,
        7 => int.MaxValue - usual,
        8 => c.Choices.Draw(name, 2 * usual),
        _ => usual,
    };
}
