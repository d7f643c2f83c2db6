using System;
using System.Collections.Generic;

namespace ManagedCrypto.Probe;

/// <summary>
/// The heap is filled to its last bytes, and objects of one kind are made then until one is refused with
/// <see cref="OutOfMemoryException"/>; and while the heap is emptied piece by piece, until one is made again. Those made before
/// go on working, since calls allocate nothing; and when there is room again, everything does. All types have been used before: one whose initializer finds no memory is lost to the process,
/// as any type of .NET is. The process's heap must be limited (<c>DOTNET_GCHeapHardLimit</c>).
/// </summary>
internal static class MemoryPressure
{
    private const int Rounds = 3;
    private const int LargestPiece = 1 << 20;
    private const int SmallestPiece = 16;
    private const int MostObjects = 1 << 20;

    private static readonly byte[] s_key = new byte[32], s_nonce = new byte[12], s_counter = new byte[16], s_text = new byte[80];

    private static readonly Func<IDisposable>[] s_kinds =
    [
        () => new AesGcm(s_key, 16),
        () => new AesCtr(s_key),
        MakeTransform,
        MakeAes,
        SHA256.Create,
        SHA512.Create,
        () => new HMACSHA256(s_key),
        () => IncrementalHash.CreateHMAC(System.Security.Cryptography.HashAlgorithmName.SHA256, s_key),
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
        var made = new List<IDisposable>(MostObjects);
        for (var round = 0; round < Rounds * s_kinds.Length; round++)
        {
            // Not every round of a kind leaves the same number of bytes.
            var filler = Fill(SmallestPiece * (1 + (round / s_kinds.Length)));
            Work(results);
            filler = MakeAtTheEdge(s_kinds[round % s_kinds.Length], made, filler);
            Work(results);
            GC.KeepAlive(filler);
            filler = null;
            made.ForEach(one => one.Dispose());
            made.Clear();
            for (var i = 0; i < results.Length; i++)
                Check.Equal(expected[i], results[i]);
        }

        UseAll();

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
        IncrementalHashMembers.Use();
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

    /// <summary>Makes objects until one is refused; then gives pieces of the filler back until one is made.</summary>
    /// <returns>What is left of the filler.</returns>
    private static Piece? MakeAtTheEdge(Func<IDisposable> create, List<IDisposable> made, Piece? filler)
    {
        var wasRefused = false;
        while (true)
        {
            try
            {
                made.Add(create());
                if (wasRefused)
                    return filler;
            }
            catch (OutOfMemoryException)
            {
                Check.That(filler is not null, "refused in an empty heap");
                filler = filler!.Before;
                wasRefused = true;
            }
        }
    }

    /// <summary>A chain of pieces, each half as large as those before it where they no longer fit.</summary>
    private static Piece? Fill(int smallest)
    {
        Piece? last = null;
        for (var size = LargestPiece; size >= smallest; size /= 2)
        {
            try
            {
                while (true)
                    last = new Piece(new byte[size], last);
            }
            catch (OutOfMemoryException)
            {
            }
        }

        return last;
    }

    private sealed record Piece(byte[] Bytes, Piece? Before);
}
