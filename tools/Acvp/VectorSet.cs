using System;
using System.Collections.Generic;
using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace ManagedCrypto.Acvp;

/// <summary>A vector set, or the results of one.</summary>
internal sealed class VectorSet
{
    private readonly JsonElement _set;

    /// <param name="file">The file that it stands in.</param>
    /// <param name="set">All of it.</param>
    public VectorSet(string file, JsonElement set)
    {
        _set = set;
        Id = set.TryGetProperty("vsId", out var id) && id.ValueKind == JsonValueKind.Number && id.TryGetInt64(out var number)
            ? number
            : throw new AcvpException($"{file}: a vector set has no number vsId.");
        Place = $"{file}: vsId {Id}";
        Algorithm = Text("algorithm") ?? throw new AcvpException($"{Place}: algorithm is missing.");
        (Mode, Revision) = (Text("mode"), Text("revision"));
        Groups = Numbered.Of(Place, set, "testGroups", "tgId");
    }

    public string Place { get; }

    public long Id { get; }

    public string Algorithm { get; }

    public string? Mode { get; }

    public string? Revision { get; }

    public string Title => Mode is null ? Algorithm : $"{Algorithm} {Mode}";

    public IReadOnlyList<Numbered> Groups { get; }

    public static IReadOnlyList<Numbered> Cases(Numbered group) => Numbered.Of(group.Place, group.Element, "tests", "tcId");

    /// <summary>The result of a case.</summary>
    /// <param name="algorithm">The algorithm.</param>
    /// <param name="group">The group.</param>
    /// <param name="test">The case.</param>
    /// <param name="expected">The result to compare with, if there is one.</param>
    public static JsonObject Answer(Algorithm algorithm, Numbered group, Numbered test, JsonElement? expected = null)
    {
        var result = new JsonObject { ["tcId"] = test.Id };
        try
        {
            foreach (var (name, value) in algorithm.Answer(new TestCase(test.Place, test.Element, group.Element, expected)))
                result[name] = value?.DeepClone();
        }
        catch (Exception exception) when (exception is ArgumentException or CryptographicException or InvalidOperationException)
        {
            // What the library refuses, such as a key of a length that does not fit; or a string that is no text.
            throw new AcvpException($"{test.Place}: {exception.Message}");
        }

        return result;
    }

    /// <summary>The results of all cases, in ACVP's format.</summary>
    public JsonObject Answers()
    {
        var algorithm = AlgorithmTable.Of(this);
        var answers = new JsonObject();
        foreach (var name in (string[])["vsId", "algorithm", "mode", "revision", "isSample"])
        {
            if (_set.TryGetProperty(name, out var value))
                answers[name] = JsonNode.Parse(value.GetRawText());
        }

        var groups = new JsonArray();
        foreach (var group in Groups)
        {
            var tests = new JsonArray();
            foreach (var test in Cases(group))
                tests.Add(Answer(algorithm, group, test));
            groups.Add(new JsonObject { ["tgId"] = group.Id, ["tests"] = tests });
        }

        answers["testGroups"] = groups;
        return answers;
    }

    private string? Text(string name) => !_set.TryGetProperty(name, out var value) ? null
        : value.ValueKind == JsonValueKind.String ? value.GetString()
        : throw new AcvpException($"{Place}: {name} is not a string.");
}
