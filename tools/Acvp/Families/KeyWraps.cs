using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text.Json.Nodes;

namespace ManagedCrypto.Acvp.Families;

/// <summary>AES key wrap (NIST SP 800-38F), with padding and without.</summary>
internal static class KeyWraps
{
    private static readonly Mode[] s_modes =
    [
        new("KW", Registered.Range(128, 4096, 64), (aes, key) => aes.EncryptKeyWrap(key), (aes, wrapped) => aes.DecryptKeyWrap(wrapped)),
        new("KWP", Registered.Range(8, 4096), (aes, key) => aes.EncryptKeyWrapPadded(key), (aes, wrapped) => aes.DecryptKeyWrapPadded(wrapped)),
    ];

    public static IEnumerable<Algorithm> All => s_modes.Select(mode => new Algorithm(
        "ACVP-AES-" + mode.Name,
        "1.0",
        new()
        {
            ["direction"] = Registered.Directions,
            ["kwCipher"] = Registered.Names("cipher"),
            ["keyLen"] = Registered.AesKeys,
            ["payloadLen"] = mode.Payloads.DeepClone(),
        },
        test => Answer(mode, test)));

    private static JsonObject Answer(Mode mode, TestCase test)
    {
        if (test.Has("kwCipher") && test.Text("kwCipher") != "cipher")
            throw test.NotAnswered($"kwCipher is '{test.Text("kwCipher")}': wrapping encrypts here, and does not decrypt");
        using var aes = new Aes { Key = test.Bytes("key", "keyLen") };
        if (test.Encrypts)
            return new() { ["ct"] = Convert.ToHexString(mode.Wrap(aes, test.Bytes("pt", "payloadLen"))) };
        try
        {
            return new() { ["testPassed"] = true, ["pt"] = Convert.ToHexString(mode.Unwrap(aes, test.Bytes("ct"))) };
        }
        catch (CryptographicException)
        {
            return new() { ["testPassed"] = false };
        }
    }

    /// <param name="Name">The end of ACVP's name.</param>
    /// <param name="Payloads">Lengths of wrapped keys.</param>
    /// <param name="Wrap">Wraps a key.</param>
    /// <param name="Unwrap">Unwraps it, or throws.</param>
    private sealed record Mode(string Name, JsonArray Payloads, Func<Aes, byte[], byte[]> Wrap, Func<Aes, byte[], byte[]> Unwrap);
}
