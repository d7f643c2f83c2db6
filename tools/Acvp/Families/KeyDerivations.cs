using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;

namespace ManagedCrypto.Acvp.Families;

/// <summary>Keys from keys (HKDF, the counter mode of NIST SP 800-108) and from passwords (PBKDF2).</summary>
internal static class KeyDerivations
{
    private const int LongestKey = 4096;

    private const string Hmac = "HMAC-";

    public static IEnumerable<Algorithm> All =>
    [
        new(
            "KDA",
            "Sp800-56Cr2",
            new()
            {
                ["fixedInfoPattern"] = "uPartyInfo||vPartyInfo||l",
                ["encoding"] = Registered.Names("concatenation"),
                ["hmacAlg"] = Registered.Names(HashNames.Names),
                ["macSaltMethods"] = Registered.Names("default", "random"),
                ["l"] = 2048,
                ["z"] = Registered.Range(224, Registered.LongestText),
                ["performMultiExpansionTests"] = false,
            },
            AnswerHkdf)
        { Mode = "HKDF", OtherRevisions = ["Sp800-56Cr1"] },
        new(
            "KDF",
            "1.0",
            new()
            {
                ["capabilities"] = new JsonArray(new JsonObject
                {
                    ["kdfMode"] = "counter",
                    ["macMode"] = Registered.Names([.. HashNames.Names.Select(name => Hmac + name)]),
                    ["supportedLengths"] = Registered.Range(8, LongestKey),
                    ["fixedDataOrder"] = Registered.Names("before fixed data"),
                    ["counterLength"] = new JsonArray(32),
                }),
            },
            AnswerCounter),
        new(
            "PBKDF",
            "1.0",
            new()
            {
                ["capabilities"] = new JsonArray(new JsonObject
                {
                    ["iterationCount"] = Registered.Range(1, 10_000_000, 1),
                    ["hmacAlg"] = Registered.Names(HashNames.Names),
                    ["keyLen"] = Registered.Range(112, LongestKey),
                    ["passwordLen"] = Registered.Range(8, 128, 1),
                    ["saltLen"] = Registered.Range(128, LongestKey),
                }),
            },
            test => new()
            {
                ["derivedKey"] = Convert.ToHexString(Rfc2898DeriveBytes.Pbkdf2(
                    test.Ascii("password"),
                    test.Bytes("salt"),
                    test.Count("iterationCount"),
                    HashNames.Of(test, "hmacAlg"),
                    test.ByteLength("keyLen"))),
            }),
    ];

    private static JsonObject AnswerHkdf(TestCase test)
    {
        if (test.Flag("multiExpansion"))
            throw test.NotAnswered("multiExpansion is true, and one expansion is answered");
        TestCase configuration = test.Inner("kdfConfiguration"), parameters = test.Inner("kdfParameter");
        if (configuration.Text("fixedInfoEncoding") is not "concatenation" and var encoding)
            throw configuration.NotAnswered($"fixedInfoEncoding is '{encoding}', and concatenation is answered");
        var length = parameters.ByteLength("l");
        byte[] info = [.. configuration.Text("fixedInfoPattern").Split("||").SelectMany(part => Info(part, test, parameters))];
        byte[] secret = [.. parameters.Bytes("z"), .. parameters.Has("t") ? parameters.Bytes("t") : []];
        var key = HKDF.DeriveKey(HashNames.Of(configuration, "hmacAlg"), secret, length, parameters.Bytes("salt"), info);
        return test.Type switch
        {
            "AFT" => new() { ["dkm"] = Convert.ToHexString(key) },
            "VAL" => new() { ["testPassed"] = CryptographicOperations.FixedTimeEquals(key, test.Bytes("dkm", length)) },
            var other => throw test.NotAnswered($"tests of type {other} are not answered"),
        };
    }

    private static byte[] Info(string part, TestCase test, TestCase parameters) => part switch
    {
        "uPartyInfo" => Party(test.Inner("fixedInfoPartyU")),
        "vPartyInfo" => Party(test.Inner("fixedInfoPartyV")),
        "l" => LengthInBits(parameters.ByteLength("l")),
        _ => throw test.NotAnswered($"fixedInfoPattern has '{part}', and uPartyInfo, vPartyInfo and l are answered"),
    };

    private static byte[] Party(TestCase party) =>
        [.. party.Bytes("partyId"), .. party.Has("ephemeralData") ? party.Bytes("ephemeralData") : []];

    /// <summary>
    /// The fixed data are the tested side's. Here they are, as <see cref="SP800108HmacCounterKdf"/> lays them out, a label, a byte of zero, a
    /// context, and the key's length in bits.
    /// </summary>
    private static JsonObject AnswerCounter(TestCase test)
    {
        if (test.Text("kdfMode") != "counter" || test.Text("counterLocation") != "before fixed data" || test.Number("counterLength") != 32)
        {
            throw test.NotAnswered(
                $"kdfMode is '{test.Text("kdfMode")}', with {test.Number("counterLength")} bits '{test.Text("counterLocation")}', "
                + "and counter with 32 bits before fixed data is answered");
        }

        var name = HashNames.Of(test, "macMode", Hmac);
        var length = test.ByteLength("keyOutLength");
        var fixedData = test.Chosen("fixedData", () => FixedData(length));
        var labelLength = fixedData.AsSpan().IndexOf((byte)0);
        if (labelLength < 0 || !fixedData.AsSpan().EndsWith(LengthInBits(length)) || fixedData.Length < labelLength + 1 + sizeof(int))
            throw test.NotAnswered("fixedData are not a label, a byte of zero, a context and the key's length");
        var context = fixedData[(labelLength + 1)..^sizeof(int)];
        var key = SP800108HmacCounterKdf.DeriveBytes(test.Bytes("keyIn"), name, fixedData[..labelLength], context, length);
        return new() { ["keyOut"] = Convert.ToHexString(key), ["fixedData"] = Convert.ToHexString(fixedData) };
    }

    private static byte[] FixedData(int length) =>
        [.. "ManagedCrypto"u8, 0, .. RandomNumberGenerator.GetBytes(16), .. LengthInBits(length)];

    private static byte[] LengthInBits(int bytes)
    {
        var bits = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32BigEndian(bits, 8 * bytes);
        return bits;
    }
}
