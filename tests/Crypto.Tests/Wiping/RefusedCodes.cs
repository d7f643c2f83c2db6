using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>Every way to have a tag or a code verified. One that is wrong is refused; the right one, which would make the forgery pass, is nowhere then.</summary>
internal static class RefusedCodes
{
    private const int TagBytes = 16;

    private delegate int CodeMaker(Material material, Span<byte> code);

    private delegate bool Verifier(Material material, byte[] code);

    public static IEnumerable<WipingCase> All =>
    [
        .. Of(nameof(AesGcm), TagBytes, GcmTag, new()
        {
            ["Verify"] = (material, tag) => Gcm(material, gcm => gcm.Verify(material.Nonce, Ciphertext(material), tag)),
            ["Verify of a stream"] = (material, tag) =>
                Gcm(material, gcm => gcm.Verify(material.Nonce, new MemoryStream(Ciphertext(material)), tag)),
            ["VerifyAsync of a stream"] = (material, tag) =>
                Gcm(material, gcm => gcm.VerifyAsync(material.Nonce, new MemoryStream(Ciphertext(material)), tag).AsTask().GetAwaiter().GetResult()),
            ["Decrypt"] = (material, tag) => Gcm(material, gcm => IsGenuine(
                () => gcm.Decrypt(material.Nonce, Ciphertext(material), tag, Opened(material)))),
            ["VerifyTag in pieces"] = (material, tag) =>
            {
                using var opener = new AesGcmUnverifiedOpener(material.Key, material.Nonce, TagBytes);
                opener.OpenUnverified(Ciphertext(material), material.Opened);
                return IsGenuine(() => opener.VerifyTag(tag));
            },
        }),
        .. Of(nameof(AesGmac), TagBytes, (material, code) => AesGmac.HashData(material.Key, material.Nonce, material.IV, code), new()
        {
            ["Verify"] = (material, code) => AesGmac.Verify(material.Key, material.Nonce, material.IV, code),
            ["VerifyHash"] = (material, code) =>
            {
                using var gmac = new AesGmac(material.Key);
                return gmac.VerifyHash(material.Nonce, material.IV, code);
            },
        }),
        .. Of(nameof(AesCmac), TagBytes, (material, code) => AesCmac.HashData(material.Key, material.Text, code), new()
        {
            ["Verify"] = (material, code) => AesCmac.Verify(material.Key, material.Text, code),
            ["Verify of a stream"] = (material, code) => AesCmac.Verify(material.Key, new MemoryStream(material.Text), code),
        }),
        .. Of(nameof(HMACSHA256), 2 * TagBytes, (material, code) => HMACSHA256.HashData(material.Key, material.Text, code), new()
        {
            ["Verify"] = (material, code) => HMACSHA256.Verify(material.Key, material.Text, code),
            ["Verify of a stream"] = (material, code) => HMACSHA256.Verify(material.Key, new MemoryStream(material.Text), code),
            ["VerifyHashAndReset"] = (material, code) => Incremental(material, hash => hash.VerifyHashAndReset(code)),
            ["VerifyCurrentHash"] = (material, code) => Incremental(material, hash => hash.VerifyCurrentHash(code)),
        }),
        .. Of(nameof(Kmac256), 2 * TagBytes, KmacCode, new()
        {
            ["Verify"] = (material, code) => Kmac256.Verify(material.Key, material.Text, code),
            ["Verify of a stream"] = (material, code) => Kmac256.Verify(material.Key, new MemoryStream(material.Text), code),
            ["VerifyHashAndReset"] = (material, code) => Running(material, kmac => kmac.VerifyHashAndReset(code)),
            ["VerifyCurrentHash"] = (material, code) => Running(material, kmac => kmac.VerifyCurrentHash(code)),
        }),
        .. AeadSubject.All.SelectMany(aead => Of($"{aead.Name} on {aead.KernelId}", aead.TagBytes[^1], (material, tag) => Seal(aead, material, tag), new()
        {
            ["Decrypt"] = (material, tag) =>
            {
                using var face = aead.Create(aead.KeyOf(material.Key), aead.TagBytes[^1]);
                return IsGenuine(() => face.Decrypt(AeadWiping.Nonce(aead, material), Ciphertext(material), tag, Opened(material)));
            },
        })),
    ];

    /// <summary>Of one way to make a code, the ways to verify it.</summary>
    private static IEnumerable<WipingCase> Of(string type, int codeBytes, CodeMaker make, Dictionary<string, Verifier> verifiers) =>
        verifiers.Select(verifier => new WipingCase(
            $"{type}: one-shot that refuses, by {verifier.Key}",
            (material, secrets) =>
            {
                WipingCase.Common(material, secrets);
                var right = Material.Pinned(TagBytes * 2);
                secrets.Add("right tag of a forged message", right.AsSpan(0, make(material, right)));
                CryptographicOperations.ZeroMemory(right);
            },
            material =>
            {
                var right = Material.Pinned(TagBytes * 2);
                make(material, right);
                CryptographicOperations.ZeroMemory(right);
            },
            material =>
            {
                // As long as the right one.
                if (verifier.Value(material, new byte[codeBytes]))
                    throw new InvalidOperationException("It was not refused.");
                return null;
            }));

    private static int Seal(AeadSubject aead, Material material, Span<byte> tag)
    {
        var bytes = aead.TagBytes[^1];
        using var face = aead.Create(aead.KeyOf(material.Key), bytes);
        face.Encrypt(AeadWiping.Nonce(aead, material), material.Text, material.Sealed.AsSpan(0, material.Text.Length), tag[..bytes]);
        return bytes;
    }

    private static int GcmTag(Material material, Span<byte> tag)
    {
        Gcm(material, gcm =>
        {
            gcm.Encrypt(material.Nonce, material.Text, material.Sealed.AsSpan(0, material.Text.Length), material.Sealed.AsSpan(material.Text.Length, TagBytes));
            return true;
        });
        var made = material.Sealed.AsSpan(material.Text.Length, TagBytes);
        made.CopyTo(tag);
        CryptographicOperations.ZeroMemory(made);
        return TagBytes;
    }

    private static int KmacCode(Material material, Span<byte> code)
    {
        Kmac256.HashData(material.Key, material.Text, code, []);
        return code.Length;
    }

    private static byte[] Ciphertext(Material material) => material.Sealed[..material.Text.Length];

    private static Span<byte> Opened(Material material) => material.Opened.AsSpan(0, material.Text.Length);

    private static bool Gcm(Material material, Func<AesGcm, bool> call)
    {
        using var gcm = new AesGcm(material.Key, TagBytes);
        return call(gcm);
    }

    private static bool Incremental(Material material, Func<IncrementalHash, bool> call)
    {
        using var hash = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, material.Key);
        hash.AppendData(material.Text);
        return call(hash);
    }

    private static bool Running(Material material, Func<Kmac256, bool> call)
    {
        using var kmac = new Kmac256(material.Key);
        kmac.AppendData(material.Text);
        return call(kmac);
    }

    private static bool IsGenuine(Action open)
    {
        try
        {
            open();
            return true;
        }
        catch (AuthenticationTagMismatchException)
        {
            return false;
        }
    }
}
