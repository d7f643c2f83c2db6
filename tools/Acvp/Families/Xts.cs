using System;
using System.Collections.Generic;
using System.Text.Json.Nodes;

namespace ManagedCrypto.Acvp.Families;

/// <summary>AES-XTS, on one data unit a case.</summary>
internal static class Xts
{
    private const int TweakBytes = 16;

    public static IEnumerable<Algorithm> All =>
    [
        new(
            "ACVP-AES-XTS",
            "2.0",
            new()
            {
                ["direction"] = Registered.Directions,
                ["keyLen"] = new JsonArray(128, 256),
                ["payloadLen"] = Registered.Range(128, Registered.LongestText),
                ["dataUnitLenMatchesPayload"] = true,
                ["tweakMode"] = Registered.Names("hex", "number"),
            },
            Answer)
        { OtherRevisions = ["1.0"] },
    ];

    private static JsonObject Answer(TestCase test)
    {
        var encrypts = test.Encrypts;
        var (from, to) = encrypts ? ("pt", "ct") : ("ct", "pt");
        var text = test.Bytes(from, "payloadLen");
        if (test.Has("dataUnitLen") && test.ByteLength("dataUnitLen") != text.Length)
            throw test.NotAnswered($"dataUnitLen is {test.Number("dataUnitLen")} and payloadLen is not: a case is one data unit");
        using var xts = new AesXts(test.Bytes("key", 2 * test.ByteLength("keyLen")));
        var result = test.Text("tweakMode") switch
        {
            "hex" when test.Bytes("tweakValue", TweakBytes) is var tweak => encrypts ? xts.Encrypt(tweak, text) : xts.Decrypt(tweak, text),
            "number" when test.Number("sequenceNumber") is var sector => encrypts ? xts.Encrypt(sector, text) : xts.Decrypt(sector, text),
            var other => throw test.Wrong($"tweakMode is '{other}', not hex or number"),
        };
        return new() { [to] = Convert.ToHexString(result) };
    }
}
