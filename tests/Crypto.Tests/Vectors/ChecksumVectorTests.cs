using System.Collections.Generic;
using System.Linq;
using System.Text;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>The published values of the checksums, on every kernel.</summary>
public class ChecksumVectorTests
{
    private const string ReadCommand =
        "01c000000000000000000000000000001400000000000400000000140000001828000000000000000200000000000000";

    public static IEnumerable<TheoryDataRow<string, string, uint>> CheckValues =>
    [
        .. Rows(Algorithms.Crc32, 0xCBF43926),
        .. Rows(Algorithms.Crc32C, 0xE3069283),
        .. Rows(Algorithms.Adler32, 0x091E01DE),
    ];

    public static TheoryData<string> Crc32CIds => KernelMatrix.Ids(Algorithms.Crc32C.Kernels);

    /// <summary>The value by which catalogues of checksums tell them apart.</summary>
    [Theory]
    [MemberData(nameof(CheckValues))]
    public void Nine_digits_give_the_published_value(string name, string kernel, uint expected)
    {
        var algorithm = Algorithms.All.OfType<ChecksumAlgorithm>().Single(algorithm => algorithm.Name == name);
        var checksum = algorithm.With(KernelMatrix.Find(algorithm.Kernels, kernel));
        Assert.Equal(expected, checksum.Hash(Encoding.ASCII.GetBytes("123456789")));
    }

    /// <summary>RFC 3720, appendix B.4: digests in the order in which iSCSI sends them.</summary>
    [Theory]
    [MemberData(nameof(Crc32CIds))]
    public void Examples_of_RFC_3720_come_out(string kernel)
    {
        var ascending = Enumerable.Range(0, 32).Select(i => (byte)i).ToArray();
        (byte[] Message, string Digest)[] examples =
        [
            (new byte[32], "aa36918a"),
            ([.. Enumerable.Repeat((byte)0xff, 32)], "43aba862"),
            (ascending, "4e79dd46"),
            ([.. ascending.Reverse()], "5cdb3f11"),
            (Hex.Bytes(ReadCommand), "563a96d9"),
        ];
        var checksum = Algorithms.Crc32C.With(KernelMatrix.Find(Algorithms.Crc32C.Kernels, kernel));
        var actual = new byte[Crc32C.HashSizeInBytes];
        foreach (var (message, digest) in examples)
        {
            checksum.Hash(message, actual);
            Assert.Equal(Hex.Bytes(digest), actual);
        }
    }

    private static IEnumerable<TheoryDataRow<string, string, uint>> Rows(ChecksumAlgorithm algorithm, uint expected) =>
        KernelMatrix.Names(algorithm.Kernels).Select(
            kernel => new TheoryDataRow<string, string, uint>(algorithm.Name, kernel, expected));
}
