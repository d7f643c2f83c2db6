using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.TypeGenerator;

/// <summary>What the text of an AEAD's type has besides what the catalogue knows of it.</summary>
/// <param name="Name">The type.</param>
/// <param name="Folder">Where it is in src/Crypto.</param>
/// <param name="Kernel">The type of its kernels.</param>
/// <param name="Kernels">The catalogue's.</param>
/// <param name="LargestKeyBytes">Bytes of an expanded key, whatever its kernel.</param>
internal sealed record AeadDescription(string Name, string Folder, string Kernel, string Kernels, string LargestKeyBytes)
{
    private readonly Aead _aead = Algorithms.Aeads.Single(aead => aead.Type.Name == Name);

    private static readonly int[] s_aesKeys = [16, 24, 32];

    public static IReadOnlyList<AeadDescription> All { get; } =
    [
        new("AesGcm", "Gcm", "GcmKernel", "Algorithms.AesGcm.Kernels", "GcmKernel.LargestKeyBytes")
        {
            HasTagSize = true,
            ExpandsForLength = true,
            TakesAnyNonce = true,
            TagBytes = "12 to 16 bytes, or as many as were given at construction",
        },
        new("AesCcm", "Ccm", "CcmComposed", "Algorithms.AesCcm", "AesKernel.LargestEncryptionScheduleBytes")
        {
            Summary = """
                AES-CCM (NIST SP 800-38C) with the members of .NET's own <c>AesCcm</c>, and with
                <c>Seal</c> and <c>Open</c> in the form of RFC 5116.
                """,
            Sizes = """
                Keys have 16, 24 or 32 bytes, nonces 7 to 13 bytes, tags an even number from 4 to 16. A nonce must never be used twice with one
                key. The longer it is, the shorter are messages: with 13 bytes, 65,535 bytes at most; with 12, 16,777,215. A forger needs about
                2^32 attempts for a tag of 4 bytes: take 16 where the protocol does not say otherwise.
                """,
            HasKeySize = true,
            NonceLimitsLength = true,
            Example = new(
                "Example 3 of SP 800-38C, appendix C; and the tag of RFC 5116's form, from .NET's AesCcm",
                Key: "404142434445464748494a4b4c4d4e4f",
                Nonce: "101112131415161718191a1b",
                AssociatedData: "000102030405060708090a0b0c0d0e0f10111213",
                Text: "202122232425262728292a2b2c2d2e2f3031323334353637",
                Ciphertext: "e3b201a9f5b71a7a9b1ceaeccd97e70b6176aad9a4428aa5",
                Tag: "484392fbc1b09951",
                WholeTag: "c87ae488918de93f17dd3e4934347f44"),
        },
        new("AesGcmSiv", "GcmSiv", "AeadKernel", "Algorithms.AesGcmSiv.Kernels", "AesKernel.LargestEncryptionScheduleBytes")
        {
            Summary = """
                AES-GCM-SIV (RFC 8452) with members like those of .NET's <c>AesGcm</c>, and with <c>Seal</c> and <c>Open</c> in the form of
                RFC 5116.
                """,
            Sizes = """
                Keys have 16 or 32 bytes, nonces 12 bytes, tags 16 bytes. A nonce that is used twice with one key betrays only whether both messages
                and their associated data were the same; the same nonce for many messages weakens the key all the same, so nonces are counted or
                random. Every message derives keys of its own from the nonce.
                """,
            NonceUse = "best never used with this key before",
            Example = new(
                "An example of RFC 8452, appendix C.1",
                Key: "01000000000000000000000000000000",
                Nonce: "030000000000000000000000",
                AssociatedData: "010000000000000000000000",
                Text: "02000000",
                Ciphertext: "a8fe3e87",
                Tag: "07eb1f84fb28f8cb73de8e99e2f48a14"),
        },
        new("AesSiv", "Siv", "AesSivComposed", "Algorithms.AesSiv", "AesSivComposed.LargestKeyBytes")
        {
            Summary = """
                AES-SIV (RFC 5297), with or without a nonce, with members like those of .NET's <c>AesGcm</c>, and with <c>Seal</c> and <c>Open</c>,
                whose messages are as RFC 5297 has them: the tag, which is the synthetic IV, is in front of the ciphertext.
                """,
            Sizes = """
                Keys have 32, 48 or 64 bytes: two AES keys, the first for S2V. Nonces have up to 64 bytes, tags 16 bytes. A nonce of no bytes is none:
                then encryption is deterministic, and the same message with the same associated data under the same key becomes the same ciphertext.
                So it does under a nonce that is used twice; either betrays that, and nothing else. Associated data are one string, which may be
                empty and counts all the same; other members take several, or none. A nonce is the last of those strings: one that has more than 64
                bytes may be given there. Under one key no more than 2^48 messages should be encrypted (RFC 5297, section 7).
                """,
            NonceUse = "best never used with this key before; none for deterministic encryption",
            HasMembersByHand = true,
            Example = new(
                "RFC 5297, appendix A.1, which has no nonce",
                Key: "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
                Nonce: "",
                AssociatedData: "101112131415161718191a1b1c1d1e1f2021222324252627",
                Text: "112233445566778899aabbccddee",
                Ciphertext: "40c02b9690c4dc04daef7f6afe5c",
                Tag: "85632d07c6e8f37f950acd320a2ecc93"),
        },
        new("XAes256Gcm", "XAes", "XAesGcm", "Algorithms.XAes256Gcm", "XAesGcm.LargestKeyBytes")
        {
            Summary = """
                XAES-256-GCM (c2sp.org/XAES-256-GCM): AES-GCM with nonces so long that random ones do not meet. <c>Seal</c> draws a nonce and puts
                it in front of the ciphertext, where <c>Open</c> finds it. <c>Encrypt</c> and <c>Decrypt</c> are given one.
                """,
            Sizes = """
                Keys have 32 bytes, nonces 24 bytes, tags 16 bytes. A nonce must never be used twice with one key. Random nonces keep to that:
                after 2^80 messages under one key, two of them have met with a probability below 2^-32. Each message has a key of its own, derived
                from the key and the first half of the nonce; AES-GCM takes it with the other half.
                """,
            NonceUse = "drawn at random, or else never used with this key before",
            Example = new(
                "The second vector of c2sp.org/XAES-256-GCM",
                Key: "0303030303030303030303030303030303030303030303030303030303030303",
                Nonce: "4142434445464748494a4b4c4d4e4f505152535455565758",
                AssociatedData: "633273702e6f72672f584145532d3235362d47434d",
                Text: "584145532d3235362d47434d",
                Ciphertext: "986ec1832593df5443a17943",
                Tag: "7fd083bf3fdb41abd740a21f71eb769d"),
        },
        new("ChaCha20Poly1305", "ChaCha", "ChaChaPolyKernel", "Algorithms.ChaCha20Poly1305.Kernels", "ChaChaPolyKernel.CipherKeyBytes")
        {
            Summary = """
                ChaCha20-Poly1305 (RFC 8439) with the members of .NET's <c>ChaCha20Poly1305</c>, and with <c>Seal</c> and <c>Open</c> in the form of
                RFC 5116.
                """,
            Sizes = """
                Keys have 32 bytes, nonces 12 bytes, tags 16 bytes. A nonce must never be used twice with one key: count them, or take
                <see cref="XChaCha20Poly1305"/>, whose nonces may be random.
                """,
            Example = new(
                "Key and nonce of RFC 8439, section 2.8.2",
                Key: "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
                Nonce: "070000004041424344454647",
                AssociatedData: "64617461",
                Text: "436861436861",
                Ciphertext: "dc13881e699c",
                Tag: "0a5fd2478ba00174ffdcce681eca9240"),
        },
        new("XChaCha20Poly1305", "ChaCha", "XChaChaPoly", "Algorithms.XChaCha20Poly1305", "ChaChaPolyKernel.CipherKeyBytes")
        {
            Summary = """
                XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha): ChaCha20-Poly1305 with nonces so long that random ones do not meet. <c>Seal</c> draws a
                nonce and puts it in front of the ciphertext, where <c>Open</c> finds it. <c>Encrypt</c> and <c>Decrypt</c> are given one.
                """,
            Sizes = """
                Keys have 32 bytes, nonces 24 bytes, tags 16 bytes. A nonce must never be used twice with one key. Random nonces keep to that:
                after 2^80 messages under one key, two of them have met with a probability below 2^-32. Each message has a key of its own, derived
                from the key and the first 16 bytes of the nonce; ChaCha20-Poly1305 takes it with the other 8.
                """,
            NonceUse = "drawn at random, or else never used with this key before",
            Example = new(
                "Appendix A.3.1 of draft-irtf-cfrg-xchacha",
                Key: "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
                Nonce: "404142434445464748494a4b4c4d4e4f5051525354555657",
                AssociatedData: "50515253c0c1c2c3c4c5c6c7",
                Text: "4c616469657320616e642047656e746c656d656e206f662074686520636c617373206f66202739393a204966204920636f75"
                    + "6c64206f6666657220796f75206f6e6c79206f6e652074697020666f7220746865206675747572652c2073756e7363726565"
                    + "6e20776f756c642062652069742e",
                Ciphertext: "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64"
                    + "c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c"
                    + "97637da9768812f615c68b13b52e",
                Tag: "c0875924c1c7987947deafd8780acf49"),
        },
        Aegis(
            "Aegis128L",
            """
            AEGIS-128L (draft-irtf-cfrg-aegis-aead), an AEAD of rounds of AES that is faster than AES-GCM, with members like those of .NET's
            <c>AesGcm</c>, and with <c>Seal</c> and <c>Open</c> in the form of RFC 5116.
            """,
            "Keys have 16 bytes, nonces 16 bytes, tags 16 or 32 bytes.",
            "2^48 messages under one key",
            new(
                "Test Vector 3 of the draft",
                Key: "10010000000000000000000000000000",
                Nonce: "10000200000000000000000000000000",
                AssociatedData: "0001020304050607",
                Text: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
                Ciphertext: "79d94593d8c2119d7e8fd9b8fc77845c5c077a05b2528b6ac54b563aed8efe84",
                Tag: "022cb796fe7e0ae1197525ff67e309484cfbab6528ddef89f17d74ef8ecd82b3",
                WholeTag: "cc6f3372f6aa1bb82388d695c3962d9a")),
        Aegis(
            "Aegis256",
            """
            AEGIS-256 (draft-irtf-cfrg-aegis-aead), an AEAD of rounds of AES with keys and nonces of 32 bytes, with members like those of .NET's
            <c>AesGcm</c>, and with <c>Seal</c> and <c>Open</c> in the form of RFC 5116.
            """,
            "Keys have 32 bytes, nonces 32 bytes, tags 16 or 32 bytes.",
            "any number of messages",
            new(
                "Test Vector 3 of the draft",
                Key: "1001000000000000000000000000000000000000000000000000000000000000",
                Nonce: "1000020000000000000000000000000000000000000000000000000000000000",
                AssociatedData: "0001020304050607",
                Text: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
                Ciphertext: "f373079ed84b2709faee373584585d60accd191db310ef5d8b11833df9dec711",
                Tag: "b7d28d0c3c0ebd409fd22b44160503073a547412da0854bfb9723020dab8da1a",
                WholeTag: "8d86f91ee606e9ff26a01b64ccbdd91d")),
        Aegis(
            "Aegis128X2",
            """
            AEGIS-128X2 (draft-irtf-cfrg-aegis-aead): two states of AEGIS-128L side by side, for CPUs that do two rounds of AES in one
            instruction, with members like those of .NET's <c>AesGcm</c>, and with <c>Seal</c> and <c>Open</c> in the form of RFC 5116.
            """,
            "Keys have 16 bytes, nonces 16 bytes, tags 16 or 32 bytes. Ciphertexts are others than those of AEGIS-128L.",
            "2^48 messages under one key",
            new(
                "Test Vector 2 of the draft",
                Key: "000102030405060708090a0b0c0d0e0f",
                Nonce: "101112131415161718191a1b1c1d1e1f",
                AssociatedData: "0102030401020304",
                Text: "0405060704050607040506070405060704050607040506070405060704050607040506070405060704050607040506070405060704050607"
                    + "0405060704050607040506070405060704050607040506070405060704050607040506070405060704050607040506070405060704050607"
                    + "0405060704050607",
                Ciphertext: "5795544301997f93621b278809d6331b3bfa6f18e90db12c4aa35965b5e98c5fc6fb4e54bcb6111842c20637252eff747cb3a8f85b37de80"
                    + "919a589fe0f24872bc926360696739e05520647e390989e1eb5fd42f99678a0276a498f8c454761c9d6aacb647ad56be62b29c22cd4b5761"
                    + "b38f43d5a5ee062f",
                Tag: "c471876f9b4978c44f2ae1ce770cdb11a094ee3feca64e7afcd48bfe52c60eca",
                WholeTag: "1aebc200804f405cab637f2adebb6d77")),
        Aegis(
            "Aegis128X4",
            """
            AEGIS-128X4 (draft-irtf-cfrg-aegis-aead): four states of AEGIS-128L side by side, for CPUs that do four rounds of AES in one
            instruction, with members like those of .NET's <c>AesGcm</c>, and with <c>Seal</c> and <c>Open</c> in the form of RFC 5116.
            """,
            "Keys have 16 bytes, nonces 16 bytes, tags 16 or 32 bytes. Ciphertexts are others than those of AEGIS-128L.",
            "2^48 messages under one key",
            new(
                "Test Vector 2 of the draft",
                Key: "000102030405060708090a0b0c0d0e0f",
                Nonce: "101112131415161718191a1b1c1d1e1f",
                AssociatedData: "0102030401020304",
                Text: "0405060704050607040506070405060704050607040506070405060704050607040506070405060704050607040506070405060704050607"
                    + "0405060704050607040506070405060704050607040506070405060704050607040506070405060704050607040506070405060704050607"
                    + "0405060704050607",
                Ciphertext: "e836118562f4479c9d35c17356a833114c21f9aa39e4dda5e5c87f4152a00fce9a7c38f832eafe8b1c12f8a7cf12a81a1ad8a9c24ba9dedf"
                    + "bdaa586ffea67ddc801ea97d9ab4a872f42d0e352e2713dacd609f9442c17517c5a29daf3e2a3fac4ff6b1380c4e46df7b086af6ce6bc1ed"
                    + "594b8dd64aed2a7e",
                Tag: "69abf0f64a137dd6e122478d777e98bc422823006cf57f5ee822dd78397230b2",
                WholeTag: "0e56ab94e2e85db80f9d54010caabfb4")),
    ];

