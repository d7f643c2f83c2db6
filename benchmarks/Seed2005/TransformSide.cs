using System.Security.Cryptography;

namespace ManagedCrypto.Benchmarks.Seed2005;

/// <summary>A class of .NET's, used as programs of 2005 use it: a transform for each message.</summary>
internal sealed class TransformSide : ISide
{
    private readonly SymmetricAlgorithm _algorithm;
    private readonly byte[] _key;
    private readonly byte[] _iv;

    public TransformSide(SymmetricAlgorithm algorithm, byte[] key, byte[] iv)
    {
        _algorithm = algorithm;
        _algorithm.Mode = CipherMode.CBC;
        _algorithm.Padding = PaddingMode.None;
        _key = key;
        _iv = iv;
    }

    public void Encrypt(byte[] text, byte[] ciphertext)
    {
        using var transform = _algorithm.CreateEncryptor(_key, _iv);
        transform.TransformBlock(text, 0, text.Length, ciphertext, 0);
    }

    public void Decrypt(byte[] ciphertext, byte[] text)
    {
        using var transform = _algorithm.CreateDecryptor(_key, _iv);
        transform.TransformBlock(ciphertext, 0, ciphertext.Length, text, 0);
    }
}
