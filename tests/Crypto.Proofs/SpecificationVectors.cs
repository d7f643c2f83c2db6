using System;
using System.Buffers.Binary;
using System.Linq;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>The specification on the standards' own vectors: it is right before anything is proven against it.</summary>
internal static class SpecificationVectors
{
    private const string Example = "2b7e151628aed2a6abf7158809cf4f3c", Ascending = "000102030405060708090a0b0c0d0e0f";

    private const string Text = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51";

    /// <summary>
    /// FIPS 197, appendix C; SP 800-38A, appendix F; IEEE 1619, vectors 1 and 15, whose tweaks are what the second key makes of the number of the sector.
    /// </summary>
    private static readonly (string Mode, string Key, string IV, string Text, string Expected)[] s_vectors =
    [
        ("EncryptEcb", Ascending, "", "00112233445566778899aabbccddeeff", "69c4e0d86a7b0430d8cdb78070b4c55a"),
        ("EncryptEcb", Ascending + "1011121314151617", "", "00112233445566778899aabbccddeeff", "dda97ca4864cdfe06eaf70a0ec0d7191"),
        ("EncryptEcb", Ascending + "101112131415161718191a1b1c1d1e1f", "", "00112233445566778899aabbccddeeff", "8ea2b7ca516745bfeafc49904b496089"),
        ("EncryptCbc", Example, Ascending, Text, "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"),
        ("EncryptCfb128", Example, Ascending, Text, "3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b"),
        ("EncryptCfb8", Example, Ascending, Text[..36], "3b79424c9c0dd436bace9e0ed4586a4f32b9"),
        ("TransformCtr", Example, "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff", Text, "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"),
        ("EncryptXts", new string('0', 32), "66e94bd4ef8a2c3b884cfa59ca342b2e", new string('0', 64),
            "917cf69ebd68b2ec9b9fe9a3eadda692cd43d2f59598ed858c02c2652fbf922e"),
        ("EncryptXts", "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0", "775d1be20e07015ed7585459144a09e1", Ascending + "10",
            "6c1625db4671522d3d7599601de7ca09ed"),
    ];

