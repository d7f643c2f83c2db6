using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Chunked encryption by the words of c2sp.org/chunked-encryption, from HMAC and AES-GCM of the oracles.</summary>
internal static class ReferenceCobblestone
{
    private const int Chunk = 16 * 1024;

    public static byte[] Seal(byte[] key, byte[] salt, byte[] context, byte[] message)
    {
        var derived = Expand(key, salt, context);
        List<byte[]> parts = [salt, derived.Skip(key.Length + 12).ToArray()];
        for (long number = 0, from = 0; from <= message.Length; number++, from += Chunk)
            parts.Add(SealChunk(derived, key.Length, number, message.AsSpan((int)from, (int)Math.Min(Chunk, message.Length - from))));
        return [.. parts.SelectMany(part => part)];
    }

    /// <summary>Key, base nonce and commitment: T(1) || T(2) of HKDF-Expand.</summary>
    public static byte[] Expand(byte[] key, byte[] salt, byte[] context)
    {
        byte[] info = [.. Encoding.ASCII.GetBytes($"c2sp.org/chunked-encryption@v1+AEAD_AES_{key.Length * 8}_GCM"), 0, .. salt, .. context];
        using var hmac = new System.Security.Cryptography.HMACSHA512(key);
        var first = hmac.ComputeHash([.. info, 1]);
        var second = hmac.ComputeHash([.. first, .. info, 2]);
        return [.. first.Concat(second).Take(key.Length + 12 + 32)];
    }

    private static byte[] SealChunk(byte[] derived, int keyBytes, long number, ReadOnlySpan<byte> text)
    {
        var nonce = derived.Skip(keyBytes).Take(12).ToArray();
        for (var i = 0; i < 8; i++)
            nonce[11 - i] ^= (byte)(number >> (8 * i));
        var sealedChunk = new byte[text.Length + 16];
        using var gcm = new OracleGcm(derived.Take(keyBytes).ToArray(), 16);
        gcm.Encrypt(nonce, text, sealedChunk.AsSpan(0, text.Length), sealedChunk.AsSpan(text.Length));
        return sealedChunk;
    }
}
