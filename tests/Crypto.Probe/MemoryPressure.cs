using System;
using System.Collections.Generic;

namespace ManagedCrypto.Probe;

/// <summary>
/// The heap is filled to its last bytes, and objects are made then: each is refused with <see cref="OutOfMemoryException"/>, in
/// some of the rounds, or works, if chance leaves room for it. Those made before go on working, since calls allocate nothing; and
/// when there is room again, everything does. All types have been used before; <see cref="FirstUse"/> does it without. The process's
/// heap must be limited (<c>DOTNET_GCHeapHardLimit</c>).
/// </summary>
internal static class MemoryPressure
{
    private const int Rounds = 50;
    private const int SmallestPiece = 16;

    /// <summary>More than fit, of the smallest.</summary>
    private static readonly byte[]?[] s_pieces = new byte[]?[1 << 21];

    private static readonly byte[] s_key = new byte[32], s_nonce = new byte[12], s_counter = new byte[16], s_text = new byte[80];
    private static readonly byte[] s_twoKeys = [.. s_key, .. s_key.AsSpan(1), 1];

    private static readonly (string Name, Func<IDisposable> Create)[] s_kinds =
    [
        ("AesGcm", () => new AesGcm(s_key, 16)),
        ("AesGcmSealer", () => new AesGcmSealer(s_key, s_nonce, 16)),
        ("AesCtr", () => new AesCtr(s_key)),
        ("AesCtr's transform", MakeTransform),
        ("AesCtrStream", () => new AesCtrStream(System.IO.Stream.Null, s_key, new byte[16])),
        ("AesCbcEncryptingStream", () => new AesCbcEncryptingStream(System.IO.Stream.Null, s_key, new byte[16])),
        ("AesCbcDecryptingStream", () => new AesCbcDecryptingStream(System.IO.Stream.Null, s_key, new byte[16])),
        ("AesXts", () => new AesXts(s_twoKeys)),
        ("Cobblestone's opening stream", () => Cobblestone.CreateOpeningStream(System.IO.Stream.Null, s_key)),
        ("Cobblestone's sealing stream", () => Cobblestone.CreateSealingStream(System.IO.Stream.Null, s_key)),
        ("AesXtsStream", () => new AesXtsStream(System.IO.Stream.Null, s_twoKeys, 512)),
        ("Aes", MakeAes),
        ("SHA256", SHA256.Create),
        ("SHA512", SHA512.Create),
        ("HMACSHA256", () => new HMACSHA256(s_key)),
        ("IncrementalHash", () => IncrementalHash.CreateHMAC(System.Security.Cryptography.HashAlgorithmName.SHA256, s_key)),
    ];

    public static void Use()
    {
        for (var i = 0; i < s_text.Length; i++)
            s_text[i] = (byte)i;
        using var gcm = new AesGcm(s_key, 16);
        using var ctr = new AesCtr(s_key);
        using var sha = IncrementalHash.CreateHash(System.Security.Cryptography.HashAlgorithmName.SHA256);
        var results = new byte[3][];
        var expected = new byte[3][];
        for (var i = 0; i < results.Length; i++)
            (results[i], expected[i]) = (new byte[s_text.Length + 16], new byte[s_text.Length + 16]);
        UseAll();
        Work(expected);
        var made = new List<IDisposable>(s_kinds.Length);
        var refused = new int[s_kinds.Length];
        MakeAll(made, refused);
        Release(made);
        for (var round = 0; round < Rounds; round++)
        {
            // Not every round leaves the same number of bytes.
            FullHeap.Fill(s_pieces, 0, SmallestPiece * (1 + (round % 16)));
            Work(results);
            MakeAll(made, refused);
            Work(results);
            Array.Clear(s_pieces);
            Release(made);
            for (var i = 0; i < results.Length; i++)
                Check.Equal(expected[i], results[i]);
        }

        UseAll();
        Check.That(Array.TrueForAll(refused, count => count > 0), "some were never refused: " + string.Join(' ', refused));

        void Work(byte[][] into)
        {
            gcm.Seal(s_nonce.AsSpan(), s_text, into[0]);
            ctr.Transform(s_counter, s_text.AsSpan(), into[1]);
            sha.AppendData(s_text);
            sha.GetHashAndReset(into[2]);
        }
    }

    private static void UseAll()
    {
        AesMembers.Use();
        GcmMembers.Use();
        CtrMembers.Use();
        XtsMembers.Use();
        IncrementalHashMembers.Use();
    }

    private static void Release(List<IDisposable> made)
    {
        made.ForEach(one => one.Dispose());
        made.Clear();
    }

    private static AesCtrTransform MakeTransform()
    {
        using var ctr = new AesCtr(s_key);
        return ctr.CreateTransform(s_counter);
    }

    private static Aes MakeAes()
    {
        var aes = Aes.Create();
        aes.Key = s_key;
        return aes;
    }

    private static void MakeAll(List<IDisposable> made, int[] refused)
    {
        for (var kind = 0; kind < s_kinds.Length; kind++)
        {
            try
            {
                made.Add(s_kinds[kind].Create());
            }
            catch (OutOfMemoryException)
            {
                refused[kind]++;
            }
        }
    }
}