    private static AeadDescription Aegis(string name, string summary, string sizes, string messages, AeadExample example) =>
        new(name, "Aegis", "AegisKernel", $"Algorithms.{name}.Kernels", "AegisKernel.LargestKeyBytes")
        {
            Summary = summary,
            Sizes = $"""
                {sizes}
                Never reuse a nonce with the same key: an attacker learns the XOR of both texts, and can forge messages under it. Random nonces are safe for
                {messages}. The specification is a draft, and may still change.
                """,
            Example = example,
        };

    /// <summary>The type's summary; null if its constructors and properties are written by hand, in a file of their own.</summary>
    public string? Summary { get; init; }

    /// <summary>The first paragraph of the type's remarks: sizes, and what follows from them.</summary>
    public string Sizes { get; init; } = "";

    /// <summary>An example from the standard; null like <see cref="Summary"/>.</summary>
    public AeadExample? Example { get; init; }

    /// <summary>How often a nonce may be used.</summary>
    public string NonceUse { get; init; } = "never used with this key before";

    /// <summary>Which sizes a tag may have, in words; by default those of <see cref="TagSizes"/>.</summary>
    public string TagBytes { get => field ?? $"{Listed(EachTagSize, "or")} bytes"; init; }

    /// <summary>Whether an object may be made for nonces of other sizes, too; its <c>CheckNonce</c> is written by hand.</summary>
    public bool TakesAnyNonce { get; init; }