    /// <summary>
    /// FIPS 180-4's and FIPS 202's example, the digest of "abc": the padded message is one block. Initial values are those of FIPS 180-4, section 5.3.
    /// </summary>
    private static readonly (string Function, string Initial, string Block, string Expected)[] s_digests =
    [
        ("Sha1", Sha1Initial, "61626380" + Zeros(59) + "18", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("Sha256", Sha256Initial, "61626380" + Zeros(59) + "18", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("Sha512", Sha512Initial, "61626380" + Zeros(123) + "18",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"),
        ("Keccak", Zeros(200), "61626306" + Zeros(131) + "80", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"),
    ];

    /// <summary>RFC 6070, vector 2: the password "password", the salt "salt", and two iterations; and the same with the other functions.</summary>
    private static readonly (string Function, string Initial, int BlockBytes, string Expected)[] s_keys =
    [
        ("Sha1", Sha1Initial, 64, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
        ("Sha256", Sha256Initial, 64, "ae4d0c95af6b46d32d0adff928f06dd02a303f8ef3c251dfd6e2d85a95474c43"),
        ("Sha512", Sha512Initial, 128,
            "e1d9c16aa681708a45f5c7c4e215ceb66e011a2e9f0040713f18aefdb866d53cf76cab2868a39b9f7840edce4fef5a82be67335c77a6068e04112754f27ccf4e"),
    ];

    private const string Sha1Initial = "67452301efcdab8998badcfe10325476c3d2e1f0";

    private const string Sha256Initial = "6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19";

    private const string Sha512Initial =
        "6a09e667f3bcc908bb67ae8584caa73b3c6ef372fe94f82ba54ff53a5f1d36f1510e527fade682d19b05688c2b3e6c1f1f83d9abfb41bd6b5be0cd19137e2179";

    /// <summary>RFC 8439, section 2.3.2: constants, key, room for the counter, and nonce.</summary>
    private const string ChaChaInput = "657870616e642033322d62797465206b" + Ascending + "101112131415161718191a1b1c1d1e1f" + "00000000000000090000004a00000000";

    private const string ChaChaBlock =
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4ed2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e";

    /// <summary>What CRCs make of the digits from 1 to 9, their usual check.</summary>
    private static readonly (string Name, uint Polynomial, uint Expected)[] s_checks = [("CRC-32", 0xEDB88320, 0xCBF43926), ("CRC-32C", 0x82F63B78, 0xE3069283)];

    /// <summary>Runs them, and back where there is a way back.</summary>
    /// <exception cref="InvalidOperationException">A result is wrong.</exception>
    public static void Run()
    {
        RunHashes();
        RunStreamsAndSums();
        RunGcm();
        RunCcm();
        RunGcmSiv();
        RunSiv();
        RunXAes();
        RunAegis();
        var specification = new AesSpecification<byte, Numbers>(default);
        foreach (var (mode, key, iv, text, expected) in s_vectors)
        {
            var keys = specification.ExpandKey(Convert.FromHexString(key));
            var inverseKeys = specification.InvertKeys(keys);
            Demand(mode, text, expected);
            Demand(mode.Replace("Encrypt", "Decrypt", StringComparison.Ordinal), expected, text);

            void Demand(string name, string from, string to)
            {
                var (result, _) = specification.Modes[name](keys, inverseKeys, Convert.FromHexString(from), Convert.FromHexString(iv));
                if (!result.SequenceEqual(Convert.FromHexString(to)))
                    throw new InvalidOperationException($"The specification of {name} makes {Convert.ToHexStringLower(result)} of {from}, not {to}.");
            }
        }
    }

    private static void RunHashes()
    {
        var specification = new HashSpecification<byte, Numbers>(default);
        foreach (var (name, initial, block, expected) in s_digests)
        {
            // Lanes of Keccak are in the order of a message's bytes.
            var wordBytes = name switch
            {
                "Keccak" => 1,
                "Sha512" => 8,
                _ => 4,
            };
            var chain = specification.Functions[name](Words(initial, wordBytes), Convert.FromHexString(block));
            Demand(name, Words(expected, wordBytes), chain[..(expected.Length / 2)]);
        }

        foreach (var (name, initial, blockBytes, expected) in s_keys)
        {
            var (wordBytes, compress) = (blockBytes / 16, specification.Functions[name]);
            byte[] Padded(byte[] message)
            {
                var block = new byte[blockBytes];
                message.CopyTo(block, 0);
                block[message.Length] = 0x80;
                BinaryPrimitives.WriteUInt16BigEndian(block.AsSpan(blockBytes - 2), (ushort)(8 * (blockBytes + message.Length)));
                return block;
            }

            byte[] PaddedKey(byte pad) => [.. "password"u8.ToArray().Concat(new byte[blockBytes - 8]).Select(one => (byte)(one ^ pad))];
            var (inner, outer) = (compress(Words(initial, wordBytes), PaddedKey(0x36)), compress(Words(initial, wordBytes), PaddedKey(0x5C)));
            var sum = new byte[expected.Length / 2];
            var next = Padded([.. "salt"u8, 0, 0, 0, 1]);
            for (var i = 0; i < 2; i++)
            {
                var result = specification.Hmac(compress, inner, outer, next, sum.Length, wordBytes);
                next = specification.PaddedBlock(result, wordBytes, blockBytes);
                sum = [.. sum.Zip(result, (one, other) => (byte)(one ^ other))];
            }

            Demand("PBKDF2 with " + name, Words(expected, wordBytes), sum);
        }
    }

    private static void RunStreamsAndSums()
    {
        Demand(
            "ChaCha20", Convert.FromHexString(ChaChaBlock),
            new ChaChaSpecification<byte, Numbers>(default).Block(Convert.FromHexString(ChaChaInput), counter: [1, 0, 0, 0]));

        // draft-irtf-cfrg-xchacha, section 2.2.1.
        Demand(
            "HChaCha20", Convert.FromHexString("82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc"),
            new ChaChaSpecification<byte, Numbers>(default).Subkey(
                Convert.FromHexString(Ascending + "101112131415161718191a1b1c1d1e1f"), Convert.FromHexString("000000090000004a0000000031415927")));

        // RFC 8439, section 2.5.2.
        Demand(
            "Poly1305", Convert.FromHexString("a8061dc1305136c6c22b8baf0c0127a9"),
            Poly1305Specification.Tag(
                Convert.FromHexString("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b"), "Cryptographic Forum Research Group"u8.ToArray()));

        // What is said of the checksum wherever it is explained.
        Demand("Adler-32", BitConverter.GetBytes(0x11E60398), BitConverter.GetBytes(Adler32Specification.Of("Wikipedia"u8.ToArray())));
        foreach (var (name, polynomial, expected) in s_checks)
        {
            var value = new CrcSpecification<byte, Numbers>(default).Update(polynomial, [0xFF, 0xFF, 0xFF, 0xFF], "123456789"u8.ToArray());
            Demand(name, BitConverter.GetBytes(~expected), value);
        }
    }

    private static void RunGcm()
    {
        // RFC 8452, appendix A: two blocks under H.
        var polyval = new PolyvalSpecification<byte, Numbers>(default);
        var h = Convert.FromHexString("25629347589242761d31f826ba4b757b");
        var sum = polyval.Dot([Convert.FromHexString("4f4f95668c83dfb6401762bb2d01a262")], [h]);
        sum = [.. sum.Zip(Convert.FromHexString("d1a24ddd2721d006bbe45f20d3c9f362"), (one, other) => (byte)(one ^ other))];
        Demand("POLYVAL", Convert.FromHexString("f7a3b47b846119fae5b7866cf5e5b77e"), polyval.Dot([sum], [h]));

        // McGrew and Viega's test case 2, which SP 800-38D refers to: a block of zeros, hashed with the lengths, and before them.
        var gcm = new GcmSpecification<byte, Numbers>(default);
        var keys = new AesSpecification<byte, Numbers>(default).ExpandKey(new byte[16]);
        var first = gcm.FirstPower(keys);
        byte[][] powers = [first, gcm.Field.Dot([first], [first])];
        foreach (var groups in (int[][])[[2], [1, 1]])
        {
            byte[] j0 = [.. new byte[15], 1];
            var (text, hash) = gcm.Transform(keys, powers, gcm.Count(j0, 1), new byte[16], [], new byte[16], [.. new byte[15], 128], opens: false, groups);
            Demand("AES-GCM", Convert.FromHexString("0388dace60b6a392f328c2b971b2fe78"), text);
            Demand("GHASH", Convert.FromHexString("ab6e47d42cec13bdf53a67b21257bddf"), gcm.Tag(keys, j0, hash));
        }
    }

    /// <summary>SP 800-38C, example 1; its tag has four bytes.</summary>
    private static void RunCcm()
    {
        var keys = new AesSpecification<byte, Numbers>(default).ExpandKey(Convert.FromHexString("404142434445464748494a4b4c4d4e4f"));
        var head = Convert.FromHexString("4f101112131415160000000000000004" + "00080001020304050607" + Zeros(6));
        var (text, tag) = new CcmSpecification<byte, Numbers>(default)
            .Transform(keys, head, Convert.FromHexString("0710111213141516" + Zeros(8)), Convert.FromHexString("20212223"), opens: false);
        Demand("AES-CCM", Convert.FromHexString("7162015b"), text);
        Demand("AES-CCM's tag", Convert.FromHexString("4dac255d"), tag[..4]);
        (text, tag) = new CcmSpecification<byte, Numbers>(default).Transform(
            Convert.FromHexString("404142434445464748494a4b4c4d4e4f"), Convert.FromHexString("10111213141516"), Convert.FromHexString("0001020304050607"),
            Convert.FromHexString("20212223"), opens: false, tagBytes: 4);
        Demand("AES-CCM, formatted", Convert.FromHexString("7162015b4dac255d"), [.. text, .. tag]);
    }

    /// <summary>RFC 8452, appendix C.1, the first with a text.</summary>
    private static void RunGcmSiv()
    {
        var (specification, aes) = (new GcmSivSpecification<byte, Numbers>(default), new AesSpecification<byte, Numbers>(default));
        var (nonce, text) = (Convert.FromHexString("030000000000000000000000"), Convert.FromHexString("0100000000000000"));
        var (h, key) = specification.DeriveKeys(aes.ExpandKey(Convert.FromHexString("01" + Zeros(15))), nonce);
        var (polyval, keys) = (new PolyvalSpecification<byte, Numbers>(default), aes.ExpandKey(key));
        byte[][] blocks = [[.. text, .. new byte[8]], Convert.FromHexString(Zeros(8) + "4000000000000000")];
        var tag = specification.Tag(keys, polyval.Dot(blocks, [polyval.Dot([h], [h]), h]), nonce);
        Demand("AES-GCM-SIV", Convert.FromHexString("b5d839330ac7b786"), specification.Transform(keys, tag, text));
        Demand("AES-GCM-SIV's tag", Convert.FromHexString("578782fff6013b815b287c22493a364c"), tag);
    }

    /// <summary>RFC 5297, appendixes A.1, whose text is shorter than a block, and A.2.</summary>
    private static void RunSiv()
    {
        (string Key, string[] Strings, string Text, string Expected)[] vectors =
        [
            (
                "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
                ["101112131415161718191a1b1c1d1e1f2021222324252627"],
                "112233445566778899aabbccddee",
                "85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c"),
            (
                "7f7e7d7c7b7a79787776757473727170404142434445464748494a4b4c4d4e4f",
                [
                    "00112233445566778899aabbccddeeffdeaddadadeaddadaffeeddccbbaa99887766554433221100", "102030405060708090a0",
                    "09f911029d74e35bd84156c5635688c0",
                ],
                "7468697320697320736f6d6520706c61696e7465787420746f20656e6372797074207573696e67205349562d414553",
                "7bdb6e3b432667eb06f4d14bff2fbd0fcb900f2fddbe404326601965c889bf17dba77ceb094fa663b7a3f748ba8af829ea64ad544a272e9c485b62a3fd5c0d"),
        ];
        var specification = new SivSpecification<byte, Numbers>(default);
        foreach (var (key, strings, plain, expected) in vectors)
        {
            var (text, result) = (Convert.FromHexString(plain), Convert.FromHexString(expected));
            byte[][] others = Array.ConvertAll(strings, Convert.FromHexString);
            var (ciphertext, tag) = specification.Transform(Convert.FromHexString(key), others, text, given: null);
            Demand("AES-SIV", result, [.. tag, .. ciphertext]);
            (var opened, tag) = specification.Transform(Convert.FromHexString(key), others, ciphertext, tag);
            Demand("AES-SIV, opening", [.. result[..16], .. text], [.. tag, .. opened]);
        }
    }

    /// <summary>c2sp.org/XAES-256-GCM: the keys that its two vectors derive.</summary>
    private static void RunXAes()
    {
        var nonce = "ABCDEFGHIJKLMNOPQRSTUVWX"u8.ToArray();
        foreach (var (key, expected) in new[]
        {
            ((byte)1, "c8612c9ed53fe43e8e005b828a1631a0bbcb6ab2f46514ec4f439fcfd0fa969b"),
            ((byte)3, "e9c621d4cdd9b11b00a6427ad7e559aeedd66b3857646677748f8ca796cb3fd8"),
        })
        {
            var keys = new AesSpecification<byte, Numbers>(default).ExpandKey([.. Enumerable.Repeat(key, 32)]);
            Demand("XAES-256-GCM's key", Convert.FromHexString(expected), new XAesSpecification<byte, Numbers>(default).DeriveKey(keys, nonce));
        }
    }

    /// <summary>draft-irtf-cfrg-aegis-aead: test vectors 5 of AEGIS-128L, 1 of AEGIS-256, and 2 of X2 and X4.</summary>
    private static void RunAegis()
    {
        var specification = new AegisSpecification<byte, Numbers>(default);
        byte[] ascending = Convert.FromHexString(Ascending), next = Convert.FromHexString("101112131415161718191a1b1c1d1e1f");
        byte[] key = Convert.FromHexString("1001" + Zeros(14)), nonce = Convert.FromHexString("100002" + Zeros(13)), data = [.. Enumerable.Range(0, 42).Select(i => (byte)i)];
        byte[] text = [.. Enumerable.Range(16, 40).Select(i => (byte)i)], repeated = [.. Enumerable.Range(0, 120).Select(i => (byte)(4 + (i % 4)))];
        Try(
            "AEGIS-128L",
            (from, opens, tagBytes) => specification.Transform128(1, key, nonce, data, from, opens, tagBytes),
            text,
            "b31052ad1cca4e291abcf2df3502e6bdb1bfd6db36798be3607b1f94d34478aa7ede7f7a990fec10",
            "7542a745733014f9474417b337399507",
            "b91e2947a33da8bee89b6794e647baf0fc835ff574aca3fc27c33be0db2aff98");
        Try(
            "AEGIS-256",
            (from, opens, tagBytes) => specification.Transform256([.. key, .. new byte[16]], [.. nonce, .. new byte[16]], [], from, opens, tagBytes),
            new byte[16],
            "754fc3d8c973246dcc6d741412a4b236",
            "3fe91994768b332ed7f570a19ec5896e",
            "1181a1d18091082bf0266f66297d167d2e68b845f61a3b0527d31fc7b7b89f13");
        Try(
            "AEGIS-128X2",
            (from, opens, tagBytes) => specification.Transform128(2, ascending, next, [1, 2, 3, 4, 1, 2, 3, 4], from, opens, tagBytes),
            repeated,
            "5795544301997f93621b278809d6331b3bfa6f18e90db12c4aa35965b5e98c5fc6fb4e54bcb6111842c20637252eff747cb3a8f85b37de80919a589f"
                + "e0f24872bc926360696739e05520647e390989e1eb5fd42f99678a0276a498f8c454761c9d6aacb647ad56be62b29c22cd4b5761b38f43d5a5ee062f",
            "1aebc200804f405cab637f2adebb6d77",
            "c471876f9b4978c44f2ae1ce770cdb11a094ee3feca64e7afcd48bfe52c60eca");
        Try(
            "AEGIS-128X4",
            (from, opens, tagBytes) => specification.Transform128(4, ascending, next, [1, 2, 3, 4, 1, 2, 3, 4], from, opens, tagBytes),
            repeated,
            "e836118562f4479c9d35c17356a833114c21f9aa39e4dda5e5c87f4152a00fce9a7c38f832eafe8b1c12f8a7cf12a81a1ad8a9c24ba9dedfbdaa586f"
                + "fea67ddc801ea97d9ab4a872f42d0e352e2713dacd609f9442c17517c5a29daf3e2a3fac4ff6b1380c4e46df7b086af6ce6bc1ed594b8dd64aed2a7e",
            "0e56ab94e2e85db80f9d54010caabfb4",
            "69abf0f64a137dd6e122478d777e98bc422823006cf57f5ee822dd78397230b2");

        static void Try(string name, Func<byte[], bool, int, (byte[] Text, byte[] Tag)> transform, byte[] text, string ciphertext, params string[] tags)
        {
            foreach (var tag in tags)
            {
                var sealedText = Convert.FromHexString(ciphertext);
                foreach (var (from, to, opens) in new[] { (text, sealedText, false), (sealedText, text, true) })
                {
                    var (result, actual) = transform(from, opens, tag.Length / 2);
                    Demand(name, to, result);
                    Demand(name + "'s tag", Convert.FromHexString(tag), actual);
                }
            }
        }
    }

    private static byte[] Words(string hex, int wordBytes) => HashSpecification<byte, Numbers>.Reversed(Convert.FromHexString(hex), wordBytes);

    private static void Demand(string name, byte[] expected, byte[] actual)
    {
        if (!actual.SequenceEqual(expected))
            throw new InvalidOperationException($"The specification of {name} makes {Convert.ToHexStringLower(actual)}, not {Convert.ToHexStringLower(expected)}.");
    }

    private static string Zeros(int bytes) => new('0', 2 * bytes);
}
