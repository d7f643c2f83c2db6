using System;
using System.IO;
using System.Security.Cryptography;
using System.Text;

namespace ManagedCrypto.NetStandardLibrary;

/// <summary>Uses of every public type, bound at compile time to the members of the netstandard2.0 asset.</summary>
public static class EveryType
{
    private static readonly byte[] s_key = Encoding.ASCII.GetBytes("a key of 16 bytes");
    private static readonly byte[] s_text = Encoding.ASCII.GetBytes("some text that is longer than two blocks of AES");

    private static byte[] Key => new ReadOnlySpan<byte>(s_key, 0, 16).ToArray();

    /// <summary>Whether a wrong tag is caught by the exception type that the netstandard2.0 asset defines.</summary>
    public static bool CatchesTagMismatch()
    {
        using var gcm = new AesGcm(Key, 16);
        var sealedText = gcm.SealToArray(new byte[12], s_text, Array.Empty<byte>());
        sealedText[0] ^= 1;
        try
        {
            gcm.OpenToArray(new byte[12], sealedText, Array.Empty<byte>());
            return false;
        }
        catch (AuthenticationTagMismatchException)
        {
            return true;
        }
    }

    public static byte[] GcmRoundTrip()
    {
        using var gcm = new AesGcm(Key.AsSpan(), 16);
        byte[] ciphertext = new byte[s_text.Length], tag = new byte[16], text = new byte[s_text.Length];
        gcm.Encrypt(new byte[12], s_text, ciphertext, tag, s_key);
        gcm.Decrypt(new byte[12].AsSpan(), ciphertext, tag, text.AsSpan(), s_key);
        return text;
    }

    public static byte[] GcmRoundTripInPieces()
    {
        using var sealer = new AesGcmSealer(Key, new byte[16], 16);
        using var opener = new AesGcmUnverifiedOpener(Key.AsSpan(), new byte[16], 16);
        using var gcm = AesGcm.CreateForAnyNonce(Key, 16);
        sealer.AppendAssociatedData(s_key);
        opener.AppendAssociatedData(s_key.AsSpan());
        byte[] ciphertext = sealer.SealToArray(s_text), tag = sealer.Finish(), text = opener.OpenUnverifiedToArray(ciphertext);
        opener.VerifyTag(tag);
        var twice = new MemoryStream();
        gcm.Decrypt(new byte[16], new MemoryStream(ciphertext), tag, twice, s_key);
        return gcm.Verify(new byte[16], ciphertext, tag, s_key) && text.AsSpan().SequenceEqual(twice.ToArray()) ? text : Array.Empty<byte>();
    }

    public static byte[] CbcRoundTrip()
    {
        using var aes = Aes.Create();
        aes.SetKey(Key);
        return aes.DecryptCbc(aes.EncryptCbc(s_text, new byte[16]), new byte[16]);
    }

    public static byte[] EcbRoundTrip()
    {
        using var aes = new Aes { Key = Key };
        var ciphertext = new byte[aes.GetCiphertextLengthEcb(s_text.Length, PaddingMode.PKCS7)];
        if (!aes.TryEncryptEcb(s_text, ciphertext, PaddingMode.PKCS7, out var written))
            throw new InvalidOperationException("The destination is long enough.");
        return aes.DecryptEcb(ciphertext.AsSpan(0, written), PaddingMode.PKCS7);
    }

    public static byte[] CfbRoundTrip()
    {
        using SymmetricAlgorithm aes = Aes.Create();
        aes.Key = Key;
        var ours = (Aes)aes;
        var ciphertext = ours.EncryptCfb(s_text, new byte[16], PaddingMode.PKCS7, 128);
        return ours.DecryptCfb(ciphertext, new byte[16], PaddingMode.PKCS7, 128);
    }

    public static byte[] KeyWrapRoundTrip()
    {
        using var aes = new Aes { Key = Key };
        return aes.DecryptKeyWrapPadded(aes.DecryptKeyWrap(aes.EncryptKeyWrap(aes.EncryptKeyWrapPadded(s_text))));
    }

    public static byte[] StreamRoundTrip()
    {
        using var aes = Aes.Create();
        var result = new MemoryStream();
        using (var decryptor = aes.CreateDecryptor())
        using (var decrypting = new CryptoStream(result, decryptor, CryptoStreamMode.Write))
        using (var encryptor = aes.CreateEncryptor())
        using (var encrypting = new CryptoStream(decrypting, encryptor, CryptoStreamMode.Write))
            encrypting.Write(s_text, 0, s_text.Length);
        return result.ToArray();
    }

    public static byte[] XtsStreamRoundTrip()
    {
        var key = new byte[32];
        s_text.AsSpan(0, key.Length).CopyTo(key);
        using var stream = new AesXtsStream(new MemoryStream(), key, 512);
        stream.Write(s_text.AsSpan());
        stream.Flush();
        stream.Seek(0, SeekOrigin.Begin);
        var text = new byte[s_text.Length];
        return stream.Read(text.AsSpan()) == text.Length ? text : Array.Empty<byte>();
    }

