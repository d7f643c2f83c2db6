using System;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Tests;

/// <summary>
/// The one-shots of AES that later frameworks have: ours, or else the modes as SP 800-38A defines them, block by block over this
/// framework's own ECB, with paddings as the framework documents them.
/// </summary>
internal static class AesModes
{
    private const int Block = 16;

    extension(SymmetricAlgorithm aes)
    {
        public byte[] EncryptEcb(byte[] text, PaddingMode padding) =>
            aes is Aes ours ? ours.EncryptEcb(text, padding) : Ecb(aes, Pad(text, Block, padding), encrypt: true);

        public byte[] DecryptEcb(byte[] text, PaddingMode padding) =>
            aes is Aes ours ? ours.DecryptEcb(text, padding) : Unpad(Ecb(aes, Whole(text, Block), encrypt: false), padding);

        public byte[] EncryptCbc(byte[] text, byte[] iv, PaddingMode padding) =>
            aes is Aes ours ? ours.EncryptCbc(text, iv, padding) : CbcEncrypt(aes, Pad(text, Block, padding), iv);

        public byte[] DecryptCbc(byte[] text, byte[] iv, PaddingMode padding) =>
            aes is Aes ours ? ours.DecryptCbc(text, iv, padding) : Unpad(CbcDecrypt(aes, Whole(text, Block), iv), padding);

        public byte[] EncryptCfb(byte[] text, byte[] iv, PaddingMode padding, int feedbackBits) =>
            aes is Aes ours ? ours.EncryptCfb(text, iv, padding, feedbackBits)
            : Cfb(aes, Pad(text, feedbackBits / 8, padding), iv, feedbackBits / 8, encrypt: true);

        public byte[] DecryptCfb(byte[] text, byte[] iv, PaddingMode padding, int feedbackBits) =>
            aes is Aes ours ? ours.DecryptCfb(text, iv, padding, feedbackBits)
            : Unpad(Cfb(aes, Whole(text, feedbackBits / 8), iv, feedbackBits / 8, encrypt: false), padding);

        public bool TryEncryptEcb(ReadOnlySpan<byte> text, Span<byte> to, PaddingMode padding, out int written) =>
            aes is Aes ours ? ours.TryEncryptEcb(text, to, padding, out written)
            : TryCopy(aes.EncryptEcb(text.ToArray(), padding), to, out written);

        public bool TryDecryptEcb(ReadOnlySpan<byte> text, Span<byte> to, PaddingMode padding, out int written) =>
            aes is Aes ours ? ours.TryDecryptEcb(text, to, padding, out written)
            : TryCopy(aes.DecryptEcb(text.ToArray(), padding), to, out written, text.Length);

        public bool TryEncryptCbc(
            ReadOnlySpan<byte> text, ReadOnlySpan<byte> iv, Span<byte> to, out int written, PaddingMode padding) =>
            aes is Aes ours ? ours.TryEncryptCbc(text, iv, to, out written, padding)
            : TryCopy(aes.EncryptCbc(text.ToArray(), iv.ToArray(), padding), to, out written);

        public bool TryDecryptCbc(
            ReadOnlySpan<byte> text, ReadOnlySpan<byte> iv, Span<byte> to, out int written, PaddingMode padding) =>
            aes is Aes ours ? ours.TryDecryptCbc(text, iv, to, out written, padding)
            : TryCopy(aes.DecryptCbc(text.ToArray(), iv.ToArray(), padding), to, out written, text.Length);

        public bool TryEncryptCfb(
            ReadOnlySpan<byte> text, ReadOnlySpan<byte> iv, Span<byte> to, out int written,
            PaddingMode padding, int feedbackBits) =>
            aes is Aes ours ? ours.TryEncryptCfb(text, iv, to, out written, padding, feedbackBits)
            : TryCopy(aes.EncryptCfb(text.ToArray(), iv.ToArray(), padding, feedbackBits), to, out written);

        public bool TryDecryptCfb(
            ReadOnlySpan<byte> text, ReadOnlySpan<byte> iv, Span<byte> to, out int written,
            PaddingMode padding, int feedbackBits) =>
            aes is Aes ours ? ours.TryDecryptCfb(text, iv, to, out written, padding, feedbackBits)
            : TryCopy(aes.DecryptCfb(text.ToArray(), iv.ToArray(), padding, feedbackBits), to, out written, text.Length);
    }

