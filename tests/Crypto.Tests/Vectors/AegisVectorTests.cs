using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text.Json;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>The messages of draft-irtf-cfrg-aegis-aead, with tags of 128 and of 256 bits, and its states after initialization.</summary>
public class AegisVectorTests
{
    public static IEnumerable<TheoryDataRow<string, string>> Subjects =>
        AeadRows.All.Where(row => row.Data.Item1.StartsWith("Aegis", StringComparison.Ordinal));

    [Theory, MemberData(nameof(Subjects))]
    public void Messages_of_the_draft_are_sealed_and_opened_or_refused(string name, string kernel)
    {
        var (genuine, forged) = (0, 0);
        foreach (var (vector, tag) in Vectors(name).Where(vector => vector.ContainsKey("ct")).SelectMany(vector => new[] { (vector, vector["tag128"]), (vector, vector["tag256"]) }))
        {
            byte[] nonce = vector["nonce"], data = vector["ad"], ciphertext = vector["ct"], text = new byte[ciphertext.Length];
            using var aead = AeadSubject.Find(name, kernel).Create(vector["key"], null);
            if (vector.TryGetValue("msg", out var message))
            {
                byte[] sealedText = new byte[text.Length], sealedTag = new byte[tag.Length];
                aead.Encrypt(nonce, message, sealedText, sealedTag, data);
                aead.Decrypt(nonce, ciphertext, tag, text, data);
                Assert.Equal([ciphertext, tag, message], new[] { sealedText, sealedTag, text });
                genuine++;
            }
            else
            {
                Assert.Throws<AuthenticationTagMismatchException>(() => aead.Decrypt(nonce, ciphertext, tag, text, data));
                forged++;
            }
        }

        Assert.Equal(name is "Aegis128L" or "Aegis256" ? (10, 8) : (4, 0), (genuine, forged));
    }

    [Theory]
    [InlineData("Aegis128X2", 2)]
    [InlineData("Aegis128X4", 4)]
    public void Reference_has_the_draft_s_state_after_initialization(string name, int lanes)
    {
        var vectors = Vectors(name).ToList();
        var state = new ReferenceAegis(is256: false, lanes).InitialState(vectors[0]["key"], vectors[0]["nonce"]);

        var expected = Enumerable.Range(0, 8).SelectMany(block => Enumerable.Range(0, lanes).SelectMany(lane => vectors[1][$"V[{block},{lane}]"]));
        Assert.Equal(expected, state);
    }

    /// <summary>All fields that are hexadecimal digits.</summary>
    private static IEnumerable<Dictionary<string, byte[]>> Vectors(string name)
    {
        using var zip = VectorArchive.Open("aegis.zip");
        using var stream = zip.GetEntry($"aegis-{name["Aegis".Length..].ToLowerInvariant()}.json")!.Open();
        using var document = JsonDocument.Parse(stream);
        return
        [
            .. document.RootElement.EnumerateArray().Select(vector => vector.EnumerateObject()
                .Where(field => field.Name is not ("name" or "error"))
                .ToDictionary(field => field.Name, field => Convert.FromHexString(field.Value.GetString()!))),
        ];
    }
}
