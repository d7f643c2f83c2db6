using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text.Json.Nodes;

namespace ManagedCrypto.Acvp.Families;

/// <summary>AES in the modes that keep a text's length and authenticate nothing, but XTS.</summary>
internal static class BlockModes
{
    private const int BlockBytes = 16, Rounds = 100, StepsOfRound = 1000;

    private static readonly Mode[] s_modes =
    [
        new("ECB", BlockBytes, HasIv: false, (aes, iv, text, encrypts) => encrypts
            ? aes.EncryptEcb(text, PaddingMode.None)
            : aes.DecryptEcb(text, PaddingMode.None)),
        new("CBC", BlockBytes, HasIv: true, (aes, iv, text, encrypts) => encrypts
            ? aes.EncryptCbc(text, iv, PaddingMode.None)
            : aes.DecryptCbc(text, iv, PaddingMode.None)),
        new("CFB8", 1, HasIv: true, Cfb(8)),
        new("CFB128", BlockBytes, HasIv: true, Cfb(128)),
        new("CTR", 1, HasIv: true, (aes, iv, text, encrypts) => AesCtr.Transform(aes.Key, iv, text)) { CountsUp = true },
    ];

    private delegate byte[] Transform(Aes aes, byte[] iv, byte[] text, bool encrypts);

    public static IEnumerable<Algorithm> All => s_modes.Select(mode =>
        new Algorithm("ACVP-AES-" + mode.Name, "1.0", Capabilities(mode), test => Answer(mode, test)));

    private static Transform Cfb(int feedbackBits) => (aes, iv, text, encrypts) => encrypts
        ? aes.EncryptCfb(text, iv, PaddingMode.None, feedbackBits)
        : aes.DecryptCfb(text, iv, PaddingMode.None, feedbackBits);

    private static JsonObject Capabilities(Mode mode)
    {
        var capabilities = new JsonObject { ["direction"] = Registered.Directions, ["keyLen"] = Registered.AesKeys };
        if (mode.CountsUp)
        {
            capabilities["payloadLen"] = Registered.Range(8, 8 * BlockBytes);
            foreach (var name in (string[])["incrementalCounter", "overflowCounter", "performCounterTests"])
                capabilities[name] = true;
        }

        return capabilities;
    }

    private static JsonObject Answer(Mode mode, TestCase test)
    {
        var encrypts = test.Encrypts;
        var (from, to) = encrypts ? ("pt", "ct") : ("ct", "pt");
        var key = test.Bytes("key", "keyLen");
        var iv = mode.HasIv ? test.Bytes("iv", BlockBytes) : [];
        var text = test.Bytes(from, "payloadLen");
        return test.Type switch
        {
            "AFT" or "CTR" => new() { [to] = Convert.ToHexString(mode.Apply(key, iv, text, encrypts)) },
            "MCT" when !mode.CountsUp => new() { ["resultsArray"] = MonteCarlo(mode, key, iv, text, encrypts) },
            var other => throw test.NotAnswered($"tests of type {other} are not answered"),
        };
    }

    /// <summary>
    /// The Monte Carlo test (draft-celi-acvp-symmetric). The rules of all modes with an IV are one: of the IV with the outputs of a round
    /// behind it, the next input is what stands a block before the last output, and the end is the next round's IV and changes its key.
    /// Without an IV, the next input is the last output.
    /// </summary>
    private static JsonArray MonteCarlo(Mode mode, byte[] key, byte[] iv, byte[] text, bool encrypts)
    {
        if (text.Length != mode.SegmentBytes)
            throw new CryptographicException($"A Monte Carlo test begins with {mode.SegmentBytes} bytes of text, not {text.Length}.");
        var results = new JsonArray();
        for (var round = 0; round < Rounds; round++)
        {
            var result = new JsonObject { ["key"] = Convert.ToHexString(key) };
            if (mode.HasIv)
                result["iv"] = Convert.ToHexString(iv);
            result[encrypts ? "pt" : "ct"] = Convert.ToHexString(text);
            var outputs = new List<byte>(iv);
            var register = iv;
            using (var aes = new Aes { Key = key })
            {
                for (var step = 0; step < StepsOfRound; step++)
                {
                    var output = mode.Transform(aes, register, text, encrypts);
                    outputs.AddRange(output);
                    if (mode.HasIv)
                        register = [.. register[text.Length..], .. encrypts ? output : text];
                    text = mode.HasIv ? [.. outputs[^(BlockBytes + text.Length)..^BlockBytes]] : output;
                }
            }

            result[encrypts ? "ct" : "pt"] = Convert.ToHexString([.. outputs[^text.Length..]]);
            results.Add(result);
            key = [.. key.Zip(outputs[^key.Length..], (old, change) => (byte)(old ^ change))];
            iv = mode.HasIv ? [.. outputs[^BlockBytes..]] : iv;
        }

        return results;
    }

    /// <param name="Name">The end of ACVP's name.</param>
    /// <param name="SegmentBytes">The least that is encrypted at once.</param>
    /// <param name="HasIv">Whether the mode takes an IV.</param>
    /// <param name="Transform">Encrypts or decrypts a text.</param>
    private sealed record Mode(string Name, int SegmentBytes, bool HasIv, Transform Transform)
    {
        /// <summary>Whether the IV is a counter: such a mode has tests of that, and none by Monte Carlo.</summary>
        public bool CountsUp { get; init; }

        public byte[] Apply(byte[] key, byte[] iv, byte[] text, bool encrypts)
        {
            using var aes = new Aes { Key = key };
            return Transform(aes, iv, text, encrypts);
        }
    }
}
