using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>Streams that give out text copy it by way of arrays that they wipe.</summary>
public class TextCopyTests
{
    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_iv = TestBytes.Random(16, 2);
    private static readonly byte[] s_text = TestBytes.Random(300_032, 3);

    public static TheoryData<string> Streams => [nameof(Cobblestone), nameof(AesCbcDecryptingStream), nameof(AesCtrStream), nameof(AesXtsStream)];

    [Theory]
    [MemberData(nameof(Streams))]
    public void Copied_text_stays_in_no_array(string name)
    {
        using var destination = new Witness();
        using (var stream = Create(name))
            stream.CopyTo(destination);
        destination.AssertWiped();
    }

    [Theory]
    [MemberData(nameof(Streams))]
    public async Task Text_copied_without_waiting_stays_in_no_array(string name)
    {
        using var destination = new Witness();
        await using (var stream = Create(name))
            await stream.CopyToAsync(destination, TestContext.Current.CancellationToken);
        destination.AssertWiped();
    }

    [Theory]
    [MemberData(nameof(Streams))]
    public async Task Bad_arguments_are_refused(string name)
    {
        using var stream = Create(name);
        using var unwritable = new StreamBeneath { IsWritable = false };
        Outcome.Throws<ArgumentNullException>("destination", () => stream.CopyTo(null!));
        Outcome.Throws<ArgumentOutOfRangeException>("bufferSize", () => stream.CopyTo(Stream.Null, 0));
        Assert.Throws<NotSupportedException>(() => stream.CopyTo(unwritable));
        Assert.Throws<NotSupportedException>(() => { _ = stream.CopyToAsync(unwritable, TestContext.Current.CancellationToken); });
        using var cancelled = new CancellationTokenSource();
        await cancelled.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.CopyToAsync(Stream.Null, cancelled.Token));
        using var whole = new MemoryStream();
        await stream.CopyToAsync(whole, 1, TestContext.Current.CancellationToken);
        Assert.Equal(s_text, whole.ToArray());
    }

    [Fact]
    public async Task Text_that_comes_byte_by_byte_is_copied_to_its_end()
    {
        foreach (var waits in new[] { true, false })
        {
            using var beneath = new StreamBeneath { MostBytes = 1 };
            beneath.Write(s_text, 0, 20);
            beneath.Position = 0;
            using var stream = new AesCtrStream(beneath, s_key, s_iv);
            using var copy = new MemoryStream();
            if (waits)
                stream.CopyTo(copy);
            else
                await stream.CopyToAsync(copy, TestContext.Current.CancellationToken);
            using var aes = new AesCtr(s_key);
            Assert.Equal(aes.Transform(s_iv, s_text[..20]), copy.ToArray());
        }
    }

    private static Stream Create(string name)
    {
        var beneath = new MemoryStream();
        Fill(name, beneath);
        beneath.Position = 0;
        return name switch
        {
            nameof(Cobblestone) => Cobblestone.CreateOpeningStream(beneath, s_key),
            nameof(AesCbcDecryptingStream) => new AesCbcDecryptingStream(beneath, s_key, s_iv),
            nameof(AesCtrStream) => new AesCtrStream(beneath, s_key, s_iv),
            _ => new AesXtsStream(beneath, s_key, 512),
        };
    }

    private static void Fill(string name, MemoryStream beneath)
    {
        using Stream stream = name switch
        {
            nameof(Cobblestone) => Cobblestone.CreateSealingStream(beneath, s_key, leaveOpen: true),
            nameof(AesCbcDecryptingStream) => new AesCbcEncryptingStream(beneath, s_key, s_iv, leaveOpen: true),
            nameof(AesCtrStream) => new AesCtrStream(beneath, s_key, s_iv, leaveOpen: true),
            _ => new AesXtsStream(beneath, s_key, 512, leaveOpen: true),
        };
        stream.Write(s_text);
        (stream as CobblestoneSealingStream)?.Complete();
        (stream as AesCbcEncryptingStream)?.Complete();
    }

    /// <summary>Remembers the arrays that it was given, and what was in them.</summary>
    private sealed class Witness : MemoryStream
    {
        private readonly HashSet<byte[]> _arrays = [];

        public void AssertWiped()
        {
            Assert.Equal(s_text, ToArray());
            Assert.NotEmpty(_arrays);
            Assert.All(_arrays, array => Assert.Equal(new byte[array.Length], array));
        }

        public override void Write(byte[] buffer, int offset, int count)
        {
            _arrays.Add(buffer);
            base.Write(buffer, offset, count);
        }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Assert.True(MemoryMarshal.TryGetArray(buffer, out var part));
            _arrays.Add(part.Array!);
            return base.WriteAsync(buffer, cancellationToken);
        }
    }
}
