using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.Probe;

/// <summary>The streams in CBC, by each of their members.</summary>
internal static class CbcMembers
{
    public static async Task UseStreams()
    {
        byte[] key = new byte[16], iv = new byte[16], text = [.. Enumerable.Range(0, StreamCalls.WaysToWrite).Select(i => (byte)i)];
        using var aes = new Aes();
        aes.Key = key;
        var expected = aes.EncryptCbc(text, iv);

        var beneath = new MemoryStream();
        await using (var stream = new AesCbcEncryptingStream(beneath, key, iv, PaddingMode.PKCS7, leaveOpen: true))
        {
            for (var way = 0; way < StreamCalls.WaysToWrite; way++)
                await StreamCalls.WriteOne(stream, [text[way]], way);
            stream.Flush();
            await stream.FlushAsync(CancellationToken.None);
            Check.That(stream is { CanRead: false, CanWrite: true, CanSeek: false }, "directions");
            stream.Complete();
            await stream.CompleteAsync();
        }

        Check.Equal(expected, beneath.ToArray());
        await new AesCbcEncryptingStream(Stream.Null, key.AsSpan(), iv).DisposeAsync();

        beneath.Position = 0;
        await using (var stream = new AesCbcDecryptingStream(beneath, key, iv, leaveOpen: true))
            Check.That(stream is { CanRead: true, CanWrite: false, CanSeek: true, Length: 5, Position: 0 }, "length");
        beneath.Position = 0;
        using var reading = new AesCbcDecryptingStream(beneath, key.AsSpan(), iv);
        reading.Position = 4;
        Check.That(reading.Seek(0, SeekOrigin.Begin) == 0, "position");
        await StreamCalls.ReadEachWay(reading, text);
        Check.That(reading.Position == text.Length, "position");
        await StreamCalls.CopyEachWay(reading, text);
        reading.Flush();
    }
}
