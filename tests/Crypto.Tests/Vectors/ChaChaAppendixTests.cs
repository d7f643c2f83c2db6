using System.Linq;
using System.Text;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>
/// Appendix A of RFC 8439, but for A.3 (which <see cref="ChaChaVectorTests"/> has): blocks, texts, keys of Poly1305, and a message to be
/// opened. Counters are those that the AEAD never begins with, so that keystream is asked of the kernels.
/// </summary>
public unsafe class ChaChaAppendixTests
{
    internal const string Contribution =
        "Any submission to the IETF intended by the Contributor for publication as all or part of an IETF Internet-Draft or "
        + "RFC and any statement made within the context of an IETF activity is considered an \"IETF Contribution\". Such "
        + "statements include oral statements in IETF sessions, as well as written and electronic communications made at any "
        + "time or place, which are addressed to";

    internal const string Jabberwocky =
        "'Twas brillig, and the slithy toves\nDid gyre and gimble in the wabe:\nAll mimsy were the borogoves,\nAnd the mome "
        + "raths outgrabe.";

    private const string Drafts =
        "Internet-Drafts are draft documents valid for a maximum of six months and may be updated, replaced, or obsoleted by "
        + "other documents at any time. It is inappropriate to use Internet-Drafts as reference material or to cite them other "
        + "than as /“work in progress./”";

