using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.Probe;

/// <summary>IEEE 1619, annex B: vectors 2 and 15, whose data units have whole blocks and 17 bytes.</summary>
internal static class XtsMembers
{
    public static void Use()
    {
        Check1619(
            "1111111111111111111111111111111122222222222222222222222222222222", 0x3333333333,
            "4444444444444444444444444444444444444444444444444444444444444444",
            "c454185e6a16936e39334038acef838bfb186fff7480adc4289382ecd6d394f0");
        Check1619(
            "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0bfbebdbcbbbab9b8b7b6b5b4b3b2b1b0", 0x123456789a,
            "000102030405060708090a0b0c0d0e0f10",
            "6c1625db4671522d3d7599601de7ca09ed");
    }

    /// <summary>A byte in the middle of the second of three sectors, written and read in each way.</summary>
    public static async Task UseStream()
    {
        byte[] key = new byte[32], sector = new byte[512], one = [7];
        key[0] = 1;
        var beneath = new MemoryStream();
        await using (var stream = new AesXtsStream(beneath, key, sector.Length, leaveOpen: true, firstSector: 4))
        {
            stream.SetLength(3 * sector.Length);
            for (var way = 0; way < StreamCalls.WaysToWrite; way++)
            {
                stream.Position = sector.Length + way;
                await StreamCalls.WriteOne(stream, one, way);
            }

            stream.Flush();
            await stream.FlushAsync(CancellationToken.None);
            Check.Equal(one, [(byte)(stream.CanRead && stream.CanWrite && stream.CanSeek && stream.Length == 3 * sector.Length ? 7 : 0)]);
        }

        using (var xts = new AesXts(key))
        {
            sector.AsSpan(0, 5).Fill(7);
            Check.Equal(xts.Encrypt(5, sector), beneath.ToArray()[sector.Length..(2 * sector.Length)]);
        }

        using var reading = new AesXtsStream(beneath, key.AsSpan(), sector.Length, firstSector: 4);
        reading.Seek(sector.Length, SeekOrigin.Begin);
        await StreamCalls.ReadEachWay(reading, [7, 7, 7, 7, 7]);
        Check.Equal([5], [(byte)(reading.Position - sector.Length)]);
        await StreamCalls.CopyEachWay(reading, [.. new byte[sector.Length], .. sector, .. new byte[sector.Length]]);
    }

    private static void Check1619(string keys, long sector, string text, string ciphertext)
    {
        byte[] key = Convert.FromHexString(keys), tweak = new byte[16];
        byte[] plain = Convert.FromHexString(text), encrypted = Convert.FromHexString(ciphertext);
        BitConverter.TryWriteBytes(tweak, sector);
        foreach (var xts in new[] { new AesXts(key), new AesXts(key.AsSpan()) })
        {
            Check.Equal(encrypted, xts.Encrypt(tweak, plain), xts.Encrypt(sector, plain));
            Check.Equal(encrypted, Written(to => xts.Encrypt(tweak.AsSpan(), plain, to)), Written(to => xts.Encrypt(sector, plain, to)));
            Check.Equal(plain, xts.Decrypt(tweak, encrypted), xts.Decrypt(sector, encrypted));
            Check.Equal(plain, Written(to => xts.Decrypt(tweak.AsSpan(), encrypted, to)), Written(to => xts.Decrypt(sector, encrypted, to)));
            xts.Dispose();
        }

        byte[] Written(Action<byte[]> write) => Check.Written(plain.Length, to =>
        {
            var output = new byte[to.Length];
            write(output);
            output.CopyTo(to);
            return output.Length;
        });
    }
}
