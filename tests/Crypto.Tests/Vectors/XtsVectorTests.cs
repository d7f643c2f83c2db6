using System;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>NIST's vectors of XTS, by tweaks and by numbers of data units; but for those that end in a part of a byte.</summary>
public class XtsVectorTests
{
    public static MatrixTheoryData<string, int> Cases => new(KernelMatrix.Names(Algorithms.Aes.Kernels), [128, 256]);

    [Theory]
    [MemberData(nameof(Cases))]
    public void Vectors_with_tweaks_come_out(string kernel, int keyBits) => Check(
        kernel, keyBits, $"XTSGenAES{keyBits}.rsp", (xts, vector) =>
        {
            Assert.Equal(vector.Bytes("CT"), xts.Encrypt(vector.Bytes("i"), vector.Bytes("PT")));
            Assert.Equal(vector.Bytes("PT"), xts.Decrypt(vector.Bytes("i"), vector.Bytes("CT")));
        });

    [Theory]
    [MemberData(nameof(Cases))]
    public void Vectors_with_numbers_of_data_units_come_out(string kernel, int keyBits) => Check(
        kernel, keyBits, $"XTSGenAES{keyBits}DataUnit.rsp", (xts, vector) =>
        {
            var sector = vector.Number("DataUnitSeqNumber");
            Assert.Equal(vector.Bytes("CT"), xts.Encrypt(sector, vector.Bytes("PT")));
            Assert.Equal(vector.Bytes("PT"), xts.Decrypt(sector, vector.Bytes("CT")));
        });

    private static void Check(string kernel, int keyBits, string file, Action<AesXts, RspVector> check)
    {
        int count = 0, partOfByte = 0;
        foreach (var vector in VectorArchive.Read("xts.zip", file))
        {
            if (vector.Number("DataUnitLen") % 8 != 0)
            {
                partOfByte++;
                continue;
            }

            using var xts = new AesXts(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel), vector.Bytes("Key"));
            check(xts, vector);
            count++;
        }

        Assert.Equal(keyBits == 128 ? (800, 200) : (600, 400), (count, partOfByte));
    }
}
