// Written by tools/TypeGenerator. Do not edit: change it there, and run
//     dotnet run --project tools/TypeGenerator

using System;

namespace ManagedCrypto.NetStandardLibrary;

/// <summary>Text that each AEAD sealed and opened again.</summary>
public static class AeadRoundTrips
{
    private static readonly byte[] s_key = new byte[32];

    /// <summary>Takes a text, and gives what came back.</summary>
    public static Func<byte[], byte[]>[] All { get; } = [ByAesGcm, ByAesCcm, ByAesGcmSiv, ByAesSiv, ByXAes256Gcm, ByChaCha20Poly1305, ByXChaCha20Poly1305, ByAegis128L, ByAegis256, ByAegis128X2, ByAegis128X4];

    private static byte[] ByAesGcm(byte[] text)
    {
        using var aead = new AesGcm(s_key, 16);
        return aead.OpenToArray(new byte[12], aead.SealToArray(new byte[12], text));
    }

    private static byte[] ByAesCcm(byte[] text)
    {
        using var aead = new AesCcm(s_key);
        return aead.OpenToArray(new byte[13], aead.SealToArray(new byte[13], text));
    }

    private static byte[] ByAesGcmSiv(byte[] text)
    {
        using var aead = new AesGcmSiv(s_key);
        return aead.OpenToArray(new byte[12], aead.SealToArray(new byte[12], text));
    }

    private static byte[] ByAesSiv(byte[] text)
    {
        using var aead = new AesSiv(s_key);
        return aead.OpenToArray(new byte[64], aead.SealToArray(new byte[64], text));
    }

    private static byte[] ByXAes256Gcm(byte[] text)
    {
        using var aead = new XAes256Gcm(s_key);
        return aead.OpenToArray(aead.SealToArray(text));
    }

    private static byte[] ByChaCha20Poly1305(byte[] text)
    {
        using var aead = new ChaCha20Poly1305(s_key);
        return aead.OpenToArray(new byte[12], aead.SealToArray(new byte[12], text));
    }

    private static byte[] ByXChaCha20Poly1305(byte[] text)
    {
        using var aead = new XChaCha20Poly1305(s_key);
        return aead.OpenToArray(aead.SealToArray(text));
    }

    private static byte[] ByAegis128L(byte[] text)
    {
        using var aead = new Aegis128L(s_key.AsSpan(0, 16));
        return aead.OpenToArray(new byte[16], aead.SealToArray(new byte[16], text));
    }

    private static byte[] ByAegis256(byte[] text)
    {
        using var aead = new Aegis256(s_key);
        return aead.OpenToArray(new byte[32], aead.SealToArray(new byte[32], text));
    }

    private static byte[] ByAegis128X2(byte[] text)
    {
        using var aead = new Aegis128X2(s_key.AsSpan(0, 16));
        return aead.OpenToArray(new byte[16], aead.SealToArray(new byte[16], text));
    }

    private static byte[] ByAegis128X4(byte[] text)
    {
        using var aead = new Aegis128X4(s_key.AsSpan(0, 16));
        return aead.OpenToArray(new byte[16], aead.SealToArray(new byte[16], text));
    }
}
