using System;
using System.IO;
using System.Threading;
using FsCheck;
using FsCheck.Fluent;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// The stream over sectors against a plain one in memory, call by call; and beneath it, each sector against <see cref="AesXts"/>.
/// </summary>
public class AesXtsStreamTests
{
    private const long FirstSector = 1L << 40;

    private static readonly byte[] s_key = TestBytes.Random(64, 1);
    private static readonly Config s_quietly = RandomCases.Quietly(60);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    [Theory, MemberData(nameof(Kernels))]
    public void Calls_at_random_agree_with_a_plain_stream_step_by_step(string id)
    {
        var kernel = KernelMatrix.Find(Algorithms.Aes.Kernels, id);
        foreach (var sectorBytes in new[] { 512, 528, 4096 })
            Check.One(s_quietly, Prop.ForAll<byte[]>(schedule => Run(kernel, sectorBytes, schedule)));
    }

    /// <summary>Not only where chance leads: what is held of a sector is stored with it, or not at all.</summary>
    [Fact]
    public void Sector_that_was_read_is_forgotten_where_many_are_written_over_it()
    {
        const int Sector = 512;
        var (text, beneath) = (TestBytes.Random(4 * Sector, 4), new MemoryStream());
        using var stream = new AesXtsStream(beneath, s_key, Sector);
        stream.Write(new byte[4 * Sector]);
        stream.Position = 2 * Sector;
        Assert.Equal(0, stream.ReadByte());
        stream.Position = Sector;
        stream.Write(text.AsSpan(Sector));
        stream.Position = 0;
        stream.Write(text.AsSpan(0, 1));
        stream.Flush();

        using var read = new MemoryStream();
        stream.Position = 0;
        stream.CopyTo(read);
        Assert.Equal([text[0], .. new byte[Sector - 1], .. text.AsSpan(Sector)], read.ToArray());
    }

    [Fact]
    public void Calls_at_random_agree_where_a_batch_is_one_sector() => Check.One(
        s_quietly.WithMaxTest(20), Prop.ForAll<byte[]>(schedule => Run(Algorithms.Aes.Kernels.Best, 64 * 1024, schedule)));

    [Theory]
    [InlineData(512)]
    [InlineData(4096)]
    [InlineData(5008)]
    [InlineData(65536)]
    public void Long_transfers_agree_in_any_alignment(int sectorBytes)
    {
        var text = TestBytes.Random(400_000, 2);
        foreach (var shift in new[] { 0, 1, sectorBytes - 1, sectorBytes })
        {
            using var pair = new Pair(Algorithms.Aes.Kernels.Best, sectorBytes);
            pair.Write(shift, text, 0, text.Length, isAsync: shift == 1);
            pair.Read(0, text.Length + shift, isAsync: shift == 0);
            pair.Read(sectorBytes + 7, text.Length, isAsync: false);
            pair.CheckSectors();
        }
    }

    /// <summary>Four bytes a step: what to do, where, with how many bytes, and how.</summary>
    private static void Run(AesKernel kernel, int sectorBytes, byte[] schedule)
    {
        using var pair = new Pair(kernel, sectorBytes);
        for (var i = 0; i + 3 < schedule.Length; i += 4)
        {
            // Of 16 positions one begins a sector, and so with lengths.
            int where = schedule[i + 1] % 96 * sectorBytes / 16, count = schedule[i + 2] % 64 * sectorBytes / 16, how = schedule[i + 3];
            switch (schedule[i] % 8)
            {
                case 0:
                case 1:
                    pair.Read(where, count, isAsync: how % 2 == 0);
                    break;
                case 2:
                case 3:
                    pair.Write(where, TestBytes.Random(count, i), 0, count, isAsync: how % 2 == 0);
                    break;
                case 4:
                    pair.OneByte(where, (byte)how);
                    break;
                case 5:
                    pair.SetLength(schedule[i + 2] % 8 * sectorBytes);
                    break;
                case 6:
                    pair.Seek(where, (SeekOrigin)(how % 3));
                    break;
                default:
                    pair.CheckSectors();
                    pair.Reopen(mostBytes: how % 2 == 0 ? int.MaxValue : how + 1);
                    break;
            }
        }

        pair.CheckSectors();
    }

