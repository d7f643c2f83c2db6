using System;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.Probe;

/// <summary>SP 800-38A, appendix F.5.1.</summary>
internal static class CtrMembers
{
    public static void Use()
    {
        byte[] key = Convert.FromHexString("2b7e151628aed2a6abf7158809cf4f3c");
        byte[] counter = Convert.FromHexString("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
        byte[] text = Convert.FromHexString("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51");
        byte[] ciphertext = Convert.FromHexString("874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff");
        foreach (var ctr in new[] { new AesCtr(key), new AesCtr(key.AsSpan()) })
        {
            Check.Equal(ciphertext, ctr.Transform(counter, text), Check.Written(32, to =>
            {
                ctr.Transform(counter.AsSpan(), text, to);
                return text.Length;
            }));
            Check.Equal(ciphertext[16..], ctr.Transform(counter, text[16..], 16));
            var transform = ctr.CreateTransform(counter);
            Check.That(
                transform is { InputBlockSize: 1, OutputBlockSize: 1, CanReuseTransform: false, CanTransformMultipleBlocks: true },
                "sizes");
            var output = new byte[32];
            Check.That(transform.TransformBlock(text, 0, 32, output, 0) == 32 && transform.Position == 32, "position");
            Check.Equal(ciphertext, output);
            transform.Position = 16;
            Check.Equal(ciphertext[16..], transform.TransformFinalBlock(text, 16, 16));
            transform.Dispose();
            ctr.Dispose();
        }

        Check.Equal(ciphertext, AesCtr.Transform(key, counter, text), Check.Written(32, to =>
        {
            AesCtr.Transform(key.AsSpan(), counter, text, to);
            return text.Length;
        }));
    }

    /// <summary>Five bytes in a message that begins at the second byte of the underlying stream, written and read in each way.</summary>
    public static async Task UseStream()
    {
        byte[] key = new byte[16], counter = new byte[16], text = [.. Enumerable.Range(0, StreamCalls.WaysToWrite).Select(i => (byte)i)];
        var beneath = new MemoryStream();
        beneath.WriteByte(9);
        await using (var stream = new AesCtrStream(beneath, key, counter, leaveOpen: true))
        {
            for (var way = 0; way < StreamCalls.WaysToWrite; way++)
                await StreamCalls.WriteOne(stream, [text[way]], way);
            stream.SetLength(text.Length);
            stream.Flush();
            await stream.FlushAsync(CancellationToken.None);
            Check.That(stream is { CanRead: true, CanWrite: true, CanSeek: true, Length: 5 }, "length");
        }

        Check.Equal([9, .. AesCtr.Transform(key, counter, text)], beneath.ToArray());
        beneath.Position = 3;
        using var reading = new AesCtrStream(beneath, key.AsSpan(), counter, position: 2);
        reading.Position = 4;
        Check.That(reading.Seek(0, SeekOrigin.Begin) == 0, "position");
        await StreamCalls.ReadEachWay(reading, text);
        Check.That(reading.Position == text.Length, "position");
        await StreamCalls.CopyEachWay(reading, text);
    }
}
