using System;
using System.Buffers.Binary;
using System.IO;
using System.IO.Compression;
using System.Linq;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// What is peculiar to the checksums; <see cref="HashContractTests"/> has the rest. .NET's compressed streams end with
/// checksums of what went in, made by the zlib that .NET brings along.
/// </summary>
public class ChecksumContractTests
{
    private static readonly byte[] s_message = TestBytes.Random(50_000, seed: 5);

    [Fact]
    public void Crc32_is_what_a_gzip_file_has_after_its_data() =>
        Assert.Equal(Compressed(to => new GZipStream(to, CompressionLevel.Fastest))[^8..^4], Crc32.HashData(s_message));

    [Fact]
    public void Adler32_is_what_a_zlib_stream_has_after_its_data() =>
        Assert.Equal(Compressed(to => new ZLibStream(to, CompressionLevel.Fastest))[^4..], Adler32.HashData(s_message));

    [Fact]
    public void Number_has_the_bytes_of_the_digest_in_their_order()
    {
        foreach (var length in new[] { 0, 1, 9, 50_000 })
        {
            var message = s_message.AsSpan(0, length);
            Assert.Equal(BinaryPrimitives.ReadUInt32LittleEndian(Crc32.HashData(message)), Crc32.HashToUInt32(message));
            Assert.Equal(BinaryPrimitives.ReadUInt32LittleEndian(Crc32C.HashData(message)), Crc32C.HashToUInt32(message));
            Assert.Equal(BinaryPrimitives.ReadUInt32BigEndian(Adler32.HashData(message)), Adler32.HashToUInt32(message));
        }
    }

    [Fact]
    public void Creation_by_name_knows_its_own_names_alone()
    {
        string[] names = ["Crc32", "crc-32", "ManagedCrypto.Crc32", "Crc32C", "CRC-32C", "Adler32", "adler-32", "SHA256", ""];
        Assert.Equal(names[..3], names.Where(name => Create(Crc32.Create, name)));
        Assert.Equal(names[3..5], names.Where(name => Create(Crc32C.Create, name)));
        Assert.Equal(names[5..7], names.Where(name => Create(Adler32.Create, name)));

        static bool Create<T>(Func<string, T?> create, string name)
            where T : class, IDisposable
        {
            using var created = create(name);
            return created is not null;
        }
    }

    private static byte[] Compressed(Func<Stream, Stream> over)
    {
        using var result = new MemoryStream();
        using (var stream = over(result))
            stream.Write(s_message);
        return result.ToArray();
    }
}
