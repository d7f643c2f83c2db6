using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.TypeGenerator;

/// <summary>What sets an AEAD apart in the members that all have.</summary>
/// <param name="Name">The type.</param>
/// <param name="Title">As its standard has it.</param>
/// <param name="Folder">Where it is in src/Crypto.</param>
/// <param name="Kernel">The type of its kernels.</param>
/// <param name="Kernels">The catalogue's.</param>
/// <param name="LargestKeyBytes">Bytes of an expanded key, whatever its kernel.</param>
/// <param name="KeySizes">Bytes of a key.</param>
/// <param name="NonceSizes">Bytes of a nonce: the fewest and the most.</param>
/// <param name="TagSizes">Bytes of a tag: the fewest, the most, and the step between.</param>
internal sealed record Aead(
    string Name, string Title, string Folder, string Kernel, string Kernels, string LargestKeyBytes, int[] KeySizes,
    (int Least, int Most) NonceSizes, (int Least, int Most, int Step) TagSizes)
{
    private static readonly int[] s_aesKeys = [16, 24, 32];

    public static IReadOnlyList<Aead> All { get; } =
    [
        new("AesGcm", "AES-GCM", "Gcm", "GcmKernel", "Algorithms.AesGcm.Kernels", "GcmKernel.LargestKeyBytes", s_aesKeys, (12, 12), (12, 16, 1))
        {
            HasTagSize = true,
            ExpandsForLength = true,
            TakesAnyNonce = true,
            TagBytes = "12 to 16 bytes, or as many as were given at construction",
        },
        new("AesCcm", "AES-CCM", "Ccm", "CcmComposed", "Algorithms.AesCcm", "AesKernel.LargestEncryptionScheduleBytes", s_aesKeys, (7, 13), (4, 16, 2))
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
        },
        new("AesGcmSiv", "AES-GCM-SIV", "GcmSiv", "AeadKernel", "Algorithms.AesGcmSiv.Kernels", "AesKernel.LargestEncryptionScheduleBytes", [16, 32], (12, 12), (16, 16, 1))
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
        },
        new("XAes256Gcm", "XAES-256-GCM", "XAes", "XAesGcm", "Algorithms.XAes256Gcm", "XAesGcm.LargestKeyBytes", [32], (24, 24), (16, 16, 1))
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
            DrawsNonce = true,
        },
        new("ChaCha20Poly1305", "ChaCha20-Poly1305", "ChaCha", "ChaChaPolyKernel", "Algorithms.ChaCha20Poly1305.Kernels", "ChaChaPolyKernel.CipherKeyBytes", [32],
            (12, 12), (16, 16, 1))
        {
            Summary = """
                ChaCha20-Poly1305 (RFC 8439) with the members of .NET's <c>ChaCha20Poly1305</c>, and with <c>Seal</c> and <c>Open</c> in the form of
                RFC 5116.
                """,
            Sizes = """
                Keys have 32 bytes, nonces 12 bytes, tags 16 bytes. A nonce must never be used twice with one key: count them, or take
                <see cref="XChaCha20Poly1305"/>, whose nonces may be random.
                """,
        },
        new("XChaCha20Poly1305", "XChaCha20-Poly1305", "ChaCha", "XChaChaPoly", "Algorithms.XChaCha20Poly1305", "ChaChaPolyKernel.CipherKeyBytes", [32],
            (24, 24), (16, 16, 1))
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
            DrawsNonce = true,
        },
    ];

    /// <summary>The type's summary; null if its constructors and properties are written by hand, in a file of their own.</summary>
    public string? Summary { get; init; }

    /// <summary>The first paragraph of the type's remarks: sizes, and what follows from them.</summary>
    public string Sizes { get; init; } = "";

    /// <summary>How often a nonce may be used.</summary>
    public string NonceUse { get; init; } = "never used with this key before";

    /// <summary>Which sizes a tag may have, in words; by default those of <see cref="TagSizes"/>.</summary>
    public string TagBytes { get => field ?? $"{Listed(EachTagSize, "or")} bytes"; init; }

    /// <summary>Whether an object may be made for nonces of other sizes, too; its <c>CheckNonce</c> is written by hand.</summary>
    public bool TakesAnyNonce { get; init; }

    /// <summary>Whether sealing draws the nonce and puts it in front (<see cref="DrawnNonceMembers"/>).</summary>
    public bool DrawsNonce { get; init; }

    /// <summary>Whether an object tells the size of its key, as .NET's has it.</summary>
    public bool HasKeySize { get; init; }

    /// <summary>Whether an object may be made for tags of one size, <c>TagSizeInBytes</c>; <see cref="TagBytes"/> are those that it appends.</summary>
    public bool HasTagSize { get; init; }

    /// <summary>Whether a key that is used once is expanded no further than its message needs.</summary>
    public bool ExpandsForLength { get; init; }

    /// <summary>Whether the nonce leaves 15 bytes less its own for the length of the message.</summary>
    public bool NonceLimitsLength { get; init; }

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

    /// <summary>The sizes of a tag.</summary>
    public int[] EachTagSize => [.. Enumerable.Range(0, ((TagSizes.Most - TagSizes.Least) / TagSizes.Step) + 1).Select(i => TagSizes.Least + (i * TagSizes.Step))];
}
