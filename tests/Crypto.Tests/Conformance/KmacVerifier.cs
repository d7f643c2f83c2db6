using System;
using System.IO;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>The ways in which a type of KMAC verifies a code.</summary>
internal sealed class KmacVerifier(
    Func<byte[], byte[], int, byte[]> code,
    Func<byte[], byte[], byte[], bool> ofBytes,
    Func<byte[], Stream, byte[], bool> ofStream,
    Func<byte[], byte[], byte[], bool> ofParts)
{
    public static KmacVerifier Of(string type) => type switch
    {
        nameof(Kmac128) => new(
            (key, source, bytes) => Kmac128.HashData(key, source, bytes),
            (key, source, hash) => Kmac128.Verify(key, source, hash),
            (key, source, hash) => Kmac128.Verify(key, source, hash),
            Kmac128Parts),
        nameof(Kmac256) => new(
            (key, source, bytes) => Kmac256.HashData(key, source, bytes),
            (key, source, hash) => Kmac256.Verify(key, source, hash),
            (key, source, hash) => Kmac256.Verify(key, source, hash),
            Kmac256Parts),
        nameof(KmacXof128) => new(
            (key, source, bytes) => KmacXof128.HashData(key, source, bytes),
            (key, source, hash) => KmacXof128.Verify(key, source, hash),
            (key, source, hash) => KmacXof128.Verify(key, source, hash),
            KmacXof128Parts),
        _ => new(
            (key, source, bytes) => KmacXof256.HashData(key, source, bytes),
            (key, source, hash) => KmacXof256.Verify(key, source, hash),
            (key, source, hash) => KmacXof256.Verify(key, source, hash),
            KmacXof256Parts),
    };

    public byte[] Code(byte[] key, byte[] source, int bytes) => code(key, source, bytes);

    public bool Verify(byte[] key, byte[] source, byte[] hash) => OneAnswer(
        ofBytes(key, source, hash), ofStream(key, new MemoryStream(source), hash), ofParts(key, source, hash));

    private static bool OneAnswer(params bool[] answers)
    {
        Assert.All(answers, answer => Assert.Equal(answers[0], answer));
        return answers[0];
    }

    private static bool Kmac128Parts(byte[] key, byte[] source, byte[] hash)
    {
        using var kmac = new Kmac128(key);
        kmac.AppendData(source);
        return OneAnswer(kmac.VerifyCurrentHash(hash), kmac.VerifyHashAndReset(hash));
    }

    private static bool Kmac256Parts(byte[] key, byte[] source, byte[] hash)
    {
        using var kmac = new Kmac256(key);
        kmac.AppendData(source);
        return OneAnswer(kmac.VerifyCurrentHash(hash), kmac.VerifyHashAndReset(hash));
    }

    private static bool KmacXof128Parts(byte[] key, byte[] source, byte[] hash)
    {
        using var kmac = new KmacXof128(key);
        kmac.AppendData(source);
        return OneAnswer(kmac.VerifyCurrentHash(hash), kmac.VerifyHashAndReset(hash));
    }

    private static bool KmacXof256Parts(byte[] key, byte[] source, byte[] hash)
    {
        using var kmac = new KmacXof256(key);
        kmac.AppendData(source);
        return OneAnswer(kmac.VerifyCurrentHash(hash), kmac.VerifyHashAndReset(hash));
    }
}