    /// <summary>Whether sealing draws the nonce and puts it in front (<see cref="DrawnNonceMembers"/>).</summary>
    public bool DrawsNonce => _aead.DrawsNonce;

    /// <summary>Whether sealing puts the tag in front, or else appends it.</summary>
    public bool TagIsFirst => _aead.TagIsFirst;

    /// <summary>Whether the type has members besides, in a file of its own.</summary>
    public bool HasMembersByHand { get; init; }

    /// <summary>Whether an object tells the size of its key, as .NET's has it.</summary>
    public bool HasKeySize { get; init; }

    /// <summary>Whether an object may be made for tags of one size, <c>TagSizeInBytes</c>; <see cref="TagBytes"/> are those that it appends.</summary>
    public bool HasTagSize { get; init; }

    /// <summary>Whether a key that is used once is expanded no further than its message needs.</summary>
    public bool ExpandsForLength { get; init; }

    /// <summary>Whether the nonce leaves 15 bytes less its own for the length of the message.</summary>
    public bool NonceLimitsLength { get; init; }

    /// <summary>As its standard has it.</summary>
    public string Title => _aead.Name;

    public int[] KeySizes => _aead.KeyBytes;

    /// <summary>The fewest and the most.</summary>
    public (int Least, int Most) NonceSizes => (_aead.NonceBytes[0], _aead.NonceBytes[^1]);

