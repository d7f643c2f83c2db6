using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// The cores of streams, which have no I/O, driven without any stream: every short message, read and written in two parts that end at every
/// byte, from an underlying stream that gives every number of bytes at a time.
/// </summary>
public class StreamCoreTests
{
    /// <summary>Two blocks and a half; and, by sectors, two and a half of those.</summary>
    private const int LongestText = 40, SectorBytes = 512, LongestInSectors = 3 * SectorBytes;

    private static readonly byte[] s_key = TestBytes.Random(32, seed: 1);
    private static readonly byte[] s_longKey = TestBytes.Random(64, seed: 2);
    private static readonly byte[] s_iv = TestBytes.Random(16, seed: 3);
    private static readonly byte[] s_text = TestBytes.Random(LongestInSectors, seed: 4);

    private static Intrinsics.AesKernel Aes => Algorithms.Aes.Kernels.Best;

    private static Intrinsics.GcmKernel Gcm => Algorithms.AesGcm.Kernels.Best;

    private static readonly Dictionary<string, (Func<StreamCore> Writing, Func<bool, StreamCore> Reading, Func<byte[], byte[]> Expected)> s_cores = new()
    {
        ["CTR"] = (Ctr, _ => Ctr(), text => InCtr(text)),
        ["CBC"] = (
            () => new CbcEncryptingCore(Aes, s_key, s_iv, PaddingMode.PKCS7),
            canSeek => new CbcDecryptingCore(Aes, s_key, s_iv, PaddingMode.PKCS7, canSeek),
            text => InCbc(aes => aes.EncryptCbc(text, s_iv))),
        ["Cobblestone"] = (
            () => new SealingCore(Gcm, s_key, [], null, s_text.AsSpan(0, 24)),
            canSeek => new OpeningCore(Gcm, s_key, [], canSeek, null, mayReadAhead: false),
            text => SealedAtOnce(text)),
    };

    public static TheoryData<string, bool> Reading => new(s_cores.Keys.SelectMany(name => new[] { (name, true), (name, false) }));

    public static TheoryData<string> Writing => new(s_cores.Keys);

    [Theory]
    [MemberData(nameof(Writing))]
    public void Text_written_in_any_two_parts_becomes_its_ciphertext(string name)
    {
        var (writing, _, expected) = s_cores[name];
        for (var length = 0; length <= LongestText; length++)
        {
            var text = s_text[..length];
            for (var first = 0; first <= length; first++)
            {
                using var core = writing();
                var beneath = new Beneath([]);
                beneath.Write(core, text.AsSpan(0, first));
                beneath.Run((ref CoreCall call) => core.Flush(ref call));
                beneath.Write(core, text.AsSpan(first));
                beneath.Run((ref CoreCall call) => core.Complete(ref call));
                Assert.Equal(expected(text), beneath.Bytes);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Reading))]
    public void Ciphertext_that_comes_in_parts_of_any_length_becomes_its_text(string name, bool canSeek)
    {
        var (_, reading, expected) = s_cores[name];
        for (var length = 0; length <= LongestText; length++)
        {
            var text = s_text[..length];
            var ciphertext = expected(text);
            foreach (var most in Enumerable.Range(1, 18).Append(int.MaxValue))
            {
                for (var asked = 1; asked <= length + 1; asked += asked < 18 ? 1 : 11)
                {
                    using var core = reading(canSeek);
                    Assert.Equal(text, new Beneath(ciphertext) { MostAtOnce = most, CanSeek = canSeek }.ReadAll(core, asked));
                }
            }
        }
    }

    /// <summary>Each part, from where it begins to where it ends, whatever was read before.</summary>
    [Theory]
    [MemberData(nameof(Writing))]
    public void Part_at_any_position_is_that_of_the_text(string name)
    {
        var (_, reading, expected) = s_cores[name];
        var text = s_text[..LongestText];
        using var core = reading(true);
        var beneath = new Beneath(expected(text)) { CanSeek = true };
        for (var from = 0; from <= LongestText; from++)
        {
            for (var to = from; to <= LongestText; to++)
            {
                core.Position = from;
                Assert.Equal(text[from..to], beneath.ReadExactly(core, to - from));
                Assert.Equal(to, core.Position);
            }
        }

        Assert.Equal(LongestText, beneath.Length(core));
    }

    [Fact]
    public void Sectors_are_those_of_AesXts_however_they_are_written()
    {
        using var xts = new AesXts(s_longKey);
        var expected = new byte[LongestInSectors];
        for (var at = 0; at < expected.Length; at += SectorBytes)
            xts.Encrypt(at / SectorBytes, s_text.AsSpan(at, SectorBytes), expected.AsSpan(at, SectorBytes));
        for (var first = 0; first <= LongestInSectors; first += first % SectorBytes is 16 or SectorBytes - 16 ? SectorBytes - 32 : 1)
        {
            using var core = new XtsCore(Aes, s_longKey, SectorBytes, firstSector: 0);
            var beneath = new Beneath([]) { CanSeek = true, MostAtOnce = 100 };

            // The end first, so that what lies before it is zeros for a while.
            core.Position = first;
            beneath.Write(core, s_text.AsSpan(first));
            core.Position = 0;
            beneath.Write(core, s_text.AsSpan(0, first));
            core.Position = 0;
            Assert.Equal(s_text, beneath.ReadExactly(core, LongestInSectors));
            beneath.Run((ref CoreCall call) => core.End(ref call));
            Assert.Equal(expected, beneath.Bytes);
        }
    }

