using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;

namespace ManagedCrypto.Acvp.Families;

/// <summary>CMAC, HMAC and KMAC. Of CMAC and HMAC a code may be asked for that is cut off; the length of KMAC's is part of its message.</summary>
internal static class Macs
{
    private static readonly IEnumerable<Mac> s_hmacs = HashNames.All.Select(hash => new Mac(
        "HMAC-" + hash.Key,
        "msg",
        new()
        {
            ["keyLen"] = Registered.Range(8, Registered.LongestKey),
            ["macLen"] = Registered.Range(32, 8 * CryptographicOperations.HashData(hash.Value, []).Length),
        },
        (test, key, message, length) => CryptographicOperations.HmacData(hash.Value, key, message)));

    private static readonly Mac[] s_others =
    [
        new(
            "CMAC-AES",
            "message",
            new()
            {
                ["capabilities"] = new JsonArray(new JsonObject
                {
                    ["direction"] = Registered.Names("gen", "ver"),
                    ["keyLen"] = Registered.AesKeys,
                    ["msgLen"] = Registered.Range(0, Registered.LongestKey),
                    ["macLen"] = Registered.Range(32, 8 * AesCmac.HashSizeInBytes),
                }),
            },
            (test, key, message, length) => AesCmac.HashData(key, message)),
        Kmac("KMAC-128", Kmac128.HashData, KmacXof128.HashData),
        Kmac("KMAC-256", Kmac256.HashData, KmacXof256.HashData),
    ];

    /// <returns>The code, or one of which the beginning is asked for.</returns>
    private delegate byte[] Compute(TestCase test, byte[] key, byte[] message, int length);

    private delegate byte[] KmacFunction(byte[] key, byte[] message, int length, byte[]? customization);

    public static IEnumerable<Algorithm> All => s_hmacs.Concat(s_others).Select(mac =>
        new Algorithm(mac.Name, "1.0", mac.Capabilities, test => Answer(mac, test)));

    private static Mac Kmac(string name, KmacFunction fixedLength, KmacFunction anyLength) => new(
        name,
        "msg",
        new()
        {
            ["xof"] = new JsonArray(true, false),
            ["hexCustomization"] = true,
            ["msgLen"] = Registered.Range(0, Registered.LongestText),
            ["keyLen"] = Registered.Range(128, Registered.LongestKey),
            ["macLen"] = Registered.Range(32, Registered.LongestText),
        },
        (test, key, message, length) => (test.Flag("xof") ? anyLength : fixedLength)(key, message, length, Customization(test)));

    private static byte[] Customization(TestCase test) => test.Flag("hexCustomization")
        ? test.Bytes("customizationHex")
        : test.Ascii("customization");

    private static JsonObject Answer(Mac mac, TestCase test)
    {
        var verifies = (test.Has("direction") ? test.Text("direction") : "gen") switch
        {
            "gen" => test.Type == "MVT",
            "ver" => true,
            var other => throw test.Wrong($"direction is '{other}', not gen or ver"),
        };
        if (test.Type is not ("AFT" or "MVT"))
            throw test.NotAnswered($"tests of type {test.Type} are not answered");
        var length = test.ByteLength("macLen");
        var code = mac.Compute(test, test.Bytes("key", "keyLen"), test.Bytes(mac.Message, "msgLen"), length);
        if (length == 0 || length > code.Length)
            throw test.NotAnswered($"macLen is {8L * length}, and {mac.Name} has {8 * code.Length} bits");
        var cut = code.AsSpan(0, length);
        return verifies
            ? new() { ["testPassed"] = CryptographicOperations.FixedTimeEquals(cut, test.Bytes("mac", length)) }
            : new() { ["mac"] = Convert.ToHexString(cut) };
    }

    /// <param name="Name">ACVP's name.</param>
    /// <param name="Message">The property with the message.</param>
    /// <param name="Capabilities">What is registered.</param>
    /// <param name="Compute">Computes a code.</param>
    private sealed record Mac(string Name, string Message, JsonObject Capabilities, Compute Compute);
}