    public static byte[] CobblestoneRoundTrip()
    {
        var options = new CobblestoneOptions { Parallelism = 0 };
        var ciphertext = new MemoryStream();
        using (var sealing = Cobblestone.CreateSealingStream(ciphertext, Key, leaveOpen: true, options: options))
        {
            sealing.Write(s_text.AsSpan());
            sealing.Complete();
        }

        var opened = Cobblestone.OpenToArray(Key, Cobblestone.SealToArray(Key, Cobblestone.OpenToArray(Key, ciphertext.ToArray())));
        ciphertext.Position = 0;
        using var opening = Cobblestone.CreateOpeningStream(ciphertext, Key);
        var text = new byte[s_text.Length];
        return opening.Read(text.AsSpan()) == text.Length && opening.Length == opened.Length ? opened : Array.Empty<byte>();
    }

    public static byte[] CtrRoundTrip()
    {
        using var ctr = new AesCtr(Key);
        using var transform = ctr.CreateTransform(new byte[16]);
        byte[] once = ctr.Transform(new byte[16], s_text), twice = transform.TransformFinalBlock(once, 0, once.Length);
        return twice;
    }

    public static byte[] CbcStreamRoundTrip()
    {
        var beneath = new MemoryStream();
        using (var encrypting = new AesCbcEncryptingStream(beneath, Key, new byte[16], leaveOpen: true))
        {
            encrypting.Write(s_text.AsSpan());
            encrypting.Complete();
        }

        beneath.Position = 0;
        using var decrypting = new AesCbcDecryptingStream(beneath, Key, new byte[16]);
        var text = new byte[s_text.Length];
        return decrypting.Read(text.AsSpan()) == text.Length ? text : Array.Empty<byte>();
    }

    public static byte[] CtrStreamRoundTrip()
    {
        using var stream = new AesCtrStream(new MemoryStream(), Key, new byte[16]);
        stream.Write(s_text.AsSpan());
        stream.Seek(0, SeekOrigin.Begin);
        var text = new byte[s_text.Length];
        return stream.Read(text.AsSpan()) == text.Length ? text : Array.Empty<byte>();
    }

    public static byte[][] Sha256EveryWay()
    {
        using var sha = SHA256.Create();
        using var incremental = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        incremental.AppendData(s_text.AsSpan());
        var spanned = new byte[SHA256.HashSizeInBytes];
        SHA256.HashData(s_text.AsSpan(), spanned);
        return new[]
        {
            sha.ComputeHash(s_text), SHA256.HashData(s_text), SHA256.HashData(new MemoryStream(s_text)), spanned,
            incremental.GetHashAndReset(),
        };
    }

    public static byte[][] HmacSha512EveryWay()
    {
        using var hmac = new HMACSHA512(s_key);
        using var incremental = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA512, s_key);
        incremental.AppendData(s_text);
        return new[]
        {
            hmac.ComputeHash(s_text), HMACSHA512.HashData(s_key, s_text), HMACSHA512.HashData(s_key, new MemoryStream(s_text)),
            incremental.GetHashAndReset(),
        };
    }

    public static byte[][] KeysEveryWay()
    {
        var hash = HashAlgorithmName.SHA256;
        byte[] room = new byte[32], again = new byte[32];
        Rfc2898DeriveBytes.Pbkdf2(s_key.AsSpan(), s_text, room, 3, hash);
        using var derivation = new Rfc2898DeriveBytes(s_key, s_text, 3, hash);
        HKDF.Expand(hash, HKDF.Extract(hash, s_key, s_text), again, s_text);
        using var kdf = new SP800108HmacCounterKdf(s_key, hash);
        return new[]
        {
            room, derivation.GetBytes(32), again, HKDF.DeriveKey(hash, s_key, 32, s_text, s_text), kdf.DeriveKey(s_key, s_text, 32),
            SP800108HmacCounterKdf.DeriveBytes(s_key, hash, s_key, s_text, 32),
        };
    }

    public static bool VerifiesAndChooses()
    {
        var hash = HashAlgorithmName.SHA256;
        var code = CryptographicOperations.HmacData(hash, s_key, s_text);
        var order = RandomNumberGenerator.GetString("abc".AsSpan(), 9).ToCharArray();
        RandomNumberGenerator.Shuffle(order.AsSpan());
        return CryptographicOperations.VerifyHmac(hash, s_key, s_text, code) && HMACSHA256.Verify(s_key, s_text, code)
            && order.Length == 9 && RandomNumberGenerator.GetInt32(3) < 3 && RandomNumberGenerator.GetBytes(5).Length == 5
            && CryptographicOperations.FixedTimeEquals(code, HMACSHA256.HashData(s_key, s_text));
    }

    public static uint[] ChecksumsOfNineDigits()
    {
        var digits = Encoding.ASCII.GetBytes("123456789");
        using HashAlgorithm crc = Crc32.Create();
        return new[]
        {
            BitConverter.ToUInt32(crc.ComputeHash(digits), 0), Crc32C.HashToUInt32(digits), Adler32.HashToUInt32(digits),
        };
    }

    public static byte[] Text => (byte[])s_text.Clone();

    public static string Description => CryptoProvider.Describe().ToString();
}
