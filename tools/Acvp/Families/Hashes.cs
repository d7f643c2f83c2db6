using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text.Json.Nodes;

namespace ManagedCrypto.Acvp.Families;

/// <summary>SHA-1, SHA-2 and SHA-3.</summary>
internal static class Hashes
{
    private const int Rounds = 100, StepsOfRound = 1000, PieceBytes = 1 << 16;

    /// <summary>The longest message of a large data test, in bytes.</summary>
    private const long LongestLargeMessage = 8L << 30;

    public static IEnumerable<Algorithm> All => HashNames.All.Select(hash => IsSha3(hash.Key)
        ? new Algorithm(hash.Key, "2.0", Capabilities(), test => Answer(hash.Value, test, digestsBefore: 1)) { OtherRevisions = ["1.0"] }
        : new Algorithm(hash.Key, "1.0", Capabilities(), test => Answer(hash.Value, test, digestsBefore: 3)));

    private static bool IsSha3(string name) => name.StartsWith("SHA3", StringComparison.Ordinal);

    private static JsonObject Capabilities() => new()
    {
        ["messageLength"] = Registered.Range(0, Registered.LongestText),
        ["performLargeDataTest"] = new JsonArray(1, 2, 4, 8),
    };

    /// <param name="name">The hash function.</param>
    /// <param name="test">The case.</param>
    /// <param name="digestsBefore">Of how many digests the messages of the Monte Carlo test are made.</param>
    private static JsonObject Answer(HashAlgorithmName name, TestCase test, int digestsBefore) => test.Type switch
    {
        "AFT" => Digest(CryptographicOperations.HashData(name, test.Bytes("msg", "len"))),
        "MCT" => new() { ["resultsArray"] = MonteCarlo(name, test, digestsBefore) },
        "LDT" => Digest(HashLarge(name, test.Inner("largeMsg"))),
        var other => throw test.NotAnswered($"tests of type {other} are not answered"),
    };

    private static JsonObject Digest(byte[] digest) => new() { ["md"] = Convert.ToHexString(digest) };

    /// <summary>
    /// The Monte Carlo test (draft-celi-acvp-sha, draft-celi-acvp-sha3): a message is made of the digests before it. In the alternate
    /// version it is cut, or filled up with zeros, to the length of the seed. Of SHA-3 that version is not answered: by its text messages are
    /// filled up, and in results that NIST has published they are not.
    /// </summary>
    private static JsonArray MonteCarlo(HashAlgorithmName name, TestCase test, int digestsBefore)
    {
        var seed = test.Bytes("msg", "len");
        int? length = (test.Has("mctVersion") ? test.Text("mctVersion") : "standard") switch
        {
            "standard" => null,
            "alternate" when digestsBefore > 1 => seed.Length,
            var other => throw test.NotAnswered($"mctVersion is '{other}', which is not answered of this algorithm"),
        };
        var results = new JsonArray();
        for (var round = 0; round < Rounds; round++)
        {
            var digests = Enumerable.Repeat(seed, digestsBefore).ToArray();
            for (var step = 0; step < StepsOfRound; step++)
            {
                byte[] message = [.. digests.SelectMany(digest => digest)];
                if (length is { } fixedLength)
                    Array.Resize(ref message, fixedLength);
                digests = [.. digests[1..], CryptographicOperations.HashData(name, message)];
            }

            seed = digests[^1];
            results.Add(Digest(seed));
        }

        return results;
    }

    private static byte[] HashLarge(HashAlgorithmName name, TestCase message)
    {
        if (message.Text("expansionTechnique") != "repeating")
            throw message.NotAnswered($"expansionTechnique is '{message.Text("expansionTechnique")}', and repeating is answered");
        var content = message.Bytes("content", "contentLength");
        var length = message.Number("fullLength");
        if (length % 8 != 0 || length / 8 > LongestLargeMessage || content.Length is 0 or > PieceBytes)
            throw message.NotAnswered($"a message of {length} bits, made of {content.Length} bytes, is not hashed");
        byte[] piece = [.. Enumerable.Repeat(content, PieceBytes / content.Length).SelectMany(bytes => bytes)];
        using var hash = IncrementalHash.CreateHash(name);
        for (var left = length / 8; left > 0; left -= piece.Length)
            hash.AppendData(piece.AsSpan(0, (int)Math.Min(left, piece.Length)));
        return hash.GetHashAndReset();
    }
}
