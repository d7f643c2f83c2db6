using System;
using System.IO;
using System.Threading;
using FsCheck;
using FsCheck.Fluent;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

#pragma warning disable CA2022 // What a read returns is tested.

/// <summary>The stream in counter mode against a plain one in memory, call by call; and beneath it, the text against ECB of counters.</summary>
public class AesCtrStreamTests
{
    private const int KeystreamBytes = 400_000;

    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_counter = [.. TestBytes.Random(14, 2), 255, 250];
    private static readonly byte[] s_keystream = Keystream();
    private static readonly Config s_quietly = RandomCases.Quietly(60);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    [Theory, MemberData(nameof(Kernels))]
    public void Calls_at_random_agree_with_a_plain_stream_step_by_step(string id)
    {
        var kernel = KernelMatrix.Find(Algorithms.Aes.Kernels, id);
        Check.One(s_quietly, Prop.ForAll<byte[]>(schedule => Run(kernel, schedule)));
    }

    [Fact]
    public void Long_transfers_agree_in_any_alignment()
    {
        var text = TestBytes.Random(300_000, 2);
        foreach (var shift in new[] { 0, 1, 15, 16, 32_767, 32_768 })
        {
            using var pair = new Pair(Algorithms.Aes.Kernels.Best);
            pair.Write(shift, text, isAsync: shift == 1);
            pair.Read(0, text.Length + shift, isAsync: shift == 0);
            pair.Read(77, text.Length, isAsync: false);
            pair.CheckBeneath();
        }
    }

    /// <summary>Four bytes a step: what to do, where, with how many bytes, and how.</summary>
    private static void Run(AesKernel kernel, byte[] schedule)
    {
        using var pair = new Pair(kernel);
        for (var i = 0; i + 3 < schedule.Length; i += 4)
        {
            int where = schedule[i + 1] * 3, count = schedule[i + 2] * 5, how = schedule[i + 3];
            switch (schedule[i] % 6)
            {
                case 0:
                    pair.Read(where, count, isAsync: how % 2 == 0);
                    break;
                case 1:
                case 2:
                    pair.Write(where, TestBytes.Random(count, i), isAsync: how % 2 == 0);
                    break;
                case 3:
                    pair.OneByte(where, (byte)how);
                    break;
                case 4:
                    pair.Seek(where, (SeekOrigin)(how % 3));
                    break;
                default:
                    pair.CheckBeneath();
                    pair.Reopen(mostBytes: how % 2 == 0 ? int.MaxValue : how + 1);
                    break;
            }
        }

        pair.CheckBeneath();
    }

    private static byte[] Keystream()
    {
        var counters = new byte[KeystreamBytes];
        for (var block = 0; block < counters.Length / 16; block++)
        {
            s_counter.CopyTo(counters, block * 16);
            var carry = block;
            for (var at = 15; carry != 0; at--, carry >>= 8)
                counters[(block * 16) + at] = (byte)(carry += s_counter[at]);
        }

        using var aes = OracleAes.Create();
        aes.Key = s_key;
        return aes.EncryptEcb(counters, System.Security.Cryptography.PaddingMode.None);
    }

    private sealed class Pair : IDisposable
    {
        /// <summary>What lies beneath before the message begins.</summary>
        private const int HeaderBytes = 9;

        private readonly AesKernel _kernel;
        private readonly StreamBeneath _beneath = new();
        private readonly MemoryStream _model = new();
        private AesCtrStream _stream;

        public Pair(AesKernel kernel)
        {
            _kernel = kernel;
            _beneath.Write(new byte[HeaderBytes], 0, HeaderBytes);
            _stream = Open();
        }

        /// <summary>Until there is no more: a read gives what one read beneath it gives.</summary>
        public void Read(int position, int count, bool isAsync)
        {
            byte[] expected = new byte[count + 2], actual = new byte[count + 2];
            _model.Position = _stream.Position = position;
            var read = _model.Read(expected, 1, count);
            for (int done = 0, got; done < read; done += got)
            {
                got = isAsync ? _stream.ReadAsync(actual, 1 + done, count - done, CancellationToken.None).GetAwaiter().GetResult()
                    : _stream.Read(actual, 1 + done, count - done);
                Assert.InRange(got, 1, read - done);
            }

            Assert.Equal(0, count > read ? _stream.Read(actual, 1 + read, count - read) : 0);
            Assert.True(expected.AsSpan().SequenceEqual(actual), $"{count} bytes from {position}");
            CheckPlace();
        }

        /// <summary>What is skipped is written, too: it would be noise.</summary>
        public void Write(int position, byte[] text, bool isAsync)
        {
            if (position > _model.Length)
                Write((int)_model.Length, TestBytes.Random(position - (int)_model.Length, position), isAsync);
            _model.Position = _stream.Position = position;
            _model.Write(text, 0, text.Length);
            if (isAsync)
                _stream.WriteAsync(text, 0, text.Length, CancellationToken.None).GetAwaiter().GetResult();
            else
                _stream.Write(text, 0, text.Length);
            CheckPlace();
        }

        public void OneByte(int position, byte value)
        {
            position = (int)Math.Min(position, _model.Length);
            _model.Position = _stream.Position = position;
            Assert.Equal(_model.ReadByte(), _stream.ReadByte());
            CheckPlace();
            _model.WriteByte(value);
            _stream.WriteByte(value);
            CheckPlace();
        }

        public void Seek(int offset, SeekOrigin origin)
        {
            Assert.Equal(_model.Seek(offset, origin), _stream.Seek(offset, origin));
            CheckPlace();
        }

        /// <summary>Where the underlying stream stands in the middle of the message.</summary>
        public void Reopen(int mostBytes)
        {
            _stream.Dispose();
            _beneath.MostBytes = mostBytes;
            _stream = Open(_model.Length / 2);
            _model.Position = _model.Length / 2;
            CheckPlace();
        }

        public void CheckBeneath()
        {
            byte[] text = _model.ToArray(), beneath = _beneath.ToArray();
            for (var i = 0; i < text.Length; i++)
                text[i] ^= s_keystream[i];
            Assert.True(beneath.AsSpan(HeaderBytes).SequenceEqual(text));
            Assert.Equal(new byte[HeaderBytes], beneath.AsSpan(0, HeaderBytes).ToArray());
        }

        public void Dispose() => _stream.Dispose();

        private AesCtrStream Open(long position = 0)
        {
            _beneath.Position = HeaderBytes + position;
            return new(_kernel, _beneath, s_key, s_counter, leaveOpen: true, position);
        }

        private void CheckPlace()
        {
            Assert.Equal(_model.Length, _stream.Length);
            Assert.Equal(_model.Position, _stream.Position);
        }
    }
}
