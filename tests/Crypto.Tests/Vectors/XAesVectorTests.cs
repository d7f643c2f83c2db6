using System.Linq;
using System.Text;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>The test vectors of c2sp.org/XAES-256-GCM. In the first, the first bit of L is 0, and in the second 1.</summary>
public class XAesVectorTests
{
    public static TheoryData<string> Kernels => new(XAesMatrix.Ids);

    [Theory, MemberData(nameof(Kernels))]
    public void Vectors_of_the_specification_come_out(string id)
    {
        Check(
            0x01, "", "c8612c9ed53fe43e8e005b828a1631a0bbcb6ab2f46514ec4f439fcfd0fa969b",
            "ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271");
        Check(
            0x03, "c2sp.org/XAES-256-GCM", "e9c621d4cdd9b11b00a6427ad7e559aeedd66b3857646677748f8ca796cb3fd8",
            "986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d");

        void Check(byte keyByte, string associatedData, string derivedKey, string sealedText)
        {
            byte[] key = [.. Enumerable.Repeat(keyByte, 32)];
            byte[] nonce = Encoding.ASCII.GetBytes("ABCDEFGHIJKLMNOPQRSTUVWX"), text = Encoding.ASCII.GetBytes("XAES-256-GCM");
            byte[] data = Encoding.ASCII.GetBytes(associatedData), ciphertext = new byte[12], tag = new byte[16];
            using var xaes = new XAes256Gcm(XAesMatrix.Find(id), key);
            xaes.Encrypt(nonce, text, ciphertext, tag, data);
            Assert.Equal(Hex.Bytes(sealedText), ciphertext.Concat(tag));
            Assert.Equal(text, xaes.OpenToArray([.. nonce, .. ciphertext, .. tag], data));
            Assert.Equal(Hex.Bytes(derivedKey), ReferenceXAes.DeriveKey(key, [.. nonce.Take(12)]));
        }
    }
}
