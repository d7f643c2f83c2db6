using System;
using System.Linq;
using System.Text;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>The examples of RFC 8439, and those of draft-irtf-cfrg-xchacha-03.</summary>
public unsafe class ChaChaVectorTests
{
    private const string Sunscreen =
        "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.";

    private static readonly byte[] s_text = Encoding.ASCII.GetBytes(Sunscreen);
    private static readonly byte[] s_key = [.. Enumerable.Range(0x80, 32).Select(i => (byte)i)];
    private static readonly byte[] s_data = Hex.Bytes("50515253c0c1c2c3c4c5c6c7");

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.ChaCha20Poly1305.Kernels);

    /// <summary>Key, message and tag of RFC 8439, section 2.5.2, and of its appendix A.3. Keys go on with zeros.</summary>
    public static TheoryData<string, string, string> Hashes => new()
    {
        {
            "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b",
            "43727970746f6772617068696320466f72756d2052657365617263682047726f7570", "a8061dc1305136c6c22b8baf0c0127a9"
        },
        { "", new string('0', 128), "00000000000000000000000000000000" },
        {
            "0000000000000000000000000000000036e5f6b5c5e06070f0efca96227a863e", Digits(ChaChaAppendixTests.Contribution),
            "36e5f6b5c5e06070f0efca96227a863e"
        },
        { "36e5f6b5c5e06070f0efca96227a863e", Digits(ChaChaAppendixTests.Contribution), "f3477e7cd95417af89a6b8794c310cf0" },
        {
            "1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0", Digits(ChaChaAppendixTests.Jabberwocky),
            "4541669a7eaaee61e708dc7cbcc5eb62"
        },
        { "02", "ffffffffffffffffffffffffffffffff", "03000000000000000000000000000000" },
        {
            "02000000000000000000000000000000ffffffffffffffffffffffffffffffff", "02000000000000000000000000000000",
            "03000000000000000000000000000000"
        },
        {
            "01", "fffffffffffffffffffffffffffffffff0ffffffffffffffffffffffffffffff11000000000000000000000000000000",
            "05000000000000000000000000000000"
        },
        {
            "01", "fffffffffffffffffffffffffffffffffbfefefefefefefefefefefefefefefe01010101010101010101010101010101",
            "00000000000000000000000000000000"
        },
        { "02", "fdffffffffffffffffffffffffffffff", "faffffffffffffffffffffffffffffff" },
        {
            "01000000000000000400000000000000",
            "e33594d7505e43b900000000000000003394d7505e4379cd01000000000000000000000000000000000000000000000001000000000000000000000000000000",
            "14000000000000005500000000000000"
        },
        {
            "01000000000000000400000000000000",
            "e33594d7505e43b900000000000000003394d7505e4379cd010000000000000000000000000000000000000000000000",
            "13000000000000000000000000000000"
        },
    };

    /// <summary>Section 2.8.2.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Message_of_ChaCha20_Poly1305_comes_out(string kernel)
    {
        using var aead = new ChaCha20Poly1305(KernelMatrix.Find(Algorithms.ChaCha20Poly1305.Kernels, kernel), s_key);
        var nonce = Hex.Bytes("070000004041424344454647");
        var sealedText = aead.SealToArray(nonce, s_text, s_data);
        Assert.Equal(
            Hex.Bytes(
                "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b6"
                + "7ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b6116"
                + "1ae10b594f09e26a7e902ecbd0600691"),
            sealedText);
        Assert.Equal(s_text, aead.OpenToArray(nonce, sealedText, s_data));
    }

    /// <summary>Appendix A.3.1 of the draft.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Message_of_XChaCha20_Poly1305_comes_out(string kernel)
    {
        using var aead = new XChaCha20Poly1305(new XChaChaPoly(KernelMatrix.Find(Algorithms.ChaCha20Poly1305.Kernels, kernel)), s_key);
        var nonce = Hex.Bytes("404142434445464748494a4b4c4d4e4f5051525354555657");
        var sealedText = Hex.Bytes(
            "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e"
            + "1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c97637da9768812f615c68b13b52e"
            + "c0875924c1c7987947deafd8780acf49");
        byte[] ciphertext = new byte[s_text.Length], tag = new byte[16];
        aead.Encrypt(nonce, s_text, ciphertext, tag, s_data);
        Assert.Equal(sealedText, ciphertext.Concat(tag));
        Assert.Equal(s_text, aead.OpenToArray([.. nonce, .. sealedText], s_data));
    }

    /// <summary>Section 2.2.1 of the draft.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Key_of_HChaCha20_comes_out(string kernel)
    {
        byte[] key = [.. Enumerable.Range(0, 32).Select(i => (byte)i)], nonce = Hex.Bytes("000000090000004a0000000031415927");
        var subkey = new byte[32];
        fixed (byte* k = key, n = nonce, to = subkey)
            KernelMatrix.Find(Algorithms.ChaCha20Poly1305.Kernels, kernel).DeriveSubkey(k, n, to);
        Assert.Equal(Hex.Bytes("82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc"), subkey);
        Assert.Equal(subkey, ReferenceChaCha.DeriveSubkey(key, nonce));
    }

    /// <summary>Section 2.4.2.</summary>
    [Fact]
    public void Text_of_ChaCha20_comes_out_of_the_reference()
    {
        byte[] key = [.. Enumerable.Range(0, 32).Select(i => (byte)i)];
        var ciphertext = Hex.Bytes(
            "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0bf91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c35"
            + "9f0861d807ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab77937365af90bbf74a35be6b40b8eedf2785e42874d");
        Assert.Equal(ciphertext, ReferenceChaCha.Transform(key, 1, Hex.Bytes("000000000000004a00000000"), s_text));
    }

    [Theory, MemberData(nameof(Hashes))]
    public void Tag_of_Poly1305_comes_out(string key, string message, string tag)
    {
        byte[] whole = [.. Hex.Bytes(key).Concat(new byte[32]).Take(32)], text = Hex.Bytes(message), expected = Hex.Bytes(tag);
        Assert.Equal(expected, ReferenceChaCha.Poly1305(whole, text));
        if (text.Length % 16 == 0)
            Assert.Equal(expected, Poly1305Tests.Tag(Intrinsics.Poly1305.Update, whole, text));
    }

    private static string Digits(string text) => Convert.ToHexString(Encoding.ASCII.GetBytes(text));
}
