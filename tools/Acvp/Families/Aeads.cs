using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text.Json.Nodes;

namespace ManagedCrypto.Acvp.Families;

/// <summary>AES in the modes that authenticate, and take a nonce. GMAC is GCM without a text.</summary>
internal static class Aeads
{
    /// <summary>AES-GCM takes a nonce of any length; this is as long as ACVP asks for.</summary>
    private const int LongestGcmNonceBytes = 128;

    private static readonly KeySizes s_allNonces = new(1, LongestGcmNonceBytes, 1);

    private static readonly Mode[] s_modes =
    [
        new("GCM", s_allNonces, AesGcm.TagByteSizes, SealGcm, OpenGcm) { Registers = [("ivGen", "external")] },
        new("GMAC", s_allNonces, AesGcm.TagByteSizes, SealGmac, OpenGmac) { HasText = false, Registers = [("ivGen", "external")] },
        new(
            "CCM",
            AesCcm.NonceByteSizes,
            AesCcm.TagByteSizes,
            (key, nonce, text, ciphertext, tag, data) =>
            {
                using var ccm = new AesCcm(key);
                ccm.Encrypt(nonce, text, ciphertext, tag, data);
            },
            (key, nonce, ciphertext, tag, text, data) =>
            {
                using var ccm = new AesCcm(key);
                ccm.Decrypt(nonce, ciphertext, tag, text, data);
            })
        {
            IsTagApart = false,
            LongestText = 256,
            LongestData = Registered.LongestKey,
        },
        new(
            "GCM-SIV",
            AesGcmSiv.NonceByteSizes,
            AesGcmSiv.TagByteSizes,
            (key, nonce, text, ciphertext, tag, data) =>
            {
                using var siv = new AesGcmSiv(key);
                siv.Encrypt(nonce, text, ciphertext, tag, data);
            },
            (key, nonce, ciphertext, tag, text, data) =>
            {
                using var siv = new AesGcmSiv(key);
                siv.Decrypt(nonce, ciphertext, tag, text, data);
            })
        {
            IsTagApart = false,
            Keys = [128, 256],
        },
    ];

    private delegate void Seal(byte[] key, byte[] nonce, byte[] text, byte[] ciphertext, byte[] tag, byte[] data);

    /// <exception cref="AuthenticationTagMismatchException">Something is not genuine.</exception>
    private delegate void Open(byte[] key, byte[] nonce, byte[] ciphertext, byte[] tag, byte[] text, byte[] data);

    public static IEnumerable<Algorithm> All => s_modes.Select(mode =>
        new Algorithm("ACVP-AES-" + mode.Name, "1.0", Capabilities(mode), test => Answer(mode, test)));

    private static JsonObject Capabilities(Mode mode)
    {
        var capabilities = new JsonObject
        {
            ["direction"] = Registered.Directions,
            ["keyLen"] = new JsonArray([.. mode.Keys.Select(bits => JsonValue.Create(bits))]),
        };
        foreach (var (name, value) in mode.Registers)
            capabilities[name] = value;
        if (mode.IsTagApart)
        {
            capabilities["tagLen"] = Registered.Each(mode.Tags);
            capabilities["ivLen"] = Registered.Range(8 * mode.Nonces.MinSize, 8 * mode.Nonces.MaxSize);
        }
        else if (mode.Tags.MinSize < mode.Tags.MaxSize)
        {
            capabilities["tagLen"] = Registered.Each(mode.Tags);
            capabilities["ivLen"] = Registered.Each(mode.Nonces);
        }

        if (mode.HasText)
            capabilities["payloadLen"] = Registered.Range(0, mode.LongestText);
        capabilities["aadLen"] = Registered.Range(0, mode.LongestData);
        return capabilities;
    }

    private static JsonObject Answer(Mode mode, TestCase test)
    {
        if (test.Type != "AFT")
            throw test.NotAnswered($"tests of type {test.Type} are not answered");
        var nonceBytes = Length(test, "ivLen", mode.Nonces);
        var tagBytes = Length(test, "tagLen", mode.Tags);
        var key = test.Bytes("key", "keyLen");
        var data = test.Bytes("aad", "aadLen");
        return test.Encrypts
            ? Sealed(mode, test, key, nonceBytes, tagBytes, data)
            : Opened(mode, test, key, test.Bytes("iv", nonceBytes), tagBytes, data);
    }

    /// <summary>A length that the case gives, or the only one that there is.</summary>
    private static int Length(TestCase test, string name, KeySizes sizes)
    {
        if (!test.Has(name) && sizes.MinSize == sizes.MaxSize)
            return sizes.MinSize;
        var length = test.ByteLength(name);
        return length >= sizes.MinSize && length <= sizes.MaxSize && (length - sizes.MinSize) % Math.Max(sizes.SkipSize, 1) == 0
            ? length
            : throw test.NotAnswered($"{name} is {8L * length}, and {8 * sizes.MinSize} to {8 * sizes.MaxSize} are answered");
    }

