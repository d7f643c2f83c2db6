using System.Collections.Generic;
using System.Linq;
using System.Text;
using ManagedCrypto.Intrinsics;
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
        .. Rows(Algorithms.Crc32.Kernels, "CRC-32", 0xCBF43926),
        .. Rows(Algorithms.Crc32C.Kernels, "CRC-32C", 0xE3069283),
        .. Rows(Algorithms.Adler32.Kernels, "Adler-32", 0x091E01DE),
    ];

    public static TheoryData<string> Crc32CIds => KernelMatrix.Ids(Algorithms.Crc32C.Kernels);

    /// <summary>The value by which catalogues of checksums tell them apart.</summary>
    [Theory]
    [MemberData(nameof(CheckValues))]
    public void Nine_digits(string checksum, string kernel, uint expected)
    {
        var digits = Encoding.ASCII.GetBytes("123456789");
        Assert.Equal(expected, checksum switch
        {
            "CRC-32" => Algorithms.Crc32.Hash(KernelMatrix.Find(Algorithms.Crc32.Kernels, kernel), digits),
            "CRC-32C" => Algorithms.Crc32C.Hash(KernelMatrix.Find(Algorithms.Crc32C.Kernels, kernel), digits),
            _ => Algorithms.Adler32.Hash(KernelMatrix.Find(Algorithms.Adler32.Kernels, kernel), digits),
        });
    }

    /// <summary>RFC 3720, appendix B.4: digests in the order in which iSCSI sends them.</summary>
    [Theory]
    [MemberData(nameof(Crc32CIds))]
    public void RFC_3720(string kernel)
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
        var actual = new byte[Crc32C.HashSizeInBytes];
        foreach (var (message, digest) in examples)
        {
            Crc32C.HashData(KernelMatrix.Find(Algorithms.Crc32C.Kernels, kernel), message, actual);
            Assert.Equal(Hex.Bytes(digest), actual);
        }
    }

    private static IEnumerable<TheoryDataRow<string, string, uint>> Rows(
        KernelList<ChecksumKernel> list, string checksum, uint expected) =>
        KernelMatrix.Names(list).Select(kernel => new TheoryDataRow<string, string, uint>(checksum, kernel, expected));
}
