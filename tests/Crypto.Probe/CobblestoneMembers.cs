using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.Probe;

/// <summary>Wycheproof's vectors 2 and 10 of Cobblestone-128; the longer messages against each other.</summary>
internal static class CobblestoneMembers
{
    private const int Chunk = 16 * 1024;

    public static async Task Use()
    {
        byte[] key = [.. "YELLOW SUBMARINE"u8], context = [.. "test\0context"u8];
        var first = Convert.FromHexString(
            "99ef5b6b98795b7b37a41d6321d8dd472347c76185f40027e921542dd7e4305bb67a175e5088a8a4db92ef4d3419bda917dd5099085be2f3"
            + "5cf32165613d4fe58db45dd4619b454586232f2661a2bf");
        var second = Convert.FromHexString(
            "bfcff9bb0c0e2f36cb63abb0f787bb62b5345f47be4a8397be381baeec749ee0a2e053584f63e29e41fc5caacc1303c4e058168625b8c5a4"
            + "37656312c43a99fc4dfa0470c9cbdb757a21c2929a2e99");
        var message = Cobblestone.OpenToArray(key, first);
        Check.Equal(message, Cobblestone.OpenToArray(key, second, context));
        Check.Equal(message, Check.Written(message.Length, to => Cobblestone.Open(key, first.AsSpan(), to)));
        Check.That(message.Length == 7, "another length");
        Check.Throws<AuthenticationTagMismatchException>(() => Cobblestone.OpenToArray(key, second));
        Check.Equal(message, Cobblestone.OpenToArray(key, Cobblestone.SealToArray(key, message, context), context));

        var text = new byte[(50 * Chunk) + 3];
        RandomNumberGenerator.Fill(text);
        var options = new CobblestoneOptions { Parallelism = 0 };
        Check.That(options.Parallelism == 0, "another parallelism");
        var bytes = (int)Cobblestone.GetCiphertextLength(text.Length);
        Check.That(Cobblestone.GetMessageLength(bytes) == text.Length, "another length");
        Check.Equal(text, Cobblestone.OpenToArray(key, Check.Written(bytes, to => Cobblestone.Seal(key, text.AsSpan(), to, options: options)), options: options));
        await UseStreams(key, context, text, options);
    }

    private static async Task UseStreams(byte[] key, byte[] context, byte[] text, CobblestoneOptions options)
    {
        var beneath = new MemoryStream();
        await using (var stream = Cobblestone.CreateSealingStream(beneath, key, context, leaveOpen: true, options))
        {
            stream.WriteByte(text[0]);
            stream.Write(text.AsSpan(1, Chunk));
            stream.Write(text, Chunk + 1, Chunk);
            await stream.WriteAsync(text.AsMemory((2 * Chunk) + 1, Chunk));
#pragma warning disable CA1835 // That overload is to be used, too.
            await stream.WriteAsync(text, (3 * Chunk) + 1, text.Length - (3 * Chunk) - 1, CancellationToken.None);
#pragma warning restore CA1835
            stream.Flush();
            await stream.FlushAsync(CancellationToken.None);
            Check.That(stream.CanWrite && !stream.CanRead && !stream.CanSeek, "another direction");
            stream.Complete();
            await stream.CompleteAsync();
        }

        Check.Equal(text, Cobblestone.OpenToArray(key, beneath.ToArray(), context));
        beneath.Position = 0;
        await using (var stream = Cobblestone.CreateOpeningStream(beneath, key, context, leaveOpen: true, options))
        {
            var read = new byte[text.Length];
            Check.That(stream.CanRead && stream.CanSeek && !stream.CanWrite && stream.Length == text.Length, "another stream");
            read[0] = (byte)stream.ReadByte();
            Check.That(stream.Position == 1 && stream.Seek(0, SeekOrigin.Current) == 1, "another position");
            var done = 1 + stream.Read(read.AsSpan(1, 10));
            done += stream.Read(read, done, 10);
            done += await stream.ReadAsync(read.AsMemory(done, 10));
#pragma warning disable CA1835 // That overload is to be used, too.
            done += await stream.ReadAsync(read, done, 10, CancellationToken.None);
#pragma warning restore CA1835
            stream.Flush();
            stream.ReadExactly(read, done, read.Length - done);
            Check.Equal(text, read);
            stream.Position = text.Length - 1;
            Check.That(stream.ReadByte() == text[^1] && stream.ReadByte() == -1, "another end");
            await StreamCalls.CopyEachWay(stream, text);
        }

        var abandoned = new MemoryStream();
        using (var stream = Cobblestone.CreateSealingStream(abandoned, key.AsSpan(), default, leaveOpen: true))
            stream.WriteByte(1);
        Check.Throws<AuthenticationTagMismatchException>(() =>
        {
            using var opening = Cobblestone.CreateOpeningStream(new MemoryStream(abandoned.ToArray()), key.AsSpan());
            opening.ReadByte();
        });
    }
}
