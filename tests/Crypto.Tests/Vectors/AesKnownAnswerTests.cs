using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>NIST's known-answer and multi-block message tests (AESAVS) of ECB, CBC, CFB8 and CFB128.</summary>
public class AesKnownAnswerTests
{
    public static MatrixTheoryData<string, string, int> Cases =>
        new(KernelMatrix.Names(Algorithms.Aes.Kernels), NistMode.Names, NistMode.KeySizes);

    [Theory]
    [MemberData(nameof(Cases))]
    public void GFSbox_vectors_come_out(string kernel, string mode, int keyBits) =>
        Check(kernel, mode, "GFSbox", keyBits, keyBits switch { 128 => 14, 192 => 12, _ => 10 });

    [Theory]
    [MemberData(nameof(Cases))]
    public void KeySbox_vectors_come_out(string kernel, string mode, int keyBits) =>
        Check(kernel, mode, "KeySbox", keyBits, keyBits switch { 128 => 42, 192 => 48, _ => 32 });

    [Theory]
    [MemberData(nameof(Cases))]
    public void Variable_key_vectors_come_out(string kernel, string mode, int keyBits) => Check(kernel, mode, "VarKey", keyBits, 2 * keyBits);

    [Theory]
    [MemberData(nameof(Cases))]
    public void Variable_text_vectors_come_out(string kernel, string mode, int keyBits) => Check(kernel, mode, "VarTxt", keyBits, 256);

    [Theory]
    [MemberData(nameof(Cases))]
    public void Multi_block_messages_come_out(string kernel, string mode, int keyBits) => Check(kernel, mode, "MMT", keyBits, 20);

    // Half of the vectors are to be encrypted, half decrypted.
    private static void Check(string kernel, string mode, string kind, int keyBits, int expectedCount)
    {
        using var aes = new Aes(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel));
        int encrypted = 0, decrypted = 0;
        foreach (var vector in VectorArchive.Read("aes.zip", mode + kind + keyBits + ".rsp"))
        {
            var encrypt = vector.Section == "ENCRYPT";
            var key = vector.Bytes("KEY");
            var iv = mode == "ECB" ? new byte[16] : vector.Bytes("IV");
            var input = vector.Bytes(encrypt ? "PLAINTEXT" : "CIPHERTEXT");
            var expected = vector.Bytes(encrypt ? "CIPHERTEXT" : "PLAINTEXT");
            Assert.Equal(keyBits, 8 * key.Length);

            aes.Key = key;
            Assert.Equal(expected, NistMode.OneShot(aes, mode, encrypt, input, iv));
            using (var transform = NistMode.Transform(aes, mode, encrypt, key, iv))
                Assert.Equal(expected, transform.TransformFinalBlock(input, 0, input.Length));
            _ = encrypt ? encrypted++ : decrypted++;
        }

        Assert.Equal((expectedCount / 2, expectedCount / 2), (encrypted, decrypted));
    }
}
