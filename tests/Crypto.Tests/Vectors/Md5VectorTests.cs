using System.Linq;
using System.Text;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>MD5 by RFC 1321, appendix A.5, and HMAC-MD5 by RFC 2202, section 2, on every kernel.</summary>
public class Md5VectorTests
{
    private const string Digits = "0123456789";

    private const string Letters = "abcdefghijklmnopqrstuvwxyz";

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Md5.Kernels);

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Digests_of_RFC_1321_come_out(string kernel)
    {
        (string Message, string Digest)[] suite =
        [
            ("", "d41d8cd98f00b204e9800998ecf8427e"),
            ("a", "0cc175b9c0f1b6a831c399e269772661"),
            ("abc", "900150983cd24fb0d6963f7d28e17f72"),
            ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
            (Letters, "c3fcd3d76192e4007dfb496cca67e13b"),
            (Letters.ToUpperInvariant() + Letters + Digits, "d174ab98d277d9f5a5611c2c9f419d9f"),
            (string.Concat(Enumerable.Repeat(Digits[1..] + "0", 8)), "57edf4a22be3c955ac49da2e2107b67a"),
        ];
        var md5 = HashSubject.Find(nameof(MD5), kernel);
        foreach (var (message, digest) in suite)
            Assert.Equal(Hex.Bytes(digest), md5.Hash([], Encoding.ASCII.GetBytes(message)));
    }

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Codes_of_RFC_2202_come_out(string kernel)
    {
        (byte[] Key, byte[] Message, string Code)[] cases =
        [
            (Repeated(0x0b, 16), Ascii("Hi There"), "9294727a3638bb1c13f48ef8158bfc9d"),
            (Ascii("Jefe"), Ascii("what do ya want for nothing?"), "750c783e6ab0b503eaa86e310a5db738"),
            (Repeated(0xaa, 16), Repeated(0xdd, 50), "56be34521d144c88dbb8c733f0e8b3f6"),
            (
                Enumerable.Range(1, 25).Select(i => (byte)i).ToArray(),
                Repeated(0xcd, 50),
                "697eaf0aca3a3aea3a75164746ffaa79"),
            (Repeated(0x0c, 16), Ascii("Test With Truncation"), "56461ef2342edc00f9bab995690efd4c"),
            (Repeated(0xaa, 80), Ascii("Test Using Larger Than Block-Size Key - Hash Key First"), "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd"),
            (
                Repeated(0xaa, 80),
                Ascii("Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data"),
                "6f630fad67cda0ee1fb1f562db3aa53e"),
        ];
        var hmac = HashSubject.Find(nameof(HMACMD5), kernel);
        foreach (var (key, message, code) in cases)
            Assert.Equal(Hex.Bytes(code), hmac.Hash(key, message));
    }

    private static byte[] Ascii(string text) => Encoding.ASCII.GetBytes(text);

    private static byte[] Repeated(byte value, int count) => Enumerable.Repeat(value, count).ToArray();
}