    private sealed class Pair : IDisposable
    {
        private readonly AesKernel _kernel;
        private readonly int _sectorBytes;
        private readonly StreamBeneath _beneath = new();
        private readonly MemoryStream _model = new();
        private AesXtsStream _stream;

        public Pair(AesKernel kernel, int sectorBytes)
        {
            (_kernel, _sectorBytes) = (kernel, sectorBytes);
            _stream = Open();
        }

        public void Read(int position, int count, bool isAsync)
        {
            byte[] expected = new byte[count + 2], actual = new byte[count + 2];
            _model.Position = _stream.Position = position;
            var read = _model.Read(expected, 1, count);
            Assert.Equal(read, isAsync
                ? _stream.ReadAsync(actual, 1, count, CancellationToken.None).GetAwaiter().GetResult()
                : _stream.Read(actual, 1, count));
            Assert.True(expected.AsSpan().SequenceEqual(actual), $"{count} bytes from {position}");
            CheckPlace();
        }

        public void Write(int position, byte[] text, int offset, int count, bool isAsync)
        {
            _model.Position = _stream.Position = position;

            // Nothing, written behind the end, moves that of a stream in memory, but not a file's.
            if (count > 0)
                _model.Write(text, offset, count);
            if (isAsync)
                _stream.WriteAsync(text, offset, count, CancellationToken.None).GetAwaiter().GetResult();
            else
                _stream.Write(text, offset, count);
            CheckPlace();
        }

        public void OneByte(int position, byte value)
        {
            _model.Position = _stream.Position = position;
            Assert.Equal(_model.ReadByte(), _stream.ReadByte());
            CheckPlace();
            _model.WriteByte(value);
            _stream.WriteByte(value);
            CheckPlace();
        }

        public void SetLength(int length)
        {
            _model.SetLength(length);
            _stream.SetLength(length);
            CheckPlace();
        }

        public void Seek(int offset, SeekOrigin origin)
        {
            Assert.Equal(_model.Seek(offset, origin), _stream.Seek(offset, origin));
            CheckPlace();
        }

        public void Reopen(int mostBytes)
        {
            _stream.Dispose();
            _beneath.MostBytes = mostBytes;
            _stream = Open();
            _model.Position = 0;
            CheckPlace();
        }

        /// <summary>What lies beneath is each sector under its number, and nothing else.</summary>
        public void CheckSectors()
        {
            _stream.Flush();
            byte[] text = _model.ToArray(), sectors = _beneath.ToArray();
            Assert.Equal(text.Length, sectors.Length);
            using var xts = new AesXts(_kernel, s_key);
            var sector = new byte[_sectorBytes];
            for (var at = 0; at < text.Length; at += _sectorBytes)
            {
                xts.Encrypt(FirstSector + (at / _sectorBytes), text.AsSpan(at, _sectorBytes), sector.AsSpan());
                Assert.True(sectors.AsSpan(at, _sectorBytes).SequenceEqual(sector), $"the sector at {at}");
            }
        }

        public void Dispose() => _stream.Dispose();

        private AesXtsStream Open() => new(_kernel, _beneath, s_key, _sectorBytes, leaveOpen: true, FirstSector);

        /// <summary>The length is whole sectors, unlike the model's.</summary>
        private void CheckPlace()
        {
            var rest = _model.Length % _sectorBytes;
            if (rest != 0)
                _model.SetLength(_model.Length - rest + _sectorBytes);
            Assert.Equal(_model.Length, _stream.Length);
            Assert.Equal(_model.Position, _stream.Position);
        }
    }
}