    /// <summary>The sizes of a tag.</summary>
    public int[] EachTagSize => _aead.TagBytes;

    /// <summary>Whether tags may be longer than those of 16 bytes that sealing appends.</summary>
    public bool HasLongTags => TagSizes.Most > 16;

    /// <summary>The fewest, the most, and the step between.</summary>
    public (int Least, int Most, int Step) TagSizes => (EachTagSize[0], EachTagSize[^1], EachTagSize.Length > 1 ? EachTagSize[1] - EachTagSize[0] : 1);

    /// <summary>The kernel for users.</summary>
    public string BestKernel => Kernels + ".Best";

    /// <summary>Whether keys have the sizes of AES.</summary>
    public bool HasAesKey => KeySizes.SequenceEqual(s_aesKeys);

    /// <summary>What refuses keys of other sizes.</summary>
    public string CheckKey => HasAesKey ? "Arguments.RequireAesKey" : "CheckKey";

    /// <summary>Which sizes keys have, in words.</summary>
    public string KeyBytes => $"{Listed(KeySizes, "or")} bytes";

    /// <summary>Which sizes nonces have, in words.</summary>
    public string NonceBytes => NonceRange + " bytes";

    /// <summary>The same without the unit.</summary>
    public string NonceRange => NonceSizes.Least == NonceSizes.Most ? $"{NonceSizes.Most}" : $"{NonceSizes.Least} to {NonceSizes.Most}";

    /// <summary>Numbers with commas between them, and a word before the last.</summary>
    public static string Listed(int[] numbers, string word) =>
        numbers is [var only] ? $"{only}" : $"{string.Join(", ", numbers[..^1])} {word} {numbers[^1]}";
}