    /// <summary>A write that fails breaks a message: what was to follow is refused.</summary>
    [Theory]
    [InlineData("CBC")]
    [InlineData("Cobblestone")]
    public void Message_is_open_until_it_was_completed_or_a_write_failed(string name)
    {
        using var core = s_cores[name].Writing();
        var beneath = new Beneath([]);
        Assert.True(core.IsOpen);
        beneath.Write(core, s_text.AsSpan(0, 20));
        Assert.True(core.IsOpen);

        // The answer never comes.
        var call = default(CoreCall);
        Assert.False(core.Complete(ref call));
        Assert.Equal(TransferKind.Write, call.Wanted.Kind);
        Assert.False(core.IsOpen);
        foreach (var next in new Action[]
        {
            () => beneath.Write(core, s_text.AsSpan(0, 1)), () => beneath.Run((ref CoreCall later) => core.Flush(ref later)),
            () => beneath.Run((ref CoreCall later) => core.Complete(ref later)),
        })
        {
            Assert.Throws<InvalidOperationException>(next);
        }

        // It comes after all.
        Assert.True(core.Complete(ref call));
        Assert.Throws<InvalidOperationException>(() => beneath.Write(core, s_text.AsSpan(0, 1)));
        beneath.Run((ref CoreCall later) => core.Complete(ref later));
    }

    private static CtrCore Ctr() => new(Aes, s_key, s_iv, position: 0);

    private static byte[] InCtr(byte[] text)
    {
        using var ctr = new AesCtr(s_key);
        var ciphertext = new byte[text.Length];
        ctr.Transform(s_iv, text, ciphertext);
        return ciphertext;
    }

    private static byte[] InCbc(Func<Aes, byte[]> encrypt)
    {
        using var aes = new Aes { Key = s_key };
        return encrypt(aes);
    }

    private static byte[] SealedAtOnce(byte[] text)
    {
        var sealedBytes = new byte[CobblestoneLayout.CiphertextBytes(text.Length)];
        CobblestoneMessage.Seal(Gcm, s_key, text, sealedBytes, [], null, s_text.AsSpan(0, 24));
        return sealedBytes;
    }

    private delegate bool Step(ref CoreCall call);

    /// <summary>What a shell does, with an array in the place of a stream.</summary>
    private sealed class Beneath(byte[] bytes)
    {
        private long _position;

        public byte[] Bytes { get; private set; } = bytes;

        /// <summary>Bytes that a read gives at most.</summary>
        public int MostAtOnce { get; init; } = int.MaxValue;

        public bool CanSeek { get; init; }

        public CoreCall Run(Step step)
        {
            var call = default(CoreCall);
            while (!step(ref call))
                call.Answer = Answer(call.Wanted);
            return call;
        }

        public void Write(StreamCore core, ReadOnlySpan<byte> text)
        {
            var call = default(CoreCall);
            while (!core.Write(text, ref call))
                call.Answer = Answer(call.Wanted);
        }

        public int Read(StreamCore core, Span<byte> text)
        {
            var call = default(CoreCall);
            while (!core.Read(text, ref call))
                call.Answer = Answer(call.Wanted);
            return call.Done;
        }

        public byte[] ReadAll(StreamCore core, int asked)
        {
            var (text, part) = (new List<byte>(), new byte[asked]);
            for (int read; (read = Read(core, part)) > 0;)
                text.AddRange(part[..read]);
            return [.. text];
        }

        public byte[] ReadExactly(StreamCore core, int count)
        {
            var (text, done) = (new byte[count], 0);
            for (int read; done < count && (read = Read(core, text.AsSpan(done))) > 0;)
                done += read;
            return text[..done];
        }

        public long Length(StreamCore core) => Run((ref CoreCall call) => core.FindLength(ref call)).Answer;

        private long Answer(Transfer wanted)
        {
            if (CanSeek && wanted.At >= 0)
                _position = wanted.At;
            switch (wanted.Kind)
            {
                case TransferKind.Length:
                    return Bytes.Length;
                case TransferKind.Read:
                    var rest = Bytes.AsSpan((int)Math.Min(_position, Bytes.Length));
                    var read = Math.Min(Math.Min(wanted.To - wanted.From, MostAtOnce), rest.Length);
                    rest[..read].CopyTo(wanted.Bytes.AsSpan(wanted.From));
                    _position += read;
                    return read;
                case TransferKind.Write:
                    var written = wanted.Bytes.AsSpan(wanted.From, wanted.To - wanted.From);
                    var all = new byte[Math.Max(Bytes.Length, _position + written.Length)];
                    Bytes.CopyTo(all, 0);
                    written.CopyTo(all.AsSpan((int)_position));
                    (Bytes, _position) = (all, _position + written.Length);
                    return 0;
                default:
                    throw new NotSupportedException(wanted.Kind.ToString());
            }
        }
    }
}
