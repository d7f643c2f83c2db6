using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Nodes;
using ManagedCrypto.AesFile;

namespace ManagedCrypto.Acvp;

/// <summary>Compares answers with expected results, group by group, and counts.</summary>
/// <param name="output">Gets a line a group.</param>
/// <param name="isBrief">Whether groups that pass get none, but their set gets one.</param>
internal sealed class Comparison(TextWriter output, bool isBrief)
{
    private const int MostLinesOfGroup = 5;

    private readonly Tally _passed = new(), _failed = new(), _notAnswered = new();
    private int _single;

    public int ExitCode => _failed.Groups > 0 ? Acvp.ExitCode.Different
        : _notAnswered.Groups + _single > 0 ? Acvp.ExitCode.NotAllAnswered
        : Acvp.ExitCode.Fine;

    public void Compare(VectorFile vectors, VectorFile expected)
    {
        if (vectors.Sets.Count != expected.Sets.Count)
        {
            throw new AcvpException(
                $"{expected.Sets[0].Place}: there are {expected.Sets.Count} sets of results to {vectors.Sets.Count} vector sets.");
        }

        foreach (var (set, results) in vectors.Sets.Zip(expected.Sets))
        {
            if (results.Id != set.Id || results.Algorithm != set.Algorithm)
            {
                throw new AcvpException(
                    $"{results.Place}: these are results of {results.Title}, and the vector set is {set.Title}, vsId {set.Id}.");
            }

            Compare(set, results);
        }
    }

    /// <summary>The last line.</summary>
    public override string ToString() =>
        $"{_passed} passed, {_failed} failed, {_notAnswered} not answered{(_single > 0 ? $", {_single} files have no counterpart" : "")}.";

    /// <summary>A file has no counterpart.</summary>
    public void Skip(string what)
    {
        Write(what);
        _single++;
    }

    private void Compare(VectorSet set, VectorSet results)
    {
        Write($"{set.Place}, {set.Title} {set.Revision}");
        var (groupsBefore, casesBefore) = (_passed.Groups, _passed.Cases);
        Algorithm algorithm;
        try
        {
            algorithm = AlgorithmTable.Of(set);
        }
        catch (NotAnsweredException exception)
        {
            Write($"  not answered: {Reason(exception, set.Place)}");
            _notAnswered.Groups += set.Groups.Count;
            _notAnswered.Cases += set.Groups.Sum(group => VectorSet.Cases(group).Count);
            return;
        }

        var byId = results.Groups.ToDictionary(group => group.Id);
        foreach (var group in set.Groups)
        {
            if (!byId.TryGetValue(group.Id, out var expected))
                throw new AcvpException($"{results.Place}: tgId {group.Id} is missing.");
            Compare(algorithm, group, expected);
        }

        if (byId.Count > set.Groups.Count)
            throw new AcvpException($"{results.Place}: it has {byId.Count} groups, and the vector set {set.Groups.Count}.");
        if (isBrief)
            Write($"  {_passed.Groups - groupsBefore} groups with {_passed.Cases - casesBefore} cases passed");
    }

    private void Compare(Algorithm algorithm, Numbered group, Numbered results)
    {
        var cases = VectorSet.Cases(group);
        var byId = VectorSet.Cases(results).ToDictionary(test => test.Id);
        var title = $"  tgId {group.Id}{Kind(group.Element)}: ";
        if (byId.Count != cases.Count)
            throw new AcvpException($"{results.Place}: it has {byId.Count} cases, and the vector set {cases.Count}.");
        List<string> differences = [], refusals = [];
        foreach (var test in cases)
        {
            if (!byId.TryGetValue(test.Id, out var expected))
                throw new AcvpException($"{results.Place}: tcId {test.Id} is missing.");
            try
            {
                if (Difference(expected.Element, VectorSet.Answer(algorithm, group, test, expected.Element)) is { } difference)
                    differences.Add($"    tcId {test.Id}: {difference}");
            }
            catch (NotAnsweredException exception)
            {
                refusals.Add(Reason(exception, group.Place));
            }
        }

        var passed = cases.Count - differences.Count - refusals.Count;
        (differences.Count > 0 ? _failed : refusals.Count > 0 ? _notAnswered : _passed).Groups++;
        _passed.Cases += passed;
        _failed.Cases += differences.Count;
        _notAnswered.Cases += refusals.Count;
        if (passed == cases.Count && isBrief)
            return;
        var failures = differences.Count > 0 ? $", {differences.Count} FAILED" : "";
        Write($"{title}{passed} passed{failures}{(refusals.Count > 0 ? $", {refusals.Count} not answered: {refusals[0]}" : "")}");
        foreach (var line in differences.Take(MostLinesOfGroup))
            Write(line);
        if (differences.Count > MostLinesOfGroup)
            Write($"    and {differences.Count - MostLinesOfGroup} more");
    }

    /// <summary>A line. Names and values in it are those of the files.</summary>
    private void Write(string line) => output.WriteLine(Shown.Line(line));

    private static string Kind(JsonElement group) => string.Concat(((string[])["testType", "direction", "keyLen"])
        .Where(name => group.TryGetProperty(name, out _)).Select(name => $" {group.GetProperty(name)}"));

    private static string Reason(NotAnsweredException exception, string place) =>
        exception.Message.Replace(place, "", StringComparison.Ordinal).TrimStart(':', ',', ' ');

    /// <summary>
    /// Each property that is expected must be answered so. An answer may say more: that a decrypted text is genuine, or how long an output
    /// is, which only some files have. What is expected to be empty may be missing.
    /// </summary>
    private static string? Difference(JsonElement expected, JsonObject answer)
    {
        var properties = expected.EnumerateObject().Where(property => property.Name != "tcId").ToList();
        if (properties.Count == 0)
            return "no result is expected";
        foreach (var property in properties)
        {
            var answered = answer[property.Name];
            if (!AreEqual(property.Value, answered))
                return $"{property.Name} is {Short(answered?.ToJsonString() ?? "missing")}, and {Short(property.Value.GetRawText())} is expected";
        }

        return IsRefusal(answer) && !(expected.TryGetProperty("testPassed", out var passed) && passed.ValueKind == JsonValueKind.False)
            ? "it is refused, and a result is expected"
            : null;
    }

    private static bool IsRefusal(JsonObject answer) => answer["testPassed"]?.GetValueKind() == JsonValueKind.False;

    private static bool AreEqual(JsonElement expected, JsonNode? answer) => expected.ValueKind switch
    {
        JsonValueKind.String => answer is null
            ? expected.GetString() == ""
            : answer.GetValueKind() == JsonValueKind.String
                && string.Equals(expected.GetString(), (string?)answer, StringComparison.OrdinalIgnoreCase),
        JsonValueKind.Array => answer is JsonArray array && array.Count == expected.GetArrayLength()
            && expected.EnumerateArray().Zip(array).All(pair => AreEqual(pair.First, pair.Second)),
        JsonValueKind.Object => answer is JsonObject inner
            && expected.EnumerateObject().All(property => AreEqual(property.Value, inner[property.Name])),
        _ => answer is not null && JsonNode.DeepEquals(JsonNode.Parse(expected.GetRawText()), JsonNode.Parse(answer.ToJsonString())),
    };

    private static string Short(string text) => text.Length <= 80 ? text : text[..80] + "...";

    private sealed class Tally
    {
        public int Groups { get; set; }

        public int Cases { get; set; }

        public override string ToString() => $"{Groups} groups with {Cases} cases";
    }
}
