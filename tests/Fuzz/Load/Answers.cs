using System;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;
using BclAes = System.Security.Cryptography.Aes;
using BclGcm = System.Security.Cryptography.AesGcm;

namespace ManagedCrypto.Fuzz.Load;

/// <summary>A message under a key, and what .NET makes of it.</summary>
internal sealed class Answers
{
    public const int TagBytes = 16, BlockBytes = 16;

    private static readonly int[] s_lengths = [0, 1, 16, 100, 1350, 5000, 70_000];

    private Answers(Random random, int keyBytes, int length)
    {
        Key = Bytes(random, keyBytes);
        Nonce = Bytes(random, 12);
        Block = Bytes(random, BlockBytes);
        Message = Bytes(random, length);

        Sealed = new byte[length + TagBytes];
        using (var gcm = new BclGcm(Key, TagBytes))
            gcm.Encrypt(Nonce, Message, Sealed.AsSpan(0, length), Sealed.AsSpan(length), Block);
        using var aes = BclAes.Create();
        aes.Key = Key;
        Cbc = aes.EncryptCbc(Message, Block);
        WrappedKey = aes.EncryptKeyWrapPadded(Key);
        Ctr = CtrCases.Expected(Key, Block, Message, 0);
        Hashes = [.. Functions.Select(function => HashSubject.ExpectedDigest(function, Message))];
        Codes = [.. Functions.Select(function => HashSubject.ExpectedCode(function, Key, Message))];
        using var crc = ReferenceChecksum.Of(Algorithms.Crc32);
        Crc32 = crc.ComputeHash(Message);
    }

    /// <summary>Those with HMAC.</summary>
    public static HashFunction[] Functions { get; } = [.. Algorithms.Hashes.Where(function => function.HasHmacType)];

    public static HashAlgorithmName[] HashNames { get; } = [.. Functions.Select(function => new HashAlgorithmName(function.HashName))];

    public byte[] Key { get; }

    public byte[] Nonce { get; }

    /// <summary>IV, first counter and associated data.</summary>
    public byte[] Block { get; }

    public byte[] Message { get; }

    /// <summary>Ciphertext of GCM followed by the tag.</summary>
    public byte[] Sealed { get; }

    /// <summary>With padding.</summary>
    public byte[] Cbc { get; }

    public byte[] Ctr { get; }

    /// <summary>The key wrapped under itself.</summary>
    public byte[] WrappedKey { get; }

    /// <summary>In the order of <see cref="HashNames"/>, as are <see cref="Codes"/>.</summary>
    public byte[][] Hashes { get; }

    public byte[][] Codes { get; }

    public byte[] Crc32 { get; }

    public byte[] HashBy(HashAlgorithmName name) => Hashes[Array.IndexOf(HashNames, name)];

    public byte[] CodeBy(HashAlgorithmName name) => Codes[Array.IndexOf(HashNames, name)];

    /// <summary>A key of each size for each of a few lengths.</summary>
    public static Answers[] Make(int seed)
    {
        var random = new Random(seed);
        return [.. s_lengths.SelectMany(length => AesMatrix.KeyBytes.Select(bytes => new Answers(random, bytes, length)))];
    }

    private static byte[] Bytes(Random random, int count)
    {
        var bytes = new byte[count];
        random.NextBytes(bytes);
        return bytes;
    }
}
