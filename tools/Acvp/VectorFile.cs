using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Nodes;
using ManagedCrypto.AesFile;

namespace ManagedCrypto.Acvp;

/// <summary>
/// A file of vector sets or results: one set, as NIST's generator writes it, or a list of a header and sets, as its server sends it.
/// It may be compressed by gzip.
/// </summary>
internal sealed class VectorFile
{
    private static readonly JsonDocumentOptions s_strict = new() { AllowDuplicateProperties = false };
    private static readonly JsonSerializerOptions s_indented = new() { WriteIndented = true };

    private readonly bool _isList;
    private readonly JsonElement? _header;

    private VectorFile(string file, JsonElement root)
    {
        _isList = root.ValueKind == JsonValueKind.Array;
        List<JsonElement> elements = _isList ? [.. root.EnumerateArray()] : [root];
        if (elements.Count == 0 || elements.Exists(element => element.ValueKind != JsonValueKind.Object))
            throw new AcvpException($"{file}: it is neither a vector set nor a list of a header and vector sets.");
        if (_isList && !elements[0].TryGetProperty("testGroups", out _))
        {
            _header = elements[0];
            elements.RemoveAt(0);
        }

        Sets = [.. elements.Select(element => new VectorSet(file, element))];
        if (Sets.Count == 0)
            throw new AcvpException($"{file}: there is no vector set in it.");
    }

    public IReadOnlyList<VectorSet> Sets { get; }

    public static VectorFile Read(string path)
    {
        var file = Shown.Name(path);
        try
        {
            return new(file, JsonDocument.Parse(Content(path), s_strict).RootElement);
        }
        catch (JsonException exception)
        {
            throw new AcvpException($"{file}: it is no JSON: {exception.Message}");
        }
        catch (Exception exception)
            when (exception is IOException or UnauthorizedAccessException or InvalidDataException or InvalidOperationException)
        {
            throw new AcvpException($"{file}: {exception.Message}");
        }
    }

    /// <summary>The results of all sets, with the header of the file.</summary>
    public string Answers()
    {
        if (!_isList)
            return Sets[0].Answers().ToJsonString(s_indented) + "\n";
        var answers = new JsonArray();
        if (_header is { } header)
            answers.Add(JsonNode.Parse(header.GetRawText()));
        foreach (var set in Sets)
            answers.Add(set.Answers());
        return answers.ToJsonString(s_indented) + "\n";
    }

    private static byte[] Content(string path)
    {
        var content = File.ReadAllBytes(path);
        if (content is not [0x1F, 0x8B, ..])
            return content;
        using var unpacked = new MemoryStream();
        using (var gzip = new GZipStream(new MemoryStream(content), CompressionMode.Decompress))
            gzip.CopyTo(unpacked);
        return unpacked.ToArray();
    }
}