    private const string Zeros = "0000000000000000000000000000000000000000000000000000000000000000";
    private const string One = "0000000000000000000000000000000000000000000000000000000000000001";
    private const string OfSlithyToves = "1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0";

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.ChaCha20Poly1305.Kernels);

    /// <summary>Key, last four bytes of the nonce (the others are zeros), counter and block of A.1.</summary>
    private static (string Key, string Nonce, uint Counter, string Block)[] Blocks =>
    [
        (Zeros, "00000000", 0,
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            + "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"),
        (Zeros, "00000000", 1,
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            + "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"),
        (One, "00000000", 1,
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
            + "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"),
        ("00ff000000000000000000000000000000000000000000000000000000000000", "00000000", 2,
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
            + "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"),
        (Zeros, "00000002", 0,
            "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
            + "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"),
    ];

    /// <summary>Key, last four bytes of the nonce, counter, text and ciphertext of A.2, whose first is the first of A.1.</summary>
    private static (string Key, string Nonce, uint Counter, string Text, string Ciphertext)[] Texts =>
    [
        (One, "00000002", 1, Contribution,
            "a3fbf07df3fa2fde4f376ca23e82737041605d9f4f4f57bd8cff2c1d4b7955ec2a97948bd3722915c8f3d337f7d370050e9e96d647b7c39f56e031ca"
            + "5eb6250d4042e02785ececfa4b4bb5e8ead0440e20b6e8db09d881a7c6132f420e52795042bdfa7773d8a9051447b3291ce1411c680465552aa6c405"
            + "b7764d5e87bea85ad00f8449ed8f72d0d662ab052691ca66424bc86d2df80ea41f43abf937d3259dc4b2d0dfb48a6c9139ddd7f76966e928e635553b"
            + "a76c5c879d7b35d49eb2e62b0871cdac638939e25e8a1e0ef9d5280fa8ca328b351c3c765989cbcf3daa8b6ccc3aaf9f3979c92b3720fc88dc95ed84"
            + "a1be059c6499b9fda236e7e818b04b0bc39c1e876b193bfe5569753f88128cc08aaa9b63d1a16f80ef2554d7189c411f5869ca52c5b83fa36ff216b9"
            + "c1d30062bebcfd2dc5bce0911934fda79a86f6e698ced759c3ff9b6477338f3da4f9cd8514ea9982ccafb341b2384dd902f3d1ab7ac61dd29c6f21ba"
            + "5b862f3730e37cfdc4fd806c22f221"),
        (OfSlithyToves, "00000002", 42, Jabberwocky,
            "62e6347f95ed87a45ffae7426f27a1df5fb69110044c0d73118effa95b01e5cf166d3df2d721caf9b21e5fb14c616871fd84c54f9d65b283196c7fe4"
            + "f60553ebf39c6402c42234e32a356b3e764312a61a5532055716ead6962568f87d3f3f7704c6a8d1bcd1bf4d50d6154b6da731b187b58dfd728afa36"
            + "757a797ac188d1"),
    ];

    /// <summary>Key, last four bytes of the nonce and key of Poly1305 of A.4.</summary>
    private static (string Key, string Nonce, string HashKey)[] HashKeys =>
    [
        (Zeros, "00000000", "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"),
        (One, "00000002", "ecfa254f845f647473d3cb140da9e87606cb33066c447b87bc2666dde3fbb739"),
        (OfSlithyToves, "00000002", "965e3bc6f9ec7ed9560808f4d229f94b137ff275ca9b3fcbdd59deaad23310ae"),
    ];

    [Theory, MemberData(nameof(Kernels))]
    public void Blocks_of_ChaCha20_come_out(string kernel)
    {
        foreach (var (key, nonce, counter, block) in Blocks)
        {
            Assert.Equal(Hex.Bytes(block), Keystream(kernel, key, nonce, counter, startsWithKey: false, bytes: 64));
            Assert.Equal(Hex.Bytes(block), ReferenceChaCha.Block(Hex.Bytes(key), counter, Nonce(nonce)));
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Texts_of_ChaCha20_come_out(string kernel)
    {
        foreach (var (key, nonce, counter, text, ciphertext) in Texts)
        {
            var keystream = Keystream(kernel, key, nonce, counter, startsWithKey: false, text.Length);
            Assert.Equal(Hex.Bytes(ciphertext), Encoding.ASCII.GetBytes(text).Zip(keystream, (left, right) => (byte)(left ^ right)));
        }
    }

    /// <summary>Before the keystream of a text that ends with whatever block.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Keys_of_Poly1305_come_out(string kernel)
    {
        foreach (var (key, nonce, hashKey) in HashKeys)
            Assert.Equal(Hex.Bytes(hashKey), Keystream(kernel, key, nonce, counter: 7, startsWithKey: true, bytes: 32));
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Message_of_ChaCha20_Poly1305_is_opened(string kernel)
    {
        using var aead = new ChaCha20Poly1305(KernelMatrix.Find(Algorithms.ChaCha20Poly1305.Kernels, kernel), Hex.Bytes(OfSlithyToves));
        var opened = aead.OpenToArray(
            Hex.Bytes("000000000102030405060708"),
            Hex.Bytes(
                "64a0861575861af460f062c79be643bd5e805cfd345cf389f108670ac76c8cb24c6cfc18755d43eea09ee94e382d26b0bdb7b73c321b0100d4f03b7f"
                + "355894cf332f830e710b97ce98c8a84abd0b948114ad176e008d33bd60f982b1ff37c8559797a06ef4f0ef61c186324e2b3506383606907b6a7c02b0"
                + "f9f6157b53c867e4b9166c767b804d46a59b5216cde7a4e99040c5a40433225ee282a1b0a06c523eaf4534d7f83fa1155b0047718cbc546a0d072b04"
                + "b3564eea1b422273f548271a0bb2316053fa76991955ebd63159434ecebb4e466dae5a1073a6727627097a1049e617d91d361094fa68f0ff77987130"
                + "305beaba2eda04df997b714d6c6f2c29a6ad5cb4022b02709beead9d67890cbb22392336fea1851f38"),
            Hex.Bytes("f33388860000000000004e91"));
        Assert.Equal(Encoding.UTF8.GetBytes(Drafts), opened);
    }

    private static byte[] Nonce(string end) => Hex.Bytes("0000000000000000" + end);

    private static byte[] Keystream(string kernel, string key, string nonce, uint counter, bool startsWithKey, int bytes)
    {
        var state = new uint[ChaChaState.Words];
        var keystream = new byte[ChaChaKeystream.Blocks * ChaChaKeystream.BlockBytes];
        var composed = Assert.IsType<ChaChaPolyComposed>(
            KernelMatrix.Find(Algorithms.ChaCha20Poly1305.Kernels, kernel), exactMatch: false);
        fixed (uint* words = state)
        fixed (byte* k = Hex.Bytes(key), n = Nonce(nonce), to = keystream)
        {
            ChaChaState.SetConstants(words);
            for (var i = 0; i < 8; i++)
                words[ChaChaState.KeyWord + i] = LittleEndian.Read32(k + (i * sizeof(uint)));
            for (var i = 0; i < 3; i++)
                words[ChaChaState.CounterWord + 1 + i] = LittleEndian.Read32(n + (i * sizeof(uint)));
            var blocks = (bytes + ChaChaKeystream.BlockBytes - 1) / ChaChaKeystream.BlockBytes;
            Assert.InRange(composed.MakeKeystream(words, counter, startsWithKey, to, blocks), blocks, ChaChaKeystream.Blocks);
        }

        return keystream[..bytes];
    }
}