    /// <summary>By an object of its own: Mono's transforms go by the settings of their maker at the time of a call.</summary>
    private static ICryptoTransform EcbTransform(SymmetricAlgorithm aes, bool encrypt)
    {
        var ecb = System.Security.Cryptography.Aes.Create();
        (ecb.Mode, ecb.Padding, ecb.Key) = (CipherMode.ECB, PaddingMode.None, aes.Key);
        return encrypt ? ecb.CreateEncryptor() : ecb.CreateDecryptor();
    }

    private static byte[] Ecb(SymmetricAlgorithm aes, byte[] text, bool encrypt)
    {
        using var transform = EcbTransform(aes, encrypt);
        return transform.TransformFinalBlock(text, 0, text.Length);
    }

    private static byte[] CbcEncrypt(SymmetricAlgorithm aes, byte[] text, byte[] iv)
    {
        using var transform = EcbTransform(aes, encrypt: true);
        var register = iv;
        for (var i = 0; i < text.Length; i += Block)
        {
            Xor(text.AsSpan(i, Block), register);
            transform.TransformBlock(text, i, Block, text, i);
            register = text.AsSpan(i, Block).ToArray();
        }

        return text;
    }

    private static byte[] CbcDecrypt(SymmetricAlgorithm aes, byte[] text, byte[] iv)
    {
        var deciphered = Ecb(aes, text, encrypt: false);
        byte[] registers = [.. iv, .. text];
        Xor(deciphered, registers);
        return deciphered;
    }

    private static byte[] Cfb(SymmetricAlgorithm aes, byte[] text, byte[] iv, int segment, bool encrypt)
    {
        using var transform = EcbTransform(aes, encrypt: true);
        byte[] register = [.. iv], keystream = new byte[Block];
        for (var i = 0; i < text.Length; i += segment)
        {
            transform.TransformBlock(register, 0, Block, keystream, 0);
            var part = text.AsSpan(i, segment);
            var ciphertext = part.ToArray();
            Xor(part, keystream);
            if (encrypt)
                ciphertext = part.ToArray();
            register = [.. register.Skip(segment), .. ciphertext];
        }

        return text;
    }

    private static void Xor(Span<byte> text, ReadOnlySpan<byte> by)
    {
        for (var i = 0; i < text.Length; i++)
            text[i] ^= by[i];
    }

    private static byte[] Whole(byte[] text, int unit) =>
        text.Length % unit == 0 ? [.. text] : throw new CryptographicException("The text is not whole blocks.");

    private static byte[] Pad(byte[] text, int unit, PaddingMode padding)
    {
        var count = unit - (text.Length % unit);
        if (padding == PaddingMode.None)
            return Whole(text, unit);
        if (padding == PaddingMode.Zeros)
            return [.. text, .. new byte[count % unit]];
        byte[] padded = [.. text, .. Enumerable.Repeat(padding == PaddingMode.PKCS7 ? (byte)count : (byte)0, count)];
        padded[padded.Length - 1] = (byte)count;
        return padded;
    }

    /// <summary>Whatever the unit of the mode, .NET takes any padding of up to a block.</summary>
    private static byte[] Unpad(byte[] text, PaddingMode padding)
    {
        if (padding is PaddingMode.None or PaddingMode.Zeros || text.Length == 0)
            return text;
        int count = text[text.Length - 1], start = text.Length - count;
        var right = count > 0 && count <= Block && start >= 0 && padding switch
        {
            PaddingMode.PKCS7 => text.Skip(start).All(b => b == count),
            PaddingMode.ANSIX923 => text.Skip(start).Take(count - 1).All(b => b == 0),
            _ => true,
        };
        return right ? [.. text.Take(start)] : throw new CryptographicException("The padding is wrong.");
    }

    /// <summary>.NET deciphers where the ciphertext would fit, and clears the padding there.</summary>
    private static bool TryCopy(byte[] result, Span<byte> to, out int written, int ciphertextLength = 0)
    {
        written = result.Length <= to.Length ? result.Length : 0;
        if (!result.AsSpan().TryCopyTo(to))
            return false;
        if (result.Length < ciphertextLength && ciphertextLength <= to.Length)
            to.Slice(result.Length, ciphertextLength - result.Length).Clear();
        return true;
    }
}
