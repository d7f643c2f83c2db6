using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;

namespace ManagedCrypto.Acvp.Families;

/// <summary>SHAKE, whose outputs have any length.</summary>
internal static class Xofs
{
    private const int Rounds = 100, StepsOfRound = 1000, MonteCarloMessageBytes = 16, ShortestOutput = 16;

    private static readonly Xof[] s_xofs = [new("SHAKE-128", Shake128.HashData), new("SHAKE-256", Shake256.HashData)];

    private delegate byte[] Hash(byte[] message, int outputBytes);

    public static IEnumerable<Algorithm> All => s_xofs.Select(xof => new Algorithm(
        xof.Name,
        "1.0",
        new()
        {
            ["inBit"] = false,
            ["outBit"] = false,
            ["inEmpty"] = true,
            ["outputLen"] = Registered.Range(ShortestOutput, Registered.LongestText),
        },
        test => Answer(xof, test))
    { OtherRevisions = ["FIPS202"] });

    private static JsonObject Answer(Xof xof, TestCase test)
    {
        var message = test.Bytes("msg", "len");
        return test.Type switch
        {
            "AFT" or "VOT" => Output(xof.Hash(message, test.ByteLength("outLen"))),
            "MCT" => new() { ["resultsArray"] = MonteCarlo(xof, test, message) },
            var other => throw test.NotAnswered($"tests of type {other} are not answered"),
        };
    }

    private static JsonObject Output(byte[] output) => new() { ["md"] = Convert.ToHexString(output), ["outLen"] = 8 * output.Length };

    /// <summary>
    /// The Monte Carlo test (draft-celi-acvp-sha3): a message is the beginning of the output before it, whose end says how long the
    /// next output is.
    /// </summary>
    private static JsonArray MonteCarlo(Xof xof, TestCase test, byte[] output)
    {
        if (test.Has("mctVersion") && test.Text("mctVersion") != "standard")
            throw test.NotAnswered($"mctVersion is '{test.Text("mctVersion")}', and standard is answered");
        int shortest = test.ByteLength("minOutLen"), longest = test.ByteLength("maxOutLen");
        if (shortest < ShortestOutput / 8 || longest < shortest)
            throw test.Wrong($"outputs of {8L * shortest} to {8L * longest} bits do not give a length of 16 bits");
        var results = new JsonArray();
        var length = longest;
        for (var round = 0; round < Rounds; round++)
        {
            for (var step = 0; step < StepsOfRound; step++)
            {
                var message = output;
                Array.Resize(ref message, MonteCarloMessageBytes);
                output = xof.Hash(message, length);
                length = shortest + (((output[^2] << 8) | output[^1]) % (longest - shortest + 1));
            }

            results.Add(Output(output));
        }

        return results;
    }

    /// <param name="Name">ACVP's name.</param>
    /// <param name="Hash">Hashes a message.</param>
    private sealed record Xof(string Name, Hash Hash);
}
