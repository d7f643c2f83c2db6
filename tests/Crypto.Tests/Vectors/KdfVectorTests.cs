using System;
using System.Linq;
using System.Text;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>
/// RFC 6070 (PBKDF2); RFC 8009, appendix A, whose keys of Kerberos are those of SP 800-108. <c>WycheproofTests</c> has
/// RFC 7914 (PBKDF2) and RFC 5869 (HKDF).
/// </summary>
public class KdfVectorTests
{
    public static TheoryData<string> Sha1Kernels => KernelMatrix.Ids(Algorithms.Sha1.Kernels);

    [Theory, MemberData(nameof(Sha1Kernels))]
    public void Test_vectors_of_RFC_6070_come_out(string kernel)
    {
        var hash = Algorithms.Sha1.With(KernelMatrix.Find(Algorithms.Sha1.Kernels, kernel));
        Assert.Equal(5, CheckRfc6070(hash, iterations => iterations <= 4096));
    }

    /// <summary>Checks those vectors of RFC 6070 whose iterations are wanted.</summary>
    /// <returns>How many.</returns>
    internal static int CheckRfc6070(MessageHash hash, Func<int, bool> areWanted)
    {
        var count = 0;
        foreach (var vector in VectorArchive.Read("kdf.zip", "rfc-6070-PBKDF2-SHA1.txt").Where(vector => areWanted(vector.Number("ITERATIONS"))))
        {
            var derived = new byte[vector.Number("LENGTH")];
            Pbkdf2State.Derive(
                hash, Bytes(vector.Text("PASSWORD")), Bytes(vector.Text("SALT")), vector.Number("ITERATIONS"), derived);
            Assert.Equal(vector.Bytes("DERIVED_KEY"), derived);
            count++;
        }

        return count;

        static byte[] Bytes(string text) => Encoding.ASCII.GetBytes(text.Replace("\\0", "\0"));
    }

    [Theory]
    [InlineData("SHA256", "3705d96080c17728a0e800eab6e0d23c", "0000000299", "b31a018a48f54776f403e9a396325dc3")]
    [InlineData("SHA256", "3705d96080c17728a0e800eab6e0d23c", "00000002aa", "9b197dd1e8c5609d6e67c3e37c62c72e")]
    [InlineData("SHA256", "3705d96080c17728a0e800eab6e0d23c", "0000000255", "9fda0e56ab2d85e1569a688696c26a6c")]
    [InlineData("SHA384", "6d404d37faf79f9df0d33568d320669800eb4836472ea8a026d16b7182460c52", "0000000299",
        "ef5718be86cc84963d8bbb5031e9f5c4ba41f28faf69e73d")]
    [InlineData("SHA384", "6d404d37faf79f9df0d33568d320669800eb4836472ea8a026d16b7182460c52", "00000002aa",
        "56ab22bee63d82d7bc5227f6773f8ea7a5eb1c825160c38312980c442e5c7e49")]
    [InlineData("SHA384", "6d404d37faf79f9df0d33568d320669800eb4836472ea8a026d16b7182460c52", "0000000255",
        "69b16514e3cd8e56b82010d5c73012b622c4d00ffc23ed1f")]
    public void Keys_of_RFC_8009_come_out(string hash, string key, string label, string derived)
    {
        var expected = Hex.Bytes(derived);
        var kernels = Algorithms.Hashes.Single(function => function.HashName == hash).Kernels.Runnable.ToList();
        Assert.NotEmpty(kernels);
        foreach (var kernel in kernels)
        {
            using var kdf = new SP800108HmacCounterKdf(
                Hex.Bytes(key), Algorithms.Hashes.Single(function => function.HashName == hash).With(kernel));
            Assert.Equal(expected, kdf.DeriveKey(Hex.Bytes(label), Hex.Bytes(""), expected.Length));
        }
    }
}