    private static JsonObject Sealed(Mode mode, TestCase test, byte[] key, int nonceBytes, int tagBytes, byte[] data)
    {
        var drawsNonce = test.Has("ivGen") && test.Text("ivGen") == "internal";
        var nonce = drawsNonce
            ? test.Chosen("iv", () => RandomNumberGenerator.GetBytes(nonceBytes))
            : test.Bytes("iv", nonceBytes);
        var text = mode.HasText ? test.Bytes("pt", "payloadLen") : [];
        byte[] ciphertext = new byte[text.Length], tag = new byte[tagBytes];
        mode.Seal(key, nonce, text, ciphertext, tag, data);
        var result = new JsonObject();
        if (drawsNonce)
            result["iv"] = Convert.ToHexString(nonce);
        if (mode.HasText)
            result["ct"] = Convert.ToHexString(mode.IsTagApart ? ciphertext : [.. ciphertext, .. tag]);
        if (mode.IsTagApart)
            result["tag"] = Convert.ToHexString(tag);
        return result;
    }

    private static JsonObject Opened(Mode mode, TestCase test, byte[] key, byte[] nonce, int tagBytes, byte[] data)
    {
        byte[] ciphertext, tag;
        if (mode.IsTagApart)
        {
            ciphertext = mode.HasText ? test.Bytes("ct", "payloadLen") : [];
            tag = test.Bytes("tag", tagBytes);
        }
        else
        {
            var message = test.Bytes("ct", test.ByteLength("payloadLen") + tagBytes);
            (ciphertext, tag) = (message[..^tagBytes], message[^tagBytes..]);
        }

        var text = new byte[ciphertext.Length];
        try
        {
            mode.Open(key, nonce, ciphertext, tag, text, data);
        }
        catch (AuthenticationTagMismatchException)
        {
            return new() { ["testPassed"] = false };
        }

        var result = new JsonObject { ["testPassed"] = true };
        if (mode.HasText)
            result["pt"] = Convert.ToHexString(text);
        return result;
    }

    private static void SealGcm(byte[] key, byte[] nonce, byte[] text, byte[] ciphertext, byte[] tag, byte[] data)
    {
        using var gcm = Gcm(key, nonce, tag);
        gcm.Encrypt(nonce, text, ciphertext, tag, data);
    }

    private static void OpenGcm(byte[] key, byte[] nonce, byte[] ciphertext, byte[] tag, byte[] text, byte[] data)
    {
        using var gcm = Gcm(key, nonce, tag);
        gcm.Decrypt(nonce, ciphertext, tag, text, data);
    }

    /// <summary>Whole tags by <see cref="AesGmac"/>, which has no others.</summary>
    private static void SealGmac(byte[] key, byte[] nonce, byte[] text, byte[] ciphertext, byte[] tag, byte[] data)
    {
        if (tag.Length == AesGmac.HashSizeInBytes)
            AesGmac.HashData(key, nonce, data, tag);
        else
            SealGcm(key, nonce, text, ciphertext, tag, data);
    }

    private static void OpenGmac(byte[] key, byte[] nonce, byte[] ciphertext, byte[] tag, byte[] text, byte[] data)
    {
        if (tag.Length != AesGmac.HashSizeInBytes)
            OpenGcm(key, nonce, ciphertext, tag, text, data);
        else if (!AesGmac.Verify(key, nonce, data, tag))
            throw new AuthenticationTagMismatchException();
    }

    private static AesGcm Gcm(byte[] key, byte[] nonce, byte[] tag) => nonce.Length == AesGcm.NonceByteSizes.MinSize
        ? new AesGcm(key, tag.Length)
        : AesGcm.CreateForAnyNonce(key, tag.Length);

    /// <param name="Name">The end of ACVP's name.</param>
    /// <param name="Nonces">Lengths of nonces in bytes.</param>
    /// <param name="Tags">Lengths of tags in bytes.</param>
    /// <param name="Seal">Encrypts.</param>
    /// <param name="Open">Decrypts what is genuine.</param>
    private sealed record Mode(string Name, KeySizes Nonces, KeySizes Tags, Seal Seal, Open Open)
    {
        public int[] Keys { get; init; } = [128, 192, 256];

        /// <summary>Whether the tag is a property of its own in ACVP's files, or follows the ciphertext.</summary>
        public bool IsTagApart { get; init; } = true;

        public bool HasText { get; init; } = true;

        public int LongestText { get; init; } = Registered.LongestText;

        public int LongestData { get; init; } = Registered.LongestText;

        /// <summary>What else is registered.</summary>
        public (string Name, string Value)[] Registers { get; init; } = [];
    }
}
