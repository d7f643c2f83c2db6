using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>
/// McGrew and Viega, "The Galois/Counter Mode of Operation (GCM)", appendix B: the test cases with 96-bit nonces, four a
/// key size.
/// </summary>
public class GcmExampleTests
{
    private const string LongKey = "feffe9928665731c6d6a8f9467308308 feffe9928665731c6d6a8f9467308308";
    private const string LongNonce = "cafebabefacedbaddecaf888";
    private const string LongText =
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255";

    private const string Ciphertext128 =
        "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
        + "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985";

    private const string Ciphertext192 =
        "3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c"
        + "7d773d00c144c525ac619d18c84a3f4718e2448b2fe324d9ccda2710acade256";

    private const string Ciphertext256 =
        "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
        + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad";

    public static MatrixTheoryData<string, int> Cases => new(KernelMatrix.Names(Algorithms.AesGcm.Kernels), NistMode.KeySizes);

    /// <summary>Test cases 1, 7 and 13.</summary>
    [Theory]
    [MemberData(nameof(Cases))]
    public void Empty_text_under_a_zero_key_comes_out(string kernel, int keyBits) =>
        Check(kernel, new byte[keyBits / 8], new byte[12], [], [], "", keyBits switch
        {
            128 => "58e2fccefa7e3061367f1d57a4e7455a",
            192 => "cd33b28ac773f74ba00ed1f312572435",
            _ => "530f8afbc74536b9a963b4f1c4cb738b",
        });

    /// <summary>Test cases 2, 8 and 14.</summary>
    [Theory]
    [MemberData(nameof(Cases))]
    public void Zero_block_under_a_zero_key_comes_out(string kernel, int keyBits)
    {
        var (ciphertext, tag) = keyBits switch
        {
            128 => ("0388dace60b6a392f328c2b971b2fe78", "ab6e47d42cec13bdf53a67b21257bddf"),
            192 => ("98e7247c07f0fe411c267e4384b0f600", "2ff58d80033927ab8ef4d4587514f0fb"),
            _ => ("cea7403d4d606b6e074ec5d3baf39d18", "d0d1c8a799996bf0265b98b5d48ab919"),
        };
        Check(kernel, new byte[keyBits / 8], new byte[12], [], new byte[16], ciphertext, tag);
    }

    /// <summary>Test cases 3, 9 and 15.</summary>
    [Theory]
    [MemberData(nameof(Cases))]
    public void Four_blocks_come_out(string kernel, int keyBits) =>
        Check(kernel, Key(keyBits), Hex.Bytes(LongNonce), [], Hex.Bytes(LongText), Ciphertext(keyBits), keyBits switch
        {
            128 => "4d5c2af327cd64a62cf35abd2ba6fab4",
            192 => "9924a7c8587336bfb118024db8674a14",
            _ => "b094dac5d93471bdec1a502270e3cc6c",
        });

    /// <summary>Test cases 4, 10 and 16.</summary>
    [Theory]
    [MemberData(nameof(Cases))]
    public void Sixty_bytes_with_associated_data_come_out(string kernel, int keyBits)
    {
        var associatedData = Hex.Bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2");
        var text = Hex.Bytes(LongText)[..60];
        Check(kernel, Key(keyBits), Hex.Bytes(LongNonce), associatedData, text, Ciphertext(keyBits)[..120], keyBits switch
        {
            128 => "5bc94fbc3221a5db94fae95ae7121a47",
            192 => "2519498e80f1478f37ba55bd6d27618c",
            _ => "76fc6ece0f4e1768cddf8853bb2d551b",
        });
    }

    private static byte[] Key(int keyBits) => Hex.Bytes(LongKey)[..(keyBits / 8)];

    private static string Ciphertext(int keyBits) =>
        keyBits switch { 128 => Ciphertext128, 192 => Ciphertext192, _ => Ciphertext256 };

    private static void Check(
        string kernel, byte[] key, byte[] nonce, byte[] associatedData, byte[] plaintext, string ciphertext, string tag)
    {
        using var gcm = new AesGcm(KernelMatrix.Find(Algorithms.AesGcm.Kernels, kernel), key, 16);
        var expected = Hex.Bytes(ciphertext + tag);
        Assert.Equal(expected, gcm.SealToArray(nonce, plaintext, associatedData));
        Assert.Equal(plaintext, gcm.OpenToArray(nonce, expected, associatedData));
    }
}
